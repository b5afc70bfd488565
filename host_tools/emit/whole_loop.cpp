// Which loops go whole into a shader, on how many invocations, and how many turns a launch of it may take; which steps are a chain.
#include "emit/whole_loop.h"

#include <algorithm>
#include <cmath>

#include "kernel/trips.h"
#include "schema/step_layout.h"
#include "schema/vulkan_layout.h"
#include "select/choose_forms.h"

namespace mote {
namespace {

constexpr size_t kMostParts = 24;            // a shader of more takes long to make
constexpr int64_t kMostWork = 1 << 16;       // of a turn, in iterations of all points: from here on more workgroups are worth a launch
constexpr int64_t kAlignment = 16;           // of operands that are read and written by fours
constexpr int32_t kMostInvocations = 128;    // what every device has

// Of a chain's step, likewise: a launch wakes a processor's threads, which takes as long as such a step by itself.
constexpr int64_t kMostChained = 1 << 15;
// Words that a chain reads from storage for each launch that it saves: one thread of a device that is slow at it reads some twice as many
// meanwhile.
constexpr int64_t kFewReads = 2048;

// Steps one behind the other as parts of a shader.
class PartsFormer {
 public:
  explicit PartsFormer(const Plan& plan) : plan_(&plan) {}

  // On a device the state lies behind the arena, in its buffer.
  uint8_t SpaceOf(BufferId b) const {
    const Space space = plan_->views[b].space;
    return static_cast<uint8_t>(space == Space::kState ? Space::kArena : space);
  }

  // False where the step is nothing that a shader does, or has more points or iterations of all points than `most`.
  bool Add(const Step& step, int64_t most, std::vector<LoopPart>& parts) {
    LoopPart part;
    for (const BufferId b : step.operands) {
      part.spaces.push_back(SpaceOf(b));
      part.bytes.push_back(plan_->views[b].bytes);
      read_ += part.spaces.back() == kMoteConstant || part.spaces.back() == kMoteInput;
      if (plan_->views[b].offset % kAlignment != 0) return false;
    }
    int64_t points = part.bytes.empty() ? 0 : (part.bytes.back() + 3) / 4, work = points;
    if (step.kind == StepKind::kLaunch) {
      if (step.forms.empty()) return false;
      part.kernel = &plan_->graph.kernels[step.kernel];
      part.params = step.params;
      std::vector<int64_t> counts;
      for (size_t i = 0; i < part.bytes.size(); ++i) counts.push_back(part.bytes[i] / StorageBytes(part.kernel->operands[i].type));
      part.form = LoopForm(*part.kernel, step.params, counts);
      groups_ |= !IsFlat(*part.kernel);
      points = PointsOf(*part.kernel, step.params);
      work = IsFlat(*part.kernel) ? points * (1 + step.trips) : part.Domain() * (1 + step.trips) * ShaderForm::kGroupInvocations;
    } else if (step.kind != StepKind::kCopy) {
      return false;
    }
    int64_t tile = 1;
    for (const ShaderForm::Tile& t : part.form.tiles) tile *= t.size;
    widest_ = std::max(widest_, points / tile);
    words_ += WordsRead(part, work);
    work_ += work;
    trips_.push_back(step.trips);
    parts.push_back(std::move(part));
    return trips_.size() <= kMostParts && points <= most && work <= most;
  }

  int32_t Invocations() const {
    int32_t invocations = ShaderForm::kGroupInvocations;
    while (!groups_ && invocations < widest_ && invocations < kMostInvocations) invocations *= 2;
    return invocations;
  }

  // SPEC.md section 5, of parts whose first was added as number `first`.
  int64_t TripsOf(const std::vector<LoopPart>& parts, size_t first) const {
    const int64_t invocations = Invocations();
    int64_t trips = 0;
    for (const LoopPart& part : parts) {
      const int64_t each = 1 + trips_[first++];
      const int64_t points = part.kernel == nullptr ? part.bytes[1] / 4 : part.Domain();
      const bool shared_out = part.kernel == nullptr || IsFlat(*part.kernel);
      trips += (shared_out ? (points + invocations - 1) / invocations : points) * each;
    }
    return trips;
  }

