// Members that exchange in pairs agree with their neighbours only on how that ended (mote/group.h), so what goes block by block ends with
// an exchange of the whole group, whose bytes the result depends on.
#include "passes/wired_exchanges.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace mote {
namespace {

// Without a wiring: up to so many bytes, operand times members, each member gathers all operands and folds them itself: one exchange. Above
// it folds a block of its own and the results are gathered: two exchanges, but each byte travels twice only.
constexpr int64_t kGatheredBytes = 16 << 10;
constexpr int64_t kAgreementBytes = 4;
constexpr int64_t kBroadcastBlocks = 8;  // over wires: the last one of a line begins to receive after a block, not after all of it

Dims Leading(int64_t count, Dims dims) {
  dims.insert(dims.begin(), count);
  return dims;
}

IdVector<Value> At(ModuleEmitter& e, Value first, const Shape& shape) {
  IdVector<Value> indices = {first};
  const Value zero = e.Splat(Shape::Scalar(ElementType::kS32), 0);
  while (static_cast<int64_t>(indices.size()) < shape.rank()) indices.push_back(zero);
  return indices;
}

// The block at `place` of a leading dimension, which stays, as 1.
Value BlockAt(ModuleEmitter& e, Value blocks, Value place) {
  Shape shape = e.shape(blocks);
  IdVector<Value> operands = At(e, place, shape);
  operands.insert(operands.begin(), blocks);
  shape.dims[0] = 1;
  return e.Make(Op::kDynamicSlice, shape, operands, {{Attr::kSliceSizes, std::vector<int64_t>(shape.dims)}});
}

Value WithBlock(ModuleEmitter& e, Value blocks, Value block, Value place) {
  IdVector<Value> operands = At(e, place, e.shape(blocks));
  operands.insert(operands.begin(), {blocks, block});
  return e.Make(Op::kDynamicUpdateSlice, e.shape(blocks), operands);
}

// `yes` for members with a number in `numbers` that is not negative.
Value Chosen(ModuleEmitter& e, ExchangeEmitter& exchanges, const std::vector<int64_t>& numbers, Value yes, Value no) {
  if (std::all_of(numbers.begin(), numbers.end(), [](int64_t n) { return n >= 0; })) return yes;
  const Shape shape = e.shape(yes);
  const Value zero = e.Splat(Shape::Scalar(ElementType::kS32), 0);
  const Value takes = e.Compare("GE", exchanges.ForThisMember(e, numbers), zero);
  const Value spread = e.Broadcast(takes, Shape::Array(ElementType::kPred, shape.dims), {});
  return e.Make(Op::kSelect, shape, {spread, yes, no});
}

std::vector<int64_t> NotNegative(std::vector<int64_t> numbers) {
  for (int64_t& n : numbers) n = std::max<int64_t>(n, 0);
  return numbers;
}

std::vector<Wiring::Pair> AllPairs(const MemberGroups& groups) {
  std::vector<Wiring::Pair> pairs;
  for (const std::vector<int64_t>& group : groups.groups) {
    for (const int64_t from : group) {
      for (const int64_t to : group) {
        if (from != to) pairs.emplace_back(from, to);
      }
    }
  }
  return pairs;
}

std::vector<int64_t> FirstOfGroups(const MemberGroups& groups) {
  std::vector<int64_t> sources(groups.sizes.size(), -1);
  for (const std::vector<int64_t>& group : groups.groups) {
    for (const int64_t member : group) sources[static_cast<size_t>(member)] = group[0];
  }
  return sources;
}

}  // namespace

Value RowOf(ModuleEmitter& e, Value rows, int64_t row) {
  Shape shape = e.shape(rows);
  std::vector<int64_t> start(shape.dims.size(), 0), limit = shape.dims;
  const std::vector<int64_t> strides(shape.dims.size(), 1);
  start[0] = row;
  limit[0] = row + 1;
  shape.dims[0] = 1;
  const Value slice =
      e.Make(Op::kSlice, shape, {rows}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}, {Attr::kStrides, strides}});
  return e.Reshape(slice, {shape.dims.begin() + 1, shape.dims.end()});
}

Value Resized(ModuleEmitter& e, Value vector, int64_t count) {
  const Shape& shape = e.shape(vector);
  const int64_t given = shape.dims[0];
  if (given == count) return vector;
  const Shape result = Shape::Array(shape.element_type, {count});
  if (given > count) {
    return e.Make(Op::kSlice, result, {vector},
                  {{Attr::kStartIndices, std::vector<int64_t>{0}},
                   {Attr::kLimitIndices, std::vector<int64_t>{count}},
                   {Attr::kStrides, std::vector<int64_t>{1}}});
  }
  const Value zeros = e.Splat(Shape::Array(shape.element_type, {count - given}), 0);
  return e.Make(Op::kConcatenate, result, {vector, zeros}, {{Attr::kDimension, int64_t{0}}});
}

