// What goes from run to run.
#include "tool/rounds.h"

#include <fmt/format.h>

#include <algorithm>

namespace mote {

Status CheckRounds(const Runner& runner, int64_t rounds) {
  if (rounds <= 1) return Ok();
  const size_t inputs = runner.input_shapes().size(), outputs = runner.output_shapes().size();
  for (size_t i = 0; i < inputs; ++i) {
    const std::string input = ToString(runner.input_shapes()[i]);
    const std::string output = i < outputs ? ToString(runner.output_shapes()[i]) : "missing";
    if (i < outputs && runner.output_shapes()[i] == runner.input_shapes()[i]) continue;
    return Error(Rule::kShape, fmt::format("--rounds {}: input {} is {}, and output {}, which would be the next round's, is {}", rounds, i,
                                           input, i, output));
  }
  return Ok();
}

void TakeAsInputs(const std::vector<Literal>& outputs, std::vector<Literal>& inputs) {
  std::copy_n(outputs.begin(), inputs.size(), inputs.begin());
}

std::string Preview(const Literal& value) {
  std::string text;
  for (int64_t i = 0; i < value.size() && i < 8; ++i) {
    text += i ? " " : "";
    if (IsComplex(value.type())) text += fmt::format("({:g},{:g})", value.ComplexAt(i).real(), value.ComplexAt(i).imag());
    else if (IsFloat(value.type())) text += fmt::format("{:g}", value.RealAt(i));
    else if (IsUnsigned(value.type())) text += fmt::format("{}", static_cast<uint64_t>(value.IntegerAt(i)));
    else text += fmt::format("{}", value.IntegerAt(i));
  }
  return value.size() > 8 ? text + " …" : text;
}

std::string RoundLine(int64_t round, int64_t rounds, int64_t members, uint64_t bytes, const std::vector<Literal>& outputs, size_t inputs) {
  std::string text = fmt::format("round {} of {}", round, rounds);
  if (members != 0) text += fmt::format(", {} member{}, {} bytes sent", members, members == 1 ? "" : "s", bytes);
  for (size_t i = inputs; i < outputs.size(); ++i) text += (i == inputs ? ": " : ", ") + Preview(outputs[i]);
  return text;
}

}  // namespace mote