  int64_t work() const { return work_; }  // of all parts
  int32_t read() const { return read_; }  // operands that no step may write
  int64_t words() const { return words_; }  // that are read from storage

 private:
  // Of what steps write: all else are texels. `work` is how often all points together go through the innermost loop.
  static int64_t WordsRead(const LoopPart& part, int64_t work) {
    const auto is_written = [&](int32_t operand) { return part.spaces[operand] != kMoteConstant && part.spaces[operand] != kMoteInput; };
    if (part.kernel == nullptr) return is_written(0) ? work : 0;
    double words = 0;
    for (int32_t i = 0; i < part.kernel->accesses.count(); ++i) {
      const Access& access = part.kernel->accesses[i];
      const KernelOperand& operand = part.kernel->operands[access.operand];
      if (!operand.read || !is_written(access.operand)) continue;
      const int bytes = StorageBytes(operand.type);
      double each = part.form.FoursAlong(i) == kNone ? std::max(1.0, bytes / 4.0) : bytes / 4.0;
      for (const ShaderForm::Tile& tile : part.form.tiles) {
        const auto along = [&](const Access::Term& term) { return term.axis == tile.axis; };
        if (std::none_of(access.terms.begin(), access.terms.end(), along)) each /= tile.size;
      }
      words += static_cast<double>(work) * each;
    }
    return static_cast<int64_t>(std::ceil(words));
  }

  const Plan* plan_;
  bool groups_ = false;
  int64_t widest_ = 1, work_ = 0, words_ = 0;
  int32_t read_ = 0;
  std::vector<int64_t> trips_;  // of the kernels
};

bool AddBlock(const Plan& plan, int32_t block, PartsFormer& former, std::vector<LoopPart>& parts) {
  const std::vector<Step>& steps = plan.graph.blocks[block].steps;
  return std::all_of(steps.begin(), steps.end(), [&](const Step& step) { return former.Add(step, kMostWork, parts); });
}

}  // namespace

std::optional<WholeLoop> FormWholeLoop(const Plan& plan, const Step& step) {
  WholeLoop loop;
  PartsFormer former(plan);
  if (!AddBlock(plan, step.blocks[0], former, loop.parts.condition) || !AddBlock(plan, step.blocks[1], former, loop.parts.body)) return {};
  if (former.work() > kMostWork) return {};
  loop.parts.predicate_space = former.SpaceOf(step.operands[0]);
  loop.invocations = former.Invocations();
  const int64_t asked = 1 + former.TripsOf(loop.parts.condition, 0);
  const int64_t body = former.TripsOf(loop.parts.body, loop.parts.condition.size());
  const int64_t most = (kMoteMaxTrips - asked) / (asked + body);  // turns, behind the last of which it is asked once more
  loop.turns = step.turns > 0 ? std::min(step.turns, most) : most;
  loop.trips = asked + loop.turns * (asked + body);
  if (asked > kMoteMaxTrips || loop.turns < 1) return {};
  return loop;
}

std::optional<Chain> FormChain(const Plan& plan, const Block& block, size_t first) {
  Chain chain;
  PartsFormer former(plan);
  for (size_t s = first; s < block.steps.size(); ++s) {
    PartsFormer longer = former;
    std::vector<LoopPart> parts = chain.parts;
    if (!longer.Add(block.steps[s], kMostChained, parts)) break;
    const int64_t trips = longer.TripsOf(parts, 0);
    if (trips > kMoteMaxTrips || longer.read() > kMoteTexelOperands) break;
    former = longer;
    const int64_t saved = static_cast<int64_t>(parts.size()) - 1;
    chain = {std::move(parts), former.Invocations(), trips, former.words() > saved * kFewReads};
  }
  if (chain.parts.size() < 2) return {};
  return chain;
}

}  // namespace mote
