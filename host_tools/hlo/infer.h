// What the type rules share: the context of one instruction, element type sets and the checks that recur. Internal to hlo/.
// A rule is Infer<name>(context), named in ops.def; it returns the result shapes or the first violation.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

using Shapes = IdVector<Shape>;
using Inferred = Result<Shapes>;

// Sets of element types, OPS.md section 1. Quantized types form classes of their own.
enum TypeSet : uint32_t {
  kTypeP = 1, kTypeS = 2, kTypeU = 4, kTypeF = 8, kTypeC = 16, kTypeQ = 32, kTypeQAxis = 64,
  kTypeI = kTypeS | kTypeU,
  kTypeN = kTypeI | kTypeF | kTypeC,
  kTypeA = kTypeN | kTypeP,
  kTypeAQ = kTypeA | kTypeQ,
  kTypeAll = kTypeAQ | kTypeQAxis,
};

struct InferContext {
  const Module& module;
  const Instruction& instruction;
  std::span<const Shape> operands;   // declared operands, then captures
  std::span<const Shape> declared;   // result shapes as written; empty when unknown
  const Computation* computation;    // that holds the instruction; null in the builder before it is placed

  bool hlo() const { return module.from_hlo_text; }
  // as the text spells it
  std::string Name(Op op) const { return hlo() && !Info(op).hlo.empty() ? std::string(Info(op).hlo) : OpName(op); }
  std::string Name() const { return Name(instruction.op); }
  size_t count() const { return operands.size() - static_cast<size_t>(instruction.captures); }  // declared operands
  const Shape& operand(size_t i) const { return operands[i]; }
  const Computation& called(size_t i) const { return module.computations[instruction.called[i]]; }
  std::string Show(const Shape& shape) const { return hlo() ? ToString(shape) : ToMlirString(shape); }
  std::string Show(std::span<const Shape> shapes) const;
  Diagnostic Fail(Rule rule, std::string text) const { return Error(rule, std::move(text), instruction.location); }
  // The values of an operand that is an integer constant of the same computation.
  std::optional<std::vector<int64_t>> ConstantInts(size_t operand) const;
};

#define MOTE_OP(id, family, stablehlo, hlo, builder, pretty, rule, ...) Inferred Infer##rule(const InferContext& c);
#include "hlo/ops.def"
#undef MOTE_OP

// Arity, attributes, the operation's rule and the size limits: InferShapes with the surroundings known.
Inferred InferInContext(const InferContext& c);

inline std::string Text(int64_t value) { return std::to_string(value); }
std::string Text(const std::vector<int64_t>& values);  // "[1, 2]"
// "1 operand", "2 operands".
std::string Counted(int64_t count, const std::string& what);
// Sizes as text, `?` for kDynamic.
std::string DimText(int64_t dim);

// Element types.
uint32_t TypeSetOf(const Shape& shape);  // 0 for anything but an array
bool SameElementType(const Shape& a, const Shape& b);  // quantized: storage, range, expressed type and granularity
// The rule of every operand: an array, with an element type of the set.
Status RequireArray(const InferContext& c, const Shape& shape, const std::string& what);
Status RequireType(const InferContext& c, size_t operand, uint32_t set);
Status RequireTypes(const InferContext& c, uint32_t set);  // every declared operand
Status RequireSameTypes(const InferContext& c, size_t first, size_t second);

// Dimensions. A dynamic size agrees with any, a bounded one with any within the bound.
bool DimsAgree(const Shape& a, size_t i, const Shape& b, size_t j);
bool ShapesAgree(const Shape& a, const Shape& b);          // ranks and sizes, not element types
bool TypesAgree(const Shape& a, const Shape& b);           // ShapesAgree and SameElementType; tuples and tokens by structure
Status RequireSameShape(const InferContext& c, size_t first, size_t second);
// The most specific of shapes that agree (static before bounded before dynamic), with the first one's element type.
Shape Merge(const Shape& a, const Shape& b);

// Lists of dimension numbers.
Status CheckInRange(const InferContext& c, const std::vector<int64_t>& dims, int64_t limit, const std::string& name);
Status CheckInRange(const InferContext& c, int64_t dim, int64_t limit, const std::string& name);
Status CheckUnique(const InferContext& c, const std::vector<int64_t>& dims, const std::string& name);
Status CheckSorted(const InferContext& c, const std::vector<int64_t>& dims, const std::string& name);
Status CheckCount(const InferContext& c, size_t got, size_t want, const std::string& name, const std::string& of_what);
bool Contains(const std::vector<int64_t>& list, int64_t value);

// A result taken from the source: rule kResult when there is none.
Result<Shape> Declared(const InferContext& c, size_t result = 0);
// `dims` with saturation detected: kOverflow when a size does not fit 64 bits.
Status CheckSize(const InferContext& c, const Shape& shape);
Shape WithType(Shape shape, ElementType type);  // not quantized afterwards
Shape WithTypeOf(Shape shape, const Shape& type_source);

// At most two words of DEFAULT, HIGH, HIGHEST, one per operand of a product.
Status CheckPrecisionConfig(const InferContext& c);

// Windows (infer_window.cpp): one dimension's output size, kDynamic in → kDynamic out.
struct WindowDim {
  int64_t size = 1, stride = 1, low = 0, high = 0, base_dilation = 1, window_dilation = 1;
};
Result<int64_t> WindowedSize(const InferContext& c, int64_t input, const WindowDim& window);

// Regions (infer_region.cpp). Checks a reduction body over N inputs and N inits (OPS.md 2.4 Reduce) and returns the accumulator types.
Inferred CheckReducer(const InferContext& c, const Computation& body, std::span<const Shape> inputs, std::span<const Shape> inits);

// Quantization (infer_quantized.cpp).
bool IsQuantized(const Shape& shape);
bool IsPerAxis(const Shape& shape);
// One scale per element of an axis that exists, zero points within the storage range, scales within the expressed type.
bool IsValidQuantized(const Shape& shape);
Status CheckQuantizedBinary(const InferContext& c, const Shape& lhs, const Shape& rhs, const Shape& result);
Status CheckSameScales(const InferContext& c, const Shape& operand, const Shape& result);
Status CheckQuantizedProduct(const InferContext& c, const Shape& lhs, const Shape& rhs, const Shape& result);

}  // namespace mote
