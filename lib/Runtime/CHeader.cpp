//===- CHeader.cpp - The C header of an ahead-of-time library -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CHeader.h"

#include "Tile/Runtime/DType.h"

#include <algorithm>
#include <set>

using namespace tile;

/// The text of KernelABI.h; written by the build.
static const char *const kernelABIText =
#include "KernelABIText.inc"
    ;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

// Every keyword of C99 to C23 and C++11 to C++20, and macros of <stddef.h>:
// none can name a function in a header that both languages read.
static const std::set<std::string> &getReservedWords() {
  static const std::set<std::string> words = {"NULL",
                                              "alignas",
                                              "alignof",
                                              "and",
                                              "and_eq",
                                              "asm",
                                              "auto",
                                              "bitand",
                                              "bitor",
                                              "bool",
                                              "break",
                                              "case",
                                              "catch",
                                              "char",
                                              "char16_t",
                                              "char32_t",
                                              "char8_t",
                                              "class",
                                              "co_await",
                                              "co_return",
                                              "co_yield",
                                              "compl",
                                              "concept",
                                              "const",
                                              "const_cast",
                                              "consteval",
                                              "constexpr",
                                              "constinit",
                                              "continue",
                                              "decltype",
                                              "default",
                                              "delete",
                                              "do",
                                              "double",
                                              "dynamic_cast",
                                              "else",
                                              "enum",
                                              "explicit",
                                              "export",
                                              "extern",
                                              "false",
                                              "float",
                                              "for",
                                              "friend",
                                              "goto",
                                              "if",
                                              "inline",
                                              "int",
                                              "linux",
                                              "long",
                                              "main",
                                              "mutable",
                                              "namespace",
                                              "new",
                                              "noexcept",
                                              "not",
                                              "not_eq",
                                              "nullptr",
                                              "offsetof",
                                              "operator",
                                              "or",
                                              "or_eq",
                                              "private",
                                              "protected",
                                              "public",
                                              "register",
                                              "reinterpret_cast",
                                              "requires",
                                              "restrict",
                                              "return",
                                              "short",
                                              "signed",
                                              "sizeof",
                                              "static",
                                              "static_assert",
                                              "static_cast",
                                              "struct",
                                              "switch",
                                              "template",
                                              "this",
                                              "thread_local",
                                              "throw",
                                              "true",
                                              "try",
                                              "typedef",
                                              "typeid",
                                              "typename",
                                              "typeof",
                                              "typeof_unqual",
                                              "union",
                                              "unix",
                                              "unsigned",
                                              "using",
                                              "virtual",
                                              "void",
                                              "volatile",
                                              "wchar_t",
                                              "while",
                                              "xor",
                                              "xor_eq"};
  return words;
}

static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool isIdentifierChar(char c) {
  return isLetter(c) || (c >= '0' && c <= '9');
}

static bool startsWith(const std::string &text, const char *prefix) {
  return text.rfind(prefix, 0) == 0;
}

