//===- Diagnostics.cpp - Diagnostics as data ------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace mlir;
using tile::capi::Record;

static int32_t getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return TILE_SEVERITY_NOTE;
  case DiagnosticSeverity::Remark:
    return TILE_SEVERITY_REMARK;
  case DiagnosticSeverity::Warning:
    return TILE_SEVERITY_WARNING;
  case DiagnosticSeverity::Error:
    return TILE_SEVERITY_ERROR;
  }
  return TILE_SEVERITY_ERROR;
}

Record::Record(Diagnostic &diagnostic) : message(diagnostic.str()) {
  int32_t line = 0, column = 0;
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    file = place.getFilename().str();
    line = place.getLine();
    column = place.getColumn();
  }
  for (Diagnostic &note : diagnostic.getNotes()) {
    notes.emplace_back(note);
    noteViews.push_back(notes.back().view);
  }
  setView(line, column, getSeverity(diagnostic.getSeverity()));
}

Record::Record(std::string text) : message(std::move(text)) {
  setView(0, 0, TILE_SEVERITY_ERROR);
}

void Record::setView(int32_t line, int32_t column, int32_t severity) {
  view.message = message.c_str();
  view.file = file.c_str();
  view.line = line;
  view.column = column;
  view.severity = severity;
  view.num_notes = static_cast<int32_t>(noteViews.size());
  view.notes = noteViews.empty() ? nullptr : noteViews.data();
}

const TileDiagnostic *tile_diagnostic(const TileContext *context,
                                      int32_t index) {
  if (!context || index < 0)
    return nullptr;
  std::lock_guard<std::mutex> lock(const_cast<TileContext *>(context)->mutex);
  if (static_cast<size_t>(index) >= context->diagnostics.size())
    return nullptr;
  return &context->diagnostics[index].view;
}
