// StableHLO text of a module, in the pretty spelling of each operation or the generic one. Values get numbers; a captured value is printed
// by its outer name, so that regions read as in the source.
#include "hlo/stablehlo_printer.h"

#include <utility>

#include "hlo/print_text.h"
#include "hlo/requantize.h"

namespace mote {
namespace {

constexpr const char* kDeclaration = "mote.declaration";  // a function without body

}  // namespace

std::string StablehloPrinter::ListText(const std::map<std::string, std::string>& attributes) {
  std::string out;
  for (const auto& [key, text] : attributes) {
    if (key == kDeclaration) continue;
    out += (out.empty() ? "" : ", ") + key + (text.empty() || text == "unit" ? "" : " = " + OneLine(text));
  }
  return out;
}

std::string StablehloPrinter::TypeList(const IdVector<Shape>& shapes, bool parentheses) {
  std::string out;
  for (size_t i = 0; i < shapes.size(); ++i) out += (i > 0 ? ", " : "") + ToMlirString(shapes[i]);
  return parentheses ? "(" + out + ")" : out;
}

std::string StablehloPrinter::Print() {
  std::map<std::string, std::string> attributes;
  attributes["mhlo.num_partitions"] = std::to_string(module_.partitions) + " : i32";
  attributes["mhlo.num_replicas"] = std::to_string(module_.replicas) + " : i32";
  std::vector<std::string> lines;
  for (const auto& [key, text] : module_.extra) {
    if (module_.from_hlo_text) break;
    if (key.rfind(kMeshKey, 0) == 0 || key.rfind(kDeclarationKey, 0) == 0) lines.push_back(OneLine(text));
    else attributes[key] = text;
  }
  out_ = "module" + (module_.name.empty() ? "" : " " + SymbolText(module_.name)) + " attributes {" + ListText(attributes) + "} {\n";
  indent_ = 2;
  for (const std::string& line : lines) Line(line + "\n");
  IdVector<bool> region(module_.computations.size(), false);
  for (const Computation& computation : module_.computations) {
    for (const Instruction& i : computation.instructions) {
      const bool by_name = InFamily(i.op, Family::kCall) || i.op == Op::kCustomCall || i.op == Op::kRequantize;
      for (int32_t called : i.called) region[called] = region[called] || !by_name;
    }
  }
  for (size_t i = 0; i < module_.computations.size(); ++i) {
    if (!region[i]) Function(module_.computations[i]);
  }
  return out_ + "}\n";
}

void StablehloPrinter::Function(const Computation& function) {
  next_value_ = next_argument_ = 0;
  const bool declaration = function.extra.count(kDeclaration) != 0;
  Names names{function, std::vector<std::string>(function.instructions.size()),
              std::vector<std::vector<std::string>>(function.instructions.size())};
  std::string parameters;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    names.base[i] = "%arg" + std::to_string(next_argument_++);
    parameters += (i > 0 ? ", " : "") + (declaration ? "" : names.base[i] + ": ") + ToMlirString(function.parameters[i]);
    if (i < function.parameter_extra.size() && !function.parameter_extra[i].empty()) {
      parameters += " {" + ExtraText(function.parameter_extra[i]) + "}";
    }
    const bool named = !declaration && i < function.parameter_names.size() && !function.parameter_names[i].empty();
    if (named && function.parameter_names[i] != function.instructions[i].name) {
      parameters += " loc(" + Quoted(function.parameter_names[i]) + ")";
    }
  }
  const IdVector<Shape> results = function.ResultShapes();
  std::string result_text;
  for (size_t i = 0; i < results.size(); ++i) {
    result_text += (i > 0 ? ", " : "") + ToMlirString(results[i]);
    if (i < function.result_extra.size() && !function.result_extra[i].empty()) {
      result_text += " {" + ExtraText(function.result_extra[i]) + "}";
    }
  }
  const bool bare = results.size() == 1 && result_text.back() != '}';
  const std::string extra = ExtraText(function.extra);
  Line("func.func " + std::string(function.is_public ? "public " : "private ") + SymbolText(function.name) + "(" + parameters + ")" +
       (results.empty() ? "" : " -> " + (bare ? result_text : "(" + result_text + ")")) +
       (extra.empty() ? "" : " attributes {" + extra + "}"));
  if (declaration) {
    out_ += "\n";
    return;
  }
  out_ += " {\n";
  indent_ += 2;
  Body(function, names);
  std::string values;
  for (const Value& value : function.results) values += (values.empty() ? " " : ", ") + names(value);
  Line("return" + values + (results.empty() ? "" : " : " + TypeList(results, false)) + "\n");
  indent_ -= 2;
  Line("}\n");
}

