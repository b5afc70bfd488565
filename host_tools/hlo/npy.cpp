// The .npy header is a Python dict literal of three known keys; what Python would refuse there is refused here.
#include "hlo/npy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>

namespace mote {

namespace {

struct Header {
  std::string descr;
  bool fortran = false;
  Dims dims;
  size_t data = 0;  // offset of the first element
};

Diagnostic Malformed(const std::string& what) { return Error(Rule::kIo, "not a .npy array: " + what); }

// The text of a header: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } and blanks. Methods return false after they set
// `fault`.
class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : rest_(text) {}
  std::string fault;

  bool Read(Header* header) {
    if (!Expect('{', "its header is not a Python dictionary")) return false;
    bool seen[3] = {};
    while (!Take('}')) {
      std::string_view key;
      if (!String(&key, "a key of its header is not a string") || !Expect(':', "a key of its header has no value")) return false;
      const size_t which = std::find(std::begin(kKeys), std::end(kKeys), key) - std::begin(kKeys);
      if (which == std::size(kKeys)) {
        return Fail("key '" + std::string(key.substr(0, 40)) + "' of its header is none of descr, fortran_order and shape");
      }
      if (seen[which]) return Fail("'" + std::string(key) + "' stands twice in its header");
      seen[which] = true;
      if (which == 0 ? !Descr(&header->descr) : which == 1 ? !Order(&header->fortran) : !Sizes(&header->dims)) return false;
      if (!Take(',') && !Is('}')) return Fail("its header does not end, or lacks a comma");
    }
    for (size_t i = 0; i < std::size(kKeys); ++i) {
      if (!seen[i]) return Fail("its header has no '" + std::string(kKeys[i]) + "'");
    }
    Skip();
    return rest_.empty() || Fail("there is text behind the dictionary of its header");
  }

 private:
  static constexpr std::string_view kKeys[] = {"descr", "fortran_order", "shape"};

  bool Fail(std::string what) {
    fault = std::move(what);
    return false;
  }
  void Skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
  bool Is(char c) {
    Skip();
    return !rest_.empty() && rest_[0] == c;
  }
  bool Take(char c) {
    const bool there = Is(c);
    if (there) rest_.remove_prefix(1);
    return there;
  }
  bool Expect(char c, const char* otherwise) { return Take(c) || Fail(otherwise); }
  bool TakeWord(std::string_view word) {
    Skip();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool String(std::string_view* value, const char* otherwise) {
    const char quote = Is('"') ? '"' : '\'';
    if (!Take(quote)) return Fail(otherwise);
    const size_t end = rest_.find(quote);
    if (end == std::string_view::npos) return Fail(otherwise);
    *value = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }

  bool Descr(std::string* descr) {
    if (Is('[')) return Fail("its elements are structures, not numbers");
    std::string_view value;
    if (!String(&value, "'descr' is not a string")) return false;
    *descr = value;
    return true;
  }

  bool Order(bool* fortran) {
    *fortran = TakeWord("True");
    return *fortran || TakeWord("False") || Fail("'fortran_order' is neither True nor False");
  }

  // (), (3,), (2, 3)
  bool Sizes(Dims* dims) {
    if (!Expect('(', "'shape' is not a tuple")) return false;
    int64_t count = 1;
    bool comma = false;
    while (!Take(')')) {
      if (Is('-')) return Fail("a size of its shape is negative");
      int64_t size = 0;
      const auto parsed = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (parsed.ec == std::errc::invalid_argument) return Fail("its shape holds something other than sizes");
      if (parsed.ec != std::errc() || __builtin_mul_overflow(count, size, &count)) return Fail("its shape is too large");
      if (dims->size() == static_cast<size_t>(kMaxRank)) return Fail("its shape has more than " + std::to_string(kMaxRank) + " dimensions");
      dims->push_back(size);
      rest_.remove_prefix(parsed.ptr - rest_.data());
      comma = Take(',');
      if (!comma && !Is(')')) return Fail("its shape holds something other than sizes");
    }
    return comma || dims->size() != 1 || Fail("'shape' is a number, not a tuple");
  }

  std::string_view rest_;
};

Result<Header> ParseHeader(std::string_view bytes) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  if (bytes.substr(0, kMagic.size()) != kMagic) return Malformed("the magic bytes are missing");
  const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(bytes[i])); };
  if (bytes.size() < 8) return Malformed("it is cut off before its header");
  if (byte(6) < 1 || byte(6) > 3 || byte(7) != 0) {
    return Malformed("format version " + std::to_string(byte(6)) + "." + std::to_string(byte(7)) + " is not 1.0, 2.0 or 3.0");
  }
  const size_t start = byte(6) >= 2 ? 12 : 10;
  if (bytes.size() < start) return Malformed("it is cut off before its header");
  const size_t length = byte(6) >= 2 ? byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24 : byte(8) | byte(9) << 8;
  if (length > bytes.size() - start) {
    return Malformed("its header of " + std::to_string(length) + " bytes is cut off: " + std::to_string(bytes.size() - start) +
                     " are there");
  }
  Header header;
  header.data = start + length;
  HeaderText text(bytes.substr(start, length));
  if (!text.Read(&header)) return Malformed(text.fault);
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
  const char* hint = opaque ? " unless the program's type is known" : !descr.empty() && descr[0] == '>' ? ": it is big-endian" : "";
  return Error(Rule::kIo, "element type '" + descr.substr(0, 40) + "' of a .npy array has no counterpart here" + hint);
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
  const size_t element = StorageBytes(type);
  const size_t available = bytes.size() - header.data, count = shape.ElementCount();
  if (count > available / element || count * element != available) {
    const char* fault = count > available / element ? "bytes are missing: " : "bytes are left over: ";
    return Malformed(fault + std::to_string(available) + " follow its header, " + ToString(shape) + " has " + std::to_string(count) +
                     " elements of " + std::to_string(element));
  }
  std::vector<uint8_t> data(static_cast<size_t>(shape.ElementCount()) * element);
  const char* source = bytes.data() + header.data;
  if (header.fortran && header.dims.size() > 1) {
    FromFortran(header.dims, element, source, data.data());
  } else if (!data.empty()) {
    std::memcpy(data.data(), source, data.size());
  }
  return OfElements(shape, std::move(data));
}

Literal OfElements(const Shape& shape, std::vector<uint8_t> bytes) {
  if (BitWidth(shape.element_type) < 8) OneByteEach(shape.element_type, bytes);
  return Literal(shape, std::move(bytes));
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
  const std::string header =
      std::string("\x93NUMPY\1\0", 8) + static_cast<char>(dict.size() & 255) + static_cast<char>(dict.size() >> 8) + dict;
  const auto data = literal.bytes();
  std::vector<uint8_t> out;
  out.reserve(header.size() + data.size());
  out.insert(out.end(), header.begin(), header.end());
  out.insert(out.end(), data.begin(), data.end());
  return out;
}

}  // namespace mote