static bool endsWith(const std::string &text, const std::string &suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

/// Whether <stdint.h> or <stddef.h> may define a type or macro of that name.
static bool isNameOfInteger(const std::string &name) {
  if (endsWith(name, "_t"))
    return true;
  for (const char *suffix : {"_MAX", "_MIN", "_WIDTH", "_C"})
    if (endsWith(name, suffix))
      return true;
  return false;
}

/// Returns why a kernel cannot be declared under its name, or nothing.
static std::string checkName(const std::string &name) {
  std::string because;
  if (name.empty() || !isLetter(name[0]) ||
      !std::all_of(name.begin(), name.end(), isIdentifierChar))
    because = "a C header declares it, and this is no C identifier";
  else if (getReservedWords().count(name))
    because = "C or C++ reserves the word";
  else if (isNameOfInteger(name))
    because = "types and limits of C have names that end so";
  else if (name[0] == '_')
    because = "C reserves names that begin so";
  else if (startsWith(name, "tile_") || startsWith(name, "Tile") ||
           startsWith(name, "TILE_"))
    because = "the C header itself uses names that begin so";
  if (because.empty())
    return "";
  return "expected a kernel name that C can declare (because " + because +
         "), got '" + name + "'";
}

static std::string checkNames(const std::vector<KernelSignature> &kernels) {
  std::set<std::string> names;
  for (const KernelSignature &kernel : kernels) {
    if (std::string error = checkName(kernel.name); !error.empty())
      return error;
    if (!names.insert(kernel.name).second)
      return "expected kernels of different names, got '" + kernel.name +
             "' twice";
  }
  return "";
}

/// An include guard from any text, another one for each: what is no lower-case
/// letter, digit or underscore becomes x and its code in lower case.
static std::string makeGuard(const std::string &library) {
  std::string guard = "TILE_LIBRARY_";
  for (char c : library) {
    if (c >= 'a' && c <= 'z')
      guard += static_cast<char>(c - 'a' + 'A');
    else if ((c >= '0' && c <= '9') || c == '_')
      guard += c;
    else
      guard +=
          {'x', "0123456789abcdef"[(c >> 4) & 15], "0123456789abcdef"[c & 15]};
  }
  return guard + "_H";
}

/// Any text as one that a comment cannot end in or run out of its line.
static std::string makeComment(const std::string &text) {
  std::string comment;
  for (char c : text) {
    bool isPlain = c >= ' ' && c <= '~' && c != '*' && c != '\\' && c != '?';
    comment += isPlain ? c : '.';
  }
  return comment;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string formatIndices(const std::vector<int64_t> &numbers) {
  std::string text = "[";
  for (int64_t number : numbers) {
    bool isDynamic = number == TILE_DYNAMIC;
    text += (text.size() > 1 ? ", " : "") +
            (isDynamic ? std::string("any") : std::to_string(number));
  }
  return text + "]";
}

static std::string getDTypeName(int32_t dtype) {
  const char *name = tile_dtype_name(dtype);
  return name ? name : "unknown";
}

/// The enumerator of a type: "TILE_DTYPE_F32".
static std::string getDTypeEnumerator(int32_t dtype) {
  std::string name = "TILE_DTYPE_";
  for (char c : getDTypeName(dtype))
    name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

static std::string describeTensor(const ArgumentSignature &argument) {
  std::string text = argument.isOutput ? "output tensor of " : "tensor of ";
  text += getDTypeName(argument.dtype) + " (" +
          getDTypeEnumerator(argument.dtype) + ")";
  if (argument.shape.empty())
    text += ", a single element";
  else
    text += ", shape " + formatIndices(argument.shape);
  if (argument.shape.empty() || !argument.strides)
    text += argument.shape.empty() ? "" : ", row-major without gaps";
  else
    text += ", strides " + formatIndices(*argument.strides) + " in elements";
  if (argument.alignment > 1)
    text += ", aligned to " + std::to_string(argument.alignment) + " bytes";
  if (argument.mayAlias)
    text += ", may share memory with others";
  return text;
}

static std::string describeArgument(const ArgumentSignature &argument) {
  if (argument.kind == TILE_ARG_TENSOR)
    return describeTensor(argument);
  return getDTypeName(argument.dtype) + " (" +
         getDTypeEnumerator(argument.dtype) + ")";
}

static std::string declareKernel(const KernelSignature &kernel) {
  std::string text = "\n/// Takes " + std::to_string(kernel.arguments.size()) +
                     " arguments, in this order:\n";
  for (size_t i = 0; i < kernel.arguments.size(); ++i)
    text += "///   args[" + std::to_string(i) + "]  " +
            makeComment(kernel.arguments[i].name) + ": " +
            describeArgument(kernel.arguments[i]) + "\n";
  text += "/// Returns 0 or a TileStatusCode; the reason is in "
          "status->message.\n";
  return text + "int " + kernel.name +
         "(const TileArg *args, int nargs, TileStatus *status);\n";
}

std::string tile::emitCHeader(const std::vector<KernelSignature> &kernels,
                              const std::string &library, std::string &header) {
  if (std::string error = checkNames(kernels); !error.empty())
    return error;
  std::string guard = makeGuard(library);
  std::string text = "// The kernels of " + makeComment(library) +
                     ". Made by the Tile compiler; do not edit.\n\n";
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n";
  text += kernelABIText;
  text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const KernelSignature &kernel : kernels)
    text += declareKernel(kernel);
  text += "\n#ifdef __cplusplus\n} // extern \"C\"\n#endif\n\n#endif // " +
          guard + "\n";
  header = std::move(text);
  return "";
}
