// What the loops in the microcode, and the strides in which a workgroup shares out a stage, come to.
#include "audit/trips.h"

#include <algorithm>

#include "audit/effects.h"
#include "schema/microcode_layout.h"

namespace mote::audit {
namespace {

constexpr int64_t kMany = int64_t{1} << 40;

int64_t Times(int64_t count, int64_t each) { return count <= 0 ? 0 : each > kMany / count ? kMany : count * each; }

// Per stage: the loops of its body, inner ones first added to the loop around them.
std::vector<int64_t> LoopsOfStages(const Microcode& code, const std::vector<uint32_t>& params) {
  std::vector<int64_t> stages(code.stages.size(), 0), inside(code.code_loops.size(), 0);
  for (size_t l = code.code_loops.size(); l-- > 0;) {
    const CodeLoop& loop = code.code_loops[l];
    const int64_t trips = Times(ExtentOf(code, params, loop.axis), 1 + inside[l]);
    int64_t& around = loop.around < 0 ? stages[loop.stage] : inside[loop.around];
    around = std::min(kMany, around + trips);
  }
  return stages;
}

}  // namespace

int64_t TripsOf(const Microcode& code, const std::vector<uint32_t>& params) {
  const std::vector<int64_t> bodies = LoopsOfStages(code, params);
  const bool flat = code.groups == 0 && code.stages.size() == 1 && code.stages[0].kind == kMoteStageMap;
  int64_t trips = 0;
  for (size_t s = 0; s < code.stages.size(); ++s) {
    const CodeStage& stage = code.stages[s];
    if (flat || stage.kind == kMoteStageScalar) {
      trips += bodies[s];
      continue;
    }
    int64_t points = 1;
    for (const int32_t axis : stage.lane_axes) points = Times(points, ExtentOf(code, params, axis));
    const bool reduces = stage.kind == kMoteStageReduce;
    const int64_t share = std::max<int64_t>(1, reduces ? stage.lanes : code.local_size);
    trips += Times((points + share - 1) / share, 1 + bodies[s]);
    for (int64_t reach = reduces ? stage.lanes / 2 : 0; reach > 0; reach /= 2) ++trips;  // partials are combined in halves
  }
  return trips;
}

}  // namespace mote::audit
