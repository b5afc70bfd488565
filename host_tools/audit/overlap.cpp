// The in-place rule: a store may overwrite an operand only where every load of the same element comes first, whatever order points run in.
// Proven by equal access maps where that is enough, else by enumerating elements.
#include <algorithm>
#include <cstdlib>

#include "audit/effects.h"

namespace mote::audit {
namespace {

constexpr int64_t kMostElements = int64_t{1} << 24;

int64_t StrideOf(const MemoryEvent& event, const std::vector<uint32_t>& params, int32_t axis) {
  for (const MemoryEvent::Term& t : event.terms) {
    if (t.axis == axis) return static_cast<int32_t>(params[t.stride_word]);
  }
  return 0;
}

// Equal offsets at every point, and no two points with the same offset.
bool SameInjectiveMap(const Microcode& code, const std::vector<uint32_t>& params, const MemoryEvent& load, const MemoryEvent& store) {
  if (load.stage != store.stage || load.loops != store.loops || load.position > store.position) return false;
  if (BoxOf(code, params, load).base != BoxOf(code, params, store).base) return false;
  std::vector<Progression> moving;
  for (int32_t axis : AxesOf(code, store)) {
    const int64_t extent = ExtentOf(code, params, axis), stride = StrideOf(store, params, axis);
    if (extent <= 1) continue;
    if (stride != StrideOf(load, params, axis)) return false;
    moving.push_back({extent, std::abs(stride)});
  }
  std::sort(moving.begin(), moving.end(), [](const Progression& a, const Progression& b) { return a.stride < b.stride; });
  int64_t span = 0;
  for (const Progression& p : moving) {
    if (p.stride <= span || span > kMostElements * 256) return false;
    span += (p.extent - 1) * p.stride;
  }
  return true;
}

// Calls f(element, coordinates) for every execution of an event; coordinates are those of AxesOf.
template <typename F>
void ForEachExecution(const Microcode& code, const std::vector<uint32_t>& params, const MemoryEvent& event, F f) {
  const std::vector<int32_t> axes = AxesOf(code, event);
  std::vector<int64_t> at(axes.size()), extents, strides;
  for (int32_t axis : axes) {
    extents.push_back(ExtentOf(code, params, axis));
    strides.push_back(StrideOf(event, params, axis));
    if (extents.back() <= 0) return;
  }
  int64_t element = BoxOf(code, params, event).base;
  while (true) {
    f(element, at);
    size_t axis = axes.size();
    while (axis > 0) {
      --axis;
      element += strides[axis];
      if (++at[axis] < extents[axis]) break;
      element -= strides[axis] * extents[axis];
      at[axis] = 0;
      if (axis == 0) return;
    }
    if (axes.empty()) return;
  }
}

// A number for the part of a run that is ordered with the store: its group, and in the same stage also its point and the shared loops.
class Moments {
 public:
  Moments(const Microcode& code, const std::vector<uint32_t>& params, const MemoryEvent& load, const MemoryEvent& store) {
    shared_ = code.groups;
    if (load.stage == store.stage) {
      shared_ += code.stages[store.stage].lane_axes.size();
      const auto common = std::mismatch(load.loops.begin(), load.loops.end(), store.loops.begin(), store.loops.end());
      shared_ += static_cast<size_t>(common.first - load.loops.begin());
    }
    const std::vector<int32_t> axes = AxesOf(code, store);
    for (size_t i = 0; i < shared_; ++i) extents_.push_back(ExtentOf(code, params, axes[i]));
  }
  int64_t Number(const std::vector<int64_t>& at) const {
    int64_t number = 0;
    for (size_t i = 0; i < shared_; ++i) number = number * extents_[i] + at[i];
    return number;
  }

 private:
  size_t shared_ = 0;
  std::vector<int64_t> extents_;
};

int64_t Executions(const Microcode& code, const std::vector<uint32_t>& params, const MemoryEvent& event) {
  int64_t count = 1;
  for (int32_t axis : AxesOf(code, event)) {
    const int64_t extent = ExtentOf(code, params, axis);
    if (extent <= 0) return 0;
    if (count > kMostElements / extent) return kMostElements + 1;
    count *= extent;
  }
  return count;
}

}  // namespace

std::vector<int32_t> AxesOf(const Microcode& code, const MemoryEvent& event) {
  std::vector<int32_t> axes;
  for (int32_t g = 0; g < code.groups; ++g) axes.push_back(g);
  const CodeStage& stage = code.stages[event.stage];
  axes.insert(axes.end(), stage.lane_axes.begin(), stage.lane_axes.end());
  for (const MemoryEvent::OpenLoop& loop : event.loops) axes.push_back(loop.axis);
  return axes;
}

int64_t ExtentOf(const Microcode& code, const std::vector<uint32_t>& params, int32_t axis) {
  return static_cast<int32_t>(params[code.extent_words[axis]]);
}

Box BoxOf(const Microcode& code, const std::vector<uint32_t>& params, const MemoryEvent& event) {
  Box box;
  if (event.offset_word >= 0) box.base = static_cast<int32_t>(params[event.offset_word]);
  for (const MemoryEvent::Term& t : event.terms) {
    box.terms.push_back({ExtentOf(code, params, t.axis), static_cast<int32_t>(params[t.stride_word])});
  }
  return box;
}

bool LoadsComeFirst(const Microcode& code, const std::vector<uint32_t>& params, const MemoryEvent& load, const MemoryEvent& store) {
  if (load.checked || store.checked) return false;
  if (SameInjectiveMap(code, params, load, store)) return true;
  if (Executions(code, params, load) > kMostElements || Executions(code, params, store) > kMostElements) return false;
  const Box stored = BoxOf(code, params, store);
  const int64_t lowest = stored.Lowest(), count = stored.Highest() - lowest + 1;
  if (count > kMostElements) return false;
  constexpr int64_t kNobody = -1, kSeveral = -2;
  std::vector<int64_t> writer(count, kNobody);
  const Moments moments(code, params, load, store);
  ForEachExecution(code, params, store, [&](int64_t element, const std::vector<int64_t>& at) {
    int64_t& w = writer[element - lowest];
    const int64_t moment = moments.Number(at);
    w = w == kNobody || w == moment ? moment : kSeveral;
  });
  const bool earlier = load.stage < store.stage || (load.stage == store.stage && load.position < store.position);
  bool fine = true;
  ForEachExecution(code, params, load, [&](int64_t element, const std::vector<int64_t>& at) {
    if (element < lowest || element >= lowest + count) return;
    const int64_t w = writer[element - lowest];
    fine &= w == kNobody || (earlier && w == moments.Number(at));
  });
  return fine;
}

}  // namespace mote::audit
