//===- NpyRead.cpp - Reading .npy files -----------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading has three steps: the header, which fixes how many bytes must follow;
// the elements, read straight to their final place; and, only where the file
// needs it, a pass over them each for byte order, Fortran order and packing.
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/Npy.h"

#include "NpyElements.h"
#include "NpyHeader.h"
#include "TensorExtent.h"
#include "Tile/Runtime/DType.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tile;

//===----------------------------------------------------------------------===//
// Where the bytes come from
//===----------------------------------------------------------------------===//

namespace {
/// A file or a block of memory of known size.
class ByteSource {
public:
  virtual ~ByteSource() = default;
  virtual int64_t getSize() const = 0;
  /// Copies bytes that are known to be within the size. Returns an empty
  /// string, or what is wrong.
  virtual std::string read(int64_t offset, void *to, int64_t numBytes) = 0;
};

class MemorySource : public ByteSource {
public:
  MemorySource(const void *bytes, int64_t size)
      : bytes(static_cast<const char *>(bytes)), size(size) {}
  int64_t getSize() const override { return size; }
  std::string read(int64_t offset, void *to, int64_t numBytes) override {
    if (numBytes > 0)
      std::memcpy(to, bytes + offset, numBytes);
    return "";
  }

private:
  const char *bytes;
  int64_t size;
};

class FileSource : public ByteSource {
public:
  FileSource() = default;
  FileSource(const FileSource &) = delete;
  FileSource &operator=(const FileSource &) = delete;
  ~FileSource() override {
    if (descriptor >= 0)
      close(descriptor);
  }

  std::string open(const std::string &path);
  int64_t getSize() const override { return size; }
  std::string read(int64_t offset, void *to, int64_t numBytes) override;

private:
  int descriptor = -1;
  int64_t size = 0;
};
} // namespace

static std::string describeSystemError() {
  return std::string("expected to read the file, got: ") + std::strerror(errno);
}

std::string FileSource::open(const std::string &path) {
  // Opening a pipe would otherwise wait for a writer.
  descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat info;
  if (descriptor < 0 || fstat(descriptor, &info) != 0)
    return describeSystemError();
  if (!S_ISREG(info.st_mode))
    return std::string("expected a regular file, got ") +
           (S_ISDIR(info.st_mode) ? "a directory" : "a special file");
  size = info.st_size;
  return "";
}

