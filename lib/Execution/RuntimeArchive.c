//===- RuntimeArchive.c - The bytes of the runtime's archive --------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared libraries of kernels contain the runtime. The compiler carries it, so
// that it need not look for a file that may be another version's.
//
//===----------------------------------------------------------------------===//

__asm__(".section .rodata.tile_runtime_archive,\"a\",%progbits\n"
        ".hidden tile_runtime_archive_begin\n"
        ".hidden tile_runtime_archive_end\n"
        ".global tile_runtime_archive_begin\n"
        ".global tile_runtime_archive_end\n"
        ".balign 16\n"
        "tile_runtime_archive_begin:\n"
        ".incbin \"" TILE_RUNTIME_ARCHIVE "\"\n"
        "tile_runtime_archive_end:\n"
        ".byte 0\n"
        ".previous\n");

// ISO C wants a declaration in every file.
extern const char tile_runtime_archive_begin[];
