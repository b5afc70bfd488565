// Every run of neighbouring steps of a block that can be a pipeline is priced; the cheapest cut into such runs and single steps is taken.
#include "plan/roll_rows.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "plan/flow.h"
#include "plan/pipeline_rows.h"
#include "plan/predict.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr int64_t kNever = int64_t{1} << 40;  // so many bytes that the output never lies so far behind its input

// Steps [first, end) of a block as one.
struct Segment {
  size_t first = 0, end = 0;
  std::vector<ChainMember> chain;
  std::vector<BufferId> inputs, streams;     // streams: of each member, -1 where it has none
  std::set<BufferId> inner;                  // values and scratch that nobody else sees
  BufferId output = -1;
  RolledChain rolled;
  int64_t live = 0, price = 0;  // bytes while it runs; instructions beyond those of its steps
};

// A cut of the rest of a block: by how much it is too large, what it costs more.
struct Cut {
  int64_t excess = 0, price = 0;
  const Segment* taken = nullptr;  // null: the step by itself
  bool operator<(const Cut& other) const { return std::tie(excess, price) < std::tie(other.excess, other.price); }
};

class Roller {
 public:
  Roller(const Plan& plan, int64_t budget) : plan_(plan), graph_(plan.graph), flow_(AnalyseFlow(plan.graph)), budget_(budget) {
    for (size_t p = 0; p < flow_.points.size(); ++p) {
      const Point& point = flow_.points[p];
      if (point.block >= 0) points_[{point.block, point.step}] = p;
      for (const Touch& touch : point.touches) (touch.written ? writers_ : readers_)[touch.buffer].insert(p);
    }
  }

  // Whether any pipeline was made.
  bool Roll(StepGraph& out) {
    out = graph_;
    bool any = false;
    for (size_t b = 0; b < graph_.blocks.size(); ++b) any = RollBlock(static_cast<int32_t>(b), out) || any;
    return any;
  }

 private:
  const Step& At(int32_t block, size_t step) const { return graph_.blocks[block].steps[step]; }

  bool RollBlock(int32_t block, StepGraph& out) {
    const size_t count = graph_.blocks[block].steps.size();
    std::vector<Segment> segments;
    for (size_t first = 0; first < count; ++first) {
      for (size_t end = first + 2; end <= count && end - first <= kMotePipelineMostMembers; ++end) {
        if (At(block, end - 1).kind != StepKind::kFixed || At(block, first).kind != StepKind::kFixed) break;
        AddSegments(block, first, end, segments);
      }
    }
    std::vector<Cut> best(count + 1);
    for (size_t s = count; s-- > 0;) {
      best[s] = Behind(best[s + 1], LiveAt(points_.at({block, static_cast<int32_t>(s)})), 0);
      for (const Segment& segment : segments) {
        if (segment.first != s) continue;
        Cut cut = Behind(best[segment.end], segment.live, segment.price);
        cut.taken = &segment;
        if (cut < best[s]) best[s] = cut;
      }
    }
    std::vector<Step> steps;
    bool any = false;
    for (size_t s = 0; s < count;) {
      const Segment* taken = best[s].taken;
      steps.push_back(taken == nullptr ? At(block, s) : MakeStep(block, *taken, out));
      s = taken == nullptr ? s + 1 : taken->end;
      any = any || taken != nullptr;
    }
    out.blocks[block].steps = std::move(steps);
    return any;
  }

  Cut Behind(const Cut& rest, int64_t live, int64_t price) const {
    return {std::max(rest.excess, std::max<int64_t>(0, live - budget_)), rest.price + price, nullptr};
  }

  // Steps [first, end) with one row of the input a turn, or several.
  void AddSegments(int32_t block, size_t first, size_t end, std::vector<Segment>& segments) const {
    Segment segment;
    segment.first = first, segment.end = end;
    if (!MakeChain(block, segment)) return;
    for (const int64_t rows : {1, 2, 3, 4, 6, 8, 12, 16}) {
      const auto rolled = RollChain(segment.chain, rows);
      if (!rolled) return;
      segment.rolled = *rolled;
      segment.price = PriceOfRolling(segment.chain, *rolled, plan_.target);
      segment.live = LiveIn(block, segment);
      segments.push_back(segment);
    }
  }

