// Which loops go whole into a shader, on how many invocations, and how many turns a launch of it may take.
#include "emit/whole_loop.h"

#include <algorithm>

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

class LoopFormer {
 public:
  LoopFormer(const Plan& plan, const Step& step) : plan_(plan), step_(step) {}

  std::optional<WholeLoop> Form() {
    if (!AddBlock(step_.blocks[0], loop_.parts.condition) || !AddBlock(step_.blocks[1], loop_.parts.body)) return {};
    loop_.parts.predicate_space = SpaceOf(step_.operands[0]);
    loop_.invocations = ShaderForm::kGroupInvocations;
    while (!groups_ && loop_.invocations < widest_ && loop_.invocations < kMostInvocations) loop_.invocations *= 2;
    const int64_t asked = 1 + TripsOfParts(loop_.parts.condition), body = TripsOfParts(loop_.parts.body);
    const int64_t most = (kMoteMaxTrips - asked) / (asked + body);  // turns, behind the last of which it is asked once more
    loop_.turns = step_.turns > 0 ? std::min(step_.turns, most) : most;
    loop_.trips = asked + loop_.turns * (asked + body);
    return asked > kMoteMaxTrips || loop_.turns < 1 ? std::nullopt : std::optional<WholeLoop>(std::move(loop_));
  }

 private:
  // On a device the state lies behind the arena, in its buffer.
  uint8_t SpaceOf(BufferId b) const {
    const Space space = plan_.views[b].space;
    return static_cast<uint8_t>(space == Space::kState ? Space::kArena : space);
  }

  bool AddBlock(int32_t block, std::vector<LoopPart>& parts) {
    for (const Step& step : plan_.graph.blocks[block].steps) {
      LoopPart part;
      for (const BufferId b : step.operands) {
        part.spaces.push_back(SpaceOf(b));
        part.bytes.push_back(plan_.views[b].bytes);
        if (plan_.views[b].offset % kAlignment != 0) return false;
      }
      int64_t points = part.bytes.empty() ? 0 : (part.bytes.back() + 3) / 4, work = points;
      if (step.kind == StepKind::kLaunch) {
        if (step.forms.empty()) return false;
        part.kernel = &plan_.graph.kernels[step.kernel];
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
      work_ += work;
      trips_.push_back(step.trips);
      parts.push_back(std::move(part));
      if (trips_.size() > kMostParts || points > kMostWork || work_ > kMostWork) return false;
    }
    return true;
  }

  // SPEC.md section 5. Those of the kernel are in trips_, in the order of the parts.
  int64_t TripsOfParts(const std::vector<LoopPart>& parts) {
    int64_t trips = 0;
    for (const LoopPart& part : parts) {
      const int64_t each = 1 + trips_[counted_++];
      const int64_t points = part.kernel == nullptr ? part.bytes[1] / 4 : part.Domain();
      const bool shared_out = part.kernel == nullptr || IsFlat(*part.kernel);
      trips += (shared_out ? (points + loop_.invocations - 1) / loop_.invocations : points) * each;
    }
    return trips;
  }

  const Plan& plan_;
  const Step& step_;
  WholeLoop loop_;
  bool groups_ = false;
  int64_t widest_ = 1, work_ = 0;
  std::vector<int64_t> trips_;
  size_t counted_ = 0;
};

}  // namespace

std::optional<WholeLoop> FormWholeLoop(const Plan& plan, const Step& step) { return LoopFormer(plan, step).Form(); }

}  // namespace mote