std::string FileSource::read(int64_t offset, void *to, int64_t numBytes) {
  auto *next = static_cast<char *>(to);
  while (numBytes > 0) {
    ssize_t got =
        pread(descriptor, next, std::min<int64_t>(numBytes, 1 << 30), offset);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return describeSystemError();
    if (got == 0)
      return "expected the file to keep its size while it is read, got its end";
    next += got;
    offset += got;
    numBytes -= got;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// From the file's elements to ours
//===----------------------------------------------------------------------===//

namespace {
using Buffer = std::unique_ptr<void, NpyArray::Free>;

/// Reads one array. The functions return an empty string, or what is wrong.
class NpyReader {
public:
  NpyReader(ByteSource &source, int32_t wanted)
      : source(source), wanted(wanted) {}

  std::string read(NpyArray &array);

private:
  std::string readHeader();
  std::string checkSize();
  std::string readElements(Buffer &elements);
  void swapBytes(char *bytes) const;
  std::string makeRowMajor(Buffer &elements) const;
  std::string checkBools(const Buffer &elements) const;
  std::string pack(Buffer &elements, int64_t &numBytes) const;

  ByteSource &source;
  int32_t wanted;
  NpyHeader header;
  NpyElements format;
  int64_t numElements = 0;
};
} // namespace

static Buffer allocate(int64_t numBytes) {
  // aligned_alloc wants a multiple of the alignment.
  return Buffer(std::aligned_alloc(64, (numBytes / 64 + 1) * 64));
}

static std::string describeOutOfMemory(int64_t numBytes) {
  return "expected " + std::to_string(numBytes) +
         " bytes of memory for the elements, got none";
}

std::string NpyReader::readHeader() {
  int64_t numBytes =
      std::min(source.getSize(), npyPrefixBytes + 4 + npyMaxHeaderBytes);
  std::string bytes(static_cast<size_t>(numBytes), '\0');
  if (std::string error = source.read(0, bytes.data(), numBytes);
      !error.empty())
    return error;
  if (std::string error = parseNpyHeader(bytes, header); !error.empty())
    return error;
  return parseNpyDescr(header.descr, wanted, format);
}

std::string NpyReader::checkSize() {
  TileTensor tensor = {nullptr, header.shape.data(), nullptr,
                       static_cast<int32_t>(header.shape.size()), format.dtype};
  int64_t expected;
  if (!countElements(tensor, numElements) ||
      __builtin_mul_overflow(numElements, format.fileBytes, &expected))
    return "expected an array of less than 2^63 bytes, got a larger shape";
  int64_t size = source.getSize() - header.dataOffset;
  if (size != expected)
    return "expected " + std::to_string(expected) +
           " bytes of elements (because the header declares " +
           std::to_string(numElements) + " of type '" + header.descr +
           "'), got " + std::to_string(size);
  return "";
}

std::string NpyReader::readElements(Buffer &elements) {
  int64_t numBytes = numElements * format.fileBytes;
  elements = allocate(numBytes);
  if (!elements)
    return describeOutOfMemory(numBytes);
  return source.read(header.dataOffset, elements.get(), numBytes);
}

void NpyReader::swapBytes(char *bytes) const {
  for (int64_t i = 0; i < numElements; ++i, bytes += format.fileBytes)
    std::reverse(bytes, bytes + format.fileBytes);
}

/// Copies elements from Fortran order, in which the first index is the fastest,
/// to row-major order.
std::string NpyReader::makeRowMajor(Buffer &elements) const {
  size_t rank = header.shape.size();
  if (!header.isFortranOrder || rank < 2 || numElements == 0)
    return "";
  Buffer ordered = allocate(numElements * format.fileBytes);
  if (!ordered)
    return describeOutOfMemory(numElements * format.fileBytes);
  // Steps of the source, in bytes, for each index.
  std::vector<int64_t> steps(rank), indices(rank, 0);
  int64_t step = format.fileBytes;
  for (size_t dim = 0; dim < rank; ++dim) {
    steps[dim] = step;
    step *= header.shape[dim];
  }
  auto *from = static_cast<const char *>(elements.get());
  auto *to = static_cast<char *>(ordered.get());
  for (int64_t i = 0; i < numElements; ++i, to += format.fileBytes) {
    std::memcpy(to, from, format.fileBytes);
    // Counts up the indices, the last first.
    for (size_t dim = rank; dim-- > 0;) {
      from += steps[dim];
      if (++indices[dim] < header.shape[dim])
        break;
      from -= steps[dim] * header.shape[dim];
      indices[dim] = 0;
    }
  }
  elements = std::move(ordered);
  return "";
}

/// Compiled code takes any other byte for whatever it likes.
std::string NpyReader::checkBools(const Buffer &elements) const {
  auto *bytes = static_cast<const unsigned char *>(elements.get());
  for (int64_t i = 0; i < numElements; ++i)
    if (bytes[i] > 1)
      return "expected bools of 0 or 1, got " + std::to_string(bytes[i]) +
             " at element " + std::to_string(i);
  return "";
}

/// Packs 4- and 6-bit elements, which the file holds one a byte.
std::string NpyReader::pack(Buffer &elements, int64_t &numBytes) const {
  int32_t bits = tile_dtype_storage_bits(format.dtype);
  numBytes = tile_dtype_array_bytes(format.dtype, numElements);
  if (bits >= 8)
    return "";
  auto *bytes = static_cast<unsigned char *>(elements.get());
  for (int64_t i = 0; i < numElements; ++i) {
    // A byte is a code, or an integer from -8 to 15.
    unsigned value = bytes[i], rest = value >> (bits - 1);
    bool isNegative = rest == (0xFFu >> (bits - 1));
    if (value >> bits != 0 && !(format.dtype == TILE_DTYPE_I4 && isNegative))
      return "expected elements that fit " + std::to_string(bits) +
             " bits (because they are read as " +
             tile_dtype_name(format.dtype) + "), got the byte " +
             std::to_string(value) + " at element " + std::to_string(i);
    // In place: element i lands in bytes up to i, each of which is cleared
    // before the first element that lands in it.
    bytes[i] = 0;
    tile_dtype_store(format.dtype, bytes, i, value);
  }
  return "";
}

std::string NpyReader::read(NpyArray &array) {
  Buffer elements;
  int64_t numBytes = 0;
  std::string error = readHeader();
  if (error.empty())
    error = checkSize();
  if (error.empty())
    error = readElements(elements);
  if (error.empty() && format.isBigEndian)
    swapBytes(static_cast<char *>(elements.get()));
  if (error.empty())
    error = makeRowMajor(elements);
  if (error.empty() && format.dtype == TILE_DTYPE_I1)
    error = checkBools(elements);
  if (error.empty())
    error = pack(elements, numBytes);
  if (!error.empty())
    return error;
  array.dtype = format.dtype;
  array.isUnsigned = format.isUnsigned;
  array.shape = std::move(header.shape);
  array.data = std::move(elements);
  array.numBytes = numBytes;
  return "";
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

static std::string readFrom(const std::string &name, ByteSource &source,
                            NpyArray &array, int32_t dtype) {
  std::string error = NpyReader(source, dtype).read(array);
  return error.empty() ? error : name + ": " + error;
}

std::string tile::loadNpy(const std::string &path, NpyArray &array,
                          int32_t dtype) {
  FileSource source;
  if (std::string error = source.open(path); !error.empty())
    return path + ": " + error;
  return readFrom(path, source, array, dtype);
}

std::string tile::parseNpy(const std::string &name, const void *bytes,
                           int64_t numBytes, NpyArray &array, int32_t dtype) {
  MemorySource source(bytes, numBytes);
  return readFrom(name, source, array, dtype);
}
