// Sorts of a GPU by their keys' digits: launches that count, add up and move.
#include "lower/comparator.h"
#include "lower/radix_sort.h"
#include "select/selector.h"

namespace mote {

// Digit by digit, between the results and other arrays to and fro. Which elements a move writes is known when it runs, so that both begin
// as copies.
Status Selector::AddRadixSort(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  const SortKey order = KeyOfComparator(Called(i, 0));
  const RadixShape shape = RadixShapeOf(LinesOf(i));
  if (!HasDigits(i, order)) return Unsupported(i, "only its comparator knows the order");
  if (i.shapes[0].ElementCount() > lower_.max_index) return Unsupported(i, "it has too many elements");
  IdVector<BufferId> from, to, other;
  std::vector<ElementType> types;
  for (int64_t k = 0; k < i.declared_operands(); ++k) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, i.operands[static_cast<size_t>(k)]));
    from.push_back(b);
    types.push_back(i.shapes[static_cast<size_t>(k)].element_type);
    to.push_back(MakeResult(scope, {at, static_cast<int32_t>(k)}));
  }
  RadixKey key{types[static_cast<size_t>(order.array)], order.order, 0};
  const std::vector<int64_t> shifts = RadixShifts(key.type);
  Step like;
  like.why = "a sort of array " + std::to_string(order.array) + " by its digits, " + std::to_string(shifts.size()) + " of them";
  like.location = i.location;
  for (size_t k = 0; k < to.size(); ++k) {
    if (shifts.size() > 1) other.push_back(NewBuffer(i.shapes[k], "sorted so far"));
    for (const BufferId b : {to[k], shifts.size() > 1 ? other.back() : to[k]}) AddCopy(scope.block, from[k], b, like.why, i.location);
  }
  const auto numbers = [&](int64_t count, const char* name) {
    return NewBuffer(Shape::Array(ElementType::kS32, {shape.Lines(), count}), name);
  };
  const BufferId counts = numbers(shape.Counts(), "counts of digits"), places = numbers(shape.Counts(), "places of digits");
  const BufferId sums = shape.groups > 1 ? numbers(shape.groups, "sums of counts") : kNoBuffer;
  if (shifts.size() % 2 == 0) std::swap(to, other);
  for (const int64_t shift : shifts) {
    key.shift = shift;
    AddMadeKernel(scope, CountDigits(shape, key), {from[static_cast<size_t>(order.array)], counts}, like);
    IdVector<BufferId> placed{counts};
    if (sums != kNoBuffer) {
      AddMadeKernel(scope, SumCounts(shape), {counts, sums}, like);
      placed.push_back(sums);
    }
    placed.push_back(places);
    AddMadeKernel(scope, PlaceBlocks(shape), std::move(placed), like);
    IdVector<BufferId> moved = from;
    moved.push_back(places);
    moved.insert(moved.end(), to.begin(), to.end());
    AddMadeKernel(scope, MoveElements(shape, key, types, static_cast<size_t>(order.array)), std::move(moved), like);
    from = to;
    std::swap(to, other);
  }
  return Ok();
}

}  // namespace mote
