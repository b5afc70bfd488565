// Numbers from the candidate that was chosen, and a table of them.
#include "quantize/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "quantize/weights.h"

namespace mote {
namespace {

int64_t MacsOf(const Module& prepared, const IntegerStep& step) {
  if (step.form != IntegerForm::kProduct) return 0;
  return prepared.main().instructions[step.first].shape().ElementCount() * TermsOf(prepared, step);
}

ValueReport ValueOf(const PrecisionCandidate& c, Value v, const std::string& name) {
  const size_t group = c.groups.At(v);
  return {name, c.formats[group], c.ranges[group]};
}

template <typename... Arguments>
std::string Printed(const char* format, Arguments... arguments) {
  std::string text(static_cast<size_t>(std::snprintf(nullptr, 0, format, arguments...)) + 1, '\0');
  std::snprintf(text.data(), text.size(), format, arguments...);
  text.pop_back();
  return text;
}

std::string Decibels(double value) { return std::isinf(value) ? value > 0 ? "exact" : "none" : Printed("%.1f", value); }

}  // namespace

QuantizeReport ReportOf(const Module& prepared, const PrecisionCandidate& c) {
  const Computation& entry = prepared.main();
  QuantizeReport report;
  for (size_t p = 0; p < entry.parameters.size(); ++p) {
    const Value v{static_cast<int32_t>(p), 0};
    if (c.groups.Has(v)) report.inputs.push_back(ValueOf(c, v, ParameterNames(entry, p).front()));
  }
  for (size_t r = 0; r < entry.results.size(); ++r) {
    const bool named = r < entry.result_names.size() && !entry.result_names[r].empty();
    if (c.groups.Has(entry.results[r]))
      report.outputs.push_back(ValueOf(c, entry.results[r], named ? entry.result_names[r] : std::to_string(r)));
  }
  for (size_t s = 0; s < c.steps.list.size(); ++s) {
    const IntegerStep& step = c.steps.list[s];
    const size_t group = c.groups.At({step.last, 0});
    StepReport line;
    line.name = Label(entry, step.first), line.form = NameOf(step.form), line.location = entry.instructions[step.first].location;
    line.format = c.formats[group], line.range = c.ranges[group];
    for (const Value in : step.inputs)
      line.inputs += (line.inputs.empty() ? "" : " ") + std::string(HloName(c.formats[c.groups.At(in)].type));
    line.sqnr = c.by_step[s].Decibels();
    line.macs = MacsOf(prepared, step);
    line.bytes = entry.instructions[step.last].shape().ElementCount() * StorageBytes(line.format.type);
    if (step.form == IntegerForm::kProduct && step.inputs.size() == 1) {
      line.inputs += "*" + std::string(HloName(step.weights));
      const auto weights = WeightsFor(prepared, step, c.formats[c.groups.At(step.inputs[0])], line.format);
      if (weights.ok()) {
        line.bytes += weights->stored.size() * StorageBytes(weights->stored.type());
        line.weights_sqnr = Ratio{weights->squared, weights->squared_error}.Decibels();
      }
    }
    line.floats = c.through_floats.count(step.first) != 0;
    report.steps.push_back(std::move(line));
  }
  for (int32_t i = 0; i < entry.instructions.count(); ++i) {
    const Instruction& instruction = entry.instructions[i];
    if (c.steps.floats[i] && instruction.op != Op::kParameter) report.floats.emplace_back(Label(entry, i), instruction.location);
  }
  report.sqnr = c.outputs.Decibels(), report.agreement = c.agreement;
  report.wide = static_cast<int64_t>(c.wide.size()), report.wide_weights = static_cast<int64_t>(c.wide_weights.size()),
  report.kept = static_cast<int64_t>(c.kept.size());
  return report;
}

std::string PrintReport(const QuantizeReport& report) {
  std::string text = Printed("%-28s %-9s %-8s %-4s %11s %5s %11s %11s %7s %8s %10s %9s\n", "step", "form", "inputs", "to", "scale", "zero",
                             "least", "most", "SQNR", "weights", "MACs", "bytes");
  for (const StepReport& s : report.steps) {
    const std::string weights = s.weights_sqnr == 0 ? "" : Decibels(s.weights_sqnr);
    text +=
        Printed("%-28.28s %-9s %-8s %-4s %11.4g %5lld %11.4g %11.4g %7s %8s %10lld %9lld\n", s.name.c_str(), s.form.c_str(),
                s.inputs.c_str(), HloName(s.format.type), s.format.scale, static_cast<long long>(s.format.zero), s.range.low, s.range.high,
                Decibels(s.sqnr).c_str(), weights.c_str(), static_cast<long long>(s.macs), static_cast<long long>(s.bytes));
  }
  for (const ValueReport& v : report.inputs)
    text += Printed("input %s: %s, scale %.9g, zero %lld\n", v.name.c_str(), HloName(v.format.type), v.format.scale,
                    static_cast<long long>(v.format.zero));
  for (const ValueReport& v : report.outputs)
    text += Printed("output %s: %s, scale %.9g, zero %lld\n", v.name.c_str(), HloName(v.format.type), v.format.scale,
                    static_cast<long long>(v.format.zero));
  for (const auto& [name, location] : report.floats)
    text += "stays float: " + name + (location.known() ? Printed(" (line %u)", location.line) : "") + "\n";
  for (const StepReport& s : report.steps) {
    if (s.floats) text += "computed as floats between 16-bit values: " + s.name + "\n";
  }
  text += Printed("%lld samples: SQNR %s dB, agreement %.2f %%\n", static_cast<long long>(report.samples), Decibels(report.sqnr).c_str(),
                  report.agreement * 100);
  return text;
}

}  // namespace mote
