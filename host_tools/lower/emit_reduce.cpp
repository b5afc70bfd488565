// reduce and reduce_window as sequential loops: from the inits, combined with the elements in ascending order, the last dimension fastest.
#include <algorithm>

#include "lower/emitter.h"

namespace mote {

// The inits in the types of the region's parameters (a region may widen).
std::vector<NodeId> Emitter::EmitInits(const Instruction& instruction, size_t count) {
  const Computation& region = module.computations[instruction.called[0]];
  std::vector<NodeId> inits;
  for (size_t i = 0; i < count; ++i) {
    const Value init = instruction.operands[count + i];
    inits.push_back(Convert(computation.shape(init).element_type, region.parameters[i].element_type, Emit(init, Index::Scalar())));
  }
  return inits;
}

std::vector<NodeId> Emitter::Combine(const Instruction& instruction, const std::vector<NodeId>& accumulators,
                                     const std::vector<NodeId>& elements) {
  const Computation& region = module.computations[instruction.called[0]];
  std::vector<NodeId> arguments = accumulators;
  for (size_t i = 0; i < elements.size(); ++i) {
    const ElementType type = computation.shape(instruction.operands[i]).element_type;
    arguments.push_back(Convert(type, region.parameters[accumulators.size() + i].element_type, elements[i]));
  }
  for (size_t i = instruction.declared_operands(); i < instruction.operands.size(); ++i) {
    if (!computation.shape(instruction.operands[i]).IsScalar()) {
      Fail(Rule::kUnsupported, "a reduction that captures an array has no kernel", instruction.location);
    }
    arguments.push_back(Emit(instruction.operands[i], Index::Scalar()));
  }
  std::vector<NodeId> results = InlineRegion(instruction.called[0], arguments);
  // The accumulator's type is the region's; results are the same unless the program is odd.
  for (size_t i = 0; i < results.size(); ++i) {
    const ElementType from = region.shape(region.results[i]).element_type;
    results[i] = Convert(from, region.parameters[i].element_type, results[i]);
  }
  return results;
}

NodeId Emitter::Remember(const Instruction& instruction, Value value, const Index& index, const std::vector<NodeId>& results) {
  const Computation& region = module.computations[instruction.called[0]];
  NodeId wanted = kNone;
  for (size_t i = 0; i < results.size(); ++i) {
    const Value result{value.instruction, static_cast<int32_t>(i)};
    const NodeId node = Convert(region.parameters[i].element_type, instruction.shapes[i].element_type, results[i]);
    Key key{result, KeyOf(LinearOf(index, instruction.shapes[i].dims))};
    key.second.push_back(predicate_);
    memo_.back()[key] = node;
    if (result == value) wanted = node;
  }
  return wanted;
}

NodeId Emitter::EmitReduce(const Instruction& instruction, Value value, const Index& index) {
  if (withheld_.count(value.instruction) != 0) {
    Fail(Rule::kUnsupported, "a row's reduction is needed at another place than its row", instruction.location);
    return kNone;
  }
  const size_t count = instruction.shapes.size();
  const Dims& dims = computation.shape(instruction.operands[0]).dims;
  std::vector<int64_t> reduced = instruction.Ints(Attr::kDimensions);
  std::sort(reduced.begin(), reduced.end());
  std::vector<NodeId> values = EmitInits(instruction, count);
  if (failed()) return kNone;
  const std::vector<Coordinate> kept = DimsOf(index, instruction.shapes[0].dims);
  std::vector<Coordinate> at;
  std::vector<AxisId> axes;
  for (size_t d = 0, next = 0; d < dims.size(); ++d) {
    if (dims[d] == 0) return Remember(instruction, value, index, values);
    const bool is_reduced = std::binary_search(reduced.begin(), reduced.end(), static_cast<int64_t>(d));
    at.push_back(is_reduced ? NewCoordinate(Axis::Kind::kLoop, dims[d], &axes) : kept[next++]);
  }
  std::vector<int32_t> loops;
  for (AxisId axis : axes) {
    loops.push_back(BeginLoop(axis));
    for (NodeId& node : values) node = b.Carried(loops.back(), node);
  }
  std::vector<NodeId> elements;
  for (size_t i = 0; i < count; ++i) elements.push_back(Emit(instruction.operands[i], Index::Of(at)));
  if (failed()) return kNone;
  std::vector<NodeId> next = Combine(instruction, values, elements);
  CloseLoops(loops, &next);
  return Remember(instruction, value, index, next);
}

NodeId Emitter::EmitReduceWindow(const Instruction& instruction, Value value, const Index& index) {
  const size_t count = instruction.shapes.size();
  const Dims& dims = computation.shape(instruction.operands[0]).dims;
  const size_t rank = dims.size();
  const std::vector<int64_t>& window = instruction.Ints(Attr::kWindowDimensions);
  const std::vector<int64_t> strides = instruction.IntsOr(Attr::kWindowStrides, rank, 1),
                             base = instruction.IntsOr(Attr::kBaseDilations, rank, 1);
  const std::vector<int64_t> dilations = instruction.IntsOr(Attr::kWindowDilations, rank, 1);
  const IntMatrix& padding = instruction.Matrix(Attr::kPadding);
  const std::vector<NodeId> inits = EmitInits(instruction, count);
  if (failed()) return kNone;
  const std::vector<Coordinate> out = DimsOf(index, instruction.shapes[0].dims);
  std::vector<Coordinate> at;
  std::vector<AxisId> axes;
  for (size_t d = 0; d < rank; ++d) {
    const Coordinate offset = NewCoordinate(Axis::Kind::kLoop, window[d], &axes);
    at.push_back(out[d] * strides[d] + offset * dilations[d] + -(padding.empty() ? 0 : padding[d][0]));
  }
  std::vector<NodeId> values = inits;
  std::vector<int32_t> loops;
  for (AxisId axis : axes) {
    loops.push_back(BeginLoop(axis));
    for (NodeId& node : values) node = b.Carried(loops.back(), node);
  }
  NodeId predicate = kNone;
  for (size_t d = 0; d < rank; ++d) at[d] = Undilate(instruction, at[d], base[d], dims[d], &predicate);
  std::vector<NodeId> elements;
  for (size_t i = 0; i < count; ++i) {
    NodeId element = EmitUnder(predicate, instruction.operands[i], Index::Of(at));
    if (predicate != kNone) {
      element = b.Select(predicate, element, Emit(instruction.operands[count + i], Index::Scalar()));
    }
    elements.push_back(element);
  }
  if (failed()) return kNone;
  std::vector<NodeId> next = Combine(instruction, values, elements);
  CloseLoops(loops, &next);
  return Remember(instruction, value, index, next);
}

// Ends nested loops, innermost first; a loop's carried values are the ones right after its begin. Leaves the final values in `values`.
void Emitter::CloseLoops(const std::vector<int32_t>& loops, std::vector<NodeId>* values) {
  for (size_t i = loops.size(); i-- > 0;) {
    EndLoop(loops[i], *values);
    *values = b.CarriedOf(loops[i]);
  }
}

}  // namespace mote
