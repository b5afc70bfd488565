#include "module_text.h"

namespace mote {
namespace {

std::string Text(const std::vector<int64_t>& ints) {
  std::string text = "[";
  for (size_t i = 0; i < ints.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(ints[i]);
  return text + "]";
}

std::string Text(const Value& value) {
  return "%" + std::to_string(value.instruction) + (value.result == 0 ? "" : "#" + std::to_string(value.result));
}

struct ValueText {
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return std::to_string(value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<int64_t>& value) const { return Text(value); }
  std::string operator()(const IntMatrix& value) const {
    std::string text = "[";
    for (size_t i = 0; i < value.size(); ++i) text += (i == 0 ? "" : ",") + Text(value[i]);
    return text + "]";
  }
  std::string operator()(const std::vector<std::string>& value) const {
    std::string text = "[";
    for (size_t i = 0; i < value.size(); ++i) text += (i == 0 ? "" : ",") + value[i];
    return text + "]";
  }
  std::string operator()(ElementType value) const { return HloName(value); }
  std::string operator()(const Literal& value) const {
    std::string text = ToString(value.shape()) + "{";
    for (int64_t i = 0; i < value.size(); ++i) {
      const std::complex<double> element = value.ComplexAt(i);
      text += i == 0 ? "" : ",";
      text += IsInteger(value.type()) || IsPred(value.type()) ? std::to_string(value.IntegerAt(i)) : std::to_string(element.real());
      if (IsComplex(value.type())) text += "|" + std::to_string(element.imag());
    }
    return text + "}";
  }
};

}  // namespace

// Op(operands; captures) attributes : shapes [called]
std::string Render(const Module& module, const Instruction& instruction) {
  std::string text = std::string(Info(instruction.op).id) + "(";
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    if (i > 0) text += ",";
    if (static_cast<int>(i) == instruction.declared_operands()) text += ";";
    text += Text(instruction.operands[i]);
  }
  text += ")";
  for (const auto& [attr, value] : instruction.attributes) text += " " + std::string(Info(attr).id) + "=" + std::visit(ValueText(), value);
  for (const auto& [key, value] : instruction.extra) text += " " + key + "='" + value + "'";
  text += " :";
  for (const Shape& shape : instruction.shapes) text += " " + ToString(shape);
  for (const int32_t called : instruction.called) {
    const Computation& computation = module.computations[static_cast<size_t>(called)];
    const bool region = computation.name.substr(0, 7) == "region_";
    text += region ? " {" + Render(module, computation) + "}" : " @" + computation.name;
  }
  return text;
}

std::string Render(const Module& module, const Computation& computation) {
  std::string text;
  for (size_t i = 0; i < computation.parameters.size(); ++i) text += (i == 0 ? "|" : ",") + ToString(computation.parameters[i]);
  if (!text.empty()) text += "| ";
  for (size_t i = computation.parameters.size(); i < computation.instructions.size(); ++i) {
    text += Render(module, computation.instructions[i]) + "; ";
  }
  text += "return";
  for (const Value& result : computation.results) text += " " + Text(result);
  return text;
}

}  // namespace mote
