// Shape arithmetic and the two spellings of a shape.
#include "hlo/shape.h"

#include <bit>
#include <charconv>

#include "hlo/print_text.h"

namespace mote {

MOTE_DEFINE_COPIES(Shape);
namespace {

// As MLIR writes it; large scales in a form that stays a decimal number.
std::string ScaleText(double scale) {
  const std::string plain = FloatText(ElementType::kF64, scale, std::bit_cast<uint64_t>(scale));
  if (plain.compare(0, 2, "0x") != 0) return plain;
  char text[40];
  return std::string(text, std::to_chars(text, text + sizeof text, scale, std::chars_format::scientific, 16).ptr);
}

void DefaultStorageRange(ElementType storage, int64_t* low, int64_t* high) {
  const int bits = BitWidth(storage);
  if (IsUnsigned(storage)) {
    *low = 0;
    *high = bits >= 63 ? INT64_MAX : (int64_t{1} << bits) - 1;
  } else {
    *high = bits >= 64 ? INT64_MAX : (int64_t{1} << (bits - 1)) - 1;
    *low = -*high - 1;
  }
}

std::string QuantizedName(ElementType storage, const Quantization& q) {
  std::string out = std::string("!quant.uniform<") + MlirName(storage);
  if (IsInteger(storage)) {
    int64_t low = 0, high = 0;
    DefaultStorageRange(storage, &low, &high);
    if (q.storage_min != low || q.storage_max != high) {
      out += "<" + std::to_string(q.storage_min) + ":" + std::to_string(q.storage_max) + ">";
    }
  }
  out += std::string(":") + MlirName(q.expressed);
  if (q.axis >= 0) out += ":" + std::to_string(q.axis);
  out += ", ";
  if (q.axis >= 0) out += "{";
  for (size_t i = 0; i < q.scales.size(); ++i) {
    if (i > 0) out += ",";
    out += ScaleText(q.scales[i]);
    const int64_t zero_point = i < q.zero_points.size() ? q.zero_points[i] : 0;
    if (zero_point != 0) out += ":" + std::to_string(zero_point);
  }
  if (q.axis >= 0) out += "}";
  return out + ">";
}

template <typename Print>
std::string Joined(const IdVector<Shape>& shapes, Print print) {
  std::string out;
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (i > 0) out += ", ";
    out += print(shapes[i]);
  }
  return out;
}

}  // namespace

Shape Shape::Array(ElementType type, Dims dims) {
  Shape shape;
  shape.element_type = type;
  shape.dims = std::move(dims);
  return shape;
}

Shape Shape::Tuple(IdVector<Shape> elements) {
  Shape shape;
  shape.kind = Kind::kTuple;
  shape.elements = std::move(elements);
  return shape;
}

Shape Shape::Token() {
  Shape shape;
  shape.kind = Kind::kToken;
  return shape;
}

Shape Shape::Buffer(Shape array) {
  Shape shape;
  shape.kind = Kind::kBuffer;
  shape.elements.push_back(std::move(array));
  return shape;
}

bool Shape::IsStatic() const {
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == kDynamic || IsBounded(i)) return false;
  }
  for (const Shape& element : elements) {
    if (!element.IsStatic()) return false;
  }
  return true;
}

int64_t Shape::ElementCount() const {
  int64_t count = 1;
  for (int64_t dim : dims) count *= dim;
  return count;
}

int64_t Shape::ByteSize() const { return ElementCount() * StorageBytes(element_type); }

bool Shape::operator==(const Shape& other) const {
  if (kind != other.kind) return false;
  if (kind == Kind::kToken) return true;
  if (kind != Kind::kArray) return elements == other.elements;
  if (element_type != other.element_type || dims != other.dims) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (IsBounded(i) != other.IsBounded(i)) return false;
  }
  if ((quantization == nullptr) != (other.quantization == nullptr)) return false;
  return quantization == nullptr || *quantization == *other.quantization;
}

bool SameDims(const Shape& a, const Shape& b) { return a.dims == b.dims; }

Dims RowMajorStrides(const Dims& dims) {
  Dims strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

std::string ToString(const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::kToken: return "token[]";
    case Shape::Kind::kTuple: return "(" + Joined(shape.elements, ToString) + ")";
    case Shape::Kind::kFuture: return "future(" + Joined(shape.elements, ToString) + ")";
    case Shape::Kind::kBuffer: return "b(" + ToString(shape.elements[0]) + ")";
    case Shape::Kind::kArray: break;
  }
  std::string out = shape.quantization ? QuantizedName(shape.element_type, *shape.quantization) : HloName(shape.element_type);
  out += "[";
  for (size_t i = 0; i < shape.dims.size(); ++i) {
    if (i > 0) out += ",";
    if (shape.dims[i] == kDynamic) {
      out += "?";
    } else {
      if (shape.IsBounded(i)) out += "<=";
      out += std::to_string(shape.dims[i]);
    }
  }
  return out + "]";
}

std::string ToMlirString(const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::kToken: return "!stablehlo.token";
    case Shape::Kind::kTuple: return "tuple<" + Joined(shape.elements, ToMlirString) + ">";
    case Shape::Kind::kFuture: return "!stablehlo.future<" + Joined(shape.elements, ToMlirString) + ">";
    case Shape::Kind::kBuffer: return "memref" + ToMlirString(shape.elements[0]).substr(6);
    case Shape::Kind::kArray: break;
  }
  std::string out = "tensor<", bounds;
  bool any_bound = false;
  for (size_t i = 0; i < shape.dims.size(); ++i) {
    const bool bound = shape.IsBounded(i);
    any_bound |= bound;
    out += (shape.dims[i] == kDynamic || bound ? "?" : std::to_string(shape.dims[i])) + "x";
    bounds += (i > 0 ? ", " : "") + (bound ? std::to_string(shape.dims[i]) : "?");
  }
  out += shape.quantization ? QuantizedName(shape.element_type, *shape.quantization) : MlirName(shape.element_type);
  if (any_bound) out += ", #stablehlo.bounds<" + bounds + ">";
  return out + ">";
}

}  // namespace mote