void StablehloPrinter::Body(const Computation& computation, Names& names) {
  for (size_t i = computation.parameters.size(); i < computation.instructions.size(); ++i) Operation(computation.instructions[i], names, i);
}

void StablehloPrinter::Operation(const Instruction& instruction, Names& names, size_t position) {
  if (instruction.op == Op::kRequantize) return Operation(AsComposite(instruction), names, position);
  if (FromHlo(instruction, names, position)) return;
  const size_t count = instruction.shapes.size();
  std::string head;
  if (count > 0) {
    names.base[position] = "%" + std::to_string(next_value_++);
    head = names.base[position] + (count > 1 ? ":" + std::to_string(count) : "") + " = ";
  }
  Line(head);
  if (options_.generic || !PrettyForm(instruction, names)) {
    std::string mnemonic(Info(instruction.op).stablehlo);
    if (mnemonic.empty()) mnemonic = "hlo." + std::string(Info(instruction.op).hlo);
    Generic(instruction, names, "\"" + mnemonic + "\"");
  }
  out_ += "\n";
}

std::string StablehloPrinter::Operands(const Instruction& instruction, const Names& names, size_t begin, size_t end) const {
  std::string out;
  for (size_t i = begin; i < end; ++i) out += (i > begin ? ", " : "") + names(instruction.operands[i]);
  return out;
}

std::string StablehloPrinter::FunctionType(const Instruction& instruction, const Names& names) const {
  IdVector<Shape> operands;
  for (int i = 0; i < instruction.declared_operands(); ++i) {
    operands.push_back(names.computation.shape(instruction.operands[i]));
  }
  return TypeList(operands, true) + " -> " + TypeList(instruction.shapes, instruction.shapes.size() != 1);
}

// One type when all operands and the result have it, the function type otherwise; CHLO's own form has no parentheses.
std::string StablehloPrinter::ShortType(const Instruction& instruction, const Names& names) const {
  if (Info(instruction.op).stablehlo.substr(0, 5) == "chlo.") {
    IdVector<Shape> operands;
    for (const Value& operand : instruction.operands) operands.push_back(names.computation.shape(operand));
    return TypeList(operands, false) + " -> " + TypeList(instruction.shapes, false);
  }
  if (instruction.op == Op::kComplex && instruction.shapes.size() == 1 && instruction.operands.size() == 2) {
    Shape part = instruction.shapes[0];
    part.element_type = RealPart(part.element_type);
    const bool parts = names.computation.shape(instruction.operands[0]) == part && names.computation.shape(instruction.operands[1]) == part;
    return parts ? ToMlirString(instruction.shapes[0]) : FunctionType(instruction, names);
  }
  bool same = instruction.shapes.size() == 1;
  for (int i = 0; same && i < instruction.declared_operands(); ++i) {
    same = names.computation.shape(instruction.operands[i]) == instruction.shapes[0];
  }
  return same ? ToMlirString(instruction.shapes[0]) : FunctionType(instruction, names);
}

// " {…}" with the attributes that the spelling does not show, and those of other dialects; empty when there are none.
std::string StablehloPrinter::Dictionary(const Instruction& instruction, std::initializer_list<Attr> covered,
                                         std::initializer_list<const char*> covered_keys) const {
  std::map<std::string, std::string> texts = AttributeTexts(module_, instruction, options_.max_literal_elements);
  for (const Attr attr : covered) texts.erase(std::string(Info(attr).stablehlo));
  for (const char* key : covered_keys) texts.erase(key);
  if (!module_.from_hlo_text) texts.insert(instruction.extra.begin(), instruction.extra.end());
  const std::string inside = ListText(texts);
  return inside.empty() ? "" : " {" + inside + "}";
}

std::vector<std::string> StablehloPrinter::FreshArguments(const Computation& region, const Instruction& user) {
  std::vector<std::string> names;
  for (size_t i = 0; i + static_cast<size_t>(user.captures) < region.parameters.size(); ++i) {
    names.push_back("%arg" + std::to_string(next_argument_++));
  }
  return names;
}

