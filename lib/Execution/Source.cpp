//===- Source.cpp - Reading modules ---------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Source.h"

#include "Tile/InitAll.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/Encoding.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

#include <mutex>

using namespace mlir;
using llvm::StringRef;

std::unique_ptr<MLIRContext> tile::createContext() {
  static std::once_flag once;
  std::call_once(once, [] { registerAllPasses(); });
  DialectRegistry registry;
  tile::registerAllDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // A diagnostic says what is wrong and where; whole functions are noise.
  context->printOpOnDiagnostic(false);
  return context;
}

/// The offset just past the string literal that begins at `pos`. A string ends
/// at its line's end at the latest, as in MLIR's lexer.
static size_t skipString(StringRef text, size_t pos) {
  for (++pos; pos < text.size(); ++pos) {
    if (text[pos] == '\\')
      ++pos;
    else if (text[pos] == '"' || text[pos] == '\n')
      return pos + 1;
  }
  return text.size();
}

/// The offset of the first bracket nested deeper than the limit, or npos.
/// Angle brackets count only where they cannot be part of an arrow or of a
/// comparison, and closing brackets are not matched with opening ones: the
/// parser does that.
static size_t findDeepBracket(StringRef text) {
  unsigned depth = 0;
  for (size_t pos = 0; pos < text.size(); ++pos) {
    char c = text[pos];
    char previous = pos ? text[pos - 1] : ' ';
    if (c == '"') {
      pos = skipString(text, pos) - 1;
    } else if (c == '/' && text.substr(pos).starts_with("//")) {
      pos = std::min(text.find('\n', pos), text.size());
    } else if (StringRef("([{<").contains(c)) {
      if (++depth > tile::kMaxNesting)
        return pos;
    } else if (StringRef(")]}").contains(c) || (c == '>' && previous != '-')) {
      depth -= depth > 0;
    }
  }
  return StringRef::npos;
}

LogicalResult tile::checkNesting(llvm::MemoryBufferRef source,
                                 MLIRContext *context) {
  if (isBytecode(source))
    return success();
  StringRef text = source.getBuffer();
  size_t pos = findDeepBracket(text);
  if (pos == StringRef::npos)
    return success();
  StringRef before = text.take_front(pos);
  unsigned line = before.count('\n') + 1;
  size_t lineStart = before.rfind('\n') + 1;
  auto loc = FileLineColLoc::get(context, source.getBufferIdentifier(), line,
                                 pos - lineStart + 1);
  return emitError(loc) << "expected at most " << kMaxNesting
                        << " nested brackets (because the parser recurses), "
                           "got a deeper one";
}

OwningOpRef<ModuleOp>
tile::parseModule(const std::shared_ptr<llvm::SourceMgr> &sources,
                  MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources->getMemoryBuffer(sources->getMainFileID());
  if (failed(checkNesting(buffer->getMemBufferRef(), context)))
    return nullptr;
  return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
}
