// The .npy header is a Python dict literal of three known keys; it is scanned, not evaluated.
#include "hlo/npy.h"

#include <charconv>
#include <cstring>

namespace mote {

namespace {

struct Header {
  std::string descr;
  bool fortran = false;
  Dims dims;
  size_t data = 0;  // offset of the first element
};

Diagnostic Malformed(const char* what) { return Error(Rule::kIo, std::string("not a .npy array: ") + what); }

// The text after `'key':`, blanks skipped; empty when the key is missing.
std::string_view ValueOf(std::string_view dict, std::string_view key) {
  size_t at = dict.find("'" + std::string(key) + "'");
  if (at == std::string_view::npos) return {};
  at = dict.find(':', at);
  if (at == std::string_view::npos) return {};
  at = dict.find_first_not_of(' ', at + 1);
  return at == std::string_view::npos ? std::string_view() : dict.substr(at);
}

Result<Dims> ParseDims(std::string_view text) {
  Dims dims;
  if (text.empty() || text[0] != '(') return Malformed("no shape");
  const size_t end = text.find(')');
  if (end == std::string_view::npos) return Malformed("the shape does not end");
  text = text.substr(1, end - 1);
  int64_t count = 1;
  while (!text.empty()) {
    const size_t start = text.find_first_of("0123456789");
    if (start == std::string_view::npos) break;
    int64_t size = 0;
    const auto parsed = std::from_chars(text.data() + start, text.data() + text.size(), size);
    if (parsed.ec != std::errc() || __builtin_mul_overflow(count, size, &count)) return Malformed("the shape is too large");
    if (dims.size() == static_cast<size_t>(kMaxRank)) return Malformed("too many dimensions");
    dims.push_back(size);
    text = text.substr(static_cast<size_t>(parsed.ptr - text.data()));
  }
  return dims;
}

Result<Header> ParseHeader(std::string_view bytes) {
  if (bytes.size() < 10 || bytes.substr(0, 6) != "\x93NUMPY") return Malformed("the magic bytes are missing");
  const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(bytes[i])); };
  const bool long_header = byte(6) >= 2;
  const size_t start = long_header ? 12 : 10;
  if (bytes.size() < start) return Malformed("the header is cut off");
  const size_t length = long_header ? byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24 : byte(8) | byte(9) << 8;
  if (length > bytes.size() - start) return Malformed("the header is cut off");
  const std::string_view dict = bytes.substr(start, length);

  Header header;
  header.data = start + length;
  const std::string_view descr = ValueOf(dict, "descr");
  if (descr.size() < 2 || descr[0] != '\'') return Malformed("no element type, or a structured one");
  header.descr = descr.substr(1, descr.find('\'', 1) - 1);
  header.fortran = ValueOf(dict, "fortran_order").substr(0, 4) == "True";
  MOTE_ASSIGN(header.dims, ParseDims(ValueOf(dict, "shape")));
  return header;
}

struct NpyType {
  const char* descr;
  ElementType type;
};
constexpr NpyType kTypes[] = {
    {"|b1", ElementType::kPred}, {"|i1", ElementType::kS8},  {"<i2", ElementType::kS16}, {"<i4", ElementType::kS32},
    {"<i8", ElementType::kS64},  {"|u1", ElementType::kU8},  {"<u2", ElementType::kU16}, {"<u4", ElementType::kU32},
    {"<u8", ElementType::kU64},  {"<f2", ElementType::kF16}, {"<f4", ElementType::kF32}, {"<f8", ElementType::kF64},
    {"<c8", ElementType::kC64},  {"<c16", ElementType::kC128},
};

Result<ElementType> TypeOf(const std::string& descr, std::optional<ElementType> expected) {
  const bool opaque = descr == "|V1" || descr == "|V2" || descr == "<V2";
  const bool byte = descr == "|i1" || descr == "|u1";
  if (expected && opaque && StorageBytes(*expected) == descr[2] - '0') return *expected;
  if (expected && byte && StorageBytes(*expected) == 1 && BitWidth(*expected) < 8 && IsInteger(*expected)) return *expected;
  for (const NpyType& t : kTypes) {
    if (descr == t.descr) return t.type;
  }
  return Error(Rule::kIo, "element type '" + descr + "' of a .npy array has no counterpart here" + (opaque ? " unless the program's type is known" : ""));
}

