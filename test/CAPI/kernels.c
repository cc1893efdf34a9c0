/* The C interface from a C99 program: parse, transform, emit, load, call, and
   diagnostics as data.

   RUN: %cc -std=c99 -pedantic -Wall -Werror -I%source_dir/include %s -o %t -L%tile_lib_dir -lTile -Wl,-rpath,%tile_lib_dir -lpthread
   RUN: %t 2>&1 | FileCheck %s
*/
#define _POSIX_C_SOURCE 200809L
#include "Tile/C.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char source[] =
    "func.func @scale(%x: memref<?xf32> {tile.name = \"x\"}, %a: f32, %y: memref<?xf32> {tile.out}) {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %c64 = arith.constant 64 : index\n"
    "  %n = memref.dim %x, %c0 : memref<?xf32>\n"
    "  %g = arith.ceildivui %n, %c64 : index\n"
    "  tile.launch blocks(%bx) in (%g) threads(64) {\n"
    "    %o = arith.muli %bx, %c64 : index\n"
    "    tile.parallel (%i) in (64) {\n"
    "      %p = arith.addi %o, %i : index\n"
    "      %v = tile.load %x[%p] : memref<?xf32>\n"
    "      %s = arith.mulf %v, %a : f32\n"
    "      tile.store %s, %y[%p] : memref<?xf32>\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n";

static void printDiagnostics(const TileContext *context) {
  int i, j;
  const TileDiagnostic *d;
  for (i = 0; (d = tile_diagnostic(context, i)); ++i) {
    printf("%s:%d:%d: %d: %s\n", d->file, (int)d->line, (int)d->column,
           (int)d->severity, d->message);
    for (j = 0; j < d->num_notes; ++j)
      printf("  note: %s\n", d->notes[j].message);
  }
}

static void testErrors(TileContext *context) {
  static const char unknown[] = "func.func @f() {\n  tile.nothing\n  return\n}";
  static const char twice[] = "func.func @f() {return}\nfunc.func @f() {return}";
  TileBytes bytes;
  TileModule *module;
  printf("errors\n");
  // CHECK-LABEL: errors
  module = tile_parse(context, unknown, strlen(unknown), "unknown.mlir");
  printf("%d\n", module != NULL);
  printDiagnostics(context);
  // CHECK-NEXT: 0
  // CHECK-NEXT: unknown.mlir:2:3: 3: {{.*}}tile.nothing
  module = tile_parse(context, twice, strlen(twice), NULL);
  printDiagnostics(context);
  // CHECK: -:2:1: 3: redefinition of symbol
  // CHECK-NEXT: note: see existing symbol definition here
  module = tile_parse(context, source, strlen(source), "scale.mlir");
  printDiagnostics(context);
  printf("%d\n", tile_run_pipeline(module, "tile-to-moon"));
  printDiagnostics(context);
  // CHECK-NEXT: 1
  // CHECK-NEXT: {{.*}}: 3: expected a pass pipeline, got 'tile-to-moon'{{.*}}
  printf("emit %d\n", tile_emit(module, "cobol", NULL, &bytes));
  printDiagnostics(context);
  // CHECK: emit 1
  // CHECK-NEXT: :0:0: 3: expected one of {{.*}}, got 'cobol'
  printf("emit %d\n", tile_emit(module, "obj", "pdp11", &bytes));
  printDiagnostics(context);
  // CHECK: emit 1
  // CHECK-NEXT: {{.*}}'pdp11'
  printf("%d\n", tile_load(module, "aarch64-none") != NULL);
  printf("%d %d %d\n", tile_parse(NULL, "", 0, NULL) != NULL,
         tile_run_pipeline(NULL, "cse"), tile_emit(NULL, "mlir", NULL, NULL));
  // CHECK: 0
  // CHECK-NEXT: 0 1 1
  printf("%d\n", tile_context_create(9999) != NULL);
  // CHECK-NEXT: 0
  tile_module_destroy(module);
}

