// All words of 32 bits, each group of 16 alone among them shows what it costs in accuracy; as many as may be become 16 bits, the cheapest
// first. Where 32 do not suffice, spectra are balanced, then words of 64 come first.
#include "quantize/signal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "evaluate/watch.h"
#include "fixed/known_value.h"
#include "hlo/verify.h"
#include "passes/passes.h"
#include "quantize/observe.h"
#include "quantize/signal_spectrum.h"
#include "quantize/signal_write.h"

namespace mote {
namespace {

constexpr double kHeadroom = 1.25;  // for inputs beyond the samples; what is larger is saturated
constexpr size_t kFew = 4;          // samples that show which group to begin with
constexpr size_t kMany = 32;        // samples that a candidate is held against, the hardest; what is chosen, against all

using Bits = std::vector<int>;  // by group
using Outputs = std::vector<Literal>;

std::vector<RuntimeValue> ValuesOf(const Inputs& inputs) {
  std::vector<RuntimeValue> values(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) values[i].literal = inputs[i];
  return values;
}

Result<Outputs> Ran(const Module& module, const Inputs& inputs, const Watch& watch = nullptr) {
  const std::vector<RuntimeValue> values = ValuesOf(inputs);
  MOTE_ASSIGN(const std::vector<RuntimeValue> results, watch ? EvaluateWatched(module, values, watch) : Evaluate(module, values));
  Outputs literals;
  for (const RuntimeValue& result : results) literals.push_back(result.literal);
  return literals;
}

// How far the outputs of a candidate are from the floats.
struct Accuracy {
  std::vector<Ratio> outputs;
  int64_t agreeing = 0, rows = 0;

  double Decibels() const {
    double least = INFINITY;
    for (const Ratio& ratio : outputs) least = std::min(least, ratio.Decibels());
    return least;
  }
  double Agreement() const { return rows == 0 ? 1 : static_cast<double>(agreeing) / static_cast<double>(rows); }
};

class SignalSearch {
 public:
  SignalSearch(const Module& floats, const std::vector<Inputs>& samples, const QuantizeOptions& options)
      : m_(floats), samples_(samples), options_(options), least_(options.least_sqnr > 0 ? options.least_sqnr : kSignalSqnr),
        values_(floats) {}

  // Whether words of 32 bits are enough.
  Result<bool> Observe() {
    MOTE_CHECK_OK(ObserveAll());
    bits_.assign(values_.count(), 32);
    for (size_t g = 0; g < bits_.size(); ++g) {
      if (exact_[g]) bits_[g] = 16;
    }
    MOTE_CHECK_OK(OrderSamples());
    MOTE_ASSIGN(const Accuracy reached, Tried(bits_, samples_.size()));
    enough_ = Enough(reached);
    return enough_;
  }

  Result<QuantizedProgram> Find() {
    Bits bits = bits_;
    if (!enough_) {
      MOTE_ASSIGN(bits, Widened(bits));
    }
    MOTE_ASSIGN(bits, Narrowed(bits));
    return Written(bits);
  }

 private:
  bool Enough(const Accuracy& a) const { return !(a.Decibels() < least_) && a.Agreement() >= options_.least_agreement; }

  SignalFormats FormatsOf(const Bits& bits) const {
    SignalFormats formats;
    for (size_t g = 0; g < bits.size(); ++g) {
      const double room = values_.Constant(g) ? 1 : kHeadroom;
      formats.low.push_back(low_[g] * room), formats.high.push_back(high_[g] * room);
      formats.by_group.push_back(WordFormatFor(bits[g], std::max(-formats.low[g], formats.high[g])));
    }
    return formats;
  }

