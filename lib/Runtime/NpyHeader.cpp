//===- NpyHeader.cpp - The header of a .npy file --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"

using namespace tile;

namespace {
constexpr std::string_view magic = "\x93NUMPY";
/// numpy arrays have at most 64 dimensions.
constexpr size_t maxRank = 64;

//===----------------------------------------------------------------------===//
// The dictionary
//===----------------------------------------------------------------------===//

/// Reads the Python literal {'descr': '<f4', 'fortran_order': False,
/// 'shape': (2, 3), }. The functions return an empty string, or what is wrong.
class DictionaryParser {
public:
  explicit DictionaryParser(std::string_view text) : text(text) {}

  std::string parse(NpyHeader &header);

private:
  std::string parseEntry(NpyHeader &header);
  std::string parseDescr(std::string &descr);
  std::string parseString(std::string &value);
  std::string parseBool(bool &value);
  std::string parseShape(std::vector<int64_t> &shape);
  std::string parseInteger(int64_t &value);

  void skipSpace() {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t' ||
                             text[0] == '\n' || text[0] == '\r'))
      text.remove_prefix(1);
  }
  /// Whether the next thing is `token`, which is then skipped.
  bool take(std::string_view token) {
    skipSpace();
    if (text.substr(0, token.size()) != token)
      return false;
    text.remove_prefix(token.size());
    return true;
  }
  /// What is at the current place, for messages.
  std::string quoteNext();
  std::string expect(const char *what) {
    return std::string("expected ") + what + " in the header, got " +
           quoteNext();
  }

  std::string_view text;
  bool hasDescr = false, hasOrder = false, hasShape = false;
};
} // namespace

std::string DictionaryParser::quoteNext() {
  skipSpace();
  if (text.empty())
    return "its end";
  std::string quoted = "'";
  for (char c : text.substr(0, 12))
    quoted += c >= ' ' && c <= '~' ? c : '?';
  return quoted + "'";
}

std::string DictionaryParser::parse(NpyHeader &header) {
  if (!take("{"))
    return expect("'{'");
  while (!take("}")) {
    if (std::string error = parseEntry(header); !error.empty())
      return error;
    if (take(","))
      continue;
    if (!take("}"))
      return expect("',' or '}'");
    break;
  }
  skipSpace();
  if (!text.empty())
    return expect("nothing after '}'");
  if (!hasDescr || !hasOrder || !hasShape)
    return std::string("expected the key '") +
           (!hasDescr   ? "descr"
            : !hasOrder ? "fortran_order"
                        : "shape") +
           "' in the header, got none";
  return "";
}

std::string DictionaryParser::parseEntry(NpyHeader &header) {
  std::string key;
  if (std::string error = parseString(key); !error.empty())
    return error;
  bool *seen = key == "descr"           ? &hasDescr
               : key == "fortran_order" ? &hasOrder
               : key == "shape"         ? &hasShape
                                        : nullptr;
  if (!seen)
    return "expected the keys 'descr', 'fortran_order' and 'shape' in the "
           "header, got '" +
           key + "'";
  if (*seen)
    return "expected the key '" + key + "' once in the header, got it twice";
  *seen = true;
  if (!take(":"))
    return expect("':'");
  if (seen == &hasDescr)
    return parseDescr(header.descr);
  return seen == &hasOrder ? parseBool(header.isFortranOrder)
                           : parseShape(header.shape);
}

std::string DictionaryParser::parseDescr(std::string &descr) {
  skipSpace();
  if (!text.empty() && text[0] == '[')
    return "expected elements of one number (because a kernel takes arrays of "
           "numbers), got a structured type";
  return parseString(descr);
}

std::string DictionaryParser::parseString(std::string &value) {
  skipSpace();
  char quote = text.empty() ? '\0' : text[0];
  if (quote != '\'' && quote != '"')
    return expect("a string");
  size_t end = text.find(quote, 1);
  if (end == std::string_view::npos || end > 64)
    return expect("a short string");
  for (char c : text.substr(1, end - 1))
    if (c < ' ' || c > '~' || c == '\\')
      return expect("a string of printable characters");
  value = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return "";
}