  // False where a value is seen elsewhere, or a step is no member.
  bool MakeChain(int32_t block, Segment& segment) const {
    std::map<BufferId, int32_t> made;
    for (size_t s = segment.first; s < segment.end; ++s) {
      const Step& step = At(block, s);
      if (step.kind != StepKind::kFixed) return false;
      ChainMember& member = segment.chain.emplace_back();
      member.fields = step.fields;
      const MoteFixedNeeds needs = FixedNeeds(step.fields);
      for (int32_t i = 0; i < 2; ++i) {
        const BufferId buffer = step.operands[std::min(i, needs.inputs - 1)];
        const auto found = made.find(buffer);
        member.sources[static_cast<size_t>(i)] = found != made.end() ? found->second : -1 - Number(segment.inputs, buffer);
      }
      segment.streams.push_back(needs.stream > 0 ? step.operands[needs.inputs] : -1);
      const auto output = static_cast<size_t>(needs.inputs + (needs.stream > 0 ? 1 : 0));
      if (IsOfPixels(member.fields)) TakeRows(segment.chain, graph_.buffers[step.operands[output]].dims, member);
      if (output + 1 < step.operands.size()) segment.inner.insert(step.operands[output + 1]);  // scratch
      segment.output = step.operands[output];
      made[segment.output] = static_cast<int32_t>(s - segment.first);
      if (s + 1 < segment.end) segment.inner.insert(segment.output);
    }
    const size_t from = points_.at({block, static_cast<int32_t>(segment.first)}), to = from + segment.end - segment.first;
    for (const BufferId buffer : segment.inner) {
      if (graph_.buffers[buffer].kind != Buffer::Kind::kTemporary) return false;
      for (const auto* touching : {&readers_, &writers_}) {
        const auto found = touching->find(buffer);
        if (found == touching->end()) continue;
        if (*found->second.begin() < from || *found->second.rbegin() >= to) return false;
      }
    }
    for (const BufferId input : segment.inputs) {
      if (input == segment.output || segment.inner.count(input) != 0) return false;
    }
    if (IsWholePool(segment.chain.back().fields)) {
      segment.chain.back().fields[kMoteFixedRoutine] = static_cast<int64_t>(FixedRoutine::kAveragePoolRows);
    }
    return true;
  }

  // Whether each pixel of the output is made of the one of its number, whatever rows they lie in.
  static bool IsOfPixels(const std::vector<int64_t>& f) {
    bool pixels = f[kMoteFixedBatch] == 1 && f[kMoteFixedInH] * f[kMoteFixedInW] == f[kMoteFixedOutH] * f[kMoteFixedOutW];
    for (const MoteFixedField one : {kMoteFixedKernelH, kMoteFixedKernelW, kMoteFixedStrideY, kMoteFixedStrideX}) {
      pixels = pixels && f[one] == 1;
    }
    return pixels && f[kMoteFixedPadY] == 0 && f[kMoteFixedPadX] == 0;
  }

  // Such steps may know no rows: they have those of what they write, or of what they read.
  static void TakeRows(const std::vector<ChainMember>& chain, const Dims& dims, ChainMember& member) {
    std::vector<int64_t>& f = member.fields;
    const auto take = [&](int64_t height, int64_t width) {
      if (height * width != f[kMoteFixedInH] * f[kMoteFixedInW]) return;
      f[kMoteFixedInH] = f[kMoteFixedOutH] = height, f[kMoteFixedInW] = f[kMoteFixedOutW] = width;
    };
    if (dims.size() == 4 && dims[0] == 1 && dims[3] == f[kMoteFixedOutC]) take(dims[1], dims[2]);
    for (const int32_t source : member.sources) {
      if (source < 0) continue;
      const std::vector<int64_t>& from = chain[static_cast<size_t>(source)].fields;
      if (from[kMoteFixedOutC] == f[kMoteFixedInC]) take(from[kMoteFixedOutH], from[kMoteFixedOutW]);
    }
  }

  static int32_t Number(std::vector<BufferId>& list, BufferId buffer) {
    const auto found = std::find(list.begin(), list.end(), buffer);
    if (found != list.end()) return static_cast<int32_t>(found - list.begin());
    list.push_back(buffer);
    return static_cast<int32_t>(list.size()) - 1;
  }

  // Bytes of the arena at the points that `buffers` is occupied at, each place once.
  int64_t Live(size_t from, size_t to, const std::set<BufferId>& without) const {
    std::map<int64_t, int64_t> places;  // offset → bytes
    for (size_t b = 0; b < graph_.buffers.size(); ++b) {
      if (plan_.views[b].space != Space::kArena || without.count(static_cast<BufferId>(b)) != 0) continue;
      bool here = false;
      for (size_t p = from; p < to; ++p) here = here || flow_.occupied[b].Has(p);
      if (!here) continue;
      int64_t& bytes = places[plan_.views[b].offset];
      bytes = std::max(bytes, AlignUp(plan_.views[b].bytes));
    }
    int64_t live = 0;
    for (const auto& [offset, bytes] : places) live += bytes;
    return live;
  }
  int64_t AlignUp(int64_t bytes) const {
    const int64_t to = plan_.target.buffer_alignment;
    return (bytes + to - 1) / to * to;
  }

  // What it saves that the output may begin `below` bytes in front of the input or `above` behind it, where both live together only here.
  int64_t Shared(BufferId in, BufferId out, int64_t below, int64_t above, size_t from, size_t to) const {
    const View &input = plan_.views[in], &output = plan_.views[out];
    bool alone = in != out && input.space == Space::kArena && output.space == Space::kArena;
    flow_.occupied[in].ForEachCommon(flow_.occupied[out], [&](size_t p) { alone = alone && p >= from && p < to; });
    if (!alone) return 0;
    const int64_t together = std::min(std::max(below + input.bytes, output.bytes), std::max(above + output.bytes, input.bytes));
    return std::max<int64_t>(0, input.bytes + output.bytes - together);
  }