  Status ObserveAll() {
    low_.assign(values_.count(), 0), high_.assign(values_.count(), 0), exact_.assign(values_.count(), false);
    std::optional<PlacedValue> wrong;
    const Watch watch = [&](int32_t computation, int32_t at, const std::vector<RuntimeValue>& results) {
      for (size_t r = 0; r < results.size(); ++r) {
        const PlacedValue v{computation, {at, static_cast<int32_t>(r)}};
        if (!values_.Has(v)) continue;
        const size_t g = values_.At(v);
        // What is carried or moved may hold what nobody picks, as an infinity.
        const Instruction& i = m_.computations[computation].instructions[at];
        const bool arithmetic = IsElementwise(i.op) && i.op != Op::kSelect;
        for (int64_t k = 0; k < results[r].literal.size(); ++k) {
          const double real = results[r].literal.RealAt(k);
          if (std::isfinite(real)) low_[g] = std::min(low_[g], real), high_[g] = std::max(high_[g], real);
          else if (arithmetic && !wrong) wrong = v;
        }
      }
    };
    for (const Inputs& sample : samples_) {
      MOTE_ASSIGN(Outputs outputs, Ran(m_, sample, watch));
      expected_.push_back(std::move(outputs));
      if (wrong) return NotFinite(*wrong);
    }
    for (size_t g = 0; g < values_.count(); ++g) {
      const auto& members = values_.members(g);
      exact_[g] = values_.Constant(g) && Exact(g);
      open_.push_back(std::all_of(members.begin(), members.end(), [&](PlacedValue v) { return StaysInAccumulator(m_, v); }));
    }
    return Ok();
  }

  Diagnostic NotFinite(PlacedValue v) const {
    const Computation& c = m_.computations[v.computation];
    return Error(Rule::kAttribute, Label(c, v.value.instruction) + " " + ToString(c.shape(v.value)) +
                                       " has a value that is no finite number on a calibration sample",
                 c.at(v.value).location);
  }

  // A constant that 16 bits hold as it is.
  bool Exact(size_t g) const {
    const WordFormat f = WordFormatFor(16, std::max(-low_[g], high_[g]));
    const PlacedValue root = values_.members(g)[0];
    const auto known = KnownValue(m_, m_.computations[root.computation], root.value);
    for (int64_t k = 0; known && k < known->size(); ++k) {
      const double real = known->RealAt(k);
      if (std::isfinite(real) && static_cast<double>(f.Stored(real)) * f.scale() != real) return false;
    }
    return known.has_value();
  }

  // The samples that lose most with the words to begin with come first: quiet ones show what a candidate spoils, loud ones would hide it.
  Status OrderSamples() {
    std::vector<std::pair<double, size_t>> decibels;
    for (size_t s = 0; s < samples_.size(); ++s) {
      order_ = {s};
      MOTE_ASSIGN(const Accuracy alone, Tried(bits_, 1));
      decibels.emplace_back(alone.Decibels(), s);
    }
    std::sort(decibels.begin(), decibels.end());
    order_.clear();
    for (const auto& [least, s] : decibels) order_.push_back(s);
    return Ok();
  }

  Result<Accuracy> Tried(const Bits& bits, size_t samples) {
    MOTE_ASSIGN(const WrittenSignal written, WriteSignal(m_, values_, FormatsOf(bits), false));
    const Module module = ShareAndDrop(written.module);
    Accuracy accuracy;
    accuracy.outputs.resize(m_.main().results.size());
    for (size_t turn = 0; turn < std::min(samples, order_.size()); ++turn) {
      const size_t s = order_[turn];
      MOTE_ASSIGN(const Outputs got, Ran(module, samples_[s]));
      for (size_t r = 0; r < got.size(); ++r) {
        if (!IsFloat(got[r].type())) continue;
        AddTo(accuracy.outputs[r], expected_[s][r], got[r], nullptr);
        accuracy.agreeing += AgreeingRows(expected_[s][r], got[r], nullptr), accuracy.rows += RowsOf(got[r]);
      }
    }
    std::vector<Ratio> reals;
    for (size_t r = 0; r < accuracy.outputs.size(); ++r) {
      if (IsFloat(m_.main().shape(m_.main().results[r]).element_type)) reals.push_back(accuracy.outputs[r]);
    }
    accuracy.outputs = std::move(reals);
    return accuracy;
  }

