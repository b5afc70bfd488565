// interpreter.run_parallel names functions in its attributes: they must exist and fit its operands and results.
#include "frontend/mlir_parser.h"

namespace mote {
namespace {

// The names in "[[@f, @g], [@h]]".
std::vector<std::string> Names(std::string_view text) {
  std::vector<std::string> names;
  for (size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    const size_t end = std::min(text.find_first_of(",]", at), text.size());
    names.emplace_back(text.substr(at + 1, end - at - 1));
  }
  return names;
}

}  // namespace

bool MlirParser::CheckPrograms() {
  bool good = true;
  for (const Computation& computation : module_.computations) {
    for (const Instruction& instruction : computation.instructions) {
      if (instruction.op != Op::kRunParallel) continue;
      if (!CheckProgram(instruction)) good = false;
      if (!good && errors_.size() >= options_.max_errors) return false;
    }
  }
  return good;
}

bool MlirParser::CheckProgram(const Instruction& instruction) {
  const Location location = instruction.location;
  const std::vector<std::string> programs = Names(instruction.Text(Attr::kPrograms));
  if (programs.empty()) return Fail(Rule::kCount, "programs of run_parallel is empty", location);
  size_t operands = 0, results = 0;
  for (const std::string& name : programs) {
    const int32_t index = module_.Find(name);
    if (index < 0) return Fail(Rule::kSignature, "there is no function @" + name, location);
    operands += module_.computations[index].parameters.size();
    results += module_.computations[index].results.size();
  }
  for (const std::string& name : Names(instruction.Text(Attr::kInfeed))) {
    const int32_t index = module_.Find(name);
    if (index < 0) return Fail(Rule::kSignature, "there is no function @" + name, location);
    const Computation& queue = module_.computations[index];
    if (!queue.parameters.empty()) return Fail(Rule::kSignature, "function @" + name + " gives infeed data and takes arguments", location);
    for (const Value& result : queue.results) {
      if (!queue.shape(result).IsArray()) {
        return Fail(Rule::kSignature, "function @" + name + " gives infeed data of type " + ToMlirString(queue.shape(result)), location);
      }
    }
  }
  if (operands != instruction.operands.size()) {
    return Fail(
        Rule::kArity,
        "run_parallel has " + std::to_string(instruction.operands.size()) + " operands, its programs take " + std::to_string(operands),
        location);
  }
  if (results == instruction.shapes.size()) return true;
  return Fail(Rule::kResult,
              "run_parallel has " + std::to_string(instruction.shapes.size()) + " results, its programs give " + std::to_string(results),
              location);
}

}  // namespace mote
