// Hazards by byte ranges of views, since the last barrier.
#include "plan/barriers.h"

#include "plan/flow.h"

namespace mote {
namespace {

struct Range {
  Space space;
  int32_t number;
  int64_t from, to;
  bool written;
};

bool Hazard(const Range& a, const Range& b) {
  return (a.written || b.written) && a.space == b.space && a.number == b.number && a.from < b.to && b.from < a.to;
}

}  // namespace

IdVector<IdVector<bool>> FindBarriers(const StepGraph& graph, const IdVector<View>& views) {
  IdVector<IdVector<bool>> barriers;
  for (size_t b = 0; b < graph.blocks.size(); ++b) {
    IdVector<bool> before;
    std::vector<Range> pending;
    bool open = !graph.IsEntryBlock(static_cast<int32_t>(b));  // work of unknown extent may be under way
    for (const Step& step : graph.blocks[b].steps) {
      std::vector<Range> ranges;
      for (const Touch& t : TouchesOf(graph, step)) {
        const View& v = views[t.buffer];
        if (v.space != Space::kConstant && v.bytes > 0) ranges.push_back({v.space, v.number, v.offset, v.offset + v.bytes, t.written});
      }
      bool barrier = open;
      for (const Range& r : ranges) {
        for (const Range& p : pending) barrier |= Hazard(r, p);
      }
      if (barrier) pending.clear();
      pending.insert(pending.end(), ranges.begin(), ranges.end());
      before.push_back(barrier);
      open = !step.blocks.empty();
    }
    barriers.push_back(std::move(before));
  }
  return barriers;
}

}  // namespace mote