  // Relative error of the worst output.
  static double ErrorOf(const Accuracy& a) { return std::pow(10, -a.Decibels() / 10); }

  // Groups of 32 bits, those first that as 16 alone leave the least error for what that saves.
  Result<std::vector<size_t>> Order(const Bits& bits) {
    std::vector<std::pair<double, size_t>> gains;
    for (size_t g = 0; g < bits.size(); ++g) {
      if (bits[g] != 32 || open_[g]) continue;
      Bits other = bits;
      other[g] = 16;
      MOTE_ASSIGN(const Accuracy a, Tried(other, kFew));
      gains.emplace_back(ErrorOf(a) / static_cast<double>(values_.Elements(g)), g);
    }
    std::sort(gains.begin(), gains.end());
    std::vector<size_t> order;
    for (const auto& [gain, g] : gains) order.push_back(g);
    return order;
  }

  static Bits With(Bits bits, const std::vector<size_t>& order, size_t count) {
    for (size_t k = 0; k < count; ++k) bits[order[k]] = 16;
    return bits;
  }

  // Words of 64 bits from the program's end backwards until it is enough, then those that need not be so wide back again.
  Result<Bits> Widened(Bits bits) {
    std::vector<size_t> wide;
    MOTE_ASSIGN(Accuracy best, Tried(bits, samples_.size()));
    Accuracy now = best;
    for (size_t g = bits.size(); g-- > 0 && !Enough(now);) {
      if (bits[g] != 32 || values_.Constant(g) || open_[g]) continue;
      bits[g] = 64;
      wide.push_back(g);
      MOTE_ASSIGN(now, Tried(bits, samples_.size()));
      if (now.Decibels() > best.Decibels()) best = now;
    }
    if (!Enough(now)) {
      if (options_.least_sqnr > 0 || options_.least_agreement > 0) return NoPrecision(best);
      for (const size_t g : wide) bits[g] = 32;
      return bits;
    }
    for (const size_t g : wide) {
      bits[g] = 32;
      MOTE_ASSIGN(const Accuracy a, Tried(bits, samples_.size()));
      if (!Enough(a)) bits[g] = 64;
    }
    return bits;
  }

  // As many of 16 bits as may be: the first of the order, then of those behind one by one.
  Result<Bits> Narrowed(const Bits& bits) {
    MOTE_ASSIGN(const std::vector<size_t> order, Order(bits));
    size_t count = 0;
    for (size_t most = order.size() + 1; most - count > 1;) {
      const size_t middle = count + (most - count) / 2;
      MOTE_ASSIGN(const Accuracy a, Tried(With(bits, order, middle), kMany));
      (Enough(a) ? count : most) = middle;
    }
    std::vector<size_t> chosen(order.begin(), order.begin() + static_cast<int64_t>(count));
    for (size_t k = count + 1; k < order.size(); ++k) {
      chosen.push_back(order[k]);
      MOTE_ASSIGN(const bool enough, Holds(With(bits, chosen, chosen.size())));
      if (!enough) chosen.pop_back();
    }
    while (!chosen.empty() && samples_.size() > kMany) {
      MOTE_ASSIGN(const Accuracy a, Tried(With(bits, chosen, chosen.size()), samples_.size()));
      if (Enough(a)) break;
      chosen.resize(chosen.size() - (chosen.size() + 7) / 8);
    }
    return With(bits, chosen, chosen.size());
  }

  // On a few samples, then on many.
  Result<bool> Holds(const Bits& bits) {
    MOTE_ASSIGN(const Accuracy few, Tried(bits, 1));
    if (!(few.Decibels() >= least_ - 6)) return false;
    MOTE_ASSIGN(const Accuracy many, Tried(bits, kMany));
    return Enough(many);
  }