WiredExchanges::WiredExchanges(const Module& module, const Wiring* wiring) : exchanges_(module), wiring_(wiring) {}

// ---- what is fastest ----
WiredExchanges::Rounds WiredExchanges::GatherRounds(const MemberGroups& groups, bool to_one) const {
  if (wiring_ == nullptr || !groups.equal || groups.largest == 1) return std::nullopt;
  std::vector<std::vector<bool>> has(groups.sizes.size(), std::vector<bool>(static_cast<size_t>(groups.largest)));
  for (size_t member = 0; member < has.size(); ++member) has[member][static_cast<size_t>(groups.positions[member])] = true;
  return SpreadRounds(*wiring_, groups, std::move(has), to_one);
}

WiredExchanges::Rounds WiredExchanges::BroadcastRounds(const MemberGroups& groups, int64_t blocks) const {
  if (wiring_ == nullptr || !groups.equal || groups.largest == 1) return std::nullopt;
  std::vector<std::vector<bool>> has(groups.sizes.size(), std::vector<bool>(static_cast<size_t>(blocks)));
  for (const std::vector<int64_t>& group : groups.groups) has[static_cast<size_t>(group[0])].assign(static_cast<size_t>(blocks), true);
  return SpreadRounds(*wiring_, groups, std::move(has), false);
}

double WiredExchanges::StraightTime(const MemberGroups& groups, int64_t bytes) const { return wiring_->time(AllPairs(groups), bytes); }

double WiredExchanges::TimeOf(const Rounds& rounds, int64_t bytes) const {
  if (!rounds) return std::numeric_limits<double>::infinity();
  double time = 0;
  for (const SpreadRound& round : *rounds) {
    std::vector<Wiring::Pair> messages;
    for (size_t member = 0; member < round.from.size(); ++member) {
      if (round.from[member] >= 0) messages.emplace_back(round.from[member], static_cast<int64_t>(member));
    }
    time += wiring_->time(messages, bytes);
  }
  return time;
}

double WiredExchanges::GatherTime(const MemberGroups& groups, int64_t bytes) const {
  const double by_rounds = TimeOf(GatherRounds(groups, false), bytes) + StraightTime(groups, kAgreementBytes);
  return std::min(StraightTime(groups, bytes), by_rounds);
}

bool WiredExchanges::GathersAll(int64_t bytes, const MemberGroups& groups, bool any_order) const {
  if (!groups.equal) return true;
  if (wiring_ == nullptr) return bytes * groups.largest <= kGatheredBytes;
  const int64_t block = (bytes + groups.largest - 1) / groups.largest;
  const double by_rounds = any_order ? TimeOf(GatherRounds(groups, true), block) : std::numeric_limits<double>::infinity();
  return GatherTime(groups, bytes) <= std::min(StraightTime(groups, block), by_rounds) + GatherTime(groups, block);
}

// ---- emitting ----
// This member's place in its group, as the group has told it: known when all members have come this far.
Value WiredExchanges::Agreed(ModuleEmitter& e, const MemberGroups& groups) {
  const Value position = exchanges_.ForThisMember(e, groups.positions);
  return e.Reshape(BlockAt(e, exchanges_.Gather(e, position, groups), position), {});
}

Value WiredExchanges::Carried(ModuleEmitter& e, Value blocks, const std::vector<SpreadRound>& rounds) {
  for (const SpreadRound& round : rounds) {
    std::vector<int64_t> received;
    for (size_t member = 0; member < round.from.size(); ++member) received.push_back(round.Received(member));
    const Value sent = BlockAt(e, blocks, exchanges_.ForThisMember(e, NotNegative(round.sends)));
    const Value place = exchanges_.ForThisMember(e, NotNegative(received)), got = exchanges_.Pairs(e, sent, round.from);
    const bool all = std::all_of(received.begin(), received.end(), [](int64_t block) { return block >= 0; });
    blocks = WithBlock(e, blocks, all ? got : Chosen(e, exchanges_, received, got, BlockAt(e, blocks, place)), place);
  }
  return blocks;
}

Value WiredExchanges::Gather(ModuleEmitter& e, Value operand, const MemberGroups& groups) {
  const int64_t bytes = e.shape(operand).ByteSize();
  const Rounds rounds = bytes == 0 ? std::nullopt : GatherRounds(groups, false);
  if (!rounds || StraightTime(groups, bytes) <= GatherTime(groups, bytes)) return exchanges_.Gather(e, operand, groups);
  Shape shape = e.shape(operand);
  const Value own = e.Reshape(operand, Leading(1, shape.dims)), position = exchanges_.ForThisMember(e, groups.positions);
  shape.dims = Leading(groups.largest, shape.dims);
  const Value all = Carried(e, WithBlock(e, e.Splat(shape, 0), own, position), *rounds);
  return WithBlock(e, all, own, Agreed(e, groups));
}

