// BlockCumulative: a cumulative reduction of few long lines becomes one of many short ones, which invocations and threads share: of blocks
// of each line, then of the blocks' results, whose sum so far is combined with every element of the next block. SPEC.md section 5 has the
// order.
#include <algorithm>

#include "hlo/cumulative.h"
#include "passes/emitter.h"
#include "passes/passes.h"
#include "passes/region.h"

namespace mote {
namespace {

constexpr int64_t kLongLine = 1024, kMostBlock = 1024;
constexpr int64_t kLongestLine = 32768;  // that one invocation may go along (kMoteMaxTrips)
constexpr int64_t kManyLines = 256;      // which need no blocks to be shared out

// The least power of two whose square is not below.
int64_t BlockOf(int64_t length) {
  int64_t block = 1;
  while (block * block < length && block < kMostBlock) block *= 2;
  return block;
}

class CumulativeBlocks {
 public:
  CumulativeBlocks(const Module& module, ModuleEmitter& e, const Instruction& i, const Cumulative& along)
      : e_(e), i_(i), region_(module.computations[i.called[0]]), along_(along), count_(i.shapes.size()), dim_(along.dimension) {
    inits_.assign(i.operands.begin() + static_cast<ptrdiff_t>(count_), i.operands.end());
  }

  IdVector<Value> Run() { return Lines(IdVector<Value>(i_.operands.begin(), i_.operands.begin() + static_cast<ptrdiff_t>(count_))); }

 private:
  IdVector<Value> Lines(const IdVector<Value>& values) {
    const Dims dims = e_.shape(values[0]).dims;
    const int64_t length = dims[dim_], lines = length == 0 ? 0 : e_.shape(values[0]).ElementCount() / length;
    if (length <= kLongLine || (lines >= kManyLines && length <= kLongestLine)) return Along(values, dim_);
    const int64_t block = BlockOf(length), blocks = (length + block - 1) / block, more = blocks * block - length;
    IdVector<Value> sums, offsets;
    for (size_t k = 0; k < count_; ++k) {
      Value whole = Padded(values[k], k, along_.reverse ? more : 0, along_.reverse ? 0 : more);
      if (more != 0) whole = e_.InMemory(whole);  // lines that are padded as they are read go element by element
      sums.push_back(InBlocks(whole, block));
    }
    sums = Along(sums, dim_ + 1);
    for (size_t k = 0; k < count_; ++k) offsets.push_back(Ends(sums[k], block));
    offsets = Lines(offsets);
    Dims all = e_.shape(sums[0]).dims;
    for (size_t k = 0; k < count_; ++k) {
      const Value before = Padded(offsets[k], k, along_.reverse ? -1 : 1, along_.reverse ? 1 : -1);
      Shape shape = e_.shape(sums[k]);
      std::vector<int64_t> kept;
      for (size_t d = 0; d < all.size(); ++d) {
        if (d != dim_ + 1) kept.push_back(static_cast<int64_t>(d));
      }
      offsets[k] = e_.Broadcast(e_.InMemory(before), shape, kept);
    }
    IdVector<Value> arguments = offsets;
    arguments.insert(arguments.end(), sums.begin(), sums.end());
    IdVector<Value> results = *ApplyRegion(e_, region_, arguments, all);
    for (Value& v : results) v = Cut(more != 0 ? e_.InMemory(v) : v, dims, along_.reverse ? more : 0);
    return results;
  }

  // The same reduction along another dimension, or of other lines.
  IdVector<Value> Along(const IdVector<Value>& values, size_t dim) {
    const Dims& dims = e_.shape(values[0]).dims;
    std::vector<int64_t> window(dims.size(), 1);
    IntMatrix padding(dims.size(), {0, 0});
    window[dim] = dims[dim];
    padding[dim][along_.reverse ? 1 : 0] = dims[dim] - 1;
    Instruction same;
    same.op = Op::kReduceWindow;
    same.attributes = {{Attr::kWindowDimensions, window}, {Attr::kPadding, padding}};
    for (const Value v : values) same.shapes.push_back(e_.shape(v));
    same.operands = values;
    same.operands.insert(same.operands.end(), inits_.begin(), inits_.end());
    same.called = {e_.Region(region_.parameters, [&](ModuleEmitter& r, const IdVector<Value>& p) { return InlineRegion(r, region_, p); })};
    const int32_t at = e_.Add(std::move(same)).instruction;
    IdVector<Value> results;
    for (size_t k = 0; k < count_; ++k) results.push_back({at, static_cast<int32_t>(k)});
    return results;
  }

  Value Padded(Value v, size_t k, int64_t low, int64_t high) {
    if (low == 0 && high == 0) return v;
    std::vector<int64_t> lows(e_.shape(v).dims.size(), 0), highs = lows;
    lows[dim_] = low, highs[dim_] = high;
    return e_.Pad(v, inits_[k], lows, highs);
  }

  Value InBlocks(Value v, int64_t block) {
    Dims dims = e_.shape(v).dims;
    dims[dim_] /= block;
    dims.insert(dims.begin() + static_cast<ptrdiff_t>(dim_) + 1, block);
    return e_.Reshape(v, dims);
  }

  // The result of each block: its last element, or first.
  Value Ends(Value v, int64_t block) {
    const Value end = e_.Slice(v, dim_ + 1, along_.reverse ? 0 : block - 1, 1);
    Dims dims = e_.shape(end).dims;
    dims.erase(dims.begin() + static_cast<ptrdiff_t>(dim_) + 1);
    return e_.Reshape(end, dims);
  }

  Value Cut(Value v, const Dims& dims, int64_t from) {
    Dims whole = e_.shape(v).dims;
    whole[dim_] *= whole[dim_ + 1];
    whole.erase(whole.begin() + static_cast<ptrdiff_t>(dim_) + 1);
    return e_.Slice(e_.Reshape(v, whole), dim_, from, dims[dim_]);
  }

  ModuleEmitter& e_;
  const Instruction& i_;
  const Computation& region_;
  const Cumulative along_;
  const size_t count_, dim_;
  IdVector<Value> inits_;
};

}  // namespace

Result<Module> BlockCumulative(const Module& module) {
  return RewriteModule(module, [&](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    const auto along = CumulativeOf(module, e.computation(), i);
    if (!along || !IsScalarRegion(module.computations[i.called[0]])) return std::nullopt;
    return CumulativeBlocks(module, e, i, *along).Run();
  });
}

}  // namespace mote
