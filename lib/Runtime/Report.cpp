//===- Report.cpp - Errors of running kernels -----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningKernel.h"
#include "Tile/Runtime/CPU.h"

#include <cstring>

using namespace tile;

thread_local RunningKernel tile::runningKernel = {nullptr, 0};

void tile_cpu_report(TileStatus *status, int32_t code, const char *message) {
  if (!status)
    status = runningKernel.status;
  if (!status)
    return;
  // Whoever changes the code from 0 owns the message. It is read only after the
  // loop has ended, which orders this thread's writes before the reader.
  int32_t none = TILE_STATUS_OK;
  if (code == TILE_STATUS_OK)
    code = TILE_STATUS_RUNTIME_ERROR;
  if (!__atomic_compare_exchange_n(&status->code, &none, code, /*weak=*/false,
                                   __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    return;
  std::strncpy(status->message, message ? message : "",
               sizeof(status->message) - 1);
  status->message[sizeof(status->message) - 1] = '\0';
}

int32_t tile_cpu_failed(const TileStatus *status) {
  return loadStatusCode(status ? status : runningKernel.status);
}
