// Shape: the type of a value. An array with element type and dimensions, a tuple, a token, a future of an async operation, or a buffer.
// Dimension sizes are in elements. No layout: text layouts are applied or normalised by the frontend.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/element_type.h"
#include "hlo/id_vector.h"

namespace mote {

using Dims = IdVector<int64_t>;

inline constexpr int64_t kDynamic = INT64_MIN;  // a `?` dimension without bound
inline constexpr int kMaxRank = 32;             // stated limit; more is refused with R-LIMIT

// Uniform quantization (StableHLO `!quant.uniform`): real = (stored - zero_point) * scale. The shape's element type is `storage`.
struct Quantization {
  ElementType expressed = ElementType::kF32;
  int axis = -1;  // -1: per tensor
  IdVector<double> scales;
  IdVector<int64_t> zero_points;
  int64_t storage_min = 0, storage_max = 0;
  bool operator==(const Quantization&) const = default;
};

struct Shape {
  MOTE_DECLARE_COPIES(Shape);
  enum class Kind : uint8_t { kArray, kTuple, kToken, kFuture, kBuffer };
  Kind kind = Kind::kArray;
  ElementType element_type = ElementType::kF32;
  Dims dims;                                         // kDynamic for an unbounded `?`; the bound for a bounded dimension
  IdVector<bool> bounded;                            // empty, or per dimension: its run-time size may be below dims[i]
  std::shared_ptr<const Quantization> quantization;  // null unless a quantized type
  IdVector<Shape> elements;                          // of a tuple or a future; of a buffer (memref): the one array that it holds

  static Shape Array(ElementType type, Dims dims);
  static Shape Scalar(ElementType type) { return Array(type, {}); }
  static Shape Tuple(IdVector<Shape> elements);
  static Shape Token();
  static Shape Buffer(Shape array);

  bool IsArray() const { return kind == Kind::kArray; }
  bool IsTuple() const { return kind == Kind::kTuple; }
  bool IsToken() const { return kind == Kind::kToken; }
  bool IsBuffer() const { return kind == Kind::kBuffer; }
  bool IsScalar() const { return IsArray() && dims.empty(); }
  bool IsStatic() const;   // no `?`, no bounded dimension, tuples included
  bool IsBounded(size_t dim) const { return dim < bounded.size() && bounded[dim]; }
  int rank() const { return static_cast<int>(dims.size()); }
  // Product of dims. Only for arrays without kDynamic; frontends have checked that it does not overflow.
  int64_t ElementCount() const;
  int64_t ByteSize() const;  // ElementCount × StorageBytes
  bool operator==(const Shape& other) const;
};

bool SameDims(const Shape& a, const Shape& b);
Dims RowMajorStrides(const Dims& dims);       // in elements
std::string ToString(const Shape& shape);      // HLO spelling: "f32[2,<=3]", "(f32[], s32[4])", "token[]"
std::string ToMlirString(const Shape& shape);  // "tensor<2x?xf32>"

}  // namespace mote
