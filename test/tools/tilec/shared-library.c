/* A shared library and its header serve a C99 program that knows nothing else
   of the project. Wrong arguments come back as codes and messages.

   RUN: rm -rf %t && mkdir %t
   RUN: tilec %S/../Inputs/kernels.mlir --target=native --emit=so -o %t/libkernels.so
   RUN: %cc -std=c99 -pedantic -Wall -Werror -I%t %s -o %t/main -L%t -lkernels -Wl,-rpath,%t
   RUN: %t/main | FileCheck %s
   RUN: llvm-nm --dynamic --defined-only %t/libkernels.so | FileCheck %s --check-prefix=EXPORTS

   EXPORTS: T add_i32
   EXPORTS-NEXT: T gemm
   EXPORTS-NEXT: T scale
*/
#include "libkernels.h"

#include <stdio.h>

static float x[100], y[100];

static void report(int code, const TileStatus *status) {
  printf("%d %d %s\n", code, (int)status->code, status->message);
}

int main(void) {
  int64_t n = 100, m = 99;
  int64_t square[2] = {10, 10};
  TileArg args[3];
  TileStatus status;
  int i;
  for (i = 0; i < 100; ++i)
    x[i] = (float)i;
  args[0] = tile_tensor_arg(x, TILE_DTYPE_F32, 1, &n, NULL);
  args[1] = tile_float_arg(TILE_DTYPE_F32, 0.5);
  args[2] = tile_tensor_arg(y, TILE_DTYPE_F32, 1, &n, NULL);
  report(scale(args, 3, &status), &status);
  for (i = 0; i < 100; ++i)
    if (y[i] != 0.5f * (float)i)
      return 1;
  // CHECK: 0 0

  report(scale(args, 2, &status), &status);
  // CHECK-NEXT: 1 1 {{.*}}expected 3 arguments{{.*}}got 2
  args[0] = tile_tensor_arg(x, TILE_DTYPE_F32, 2, square, NULL);
  report(scale(args, 3, &status), &status);
  // CHECK-NEXT: 1 1 argument 0 'x': expected rank 1{{.*}}got {{.*}}2
  args[0] = tile_tensor_arg(x, TILE_DTYPE_F16, 1, &n, NULL);
  report(scale(args, 3, &status), &status);
  // CHECK-NEXT: 1 1 argument 0 'x': expected {{.*}}f32{{.*}}got {{.*}}f16
  args[0] = tile_tensor_arg(NULL, TILE_DTYPE_F32, 1, &n, NULL);
  report(scale(args, 3, &status), &status);
  // CHECK-NEXT: 1 1 argument 0 'x': expected {{.*}}null
  args[0] = tile_tensor_arg((char *)x + 1, TILE_DTYPE_F32, 1, &m, NULL);
  report(scale(args, 3, &status), &status);
  // CHECK-NEXT: 1 1 argument 0 'x': expected {{.*}}align
  args[0] = tile_tensor_arg(y, TILE_DTYPE_F32, 1, &n, NULL);
  report(scale(args, 3, &status), &status);
  // CHECK-NEXT: 1 1 argument {{.*}}memory
  return 0;
}