  Diagnostic NoPrecision(const Accuracy& a) const {
    char text[128];
    std::snprintf(text, sizeof text, "no precision reaches what is asked for: %.1f dB and %.2f %% agreement at best", a.Decibels(),
                  a.Agreement() * 100);
    return Error(Rule::kAttribute, text);
  }

  Result<QuantizedProgram> Written(const Bits& bits) {
    const SignalFormats formats = FormatsOf(bits);
    MOTE_ASSIGN(const WrittenSignal tapped, WriteSignal(m_, values_, formats, false));
    MOTE_ASSIGN(WrittenSignal written, WriteSignal(m_, values_, formats, options_.integer_io));
    QuantizedProgram done;
    MOTE_ASSIGN(done.module, Simplify(written.module));
    if (const auto broken = Verify(done.module, 1); !broken.empty()) return broken[0];
    MOTE_CHECK_OK(Report(done.report, tapped, formats));
    return done;
  }

  IntegerFormat FormatFor(size_t g, const SignalFormats& formats) const {
    const WordFormat f = formats.by_group[g];
    return {f.type(), f.scale(), 0, -f.most(), f.most(), {low_[g], high_[g]}};
  }

  // Errors of every step by itself, loops included: what the float program computed in order, against the stored words in the same order.
  Status Report(QuantizeReport& report, const WrittenSignal& written, const SignalFormats& formats) {
    std::map<PlacedValue, Ratio> ratios;
    std::map<PlacedValue, PlacedValue> back;
    for (const auto& [old, stored] : written.stored) back.emplace(PlacedValue{old.computation, stored}, old);
    for (size_t s = 0; s < std::min(kFew, samples_.size()); ++s) {
      std::map<PlacedValue, std::vector<Literal>> floats;
      std::map<PlacedValue, size_t> seen;
      MOTE_CHECK_OK(Ran(m_, samples_[s], [&](int32_t computation, int32_t at, const std::vector<RuntimeValue>& results) {
        const PlacedValue v{computation, {at, 0}};
        if (written.stored.count(v) != 0) floats[v].push_back(results[0].literal);
      }));
      MOTE_CHECK_OK(Ran(written.module, samples_[s], [&](int32_t computation, int32_t at, const std::vector<RuntimeValue>& results) {
        const auto found = back.find({computation, {at, 0}});
        if (found == back.end()) return;
        const PlacedValue old = found->second;
        const size_t turn = seen[old]++;
        const IntegerFormat format = FormatOf(old, written, formats);
        if (turn < floats[old].size()) AddTo(ratios[old], floats[old][turn], results[0].literal, &format);
      }));
    }
    for (const int32_t c : values_.computations()) {
      for (int32_t at = 0; at < m_.computations[c].instructions.count(); ++at) AddLine(report, {c, {at, 0}}, ratios, written, formats);
    }
    AddEnds(report, formats);
    MOTE_ASSIGN(const Accuracy accuracy, Tried(BitsOf(formats), samples_.size()));
    report.sqnr = accuracy.Decibels(), report.agreement = accuracy.Agreement();
    report.samples = static_cast<int64_t>(samples_.size());
    return Ok();
  }

  static Bits BitsOf(const SignalFormats& formats) {
    Bits bits;
    for (const WordFormat& f : formats.by_group) bits.push_back(f.bits);
    return bits;
  }

  IntegerFormat FormatOf(PlacedValue v, const WrittenSignal& written, const SignalFormats& formats) const {
    IntegerFormat format = FormatFor(values_.At(v), formats);
    const auto sum = written.accumulators.find(v);
    if (sum == written.accumulators.end()) return format;
    format.type = ElementType::kS64, format.scale = std::ldexp(1.0, sum->second);
    return format;
  }