// The rounds of a gather the other way round: what a member had for others it brings together from them.
std::optional<Value> WiredExchanges::Collected(ModuleEmitter& e, Value blocks, const std::vector<SpreadRound>& rounds,
                                               const Combiner& combine) {
  for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
    std::vector<int64_t> from(round->from.size(), -1), sends(from), takes(from);
    for (size_t member = 0; member < from.size(); ++member) {
      if (round->from[member] < 0) continue;
      const auto other = static_cast<size_t>(round->from[member]);
      from[other] = static_cast<int64_t>(member);
      sends[member] = takes[other] = round->Received(member);
    }
    const Value sent = BlockAt(e, blocks, exchanges_.ForThisMember(e, NotNegative(sends)));
    const Value got = exchanges_.Pairs(e, sent, from), place = exchanges_.ForThisMember(e, NotNegative(takes));
    const Value own = BlockAt(e, blocks, place);
    const auto sum = combine(own, got);
    if (!sum) return std::nullopt;
    blocks = WithBlock(e, blocks, Chosen(e, exchanges_, takes, *sum, own), place);
  }
  return blocks;
}

std::optional<Value> WiredExchanges::ReduceToBlock(ModuleEmitter& e, Value blocks, const MemberGroups& groups, const Combiner& combine,
                                                   bool any_order) {
  const Shape& shape = e.shape(blocks);
  const int64_t bytes = shape.ByteSize() / shape.dims[0];
  const Rounds rounds = any_order && bytes != 0 ? GatherRounds(groups, true) : std::nullopt;
  if (!rounds || StraightTime(groups, bytes) <= TimeOf(rounds, bytes) + StraightTime(groups, kAgreementBytes)) {
    return Fold(e, exchanges_.Swap(e, blocks, groups), groups, combine);
  }
  const auto all = Collected(e, blocks, *rounds, combine);
  if (!all) return std::nullopt;
  return e.Reshape(BlockAt(e, *all, Agreed(e, groups)), {shape.dims.begin() + 1, shape.dims.end()});
}

Value WiredExchanges::Broadcast(ModuleEmitter& e, Value operand, const MemberGroups& groups) {
  const std::vector<int64_t> sources = FirstOfGroups(groups);
  const Shape shape = e.shape(operand);
  const int64_t count = shape.ElementCount(), block = (count + kBroadcastBlocks - 1) / kBroadcastBlocks;
  const Rounds rounds = count == 0 ? std::nullopt : BroadcastRounds(groups, kBroadcastBlocks);
  const auto straight = [&] { return exchanges_.Pairs(e, operand, sources); };
  if (!rounds) return straight();
  std::vector<Wiring::Pair> messages;
  for (size_t member = 0; member < sources.size(); ++member) {
    if (sources[member] != static_cast<int64_t>(member)) messages.emplace_back(sources[member], static_cast<int64_t>(member));
  }
  const int64_t bytes = shape.ByteSize();
  const double by_rounds = TimeOf(rounds, bytes / kBroadcastBlocks + 1) + StraightTime(groups, kAgreementBytes);
  if (wiring_->time(messages, bytes) <= by_rounds) return straight();
  const Value flat = Resized(e, e.Reshape(operand, {count}), block * kBroadcastBlocks);
  const Value all = Carried(e, e.Reshape(flat, {kBroadcastBlocks, block}), *rounds);
  // Any block, put where it was.
  const Value agreed = Agreed(e, groups);
  const Value whole = e.Reshape(WithBlock(e, all, BlockAt(e, all, agreed), agreed), {block * kBroadcastBlocks});
  return e.Reshape(Resized(e, whole, count), shape.dims);
}

std::optional<Value> WiredExchanges::Fold(ModuleEmitter& e, Value rows, const MemberGroups& groups, const Combiner& combine) {
  Value sum = RowOf(e, rows, 0);
  std::optional<Value> size;
  if (!groups.equal) size = exchanges_.ForThisMember(e, groups.sizes);
  for (int64_t row = 1; row < groups.largest; ++row) {
    const Value member = RowOf(e, rows, row);
    const auto next = combine(sum, member);
    if (!next) return std::nullopt;
    if (!size) {
      sum = *next;
      continue;
    }
    Literal number(Shape::Scalar(ElementType::kS32));
    number.SetInteger(0, row);
    const Value takes_part = e.Compare("GT", *size, e.Constant(number));
    const Value spread = e.Broadcast(takes_part, Shape::Array(ElementType::kPred, e.shape(sum).dims), {});
    sum = e.Make(Op::kSelect, e.shape(sum), {spread, *next, sum});
  }
  return sum;
}

}  // namespace mote
