// ModuleEmitter: appends instructions to a computation under construction; Rewrite: a computation made again, instruction by instruction.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hlo/module.h"

namespace mote {

using Attributes = std::map<Attr, AttributeValue>;

// Regions made by a rewrite; they follow the module's own computations, the first of them at index `first`.
struct NewRegions {
  size_t first = 0;
  std::vector<Computation> computations;
};

class ModuleEmitter {
 public:
  explicit ModuleEmitter(Computation& computation, NewRegions* regions = nullptr) : computation_(computation), regions_(regions) {}

  Value Add(Instruction instruction);  // its first result
  Value Parameter(const Shape& shape);
  Value Make(Op op, const Shape& shape, IdVector<Value> operands, Attributes attributes = {});
  Value Constant(const Literal& literal);
  Value Splat(Shape shape, double value);  // a scalar constant, broadcast
  Value Broadcast(Value operand, const Shape& shape, std::vector<int64_t> dimensions);  // broadcast_in_dim; no-op for equal shapes
  Value Reshape(Value operand, const Dims& dims);
  // Along one dimension every stride-th of `size` elements from `from` on; no-op for all of them.
  Value Slice(Value operand, size_t dim, int64_t from, int64_t size, int64_t stride = 1);
  Value Update(Value operand, Value window, const std::vector<int64_t>& at);  // in place of what stood there
  // dims[d] of the result are dims[order[d]] of the operand; no-op for ascending orders.
  Value Transpose(Value operand, const std::vector<int64_t>& order);
  Value Pad(Value operand, Value fill, const std::vector<int64_t>& low, const std::vector<int64_t>& high);
  // The same, which is written before anybody reads it: what makes it is not made again by each reader.
  Value InMemory(Value operand);
  Value Convert(Value operand, ElementType type);
  Value Unary(Op op, Value a) { return Make(op, shape(a), {a}); }
  Value Binary(Op op, Value a, Value b) { return Make(op, shape(a), {a, b}); }
  Value Compare(const char* direction, Value a, Value b);
  // A region with these parameters, whose body is what `body` appends: its index for Instruction::called. Only in a rewrite of a module.
  using Body = std::function<IdVector<Value>(ModuleEmitter&, const IdVector<Value>& parameters)>;
  int32_t Region(const IdVector<Shape>& parameters, const Body& body);
  // The operand reduced over `dimensions` by an element-wise operation of two scalars.
  Value Reduce(Op op, Value operand, double init, std::vector<int64_t> dimensions);

  const Shape& shape(Value v) const { return computation_.shape(v); }
  const Instruction& at(Value v) const { return computation_.at(v); }
  Computation& computation() { return computation_; }
  Location location;  // of what is appended
  std::string name;

 private:
  Computation& computation_;
  NewRegions* regions_;
};

// The integer that every element is, of a constant or one that is spread; nothing where they differ.
std::optional<int64_t> IntegerSplat(const ModuleEmitter& e, Value v);

// The signature parts of `old` (names, parameter and result attributes) without instructions.
Computation EmptyLike(const Computation& old);

// Visits every instruction but the parameters, with operands already of the new computation. The visitor appends what it wants through the
// emitter and gives the values of the results, or nothing: then the instruction is appended as it is.
using Visitor = std::function<std::optional<IdVector<Value>>(ModuleEmitter&, const Instruction&)>;
Computation Rewrite(const Computation& old, const Visitor& visit, NewRegions* regions = nullptr);
// Rewrite of every computation of the module, and the regions that the visitor made behind them.
Module RewriteModule(const Module& module, const Visitor& visit);

// Marks loops and branches that the host sees run: calls of transfers stand in their regions.
inline constexpr char kHasEffect[] = "mote.effect";

// Whether an instruction may be dropped, shared or moved: no effect besides its results, and the same result every time.
bool IsPure(const Instruction& instruction);

}  // namespace mote