// Copies Fortran-ordered elements into row-major order.
void FromFortran(const Dims& dims, size_t element, const char* from, uint8_t* to) {
  Dims strides(dims.size());
  int64_t count = 1;
  for (size_t d = 0; d < dims.size(); ++d) {
    strides[d] = count;
    count *= dims[d];
  }
  Dims index(dims.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    for (size_t d = 0; d < dims.size(); ++d) at += index[d] * strides[d];
    std::memcpy(to + static_cast<size_t>(i) * element, from + static_cast<size_t>(at) * element, element);
    for (size_t d = dims.size(); d-- > 0 && ++index[d] == dims[d];) index[d] = 0;
  }
}

// Types of less than a byte: writers fill the other bits of the byte with zeros or with the sign, a literal holds the value.
void OneByteEach(ElementType type, std::vector<uint8_t>& data) {
  const int unused = 8 - BitWidth(type);
  for (uint8_t& byte : data) {
    if (IsPred(type)) {
      byte = byte != 0 ? 1 : 0;
    } else if (IsSigned(type)) {
      byte = static_cast<uint8_t>(static_cast<int8_t>(static_cast<uint8_t>(byte << unused)) >> unused);
    } else {
      byte = static_cast<uint8_t>(static_cast<uint8_t>(byte << unused) >> unused);
    }
  }
}

}  // namespace

Result<Literal> ReadNpy(std::string_view bytes, std::optional<ElementType> expected) {
  MOTE_ASSIGN(const Header header, ParseHeader(bytes));
  MOTE_ASSIGN(const ElementType type, TypeOf(header.descr, expected));
  const Shape shape = Shape::Array(type, header.dims);
  const size_t element = static_cast<size_t>(StorageBytes(type));
  const size_t available = (bytes.size() - header.data) / element;
  if (static_cast<uint64_t>(shape.ElementCount()) > available) return Malformed("there are fewer elements than its shape says");
  std::vector<uint8_t> data(static_cast<size_t>(shape.ElementCount()) * element);
  const char* source = bytes.data() + header.data;
  if (header.fortran && header.dims.size() > 1) {
    FromFortran(header.dims, element, source, data.data());
  } else if (!data.empty()) {
    std::memcpy(data.data(), source, data.size());
  }
  if (BitWidth(type) < 8) OneByteEach(type, data);
  return Literal(shape, std::move(data));
}

std::vector<uint8_t> WriteNpy(const Literal& literal) {
  std::string descr = "|V" + std::to_string(StorageBytes(literal.type()));
  if (BitWidth(literal.type()) < 8 && IsInteger(literal.type())) descr = IsSigned(literal.type()) ? "|i1" : "|u1";
  for (const NpyType& t : kTypes) {
    if (t.type == literal.type()) descr = t.descr;
  }
  std::string dict = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (const int64_t size : literal.shape().dims) dict += std::to_string(size) + ", ";
  if (literal.shape().dims.size() > 1) dict.resize(dict.size() - 2);
  dict += "), }";
  // The data starts at a multiple of 64; the header ends with a newline.
  while ((10 + dict.size() + 1) % 64 != 0) dict += ' ';
  dict += '\n';
  const std::string header = std::string("\x93NUMPY\1\0", 8) + static_cast<char>(dict.size() & 255) + static_cast<char>(dict.size() >> 8) + dict;
  const auto data = literal.bytes();
  std::vector<uint8_t> out;
  out.reserve(header.size() + data.size());
  out.insert(out.end(), header.begin(), header.end());
  out.insert(out.end(), data.begin(), data.end());
  return out;
}

}  // namespace mote
