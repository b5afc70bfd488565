// Greedy: every group of bytes alone among 16 bits shows what it costs in accuracy; the worst become 16 bits first, their number is found
// by halving. Weights likewise.
#include "quantize/search.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "quantize/equalise.h"
#include "quantize/softmax_range.h"
#include "quantize/weights.h"
#include "quantize/write.h"

namespace mote {
namespace {

constexpr size_t kFew = 32;  // samples that show which of many is best

class Search {
 public:
  Search(const Module& prepared, const std::vector<Inputs>& samples, const QuantizeOptions& options, const ProgramOpen& open)
      : m_(prepared), samples_(samples), options_(options), open_(open) {}

  Result<PrecisionCandidate> Find() {
    MOTE_ASSIGN(PrecisionCandidate bytes, Tried({}, samples_.size()));
    if (Enough(bytes)) return bytes;
    MOTE_ASSIGN(const std::vector<Value> groups, GroupsByGain(bytes));
    const Try wider = [&](size_t count) { return Tried({FirstOf(groups, count), {}, {}}, samples_.size()); };
    MOTE_ASSIGN(PrecisionCandidate words, wider(groups.size()));
    if (Enough(words)) return Fewest(wider, groups.size(), std::move(words));
    MOTE_ASSIGN(const std::vector<int32_t> weights, WeightsByGain(words));
    const Try heavier = [&](size_t count) { return Tried({words.wide, FirstOf(weights, count), {}}, samples_.size()); };
    MOTE_ASSIGN(PrecisionCandidate all, heavier(weights.size()));
    if (Enough(all)) return Fewest(heavier, weights.size(), std::move(all));
    return WithFloats(all);
  }

 private:
  // What has more bits than bytes.
  struct Wider {
    std::set<Value> values;
    std::set<int32_t> weights, floats;
  };
  using Try = std::function<Result<PrecisionCandidate>(size_t count)>;

  // Outputs below 0 dB, or that are no numbers, are never enough.
  bool Enough(const PrecisionCandidate& c) const {
    return !(c.outputs.Decibels() < options_.least_sqnr) && c.agreement >= options_.least_agreement;
  }

  // `all`: what `count` of them give, which is enough. None is not.
  Result<PrecisionCandidate> Fewest(const Try& tried, size_t count, PrecisionCandidate all) {
    for (size_t few = 0; count - few > 1;) {
      const size_t middle = few + (count - few) / 2;
      MOTE_ASSIGN(PrecisionCandidate c, tried(middle));
      if (Enough(c)) all = std::move(c), count = middle;
      else few = middle;
    }
    return all;
  }

  template <typename T>
  static std::set<T> FirstOf(const std::vector<T>& list, size_t count) {
    return {list.begin(), list.begin() + static_cast<int64_t>(count)};
  }

  Result<PrecisionCandidate> WithFloats(const PrecisionCandidate& all) {
    MOTE_ASSIGN(const std::vector<int32_t> steps, StepsByGain(all));
    const Try floats = [&](size_t count) { return Tried({all.wide, all.wide_weights, FirstOf(steps, count)}, samples_.size()); };
    // The last steps may be nothing by themselves.
    for (size_t count = steps.size(); count-- > 1;) {
      Result<PrecisionCandidate> most = floats(count);
      if (!most.ok()) continue;
      if (Enough(*most)) return Fewest(floats, count, std::move(*most));
      return NoPrecision(*most);
    }
    return NoPrecision(all);
  }

  // One value of each group of bytes, those first whose bytes, beside 16 bits everywhere else, put most error into the outputs for what 16
  // bits of theirs cost.
  Result<std::vector<Value>> GroupsByGain(const PrecisionCandidate& bytes) {
    std::set<Value> all;
    for (size_t g = 0; g < bytes.groups.count(); ++g) {
      if (bytes.formats[g].type == ElementType::kS8) all.insert(bytes.groups.members(g)[0]);
    }
    std::vector<std::pair<double, Value>> gains;
    for (const Value v : all) {
      std::set<Value> others = all;
      others.erase(v);
      MOTE_ASSIGN(const PrecisionCandidate c, Tried({others, {}, {}}, kFew));
      gains.emplace_back(-c.outputs.error / CostOf(bytes, bytes.groups.At(v)), v);
    }
    return Sorted(std::move(gains));
  }

  // Products of 8-bit weights, in the same order.
  Result<std::vector<int32_t>> WeightsByGain(const PrecisionCandidate& words) {
    std::set<int32_t> all;
    for (const IntegerStep& step : words.steps.list) {
      if (step.form == IntegerForm::kProduct && step.inputs.size() == 1 && step.weights == ElementType::kS8) all.insert(step.first);
    }
    std::vector<std::pair<double, int32_t>> gains;
    for (const int32_t first : all) {
      std::set<int32_t> others = all;
      others.erase(first);
      MOTE_ASSIGN(const PrecisionCandidate c, Tried({words.wide, others, {}}, kFew));
      gains.emplace_back(-c.outputs.error, first);
    }
    return Sorted(std::move(gains));
  }

