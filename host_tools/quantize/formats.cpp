// FormatGroups by joining what moves; formats from their ranges, and from what the sums of 16-bit values leave room for.
#include "quantize/formats.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "quantize/weights.h"

namespace mote {

FormatGroups::FormatGroups(const Module& prepared, const IntegerSteps& steps) {
  std::map<Value, Value> parent;
  const std::function<Value(Value)> root = [&](Value v) {
    const Value up = parent.try_emplace(v, v).first->second;
    return up == v ? v : parent[v] = root(up);
  };
  for (const IntegerStep& step : steps.list) {
    const Value out{step.last, 0};
    const bool joins = step.form == IntegerForm::kMove || step.form == IntegerForm::kExtreme;
    root(out);
    for (const Value in : step.inputs) {
      root(in);
      if (joins) parent[root(in)] = root(out);
    }
  }
  std::map<Value, size_t> of_root;
  std::set<size_t> others;  // groups that something else than a softmax gives values of
  for (const auto& [v, up] : parent) {
    const auto [place, fresh] = of_root.try_emplace(root(v), members_.size());
    if (fresh) members_.emplace_back(), constants_.emplace_back();
    group_[v] = place->second;
    members_[place->second].push_back(v);
    const int32_t by = steps.by_result[v.instruction];
    const bool moved = by >= 0 && steps.list[static_cast<size_t>(by)].form == IntegerForm::kMove;
    if (!moved) observed_.push_back(v);
    const bool softmax = by >= 0 && steps.list[static_cast<size_t>(by)].form == IntegerForm::kSoftmax;
    if (softmax) fixed_.insert(place->second);
    else if (!moved) others.insert(place->second);
  }
  for (const size_t group : others) fixed_.erase(group);
  const Computation& c = prepared.main();
  for (const IntegerStep& step : steps.list) {
    const size_t group = group_.at({step.last, 0});
    if (step.form != IntegerForm::kMove) continue;
    for (const Value v : c.instructions[step.first].operands) {
      const auto known = Has(v) ? std::nullopt : ConstantAt(prepared, v);
      for (int64_t i = 0; known && IsFloat(known->type()) && i < known->size(); ++i) {
        const double real = known->RealAt(i);
        if (!(std::fabs(real) < 1e30)) continue;  // infinities, and what stands for them: the lowest and the highest stored value serve
        constants_[group].low = std::min(constants_[group].low, real);
        constants_[group].high = std::max(constants_[group].high, real);
      }
    }
  }
}

IntegerFormat FormatOfSoftmax(ElementType type) {
  if (type == ElementType::kS8) return {type, 0x1p-8, -128, -128, 127, {0, 1}};
  return {type, 0x1p-16, -32768, -32768, 32767, {0, 1}};
}

namespace {

// Whole numbers of `step` are stored exactly: pixels, samples of a converter.
IntegerFormat OnGrid(double step, RealRange range) {
  const double steps = std::round((range.high - range.low) / step), each = std::max(std::floor(255 / std::max(steps, 1.0)), 1.0);
  const double low = std::round(range.low / step) * step;
  return FormatFor(ElementType::kS8, {low, low + step / each * 255});
}

}  // namespace

Result<std::vector<IntegerFormat>> ChooseFormats(const Module& prepared, const IntegerSteps& steps, const FormatGroups& groups,
                                          const std::vector<Histogram>& observed, const FormatChoice& choice) {
  const auto type_of = [&](size_t g) { return choice.wide.count(g) != 0 ? ElementType::kS16 : choice.activations; };
  std::vector<RealRange> ranges(groups.count());
  for (size_t g = 0; g < groups.count(); ++g) ranges[g] = groups.constants(g);
  for (size_t k = 0; k < observed.size(); ++k) {
    const size_t g = groups.At(groups.observed()[k]);
    const RealRange range = observed[k].Range(choice.rule, type_of(g));
    ranges[g].low = std::min(ranges[g].low, range.low);
    ranges[g].high = std::max(ranges[g].high, range.high);
  }
  std::vector<IntegerFormat> formats;
  for (const auto& [g, range] : choice.ranges) ranges[g] = range;
  for (size_t g = 0; g < groups.count(); ++g)
    formats.push_back(groups.Fixed(g) ? FormatOfSoftmax(type_of(g)) : FormatFor(type_of(g), ranges[g]));
  for (size_t k = 0; k < observed.size(); ++k) {
    const size_t g = groups.At(groups.observed()[k]);
    const auto step = observed[k].Grid();
    const bool given = prepared.main().at(groups.observed()[k]).op == Op::kParameter;
    if (step && given && groups.members(g).size() == 1 && type_of(g) == ElementType::kS8) formats[g] = OnGrid(*step, ranges[g]);
  }
  // Sums of products stay in 32 bits: the fewer steps their 16-bit inputs have.
  std::vector<int64_t> most(groups.count(), 32767);
  for (const IntegerStep& step : steps.list) {
    if (step.form != IntegerForm::kProduct) continue;
    for (size_t k = 0; k < step.inputs.size(); ++k) {
      const size_t g = groups.At(step.inputs[k]), other = groups.At(step.inputs[step.inputs.size() - 1 - k]);
      if (formats[g].type != ElementType::kS16 || groups.Fixed(g)) continue;
      most[g] = std::min(most[g],
                         step.inputs.size() == 1 ? MostSteps(prepared, step, ranges[g]) : MostSteps(prepared, step, formats[other].type));
    }
  }
  for (size_t g = 0; g < groups.count(); ++g) {
    if (most[g] < 32767) formats[g] = FormatFor(ElementType::kS16, ranges[g], most[g]);
    if (!groups.Fixed(g)) formats[g].seen = ranges[g];
  }
  return formats;
}

}  // namespace mote
