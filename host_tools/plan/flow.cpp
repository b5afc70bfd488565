// Touches of steps, the flattened control flow, and backward liveness over it.
#include "plan/flow.h"

#include <algorithm>

#include "schema/step_layout.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

int64_t ValueOf(const Step& step, ParamId param) { return param == kNone ? 0 : step.params[param]; }

// Elements a plain store of `access` reaches in one run of the kernel: the product of the extents it moves over.
int64_t ElementsReached(const Kernel& kernel, const Step& step, const Access& access) {
  int64_t elements = 1;
  for (const Access::Term& term : access.terms) {
    if (ValueOf(step, term.stride) != 0) elements *= ValueOf(step, kernel.axes[term.axis].extent);
  }
  return elements;
}

// Whether plain stores (no computed offset, no predicate) reach all of an operand. Stores at computed offsets write some part only.
bool WritesAll(const Kernel& kernel, const Step& step, int32_t operand, int64_t bytes) {
  int64_t written = 0;
  for (const Node& node : kernel.nodes) {
    if (node.op != Scalar::kStore) continue;
    const Access& access = kernel.accesses[node.index];
    if (access.operand != operand || node.in[1] != kNone || node.in[2] != kNone) continue;
    written += ElementsReached(kernel, step, access) * StorageBytes(kernel.operands[operand].type);
  }
  return written >= bytes;
}

class FlowMaker {
 public:
  explicit FlowMaker(const StepGraph& graph) : graph_(graph) {}

  std::vector<Point> Make() {
    for (const EntryPoint& entry : graph_.entries) AddEntry(entry);
    return std::move(points_);
  }

 private:
  // No edge leads from one entry to another.
  void AddEntry(const EntryPoint& entry) {
    Point begin, end;
    for (BufferId input : entry.inputs) begin.touches.push_back({input, -1, false, true, true});
    for (BufferId output : entry.outputs) end.touches.push_back({output, -1, true, false, false});
    for (size_t b = 0; b < graph_.buffers.size(); ++b) {
      const Buffer::Kind kind = graph_.buffers[b].kind;
      const bool state = kind == Buffer::Kind::kState;
      if (state || kind == Buffer::Kind::kConstant) begin.touches.push_back({static_cast<BufferId>(b), -1, false, true, true});
      if (state) end.touches.push_back({static_cast<BufferId>(b), -1, true, false, false});
    }
    const int32_t first = AddPoint(std::move(begin), {});
    AddPoint(std::move(end), AddBlock(entry.block, {first}));
  }

  int32_t AddPoint(Point point, const std::vector<int32_t>& from) {
    const auto number = points_.count();
    for (int32_t p : from) points_[p].next.push_back(number);
    points_.push_back(std::move(point));
    return number;
  }

  // Adds a block's points after those of `from`; returns the points that lead out of it.
  std::vector<int32_t> AddBlock(int32_t block, std::vector<int32_t> from) {
    const std::vector<Step>& steps = graph_.blocks[block].steps;
    for (size_t s = 0; s < steps.size(); ++s) {
      Point point;
      point.block = block;
      point.step = static_cast<int32_t>(s);
      point.touches = TouchesOf(graph_, steps[s]);
      if (steps[s].kind == StepKind::kWhile) {
        const auto head = points_.count();
        from = AddBlock(steps[s].blocks[0], from);
        const int32_t test = AddPoint(std::move(point), from);
        for (int32_t p : AddBlock(steps[s].blocks[1], {test})) points_[p].next.push_back(head);
        from = {test};
      } else if (steps[s].kind == StepKind::kConditional) {
        const int32_t test = AddPoint(std::move(point), from);
        from.clear();
        for (int32_t branch : steps[s].blocks) {
          const std::vector<int32_t> exits = AddBlock(branch, {test});
          from.insert(from.end(), exits.begin(), exits.end());
        }
        std::sort(from.begin(), from.end());
        from.erase(std::unique(from.begin(), from.end()), from.end());
      } else {
        from = {AddPoint(std::move(point), from)};
      }
    }
    return from;
  }

  const StepGraph& graph_;
  IdVector<Point> points_;
};

}  // namespace