void StablehloPrinter::Region(const Computation& region, const Instruction& user, Names& outer, const std::vector<std::string>& own,
                              bool block_label) {
  Names names{region, std::vector<std::string>(region.instructions.size()),
              std::vector<std::vector<std::string>>(region.instructions.size())};
  const size_t captured = user.operands.size() - static_cast<size_t>(user.captures);
  for (size_t i = 0; i < region.parameters.size(); ++i) {
    if (i < own.size()) names.base[i] = own[i];
    else names.alias[i] = {outer(user.operands[captured + i - own.size()])};
  }
  out_ += "{\n";
  if (block_label && !own.empty()) {
    std::string arguments;
    for (size_t i = 0; i < own.size(); ++i) arguments += (i > 0 ? ", " : "") + own[i] + ": " + ToMlirString(region.parameters[i]);
    Line("^bb0(" + arguments + "):\n");
  }
  indent_ += 2;
  const bool outer_region = std::exchange(in_region_, true);
  Body(region, names);
  in_region_ = outer_region;
  std::string values;
  for (const Value& value : region.results) values += (values.empty() ? " " : ", ") + names(value);
  const std::string types = TypeList(region.ResultShapes(), false);
  if (options_.generic) Line("\"stablehlo.return\"(" + (values.empty() ? values : values.substr(1)) + ") : (" + types + ") -> ()\n");
  else Line("stablehlo.return" + values + (types.empty() ? "" : " : " + types) + "\n");
  indent_ -= 2;
  Line("}");
}

void StablehloPrinter::Generic(const Instruction& instruction, Names& names, const std::string& quoted_name) {
  out_ += quoted_name + "(" + DeclaredOperands(instruction, names) + ")";
  std::map<std::string, std::string> properties = AttributeTexts(module_, instruction, options_.max_literal_elements);
  const bool calls = instruction.op == Op::kCall;
  if (calls) properties["callee"] = SymbolText(module_.computations[instruction.called[0]].name);
  if (instruction.op == Op::kCustomCall) properties["call_target_name"] = Quoted(instruction.Text(Attr::kCallTarget));
  const std::string inside = ListText(properties);
  if (!inside.empty()) out_ += " <{" + inside + "}>";
  const bool by_name = calls || instruction.op == Op::kComposite || instruction.op == Op::kCustomCall;
  if (!by_name && !instruction.called.empty()) {
    out_ += " (";
    for (size_t i = 0; i < instruction.called.size(); ++i) {
      const Computation& region = module_.computations[instruction.called[i]];
      if (i > 0) out_ += ", ";
      Region(region, instruction, names, FreshArguments(region, instruction), true);
    }
    out_ += ")";
  }
  const std::string extra = ExtraText(instruction.extra);
  out_ += (extra.empty() ? "" : " {" + extra + "}") + " : " + FunctionType(instruction, names);
}

// One line for messages: SSA names of the source where known; regions are left out.
std::string StablehloPrinter::One(const Computation& computation, const Instruction& instruction) {
  Names names{computation, {}, std::vector<std::vector<std::string>>(computation.instructions.size())};
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    const std::string& name = computation.instructions[i].name;
    names.base.push_back("%" + (name.empty() ? std::to_string(i) : name));
  }
  Instruction bare = instruction.op == Op::kRequantize ? AsComposite(instruction) : instruction;
  const bool by_name = InFamily(bare.op, Family::kCall) || bare.op == Op::kCustomCall;
  if (!by_name) bare.called.clear();
  const std::string mnemonic = OpName(bare.op);
  out_ = instruction.shapes.empty() || instruction.name.empty() ? "" : "%" + instruction.name + " = ";
  if ((!by_name && !instruction.called.empty()) || !PrettyForm(bare, names)) Generic(bare, names, "\"" + mnemonic + "\"");
  return OneLine(out_);
}

std::string PrintStablehlo(const Module& module, const PrintOptions& options) { return StablehloPrinter(module, options).Print(); }

std::string PrintInstruction(const Module& module, const Computation& computation, const Instruction& instruction) {
  PrintOptions options;
  options.max_literal_elements = 8;
  return StablehloPrinter(module, options).One(computation, instruction);
}

}  // namespace mote