  // Bytes more, products that become generic kernels, elements whose function is computed as floats.
  double CostOf(const PrecisionCandidate& c, size_t group) const {
    const Computation& entry = m_.main();
    double cost = 0;
    for (const Value v : c.groups.members(group)) cost += static_cast<double>(entry.shape(v).ElementCount());
    for (const IntegerStep& step : c.steps.list) {
      const bool reads = std::any_of(step.inputs.begin(), step.inputs.end(), [&](Value v) { return c.groups.At(v) == group; });
      const auto elements = static_cast<double>(entry.instructions[step.last].shape().ElementCount());
      if (reads && step.form == IntegerForm::kProduct) cost += elements * static_cast<double>(TermsOf(m_, step));
      if (reads && (step.form == IntegerForm::kTable || step.form == IntegerForm::kSoftmax)) cost += 100 * elements;
    }
    return cost;
  }

  // Steps, those first that as floats leave the least error.
  Result<std::vector<int32_t>> StepsByGain(const PrecisionCandidate& words) {
    std::vector<std::pair<double, int32_t>> errors;
    for (const IntegerStep& step : words.steps.list) {
      if (words.steps.list.size() == 1) break;
      const Result<PrecisionCandidate> c = Tried({words.wide, words.wide_weights, {step.first}}, kFew);
      errors.emplace_back(c.ok() ? c->outputs.error : INFINITY, step.first);
    }
    return Sorted(std::move(errors));
  }

  template <typename T>
  static std::vector<T> Sorted(std::vector<std::pair<double, T>> errors) {
    std::sort(errors.begin(), errors.end());
    std::vector<T> list;
    for (const auto& [error, item] : errors) list.push_back(item);
    return list;
  }

  Diagnostic NoPrecision(const PrecisionCandidate& c) const {
    char text[128];
    std::snprintf(text, sizeof text, "no precision reaches what is asked for: %.1f dB and %.2f %% agreement at best", c.outputs.Decibels(),
                  c.agreement * 100);
    return Error(Rule::kAttribute, text);
  }

  // The program with these, measured on the first samples.
  Result<PrecisionCandidate> Tried(const Wider& wider, size_t samples) {
    IntegerSteps steps = FindSteps(m_, wider.floats);
    if (steps.list.empty())
      return Error(Rule::kUnsupported, "there is nothing to quantize: no operation of the program has an integer form");
    FormatGroups groups(m_, steps);
    PrecisionCandidate c{std::move(steps), std::move(groups), {}, {}, {}, {}, 0, wider.values, wider.weights, {}, wider.floats};
    MOTE_CHECK_OK(ObserveMissing(c));
    ChannelsByValue channels;
    for (const auto& [v, channel] : ChannelsToWatch(m_, c.steps)) channels[v] = seen_.at(v).channels;
    Equalise(m_, c.steps, channels);
    for (IntegerStep& step : c.steps.list) {
      if (const auto found = moments_.find(step.first); found != moments_.end()) step.moments = found->second;
      const bool product = step.form == IntegerForm::kProduct && step.inputs.size() == 1;
      if (product && (options_.weights == ElementType::kS16 || wider.weights.count(step.first) != 0)) step.weights = ElementType::kS16;
    }
    MOTE_ASSIGN(const std::vector<Histogram> observed, ObserveEqualised(c));
    c.ranges.resize(c.groups.count());
    for (size_t k = 0; k < observed.size(); ++k) {
      RealRange& range = c.ranges[c.groups.At(c.groups.observed()[k])];
      range.low = std::min(range.low, observed[k].least()), range.high = std::max(range.high, observed[k].most());
    }
    FormatChoice choice;
    choice.rule = options_.rule, choice.activations = options_.activations;
    for (const Value v : wider.values) {
      if (c.groups.Has(v)) choice.wide.insert(c.groups.At(v));
    }
    for (const auto& [group, v] : OnlyOfSoftmax(c)) {
      const bool words = options_.activations == ElementType::kS16 || choice.wide.count(group) != 0;
      choice.ranges[group] = SoftmaxRange(seen_.at(v).arrays, c.ranges[group], words ? ElementType::kS16 : ElementType::kS8);
    }
    MOTE_ASSIGN(c.formats, ChooseFormats(m_, c.steps, c.groups, observed, choice));
    MOTE_CHECK_OK(Measure(c, std::min(samples, samples_.size())));
    return c;
  }

  // Groups of one value that a softmax alone reads.
  std::map<size_t, Value> OnlyOfSoftmax(const PrecisionCandidate& c) const {
    std::map<size_t, Value> found;
    for (const IntegerStep& step : c.steps.list) {
      if (step.form != IntegerForm::kSoftmax) continue;
      const Value v = step.inputs[0];
      const bool alone = std::none_of(c.steps.list.begin(), c.steps.list.end(), [&](const IntegerStep& other) {
        return other.form != IntegerForm::kSoftmax && std::find(other.inputs.begin(), other.inputs.end(), v) != other.inputs.end();
      });
      const auto& results = m_.main().results;
      if (alone && c.groups.members(c.groups.At(v)).size() == 1 && std::find(results.begin(), results.end(), v) == results.end())
        found.emplace(c.groups.At(v), v);
    }
    return found;
  }

