//===- Text.cpp - layouts as text -----------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Text.h"
#include "llvm/ADT/StringExtras.h"

namespace tile::layout {

namespace {
/// A recursive-descent reader of one line of text. The first error is kept.
class Reader {
public:
  explicit Reader(llvm::StringRef text) : text(text), rest(text) {}

  bool consume(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool expect(llvm::StringRef token, const char *because) {
    if (consume(token))
      return true;
    return fail("'" + token + "'", because);
  }
  bool integer(int64_t &value);
  bool tuple(IntTuple &result, int64_t depth = 0);
  bool swizzle(Swizzle &result);
  bool layout(Layout &result);
  bool end();
  /// Records "expected ..., got what follows"; returns false.
  bool fail(const llvm::Twine &expected, const llvm::Twine &because);
  bool fail(Failure refusal) {
    failure = std::move(refusal);
    return false;
  }

  Failure failure;

private:
  bool axis(std::string &name);
  bool elements(std::vector<IntTuple> &result, int64_t depth);

  llvm::StringRef text, rest;
  int64_t leaves = 0;
};
} // namespace

bool Reader::fail(const llvm::Twine &expected, const llvm::Twine &because) {
  rest = rest.ltrim();
  std::string got = rest.empty() ? std::string("the end of the text")
                                 : ("'" + rest.take_front(16) + "' at column " +
                                    llvm::Twine(text.size() - rest.size() + 1))
                                       .str();
  return fail(refuse(expected, because, got));
}

bool Reader::integer(int64_t &value) {
  rest = rest.ltrim();
  llvm::StringRef saved = rest;
  rest.consume_front("_");
  size_t sign = rest.starts_with("-") ? 1 : 0;
  llvm::StringRef digits =
      rest.take_front(sign + rest.drop_front(sign)
                                 .take_while([](char c) { return isdigit(c); })
                                 .size());
  if (digits.size() == sign || digits.getAsInteger(10, value)) {
    rest = saved;
    return fail("a 64-bit integer", "tuples hold integers");
  }
  rest = rest.drop_front(digits.size());
  return true;
}

bool Reader::axis(std::string &name) {
  llvm::StringRef word =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (word.empty() || word.size() > 32)
    return fail("an axis name of 1 to 32 letters and digits",
                "'@' comes before it");
  name = word.str();
  rest = rest.drop_front(word.size());
  return true;
}

bool Reader::elements(std::vector<IntTuple> &result, int64_t depth) {
  if (consume(")"))
    return true;
  do {
    IntTuple element;
    if (!tuple(element, depth + 1))
      return false;
    result.push_back(std::move(element));
  } while (consume(","));
  return expect(")", "the tuple is open");
}

bool Reader::tuple(IntTuple &result, int64_t depth) {
  if (depth > kMaxTupleDepth)
    return fail("at most " + llvm::Twine(kMaxTupleDepth) + " parentheses",
                "deeper tuples are refused");
  if (++leaves > 8 * kMaxTupleLeaves)
    return fail("at most " + llvm::Twine(kMaxTupleLeaves) + " leaves",
                "larger tuples are refused");
  if (consume("(")) {
    std::vector<IntTuple> children;
    if (!elements(children, depth))
      return false;
    result = IntTuple::tuple(std::move(children));
    return true;
  }
  int64_t value;
  std::string name;
  if (!integer(value) || (rest.consume_front("@") && !axis(name)))
    return false;
  result = IntTuple(value, std::move(name));
  return true;
}

bool Reader::layout(Layout &result) {
  IntTuple shape, stride;
  if (!tuple(shape) || !expect(":", "strides follow the shape") ||
      !tuple(stride))
    return false;
  Result<Layout> made = Layout::get(std::move(shape), std::move(stride));
  if (!made)
    return fail(made.failure());
  result = *made;
  return true;
}

bool Reader::swizzle(Swizzle &result) {
  if (!consume("Swizzle"))
    consume("Sw");
  int64_t bits, base, shift;
  if (!expect("<", "a swizzle is <bits,base,shift>") || !integer(bits) ||
      !expect(",", "a swizzle is <bits,base,shift>") || !integer(base) ||
      !expect(",", "a swizzle is <bits,base,shift>") || !integer(shift) ||
      !expect(">", "a swizzle is <bits,base,shift>"))
    return false;
  Result<Swizzle> made = Swizzle::get(bits, base, shift);
  if (!made)
    return fail(made.failure());
  result = *made;
  return true;
}

bool Reader::end() {
  rest = rest.ltrim();
  return rest.empty() || fail("the end of the text", "the layout is complete");
}

Result<IntTuple> parseIntTuple(llvm::StringRef text) {
  Reader reader(text);
  IntTuple tuple;
  if (!reader.tuple(tuple) || !reader.end())
    return reader.failure;
  return tuple;
}

Result<Layout> parseLayout(llvm::StringRef text) {
  Reader reader(text);
  Layout layout;
  if (!reader.layout(layout) || !reader.end())
    return reader.failure;
  return layout;
}

Result<Swizzle> parseSwizzle(llvm::StringRef text) {
  Reader reader(text);
  Swizzle swizzle;
  if (!reader.swizzle(swizzle) || !reader.end())
    return reader.failure;
  return swizzle;
}

Result<ComposedLayout> parseComposedLayout(llvm::StringRef text) {
  Reader reader(text);
  llvm::StringRef start = text.ltrim();
  Swizzle swizzle;
  int64_t offset = 0;
  Layout layout;
  bool swizzled = start.starts_with("S") || start.starts_with("<");
  if (swizzled && (!reader.swizzle(swizzle) ||
                   !reader.expect("o", "an offset follows the swizzle") ||
                   !reader.integer(offset) ||
                   !reader.expect("o", "a layout follows the offset")))
    return reader.failure;
  if (!reader.layout(layout) || !reader.end())
    return reader.failure;
  return ComposedLayout::get(swizzle, offset, layout);
}

} // namespace tile::layout