  void AddLine(QuantizeReport& report, PlacedValue v, const std::map<PlacedValue, Ratio>& ratios, const WrittenSignal& written,
               const SignalFormats& formats) const {
    const Computation& c = m_.computations[v.computation];
    const Instruction& i = c.at(v.value);
    const auto ratio = ratios.find(v);
    if (ratio == ratios.end() || i.op == Op::kParameter || IsControl(i) || InFamily(i.op, Family::kMove)) return;
    const size_t g = values_.At(v);
    StepReport line;
    line.name = Label(c, v.value.instruction), line.form = v.computation == m_.entry ? "word" : "in loop", line.location = i.location;
    line.format = FormatOf(v, written, formats), line.range = {low_[g], high_[g]};
    if (written.accumulators.count(v) != 0) line.form = "sums";  // read by the next step as they are
    for (const Value in : i.operands) {
      if (IsRealArray(c.shape(in)))
        line.inputs += (line.inputs.empty() ? "" : " ") + std::string(HloName(FormatOf({v.computation, in}, written, formats).type));
    }
    line.sqnr = ratio->second.Decibels();
    if (InFamily(i.op, Family::kProduct)) line.macs = i.shape().ElementCount() * TermsIn(c, i);
    line.bytes = i.shape().ElementCount() * StorageBytes(line.format.type);
    report.steps.push_back(std::move(line));
  }

  static int64_t TermsIn(const Computation& c, const Instruction& i) {
    int64_t terms = 1;
    if (i.op == Op::kDotGeneral) {
      for (const int64_t d : i.Ints(Attr::kLhsContractingDimensions)) terms *= c.shape(i.operands[0]).dims[d];
      return terms;
    }
    const Shape& kernel = c.shape(i.operands[1]);
    return kernel.ElementCount() / std::max<int64_t>(kernel.dims[i.Int(Attr::kKernelOutputFeatureDimension)], 1);
  }

  void AddEnds(QuantizeReport& report, const SignalFormats& formats) const {
    const Computation& entry = m_.main();
    const auto of = [&](Value v, const std::string& name) {
      const size_t g = values_.At({m_.entry, v});
      return ValueReport{name, FormatFor(g, formats), {low_[g], high_[g]}};
    };
    for (size_t p = 0; p < entry.parameters.size(); ++p) {
      const Value v{static_cast<int32_t>(p), 0};
      if (values_.Has({m_.entry, v})) report.inputs.push_back(of(v, ParameterNames(entry, p).front()));
    }
    for (size_t r = 0; r < entry.results.size(); ++r) {
      const bool named = r < entry.result_names.size() && !entry.result_names[r].empty();
      if (values_.Has({m_.entry, entry.results[r]}))
        report.outputs.push_back(of(entry.results[r], named ? entry.result_names[r] : std::to_string(r)));
    }
  }

  const Module& m_;
  const std::vector<Inputs>& samples_;
  const QuantizeOptions& options_;
  const double least_;
  const SignalValues values_;
  Bits bits_;  // to begin with
  bool enough_ = false;
  std::vector<double> low_, high_;  // by group: what occurred
  std::vector<bool> exact_, open_;  // constants that 16 bits hold; what is not stored
  std::vector<Outputs> expected_;  // by sample
  std::vector<size_t> order_;      // of the samples, those that lose most first
};

}  // namespace

Result<QuantizedProgram> QuantizeSignal(const Module& expanded, const std::vector<Inputs>& samples, const QuantizeOptions& options) {
  if (samples.empty()) return Error(Rule::kCount, "there are no calibration samples");
  SignalSearch search(expanded, samples, options);
  MOTE_ASSIGN(const bool enough, search.Observe());
  if (enough) return search.Find();
  MOTE_ASSIGN(const std::optional<Module> balanced, BalanceSpectra(expanded, samples));
  if (!balanced) return search.Find();
  MOTE_ASSIGN(const Module simple, Simplify(*balanced));
  SignalSearch again(simple, samples, options);
  MOTE_CHECK_OK(again.Observe());
  return again.Find();
}

}  // namespace mote