  Status ObserveMissing(const PrecisionCandidate& c) {
    std::map<Value, int64_t> channels = ChannelsToWatch(m_, c.steps);
    std::set<Value> kept;
    for (const IntegerStep& step : c.steps.list) {
      if (step.form == IntegerForm::kSoftmax) kept.insert(step.inputs[0]);
    }
    std::set<Value> wanted(c.groups.observed().begin(), c.groups.observed().end());
    for (const auto& [v, channel] : channels) wanted.insert(v);
    std::vector<Watched> missing;
    for (const Value v : wanted) {
      if (seen_.count(v) == 0) missing.push_back({v, channels.count(v) != 0 ? channels[v] : -1, {}, kept.count(v) != 0});
    }
    for (const IntegerStep& step : c.steps.list) {
      const bool weights = step.form == IntegerForm::kProduct && step.inputs.size() == 1;
      const auto at = std::find_if(missing.begin(), missing.end(), [&](const Watched& w) { return weights && w.value == step.inputs[0]; });
      if (at == missing.end()) continue;
      const auto moments = InputMoments::Make(m_, step, samples_.size());
      if (moments != nullptr) at->moments.push_back(moments.get()), moments_[step.first] = moments;
    }
    if (missing.empty()) return Ok();
    MOTE_ASSIGN(Observations seen, Observe(m_, missing, samples_, open_));
    for (size_t k = 0; k < missing.size(); ++k) seen_[missing[k].value] = std::move(seen.values[k]);
    return Ok();
  }

  // In the order of FormatGroups::observed.
  Result<std::vector<Histogram>> ObserveEqualised(const PrecisionCandidate& c) {
    std::vector<Watched> divided;
    for (const IntegerStep& step : c.steps.list) {
      if (!step.equalised.empty()) divided.push_back({{step.last, 0}, step.channel, step.equalised, false});
    }
    MOTE_ASSIGN(const Observations seen, Observe(m_, divided, samples_, open_));
    std::vector<Histogram> observed;
    for (const Value v : c.groups.observed()) {
      const auto found = std::find_if(divided.begin(), divided.end(), [&](const Watched& w) { return w.value == v; });
      observed.push_back(found == divided.end() ? seen_.at(v).all : seen.values[static_cast<size_t>(found - divided.begin())].all);
    }
    return observed;
  }

  Status Measure(PrecisionCandidate& c, size_t samples) {
    WriteOptions write;
    write.tapped = true;
    write.through_floats = &c.through_floats;
    MOTE_ASSIGN(const Module integers, WriteIntegers(m_, c.steps, c.groups, c.formats, write));
    MOTE_ASSIGN(const ProgramRun run, open_(integers));
    std::vector<Value> taps;
    for (const IntegerStep& step : c.steps.list) taps.push_back({step.last, 0});
    MOTE_ASSIGN(const ProgramRun floats, open_(Tapped(m_, taps)));
    c.by_step.resize(c.steps.list.size());
    int64_t agreeing = 0, rows = 0;
    const size_t own = m_.main().results.size();
    for (size_t s = 0; s < samples; ++s) {
      MOTE_ASSIGN(const std::vector<Literal> got, run(samples_[s]));
      MOTE_ASSIGN(const std::vector<Literal> expected, floats(samples_[s]));
      for (size_t r = 0; r < own; ++r) {
        if (!IsFloat(expected[r].type())) continue;
        AddTo(c.outputs, expected[r], got[r], nullptr);
        agreeing += AgreeingRows(expected[r], got[r], nullptr), rows += RowsOf(expected[r]);
      }
      for (size_t k = 0; k < taps.size(); ++k) {
        const IntegerStep& step = c.steps.list[k];
        AddTo(c.by_step[k], expected[own + k], got[own + k], &c.formats[c.groups.At(taps[k])], step.equalised, step.channel);
      }
    }
    c.agreement = rows == 0 ? 1 : static_cast<double>(agreeing) / static_cast<double>(rows);
    return Ok();
  }

  const Module& m_;
  const std::vector<Inputs>& samples_;
  const QuantizeOptions& options_;
  const ProgramOpen& open_;
  std::map<Value, Observed> seen_;
  std::map<int32_t, std::shared_ptr<InputMoments>> moments_;  // by IntegerStep::first
};

}  // namespace

Result<PrecisionCandidate> FindPrecision(const Module& prepared, const std::vector<Inputs>& samples, const QuantizeOptions& options,
                                const ProgramOpen& open) {
  return Search(prepared, samples, options, open).Find();
}

}  // namespace mote
