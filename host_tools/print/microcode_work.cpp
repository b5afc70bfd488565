// The work of microcode by the count of SPEC.md section 3. The runtime counts again what it is given; a test holds the two against each
// other. And its products, by the same walk.
#include <algorithm>
#include <array>

#include "print/printers.h"
#include "schema/microcode_layout.h"

namespace mote {
namespace {

constexpr uint64_t kMost = ~uint64_t{0};

uint64_t Times(uint64_t a, uint64_t b) { return b != 0 && a > kMost / b ? kMost : a * b; }
uint64_t Plus(uint64_t a, uint64_t b) { return a > kMost - b ? kMost : a + b; }

// Words behind an instruction's first one.
std::array<uint8_t, 256> MakeExtraWords() {
  std::array<uint8_t, 256> extra{};
#define MOTE_SCALAR(id, code, name, result, operands, arity) \
  if (code >= kMoteFirstScalarOp && arity == 3) extra[code] = 1;
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
  for (int op : {kMoteOpLoop, kMoteOpLoadChecked, kMoteOpStoreChecked}) extra[op] = 1;
  return extra;
}

class Counter {
 public:
  // `op`: kAll words are counted, else instructions of one operation, those in loops alone where `in_loops`.
  static constexpr uint32_t kAll = 256;
  Counter(std::span<const uint32_t> words, std::span<const uint32_t> params, uint32_t op, bool in_loops)
      : words_(words), params_(params), op_(op), in_loops_(in_loops) {}

  uint64_t Count() {
    const uint32_t counts = words_[kMoteCodeCounts];
    const uint32_t operands = counts & 0x1ff, stages = (counts >> 10) & 63, groups = (counts >> 16) & 31;
    const uint32_t axes = groups + ((counts >> 21) & 31) + (counts >> 26);
    first_axis_ = kMoteCodeHeaderWords + (operands + 3) / 4;
    at_ = first_axis_ + (axes + 1) / 2 + (words_[kMoteCodeExtras] & 0xffff) + (words_[kMoteCodeSizes] >> 16);
    uint64_t group = op_ == kAll ? 1 : 0, all = 1;
    for (uint32_t i = 0; i < stages; ++i) group = Plus(group, StageWork());
    for (uint32_t g = 0; g < groups; ++g) all = Times(all, Extent(g));
    return Times(all, group);
  }

 private:
  uint32_t Extent(uint32_t axis) const { return params_[(words_[first_axis_ + axis / 2] >> (16 * (axis % 2))) & 0xffff]; }

  uint64_t StageWork() {
    const uint32_t first = words_[at_], sizes = words_[at_ + 1];
    const uint32_t lane_axes = (first >> 2) & 63, results = (first >> 8) & 0xff, accesses = first >> 16;
    const uint32_t body = sizes & 0xffff, combiner = sizes >> 16;
    const uint32_t partials = (first & 3) == kMoteStageReduce ? words_[at_ + 2] : 1;
    at_ += (first & 3) == kMoteStageReduce ? 3 : 2;
    uint64_t points = 1;
    for (uint32_t i = 0; i < lane_axes; ++i) points = Times(points, Extent((words_[at_ + i / 4] >> (8 * (i % 4))) & 0xff));
    at_ += (lane_axes + 3) / 4 + 2 * results;
    for (uint32_t i = 0; i < accesses; ++i) at_ += 1 + ((words_[at_] >> 10) & 63);
    if (combiner != 0) points = Plus(points, partials);
    const uint64_t work = CodeWork(body + combiner);
    return op_ == kAll ? Plus(Times(points, Plus(1, work)), accesses * (uint64_t{1} + lane_axes)) : Times(points, work);
  }

  uint64_t CodeWork(size_t length) {
    static const std::array<uint8_t, 256> kExtra = MakeExtraWords();
    std::vector<uint64_t> times = {1};
    uint64_t work = 0;
    for (const size_t end = at_ + length; at_ < end;) {
      const size_t start = at_;
      if ((words_[at_] & 0xff) == kMoteOpWide) ++at_;
      const uint32_t word = words_[at_], op = word & 0xff;
      at_ += 1 + kExtra[op];
      const bool counts = op == op_ && (!in_loops_ || times.size() > 1);
      work = Plus(work, Times(times.back(), op_ == kAll ? at_ - start : counts ? 1 : 0));
      if (op == kMoteOpEnd) times.pop_back();
      if (op == kMoteOpLoop) times.push_back(Times(times.back(), Extent((word >> 16) & 0xff)));
    }
    return work;
  }

  std::span<const uint32_t> words_, params_;
  const uint32_t op_;
  const bool in_loops_;
  size_t first_axis_ = 0, at_ = 0;
};

}  // namespace

uint64_t WorkOfMicrocode(std::span<const uint32_t> words, std::span<const uint32_t> params) {
  return Counter(words, params, Counter::kAll, false).Count();
}

MicrocodeProducts ProductsOfMicrocode(std::span<const uint32_t> words, std::span<const uint32_t> params) {
  return {Counter(words, params, static_cast<uint32_t>(Scalar::kFmaF), false).Count(),
          Counter(words, params, static_cast<uint32_t>(Scalar::kMulI), true).Count()};
}

}  // namespace mote