static void testEmission(TileContext *context) {
  static const char *formats[] = {"mlir", "mlirbc", "tile",
                                  "mlir-llvm", "llvm", "asm",
                                  "obj",  "so",     "header"};
  TileModule *module = tile_parse(context, source, strlen(source), "scale.mlir");
  TileBytes bytes;
  int i;
  printf("emission\n");
  // CHECK-LABEL: emission
  for (i = 0; i < 9; ++i) {
    int code = tile_emit(module, formats[i], "x86-64", &bytes);
    printf("%s %d %d\n", formats[i], code, bytes.length > 100);
    printDiagnostics(context);
    tile_bytes_free(&bytes);
  }
  // CHECK-NEXT: mlir 0 1
  // CHECK-NEXT: mlirbc 0 1
  // CHECK-NEXT: tile 0 1
  // CHECK-NEXT: mlir-llvm 0 1
  // CHECK-NEXT: llvm 0 1
  // CHECK-NEXT: asm 0 1
  // CHECK-NEXT: obj 0 1
  // CHECK-NEXT: so 0 1
  // CHECK-NEXT: header 0 1

  /* Bytecode comes back as the same module. */
  if (tile_emit(module, "mlirbc", NULL, &bytes) == 0) {
    TileModule *again = tile_parse(context, bytes.data, bytes.length, "bytes");
    printf("bytecode %d\n", again != NULL);
    // CHECK-NEXT: bytecode 1
    printDiagnostics(context);
    tile_bytes_free(&bytes);
  }
  printf("%d\n", tile_run_pipeline(module, "canonicalize,cse"));
  printf("%d\n", tile_run_pipeline(
                     module, "builtin.module(tile-to-cpu{target=x86-64})"));
  // CHECK-NEXT: 0
  // CHECK-NEXT: 0
  printDiagnostics(context);
  tile_emit(module, "mlir", NULL, &bytes);
  printf("%d\n", strstr(bytes.data, "llvm.func @_tile_entry_scale") != NULL);
  // CHECK-NEXT: 1
  tile_bytes_free(&bytes);
}

static int call(TileLibrary *library, TileModule *module, TileStatus *status) {
  float x[3] = {1, 2, 3}, y[3] = {0, 0, 0};
  int64_t n = 3;
  TileArg args[3];
  int code;
  args[0] = tile_tensor_arg(x, TILE_DTYPE_F32, 1, &n, NULL);
  args[1] = tile_float_arg(TILE_DTYPE_F32, 10);
  args[2] = tile_tensor_arg(y, TILE_DTYPE_F32, 1, &n, NULL);
  code = library ? tile_invoke(library, "scale", args, 3, status)
                 : tile_interpret(module, "scale", args, 3, status);
  return code == 0 && y[0] == 10 && y[1] == 20 && y[2] == 30;
}

static void *callOften(void *library) {
  TileStatus status;
  size_t right = 0;
  int i;
  for (i = 0; i < 1000; ++i)
    right += call(library, NULL, &status);
  return (void *)right;
}

static void testKernels(TileContext *context) {
  TileModule *module = tile_parse(context, source, strlen(source), "scale.mlir");
  TileLibrary *library = tile_load(module, NULL);
  TileStatus status;
  pthread_t threads[4];
  int i;
  printf("kernels\n");
  // CHECK-LABEL: kernels
  printDiagnostics(context);
  printf("%d %d\n", call(NULL, module, &status), call(library, NULL, &status));
  // CHECK-NEXT: 1 1
  printf("%d %s\n", tile_invoke(library, "scale", NULL, 0, &status),
         status.message);
  // CHECK-NEXT: 1 {{.*}}expected 3 arguments
  printf("%d %s\n", tile_invoke(library, "none", NULL, 0, &status),
         status.message);
  // CHECK-NEXT: 1 expected the name of a kernel, got 'none'
  printf("%d %s\n", tile_interpret(module, "none", NULL, 0, &status),
         status.message);
  // CHECK-NEXT: 1 expected the name of a kernel{{.*}}, got 'none'
  printf("%d\n", tile_invoke(NULL, "scale", NULL, 0, NULL));
  // CHECK-NEXT: 1

  /* A library outlives its context, and any threads may call it. */
  tile_context_destroy(context);
  for (i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, callOften, library);
  for (i = 0; i < 4; ++i) {
    void *right;
    pthread_join(threads[i], &right);
    printf("%d\n", (int)(size_t)right);
  }
  // CHECK-COUNT-4: 1000
  tile_library_destroy(library);
}

/* Contexts of different threads do not meet. */
static void *compileAlone(void *unused) {
  TileContext *context = tile_context_create(TILE_C_API_VERSION);
  TileModule *module = tile_parse(context, source, strlen(source), NULL);
  TileLibrary *library = tile_load(module, "native");
  TileStatus status;
  size_t right = call(library, NULL, &status);
  (void)unused;
  tile_library_destroy(library);
  tile_context_destroy(context);
  return (void *)right;
}

int main(void) {
  TileContext *context = tile_context_create(TILE_C_API_VERSION);
  pthread_t threads[4];
  int i;
  testErrors(context);
  testEmission(context);
  testKernels(context);
  for (i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, compileAlone, NULL);
  for (i = 0; i < 4; ++i) {
    void *right;
    pthread_join(threads[i], &right);
    printf("alone %d\n", (int)(size_t)right);
  }
  // CHECK-COUNT-4: alone 1
  tile_context_destroy(NULL);
  tile_module_destroy(NULL);
  tile_library_destroy(NULL);
  tile_bytes_free(NULL);
  return 0;
}
