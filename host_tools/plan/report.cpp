// The arena over time, the buffers at the peak and the reasons behind every step, as text.
#include "plan/report.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "plan/flow.h"
#include "plan/pipeline_rows.h"
#include "plan/predict.h"

namespace mote {
namespace {

std::string Grouped(int64_t value) {
  std::string digits = std::to_string(value);
  for (auto at = static_cast<ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, " ");
  return digits;
}

std::string ShapeText(const Buffer& b) { return ToString(Shape::Array(b.type, b.dims)); }

std::string NameOf(const Plan& plan, size_t b) {
  const std::string& name = plan.graph.buffers[b].name;
  if (name.empty()) return "buffer " + std::to_string(b);
  return name[0] >= '0' && name[0] <= '9' ? "%" + name : name;  // a numbered value of the source
}

// The point with most live bytes (each place counted once) and the buffers of the arena there, largest first.
struct Peak {
  size_t point = 0;
  std::vector<size_t> buffers;
};

Peak FindPeak(const Plan& plan, const Flow& flow) {
  Peak peak;
  int64_t most = -1;
  for (size_t p = 0; p < flow.points.size(); ++p) {
    std::map<int64_t, int64_t> places;  // offset → bytes
    std::vector<size_t> live;
    for (size_t b = 0; b < plan.views.size(); ++b) {
      if (plan.views[b].space != Space::kArena || plan.views[b].bytes == 0 || !flow.occupied[b].Has(p)) continue;
      int64_t& bytes = places[plan.views[b].offset];
      bytes = std::max(bytes, plan.views[b].bytes);
      live.push_back(b);
    }
    int64_t sum = 0;
    for (const auto& [offset, bytes] : places) sum += bytes;
    if (sum > most) std::tie(most, peak.point, peak.buffers) = std::tuple(sum, p, live);
  }
  std::stable_sort(peak.buffers.begin(), peak.buffers.end(), [&](size_t a, size_t b) { return plan.views[a].bytes > plan.views[b].bytes; });
  return peak;
}

std::string ListBuffers(const Plan& plan, const std::vector<size_t>& buffers) {
  constexpr size_t kMost = 6;
  std::string text;
  for (size_t i = 0; i < buffers.size() && i < kMost; ++i) {
    text += (i == 0 ? "" : ", ") + NameOf(plan, buffers[i]) + " " + ShapeText(plan.graph.buffers[buffers[i]]) + " (" +
            std::to_string(plan.views[buffers[i]].bytes) + ")";
  }
  if (buffers.size() > kMost) text += " and " + std::to_string(buffers.size() - kMost) + " more";
  return text;
}

// ", as much as KIND `NAME` wants".
std::string ScratchUser(const Plan& plan) {
  const Step* most = nullptr;
  for (const Block& block : plan.graph.blocks) {
    for (const Step& step : block.steps) {
      if (most == nullptr || step.scratch_bytes > most->scratch_bytes) most = &step;
    }
  }
  return most == nullptr || most->scratch_bytes == 0 ? ""
                                                     : std::string(", as much as ") + KindName(*most) + " `" + most->name + "` wants";
}

std::string StepLabel(const Plan& plan, const Point& point) {
  if (point.block < 0) return point.next.empty() ? "end" : "begin";
  return plan.graph.blocks[point.block].steps[point.step].name;
}

char LetterOf(size_t rank) {
  static const char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return rank < sizeof kLetters - 1 ? kLetters[rank] : '#';
}

// Rows are slices of the arena, highest address on top; columns are moments of the run.
std::string DrawArena(const Plan& plan, const Flow& flow, const ReportOptions& options) {
  constexpr size_t kRows = 20;
  const size_t gutter = 12;
  const size_t columns = std::max<size_t>(1, std::min(flow.points.size(), static_cast<size_t>(std::max(20, options.width)) - gutter));
  const int64_t slice = std::max<int64_t>(1, (plan.arena_bytes + static_cast<int64_t>(kRows) - 1) / static_cast<int64_t>(kRows));
  std::vector<size_t> by_size;
  for (size_t b = 0; b < plan.views.size(); ++b) {
    if (plan.views[b].space == Space::kArena && plan.views[b].bytes > 0) by_size.push_back(b);
  }
  std::stable_sort(by_size.begin(), by_size.end(), [&](size_t a, size_t b) { return plan.views[a].bytes > plan.views[b].bytes; });
  const size_t rows = (plan.arena_bytes + slice - 1) / slice;
  IdVector<std::string> picture(rows, std::string(columns, '.'));
  const auto mark = [&](size_t column, int64_t offset, int64_t bytes, char letter) {
    for (int64_t row = offset / slice; row * slice < offset + bytes && row < static_cast<int64_t>(rows); ++row) {
      picture[row][column] = letter;
    }
  };
  for (size_t c = 0; c < columns; ++c) {
    const size_t p = c * flow.points.size() / columns;
    const Point& point = flow.points[p];
    if (point.block >= 0) {
      const Step& step = plan.graph.blocks[point.block].steps[point.step];
      if (step.scratch_bytes > 0) mark(c, plan.scratch_offset, plan.scratch_bytes, '~');
    }
    for (size_t rank = by_size.size(); rank-- > 0;) {
      const size_t b = by_size[rank];
      if (flow.occupied[b].Has(p)) mark(c, plan.views[b].offset, plan.views[b].bytes, LetterOf(rank));
    }
  }
  std::string text;
  for (size_t row = rows; row-- > 0;) {
    std::string label = Grouped(static_cast<int64_t>(row) * slice);
    label.insert(0, label.size() < gutter - 2 ? gutter - 2 - label.size() : 0, ' ');
    text += label + (options.unicode ? " │" : " |") + picture[row] + "\n";
  }
  for (size_t rank = 0; rank < by_size.size() && rank < 16; ++rank) {
    const size_t b = by_size[rank];
    text += std::string("  ") + LetterOf(rank) + "  " + Grouped(plan.views[b].bytes) + " bytes at " + Grouped(plan.views[b].offset) + ": " +
            NameOf(plan, b) + " " + ShapeText(plan.graph.buffers[b]) + "\n";
  }
  if (plan.scratch_bytes > 0) text += "  ~  scratch\n";
  return text;
}

const char* SpaceName(Space space) {
  switch (space) {
    case Space::kConstant: return "constant";
    case Space::kArena: return "arena";
    case Space::kInput: return "input";
    case Space::kOutput: return "output";
    case Space::kState: return "state";
  }
  return "?";
}

std::string OperandText(const Plan& plan, BufferId buffer) {
  const View& view = plan.views[buffer];
  std::string text = std::string(SpaceName(view.space));
  if (view.space == Space::kInput || view.space == Space::kOutput) text += " " + std::to_string(view.number);
  return text + "+" + std::to_string(view.offset) + " " + ShapeText(plan.graph.buffers[buffer]);
}

void ExplainBlock(const Plan& plan, int32_t block, int depth, std::string& text) {
  const std::string indent(static_cast<size_t>(depth) * 2, ' ');
  const std::vector<Step>& steps = plan.graph.blocks[block].steps;
  for (size_t s = 0; s < steps.size(); ++s) {
    const Step& step = steps[s];
    text += indent + std::to_string(s) + "  " + KindName(step) + " " + step.name;
    if (step.location.known()) text += " (line " + std::to_string(step.location.line) + ")";
    if (plan.barrier_before[block][s]) text += ", after a barrier";
    text += "\n";
    const IdVector<Touch> touches = TouchesOf(plan.graph, step);
    for (const Touch& t : touches) {
      text += indent + "     " + (t.written ? (t.full ? "writes " : "updates ") : "reads ") + OperandText(plan, t.buffer);
      for (const auto& [in, out] : step.in_place) {
        const View& a = plan.views[step.operands[in]];
        const View& b = plan.views[step.operands[out]];
        if (out == t.operand && a.space == b.space && a.number == b.number && a.offset == b.offset) {
          text += ", in place of operand " + std::to_string(in);
        }
      }
      text += "\n";
    }
    if (step.scratch_bytes > 0) text += indent + "     scratch " + std::to_string(step.scratch_bytes) + " bytes\n";
    for (size_t f = 0; f < step.forms.size(); ++f) text += (f == 0 ? indent + "     shader: " : "; else ") + ToString(step.forms[f]);
    if (!step.forms.empty()) text += "\n";
    if (!step.why.empty()) text += indent + "     why: " + step.why + "\n";
    if (const auto price = PredictInstructions(step, plan.target)) text += indent + "     about " + Grouped(*price) + " instructions\n";
    for (size_t i = 0; i < step.blocks.size(); ++i) {
      const bool loop = step.kind == StepKind::kWhile;
      text += indent + "   " + (loop ? (i == 0 ? "condition" : "body") : "branch " + std::to_string(i)) + ":\n";
      ExplainBlock(plan, step.blocks[i], depth + 2, text);
    }
  }
}

// The sum of what is known; empty: nothing is.
std::string PriceOf(const Plan& plan, int32_t block) {
  int64_t sum = 0, priced = 0;
  const std::vector<Step>& steps = plan.graph.blocks[block].steps;
  for (const Step& step : steps) {
    const auto price = PredictInstructions(step, plan.target);
    sum += price.value_or(0), priced += price ? 1 : 0;
  }
  if (priced == 0) return "";
  const auto all = static_cast<int64_t>(steps.size());
  return " about " + Grouped(sum) + " instructions a run" +
         (priced == all ? "\n" : " in " + std::to_string(priced) + " of " + std::to_string(all) + " steps; the others are not priced\n");
}

}  // namespace

std::string DescribePeak(const Plan& plan) { return ListBuffers(plan, FindPeak(plan, AnalyseFlow(plan.graph)).buffers); }

std::string DescribeConstants(const Plan& plan) {
  std::vector<size_t> constants;
  for (size_t b = 0; b < plan.views.size(); ++b) {
    if (plan.views[b].space == Space::kConstant) constants.push_back(b);
  }
  std::stable_sort(constants.begin(), constants.end(), [&](size_t a, size_t b) { return plan.views[a].bytes > plan.views[b].bytes; });
  return ListBuffers(plan, constants);
}

std::string DrawPlan(const Plan& plan, const ReportOptions& options) {
  const Flow flow = AnalyseFlow(plan.graph);
  const Peak peak = FindPeak(plan, flow);
  const int64_t bound = std::max<int64_t>(1, plan.live_bound_bytes);
  const int64_t thousandths = (plan.peak_bytes * 1000 + bound / 2) / bound;
  std::string ratio = std::to_string(thousandths % 1000);
  ratio.insert(0, 3 - ratio.size(), '0');
  std::string text = "target " + plan.target.name + ": " + std::to_string(flow.points.size() - 2 * plan.graph.entries.size()) + " steps\n";
  text += "  arena     " + Grouped(plan.arena_bytes) + " bytes, buffers and scratch together\n";
  text += "  buffers   " + Grouped(plan.peak_bytes) + " bytes at the peak, " + std::to_string(thousandths / 1000) + "." + ratio +
          " of the live-set bound " + Grouped(plan.live_bound_bytes) + "\n";
  text += "  scratch   " + Grouped(plan.scratch_bytes) + " bytes at " + Grouped(plan.scratch_offset) + ScratchUser(plan) + "\n";
  if (plan.state_bytes > 0) text += "  state     " + Grouped(plan.state_bytes) + " bytes, kept between runs\n";
  text += "  constants " + Grouped(plan.constants_bytes) + " bytes\n";
  if (plan.arena_bytes == 0) return text;
  text += "the arena over time (one column a step, " +
          std::string(flow.points.size() > static_cast<size_t>(options.width) ? "sampled, " : "") + "highest address on top)\n" +
          DrawArena(plan, flow, options);
  for (const Block& block : plan.graph.blocks) {
    for (const Step& step : block.steps) {
      if (step.kind == StepKind::kPipeline) text += DescribePipeline(step);
      if (step.kind == StepKind::kWhile && step.turns >= 0) text += step.name + ", " + std::to_string(step.turns) + " turns\n";
    }
  }
  text += "most is live at `" + StepLabel(plan, flow.points[peak.point]) + "`: " + ListBuffers(plan, peak.buffers) + "\n";
  return text;
}

std::string ExplainPlan(const Plan& plan) {
  std::string text = "target " + plan.target.name + "\n";
  for (const EntryPoint& entry : plan.graph.entries) {
    if (plan.graph.entries.size() > 1) text += " entry " + entry.name + "\n";
    ExplainBlock(plan, entry.block, 1, text);
    text += PriceOf(plan, entry.block);
  }
  return text;
}

}  // namespace mote