  int64_t LiveAt(size_t point) const {
    const Point& p = flow_.points[point];
    const Step& step = graph_.blocks[p.block].steps[p.step];
    int64_t live = Live(point, point + 1, {});
    if (step.overlap) {
      const Step::Overlap& o = *step.overlap;
      const BufferId in = step.operands[o.in], out = step.operands[o.out];
      if (plan_.views[in].offset != plan_.views[out].offset) live -= Shared(in, out, o.below, o.above, point, point + 1);
    }
    return live;
  }

  // The input that the output saves most by lying over it.
  std::pair<int32_t, int64_t> BestInput(int32_t block, const Segment& segment) const {
    std::pair<int32_t, int64_t> best = {-1, 0};
    const size_t from = points_.at({block, static_cast<int32_t>(segment.first)}), to = from + segment.end - segment.first;
    for (size_t i = 0; i < segment.inputs.size(); ++i) {
      const int64_t saved = Shared(segment.inputs[i], segment.output, segment.rolled.below[i], kNever, from, to);
      if (saved > best.second) best = {static_cast<int32_t>(i), saved};
    }
    return best;
  }

  int64_t LiveIn(int32_t block, const Segment& segment) const {
    const size_t from = points_.at({block, static_cast<int32_t>(segment.first)}), to = from + segment.end - segment.first;
    std::set<BufferId> without = segment.inner;
    without.insert(segment.output);  // which layer by layer may be made in place of an input
    const View& output = plan_.views[segment.output];
    return Live(from, to, without) + (output.space == Space::kArena ? AlignUp(output.bytes) : 0) + AlignUp(segment.rolled.bytes) -
           BestInput(block, segment).second;
  }

  Step MakeStep(int32_t block, const Segment& segment, StepGraph& out) const {
    Step step;
    step.kind = StepKind::kPipeline;
    step.operands = segment.inputs;
    std::vector<int64_t> streams;  // operands
    for (const BufferId stream : segment.streams) {
      streams.push_back(stream < 0 ? 0 : static_cast<int64_t>(step.operands.size()));
      if (stream >= 0) step.operands.push_back(stream);
    }
    Buffer workspace;
    workspace.kind = Buffer::Kind::kTemporary;
    workspace.type = ElementType::kU8;
    workspace.bytes = segment.rolled.bytes;
    workspace.dims = {workspace.bytes};
    workspace.name = "rows";
    step.operands.push_back(out.buffers.count());
    out.buffers.push_back(std::move(workspace));
    step.operands.push_back(segment.output);
    const RolledChain& rolled = segment.rolled;
    step.fields = {static_cast<int64_t>(segment.chain.size()), static_cast<int64_t>(segment.inputs.size()), rolled.rows, rolled.turns,
                   rolled.scratch};
    for (size_t m = 0; m < segment.chain.size(); ++m) {
      const ChainMember& member = segment.chain[m];
      step.fields.insert(step.fields.end(), member.fields.begin(), member.fields.end());
      for (const int32_t source : member.sources) step.fields.push_back(source >= 0 ? source : kMotePipelineOutside - 1 - source);
      const RolledChain::Value& value = rolled.values[m];
      for (const int64_t word : {streams[m], value.at, value.capacity, value.kept_at}) step.fields.push_back(word);
    }
    if (const int32_t input = BestInput(block, segment).first; input >= 0) {
      step.overlap = {input, static_cast<int32_t>(step.operands.size()) - 1, rolled.below[static_cast<size_t>(input)], kNever};
    }
    step.name = At(block, segment.first).name + " to " + At(block, segment.end - 1).name;
    step.why = "a few rows of each value at a time, for --ram";
    step.location = At(block, segment.first).location;
    return step;
  }

  const Plan& plan_;
  const StepGraph& graph_;
  const Flow flow_;
  const int64_t budget_;
  std::map<std::pair<int32_t, int32_t>, size_t> points_;  // of {block, step}
  std::map<BufferId, std::set<size_t>> readers_, writers_;
};

}  // namespace

Result<Plan> RollRows(Plan plan, int64_t ram) {
  constexpr int kMostTries = 8;
  Plan smallest = plan;
  int64_t budget = ram - plan.scratch_bytes;
  for (int tries = 0; tries < kMostTries; ++tries) {
    StepGraph graph;
    if (!Roller(plan, budget).Roll(graph)) break;
    MOTE_ASSIGN(Plan rolled, MakePlan(std::move(graph), plan.target));
    const int64_t excess = rolled.arena_bytes - ram;
    if (rolled.arena_bytes < smallest.arena_bytes) smallest = std::move(rolled);
    if (excess <= 0) break;
    budget -= excess;  // places are not found as tightly as what is live says
  }
  return smallest;
}

}  // namespace mote
