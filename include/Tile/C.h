/*===- C.h - The compiler as a C library --------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the Tile project, under the Apache License v2.0 with LLVM          *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Parse a module, run a pipeline over it, print it or turn it into machine   *|
|* code, load it into the process and call its kernels:                       *|
|*                                                                            *|
|*   TileContext *c = tile_context_create(TILE_C_API_VERSION);                *|
|*   TileModule *m = tile_parse(c, text, length, "gemm.mlir");                *|
|*   TileLibrary *k = m ? tile_load(m, "native") : NULL;                      *|
|*   if (!k)                                                                  *|
|*     puts(tile_diagnostic(c, 0)->message);                                  *|
|*   else                                                                     *|
|*     tile_invoke(k, "gemm", args, 3, &status);                              *|
|*                                                                            *|
|* Threads. Contexts are independent. Calls on one context, and on its        *|
|* modules, may come from any thread and wait for each other. A library does  *|
|* not belong to its context: it may outlive it, and its kernels may be       *|
|* called from any number of threads at once.                                 *|
|*                                                                            *|
|* Errors. No function prints, aborts, exits, or throws, whatever the bytes   *|
|* it is given. A function that fails returns a null pointer or a code that   *|
|* is not 0 and leaves the reasons in the context, to be read with            *|
|* tile_diagnostic. Where LLVM meets what it calls a fatal error, the call    *|
|* fails with LLVM's message, the memory it had is leaked, and the context    *|
|* refuses further work: destroy it and make another. For that the library    *|
|* installs LLVM's fatal error handler, one per process; it takes effect only *|
|* in calls of this interface.                                                *|
|*                                                                            *|
|* Null handles are accepted and make the call fail.                          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef TILE_C_H
#define TILE_C_H

#include "Tile/Runtime/KernelABI.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It grows with every change that an older
   program would notice. */
#define TILE_C_API_VERSION 1

/* Owns modules and diagnostics. */
typedef struct TileContext TileContext;
/* A module of kernels. Belongs to its context. */
typedef struct TileModule TileModule;
/* Kernels as machine code in this process. */
typedef struct TileLibrary TileLibrary;

/* Makes a context. `version` is TILE_C_API_VERSION of the header that the
   program was compiled with. Returns null if the library does not have that
   version, or no memory. */
TileContext *tile_context_create(int32_t version);

/* Destroys a context and the modules that still belong to it. */
void tile_context_destroy(TileContext *context);

/*===-- Modules -----------------------------------------------------------===*/

/* Parses and verifies `length` bytes of text or MLIR bytecode. `name` stands
   for the file in locations; null means "-". Returns null on failure. */
TileModule *tile_parse(TileContext *context, const char *source, size_t length,
                       const char *name);

/* A copy of a module, for functions below that change theirs. */
TileModule *tile_module_clone(TileModule *module);

/* Destroys a module before its context. */
void tile_module_destroy(TileModule *module);

/* Runs a pass pipeline in MLIR's syntax over the module, such as
   "tile-to-cpu{target=x86-64-v3}" or "builtin.module(canonicalize)". Every
   pass and pipeline of MLIR and of this project has its name. Returns 0, or 1
   on failure; the module is then good for nothing but destruction. */
int32_t tile_run_pipeline(TileModule *module, const char *pipeline);

/* Bytes that a call gave to the caller, with a NUL after the last that
   `length` does not count. */
typedef struct TileBytes {
  char *data;
  size_t length;
} TileBytes;

/* Frees bytes and sets them to null. */
void tile_bytes_free(TileBytes *bytes);

/* Turns a module into text or bytes, by `format`:
     "mlir"       the module as it is, as text
     "mlirbc"     the module as it is, as MLIR bytecode
   and, on the line of the CPU target, for `target` (a name such as "native",
   "x86-64-v3" or "aarch64"; null means "native") where launches have no target
   of their own:
     "tile"       tile IR with its target
     "mlir-llvm"  MLIR's llvm dialect
     "llvm"       optimised LLVM IR
     "asm"        assembly
     "obj"        a relocatable object
     "so"         a shared library with one C function per kernel
     "header"     the C header of "obj" and "so"
   The module itself is not changed. Returns 0, or 1 on failure; `bytes` is
   then empty. */
int32_t tile_emit(TileModule *module, const char *format, const char *target,
                  TileBytes *bytes);

/*===-- Kernels -----------------------------------------------------------===*/

/* Compiles a module for `target` (as above) and loads it. The module itself is
   not changed. Returns null on failure. */
TileLibrary *tile_load(TileModule *module, const char *target);

/* Destroys a library. None of its kernels may be running. */
void tile_library_destroy(TileLibrary *library);

/* Runs a kernel of a library. Arguments are checked against its signature.
   Returns 0 or a TileStatusCode, which is also in `status` with a message;
   `status` may be null. */
int32_t tile_invoke(TileLibrary *library, const char *kernel,
                    const TileArg *args, int32_t nargs, TileStatus *status);

/* Runs a kernel of a module in authored form on the reference interpreter:
   slow, exact, and with every access checked. Arguments and result as
   tile_invoke; a failure of the program itself is a diagnostic of the context,
   and `status` repeats its text. */
int32_t tile_interpret(TileModule *module, const char *kernel,
                       const TileArg *args, int32_t nargs, TileStatus *status);

/*===-- Diagnostics -------------------------------------------------------===*/

/* How serious a diagnostic is. */
enum TileSeverity {
  TILE_SEVERITY_NOTE = 0,
  TILE_SEVERITY_REMARK = 1,
  TILE_SEVERITY_WARNING = 2,
  TILE_SEVERITY_ERROR = 3
};

/* One diagnostic. The strings are UTF-8 and never null. */
typedef struct TileDiagnostic {
  const char *message;
  /* The place in the source; an empty file and zeros where there is none.
     Lines and columns count from 1. */
  const char *file;
  int32_t line;
  int32_t column;
  /* One of TileSeverity. */
  int32_t severity;
  /* Further places involved, in the same form. */
  int32_t num_notes;
  const struct TileDiagnostic *notes;
} TileDiagnostic;

/* The diagnostic of that index from the latest call on the context or one of
   its modules, or null if there are no more. It is good until the next call
   other than this one. */
const TileDiagnostic *tile_diagnostic(const TileContext *context,
                                      int32_t index);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TILE_C_H */
