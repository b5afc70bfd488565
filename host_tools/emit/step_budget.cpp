// Sums work over blocks, loops as often as they turn.
#include "emit/step_budget.h"

#include <algorithm>
#include <bit>

#include "plan/pipeline_rows.h"
#include "print/printers.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr uint64_t kMost = ~uint64_t{0};
constexpr uint64_t kUnknownTurns = uint64_t{1} << 20, kUnknownWork = uint64_t{1} << 36;

uint64_t Times(uint64_t a, uint64_t b) { return b != 0 && a > kMost / b ? kMost : a * b; }
uint64_t Plus(uint64_t a, uint64_t b) { return a > kMost - b ? kMost : a + b; }

class Budget {
 public:
  Budget(const Plan& plan, const IdVector<std::vector<uint64_t>>& work) : plan_(plan), work_(work) {}

  uint64_t Sum(int32_t entry_block) {
    const uint64_t sum = BlockSum(entry_block);
    return unknown_ ? Plus(sum, kUnknownWork) : sum;
  }

 private:
  uint64_t BlockSum(int32_t block) {
    uint64_t sum = 0;
    const std::vector<Step>& steps = plan_.graph.blocks[block].steps;
    for (size_t s = 0; s < steps.size(); ++s) {
      const Step& step = steps[s];
      if (step.kind == StepKind::kWhile) sum = Plus(sum, LoopSum(step));
      else if (step.kind == StepKind::kConditional) sum = Plus(sum, ChoiceSum(step));
      else sum = Plus(sum, work_[block][s]);
    }
    return sum;
  }

  // The step itself counts whenever it is come to: before and after each block it runs.
  uint64_t LoopSum(const Step& step) {
    unknown_ |= step.turns < 0;
    const uint64_t turns = step.turns < 0 ? kUnknownTurns : static_cast<uint64_t>(step.turns);
    const uint64_t condition = Plus(BlockSum(step.blocks[0]), 1), body = Plus(BlockSum(step.blocks[1]), 1);
    return Plus(Plus(Times(condition, Plus(turns, 1)), Times(body, turns)), 1);
  }

  uint64_t ChoiceSum(const Step& step) {
    uint64_t most = 0;
    for (int32_t branch : step.blocks) most = std::max(most, BlockSum(branch));
    return Plus(most, 2);
  }

  const Plan& plan_;
  const IdVector<std::vector<uint64_t>>& work_;
  bool unknown_ = false;
};

// The product of listed extents, those below `least` counting as it.
uint64_t Product(const std::vector<int64_t>& fields, const uint8_t* list, int64_t least) {
  uint64_t product = 1;
  for (; *list != kMoteNoField; ++list) product = Times(product, static_cast<uint64_t>(std::max(least, fields[*list])));
  return product;
}

// SPEC.md section 3. `kernel`: of all lanes once.
uint64_t SortWork(const std::vector<int64_t>& f, uint64_t kernel) {
  const auto n = static_cast<uint64_t>(f[kMoteSortN]), lines = static_cast<uint64_t>(f[kMoteSortRows] * f[kMoteSortInner]);
  const auto levels = static_cast<uint64_t>(std::bit_width(n <= 1 ? 0 : n - 1));
  const uint64_t asking = Times(Times(kernel, (n / static_cast<uint64_t>(f[kMoteSortLanes]) + 1) * 2), levels);
  return Plus(1, Times(lines, Plus(asking, n * static_cast<uint64_t>(f[kMoteSortArrays] + 1))));
}

}  // namespace

uint64_t StepWork(const Plan& plan, const Step& step, const std::vector<uint32_t>& code, const std::vector<uint32_t>& params) {
  if (step.kind == StepKind::kCopy || step.kind == StepKind::kExchange) {
    return Plus(1, static_cast<uint64_t>(plan.views[step.operands.back()].bytes));
  }
  if (step.kind == StepKind::kFixed) return static_cast<uint64_t>(FixedNeeds(step.fields).work);
  if (step.kind == StepKind::kPipeline) {
    uint64_t work = 0;
    for (std::vector<int64_t>& member : PipelineMembers(step)) {
      member.resize(kMoteFixedFields);
      work = Plus(work, static_cast<uint64_t>(FixedNeeds(member).work));
    }
    return work;
  }
  if (step.kernel < 0) return 1;
  const uint64_t work = WorkOfMicrocode(code, params);
  if (step.kind == StepKind::kLaunch) return work;
  if (step.kind == StepKind::kSort) return SortWork(step.fields, work);
  const MoteRoutineGeometry& geometry = *RowOf(step.routine).geometry;
  return Plus(work, Times(Product(step.fields, geometry.domain, 0), Product(step.fields, geometry.sum, 1)));
}

uint64_t StepBudget(const Plan& plan, int32_t entry_block, const IdVector<std::vector<uint64_t>>& work) {
  return Budget(plan, work).Sum(entry_block);
}

}  // namespace mote