std::string DictionaryParser::parseBool(bool &value) {
  value = take("True");
  return value || take("False") ? "" : expect("True or False");
}

std::string DictionaryParser::parseShape(std::vector<int64_t> &shape) {
  if (!take("("))
    return expect("'('");
  while (!take(")")) {
    int64_t extent;
    if (std::string error = parseInteger(extent); !error.empty())
      return error;
    if (shape.size() == maxRank)
      return "expected at most 64 dimensions, got more";
    shape.push_back(extent);
    if (take(","))
      continue;
    if (!take(")"))
      return expect("',' or ')'");
    if (shape.size() == 1)
      return "expected a tuple as shape in the header, got a number in "
             "parentheses";
    break;
  }
  return "";
}

std::string DictionaryParser::parseInteger(int64_t &value) {
  skipSpace();
  if (!text.empty() && text[0] == '-')
    return expect("extents that are not negative");
  if (text.empty() || text[0] < '0' || text[0] > '9')
    return expect("a number");
  for (value = 0; !text.empty() && text[0] >= '0' && text[0] <= '9';
       text.remove_prefix(1))
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, text[0] - '0', &value))
      return "expected extents below 2^63, got more";
  // Python 2 wrote long integers so.
  if (!text.empty() && text[0] == 'L')
    text.remove_prefix(1);
  return "";
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

/// Reads a little-endian number.
static int64_t readLength(std::string_view bytes) {
  int64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::string tile::parseNpyHeader(std::string_view bytes, NpyHeader &header) {
  if (bytes.substr(0, magic.size()) != magic)
    return "expected a .npy file (because it must begin with \\x93NUMPY), got "
           "other bytes";
  if (bytes.size() < static_cast<size_t>(npyPrefixBytes))
    return "expected a version, got the end of the file";
  int major = static_cast<unsigned char>(bytes[6]);
  int minor = static_cast<unsigned char>(bytes[7]);
  if (major < 1 || major > 3 || minor != 0)
    return "expected .npy version 1.0, 2.0 or 3.0, got " +
           std::to_string(major) + "." + std::to_string(minor);
  size_t lengthBytes = major == 1 ? 2 : 4;
  bytes.remove_prefix(npyPrefixBytes);
  if (bytes.size() < lengthBytes)
    return "expected the length of the header, got the end of the file";
  int64_t length = readLength(bytes.substr(0, lengthBytes));
  bytes.remove_prefix(lengthBytes);
  if (length > npyMaxHeaderBytes)
    return "expected a header of at most " + std::to_string(npyMaxHeaderBytes) +
           " bytes, got " + std::to_string(length);
  if (static_cast<int64_t>(bytes.size()) < length)
    return "expected a header of " + std::to_string(length) + " bytes, got " +
           std::to_string(bytes.size()) + " before the end of the file";
  header.dataOffset =
      npyPrefixBytes + static_cast<int64_t>(lengthBytes) + length;
  return DictionaryParser(bytes.substr(0, length)).parse(header);
}

std::string tile::formatNpyHeader(const std::string &descr,
                                  const std::vector<int64_t> &shape) {
  std::string dictionary =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : shape)
    dictionary += std::to_string(extent) + ", ";
  // Python writes (1,), (2, 3) and ().
  if (shape.size() == 1)
    dictionary.pop_back();
  else if (!shape.empty())
    dictionary.resize(dictionary.size() - 2);
  dictionary += "), }";
  size_t before = npyPrefixBytes + 2;
  size_t padding = 63 - (before + dictionary.size()) % 64;
  dictionary.append(padding, ' ');
  dictionary += '\n';
  std::string header(magic);
  header += '\x01';
  header += '\0';
  header += static_cast<char>(dictionary.size() & 0xFF);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}