IdVector<Touch> TouchesOf(const StepGraph& graph, const Step& step) {
  IdVector<Touch> touches;
  const auto buffer = [&](size_t at) { return step.operands[at]; };
  size_t first = 0;  // operand of the kernel's operand 0
  switch (step.kind) {
    case StepKind::kCopy:
      touches.push_back({buffer(0), 0, true, false, false});
      touches.push_back({buffer(1), 1, false, true, true});
      return touches;
    case StepKind::kWhile:
    case StepKind::kConditional:
      touches.push_back({buffer(0), 0, true, false, false});
      return touches;
    case StepKind::kRoutine:
      touches.push_back({buffer(0), 0, true, false, false});
      touches.push_back({buffer(1), 1, true, false, false});
      first = 2;
      break;
    case StepKind::kSort:
      // The arrays, all of them sorted; pairs are written before the kernel reads them.
      first = 2 * step.fields[kMoteSortArrays];
      for (size_t k = 0; k < first; ++k) {
        const bool sorted = k >= first / 2;
        touches.push_back({buffer(k), static_cast<int32_t>(k), !sorted, sorted, sorted});
      }
      touches.push_back({buffer(first), static_cast<int32_t>(first), false, true, true});
      break;
    case StepKind::kCall:
      for (size_t k = 0; k < step.operands.size(); ++k) {
        const bool output = k >= static_cast<size_t>(step.fields[kMoteCallInputs]);
        touches.push_back({buffer(k), static_cast<int32_t>(k), !output, output, output});
      }
      return touches;
    case StepKind::kExchange:
      for (size_t k = 0; k < step.operands.size(); ++k) {
        const bool result = k + 1 == step.operands.size();
        // Of one that was started both are the transport's from there on: what the start made of the result is needed here.
        const bool done = step.fields[kMoteExchangePart] == kMoteExchangeDone;
        touches.push_back({buffer(k), static_cast<int32_t>(k), !result || done, result, result && !done});
      }
      return touches;
    case StepKind::kFixed:
      for (size_t k = 0; k < step.operands.size(); ++k) {
        const MoteFixedNeeds needs = FixedNeeds(step.fields);
        const bool output = static_cast<int64_t>(k) >= needs.inputs + (needs.stream > 0 ? 1 : 0);  // or scratch
        touches.push_back({buffer(k), static_cast<int32_t>(k), !output, output, output});
      }
      return touches;
    case StepKind::kPipeline:
      for (size_t k = 0; k < step.operands.size(); ++k) {
        const bool output = k + 2 >= step.operands.size();  // or the workspace
        touches.push_back({buffer(k), static_cast<int32_t>(k), !output, output, output});
      }
      return touches;
    case StepKind::kLaunch:
      break;
  }
  const Kernel& kernel = graph.kernels[step.kernel];
  for (size_t k = step.kind == StepKind::kSort ? 1 : 0; k < kernel.operands.size(); ++k) {
    Touch touch{buffer(first + k), static_cast<int32_t>(first + k), kernel.operands[k].read, kernel.operands[k].written, false};
    if (touch.written) {
      touch.full = WritesAll(kernel, step, static_cast<int32_t>(k), graph.buffers[touch.buffer].bytes);
      // What a partial write leaves alone must have been there before: it counts as a read.
      if (!touch.full) touch.read = true;
    }
    touches.push_back(touch);
  }
  return touches;
}

Flow AnalyseFlow(const StepGraph& graph) {
  Flow flow;
  flow.points = FlowMaker(graph).Make();
  const size_t points = flow.points.size(), buffers = graph.buffers.size();
  IdVector<Bits> live_in(points, Bits(buffers));
  flow.live_out.assign(points, Bits(buffers));
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t p = points; p-- > 0;) {
      for (int32_t n : flow.points[p].next) flow.live_out[p].Unite(live_in[n]);
      Bits in = flow.live_out[p];
      for (const Touch& t : flow.points[p].touches) {
        if (t.full && !t.read) in.Clear(t.buffer);
      }
      for (const Touch& t : flow.points[p].touches) {
        if (t.read) in.Set(t.buffer);
      }
      changed |= live_in[p].Unite(in);
    }
  }
  flow.occupied.assign(buffers, Bits(points));
  for (size_t p = 0; p < points; ++p) {
    flow.live_out[p].ForEach([&](size_t b) { flow.occupied[b].Set(p); });
    for (const Touch& t : flow.points[p].touches) flow.occupied[t.buffer].Set(p);
  }
  return flow;
}

int64_t ArenaBytes(const Buffer& buffer, const TargetFacts& target) {
  switch (buffer.kind) {
    case Buffer::Kind::kConstant:
    case Buffer::Kind::kState: return 0;
    case Buffer::Kind::kInput:
    case Buffer::Kind::kOutput: return target.io_in_arena ? buffer.bytes : 0;
    case Buffer::Kind::kTemporary: return buffer.bytes;
  }
  return 0;
}

}  // namespace mote
