// StableHLO text of a module, in the pretty spelling of each operation or the generic one. Values get numbers; a captured value is printed by
// its outer name, so that regions read as in the source.
#include "hlo/print.h"

#include <algorithm>

#include "hlo/print_text.h"

namespace mote {
namespace {

constexpr const char* kDeclaration = "mote.declaration";  // a function without body

class StablehloPrinter {
 public:
  StablehloPrinter(const Module& module, const PrintOptions& options) : module_(module), options_(options) {}

  std::string Print();
  std::string One(const Computation& computation, const Instruction& instruction);

 private:
  // Names of the results of one computation's instructions: base name, and whether "#i" follows.
  struct Names {
    const Computation& computation;
    std::vector<std::string> base;
    std::vector<std::vector<std::string>> alias;  // of instructions that are printed as nothing: the names of their operands
    std::string operator()(Value v) const {
      const size_t i = static_cast<size_t>(v.instruction), r = static_cast<size_t>(v.result);
      if (r < alias[i].size()) return alias[i][r];
      return base[i] + (computation.instructions[i].shapes.size() > 1 ? "#" + std::to_string(v.result) : "");
    }
  };

  void Function(const Computation& function);
  void Body(const Computation& computation, Names& names);
  void Operation(const Instruction& instruction, Names& names, size_t position);
  void Generic(const Instruction& instruction, Names& names, const std::string& mnemonic);
  bool PrettyForm(const Instruction& instruction, Names& names);
  void Simple(const Instruction& instruction, Names& names, const std::string& clauses, std::initializer_list<Attr> covered);
  void While(const Instruction& instruction, Names& names);
  void Reduce(const Instruction& instruction, Names& names);
  void Scan(const Instruction& instruction, Names& names);
  void Convolution(const Instruction& instruction, Names& names);
  void DotGeneral(const Instruction& instruction, Names& names);

  // A region in braces. Own parameters get the given names; with `block_label` they are listed as ^bb0(…).
  void Region(const Computation& region, const Instruction& user, Names& outer, const std::vector<std::string>& own, bool block_label);
  std::vector<std::string> FreshArguments(const Computation& region, const Instruction& user);

  std::string Operands(const Instruction& instruction, const Names& names, size_t begin, size_t end) const;
  std::string DeclaredOperands(const Instruction& i, const Names& names) const { return Operands(i, names, 0, static_cast<size_t>(i.declared_operands())); }
  std::string FunctionType(const Instruction& instruction, const Names& names) const;
  std::string ShortType(const Instruction& instruction, const Names& names) const;
  std::string Dictionary(const Instruction& instruction, std::initializer_list<Attr> covered, std::initializer_list<const char*> covered_keys = {}) const;
  static std::string TypeList(const std::vector<Shape>& shapes, bool parentheses);
  static std::string ListText(const std::map<std::string, std::string>& attributes);
  // Attributes of other dialects. Those of HLO text have no spelling here and say nothing about values.
  std::string ExtraText(const std::map<std::string, std::string>& extra) const { return module_.from_hlo_text ? "" : ListText(extra); }
  void Line(const std::string& text) { out_ += std::string(indent_, ' ') + text; }

  const Module& module_;
  const PrintOptions options_;
  std::string out_;
  size_t indent_ = 0;
  int next_value_ = 0, next_argument_ = 0;
};

std::string StablehloPrinter::ListText(const std::map<std::string, std::string>& attributes) {
  std::string out;
  for (const auto& [key, text] : attributes) {
    if (key == kDeclaration) continue;
    out += (out.empty() ? "" : ", ") + key + (text.empty() || text == "unit" ? "" : " = " + OneLine(text));
  }
  return out;
}

std::string StablehloPrinter::TypeList(const std::vector<Shape>& shapes, bool parentheses) {
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
    if (key.rfind("sdy.mesh @", 0) == 0) lines.push_back(OneLine(text));
    else attributes[key] = text;
  }
  out_ = "module" + (module_.name.empty() ? "" : " " + SymbolText(module_.name)) + " attributes {" + ListText(attributes) + "} {\n";
  indent_ = 2;
  for (const std::string& line : lines) Line(line + "\n");
  std::vector<bool> region(module_.computations.size(), false);
  for (const Computation& computation : module_.computations) {
    for (const Instruction& i : computation.instructions) {
      const bool by_name = i.op == Op::kCall || i.op == Op::kFusion || i.op == Op::kComposite || i.op == Op::kCustomCall;
      for (int32_t called : i.called) region[static_cast<size_t>(called)] = region[static_cast<size_t>(called)] || !by_name;
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
  Names names{function, std::vector<std::string>(function.instructions.size()), std::vector<std::vector<std::string>>(function.instructions.size())};
  std::string parameters;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    names.base[i] = "%arg" + std::to_string(next_argument_++);
    parameters += (i > 0 ? ", " : "") + (declaration ? "" : names.base[i] + ": ") + ToMlirString(function.parameters[i]);
    if (i < function.parameter_extra.size() && !function.parameter_extra[i].empty()) parameters += " {" + ExtraText(function.parameter_extra[i]) + "}";
  }
  const std::vector<Shape> results = function.ResultShapes();
  std::string result_text;
  for (size_t i = 0; i < results.size(); ++i) {
    result_text += (i > 0 ? ", " : "") + ToMlirString(results[i]);
    if (i < function.result_extra.size() && !function.result_extra[i].empty()) result_text += " {" + ExtraText(function.result_extra[i]) + "}";
  }
  const bool bare = results.size() == 1 && result_text.back() != '}';
  const std::string extra = ExtraText(function.extra);
  Line("func.func " + std::string(function.is_public ? "public " : "private ") + SymbolText(function.name) + "(" + parameters + ")" +
       (results.empty() ? "" : " -> " + (bare ? result_text : "(" + result_text + ")")) + (extra.empty() ? "" : " attributes {" + extra + "}"));
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
  // What only HLO text has and means nothing here: the value goes on under its operand's name.
  if (instruction.op == Op::kCopy || instruction.op == Op::kDomain || instruction.op == Op::kAddDependency || instruction.op == Op::kAsyncUpdate) {
    names.alias[position] = {names(instruction.operands[0])};
    return;
  }
  if (instruction.op == Op::kBitcast || instruction.op == Op::kFusion) {
    Instruction plain = instruction;
    plain.op = instruction.op == Op::kBitcast ? Op::kReshape : Op::kCall;
    plain.attributes.clear();
    return Operation(plain, names, position);
  }
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
    Generic(instruction, names, mnemonic);
  }
  out_ += "\n";
}

std::string StablehloPrinter::Operands(const Instruction& instruction, const Names& names, size_t begin, size_t end) const {
  std::string out;
  for (size_t i = begin; i < end; ++i) out += (i > begin ? ", " : "") + names(instruction.operands[i]);
  return out;
}

std::string StablehloPrinter::FunctionType(const Instruction& instruction, const Names& names) const {
  std::vector<Shape> operands;
  for (int i = 0; i < instruction.declared_operands(); ++i) operands.push_back(names.computation.shape(instruction.operands[static_cast<size_t>(i)]));
  return TypeList(operands, true) + " -> " + TypeList(instruction.shapes, instruction.shapes.size() != 1);
}

// One type when all operands and the result have it, the function type otherwise.
std::string StablehloPrinter::ShortType(const Instruction& instruction, const Names& names) const {
  bool same = instruction.shapes.size() == 1;
  for (int i = 0; same && i < instruction.declared_operands(); ++i) {
    same = names.computation.shape(instruction.operands[static_cast<size_t>(i)]) == instruction.shapes[0];
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
  for (size_t i = 0; i + static_cast<size_t>(user.captures) < region.parameters.size(); ++i) names.push_back("%arg" + std::to_string(next_argument_++));
  return names;
}

void StablehloPrinter::Region(const Computation& region, const Instruction& user, Names& outer, const std::vector<std::string>& own, bool block_label) {
  Names names{region, std::vector<std::string>(region.instructions.size()), std::vector<std::vector<std::string>>(region.instructions.size())};
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
  Body(region, names);
  std::string values;
  for (const Value& value : region.results) values += (values.empty() ? " " : ", ") + names(value);
  const std::string types = TypeList(region.ResultShapes(), false);
  if (options_.generic) Line("\"stablehlo.return\"(" + (values.empty() ? values : values.substr(1)) + ") : (" + types + ") -> ()\n");
  else Line("stablehlo.return" + values + (types.empty() ? "" : " : " + types) + "\n");
  indent_ -= 2;
  Line("}");
}

void StablehloPrinter::Generic(const Instruction& instruction, Names& names, const std::string& mnemonic) {
  out_ += "\"" + mnemonic + "\"(" + DeclaredOperands(instruction, names) + ")";
  std::map<std::string, std::string> properties = AttributeTexts(module_, instruction, options_.max_literal_elements);
  const bool calls = instruction.op == Op::kCall;
  if (calls) properties["callee"] = SymbolText(module_.computations[static_cast<size_t>(instruction.called[0])].name);
  if (instruction.op == Op::kCustomCall) properties["call_target_name"] = Quoted(instruction.Text(Attr::kCallTarget));
  const std::string inside = ListText(properties);
  if (!inside.empty()) out_ += " <{" + inside + "}>";
  const bool by_name = calls || instruction.op == Op::kComposite || instruction.op == Op::kCustomCall;
  if (!by_name && !instruction.called.empty()) {
    out_ += " (";
    for (size_t i = 0; i < instruction.called.size(); ++i) {
      const Computation& region = module_.computations[static_cast<size_t>(instruction.called[i])];
      if (i > 0) out_ += ", ";
      Region(region, instruction, names, FreshArguments(region, instruction), true);
    }
    out_ += ")";
  }
  const std::string extra = ExtraText(instruction.extra);
  out_ += (extra.empty() ? "" : " {" + extra + "}") + " : " + FunctionType(instruction, names);
}

// mnemonic %a, %b<clauses> {…} : type
void StablehloPrinter::Simple(const Instruction& instruction, Names& names, const std::string& clauses, std::initializer_list<Attr> covered) {
  const std::string operands = DeclaredOperands(instruction, names);
  std::string tail = clauses;
  if (operands.empty() && tail.rfind(", ", 0) == 0) tail = tail.substr(2);
  const std::string body = operands + tail;
  out_ += std::string(Info(instruction.op).stablehlo) + (body.empty() ? "" : " " + body) + Dictionary(instruction, covered) + " : " + ShortType(instruction, names);
}

void StablehloPrinter::While(const Instruction& instruction, Names& names) {
  std::vector<std::string> arguments;
  std::string list;
  for (int i = 0; i < instruction.declared_operands(); ++i) {
    arguments.push_back("%arg" + std::to_string(next_argument_++));
    list += (i > 0 ? ", " : "") + arguments.back() + " = " + names(instruction.operands[static_cast<size_t>(i)]);
  }
  const std::string extra = Dictionary(instruction, {});
  out_ += "stablehlo.while(" + list + ")" + (instruction.shapes.empty() ? "" : " : " + TypeList(instruction.shapes, false)) +
          (extra.empty() ? "" : " attributes" + extra) + "\n";
  Line("cond ");
  Region(module_.computations[static_cast<size_t>(instruction.called[0])], instruction, names, arguments, false);
  out_ += " do ";
  Region(module_.computations[static_cast<size_t>(instruction.called[1])], instruction, names, arguments, false);
}

// The one operation of a body that combines its two parameters in order, when the `applies` spelling gives that body back.
const Instruction* AppliedOperation(const Computation& body, const Instruction& reduce, const Shape& input) {
  static constexpr Op kCommutative[] = {Op::kAdd, Op::kMultiply, Op::kMaximum, Op::kMinimum, Op::kAnd, Op::kOr, Op::kXor};
  if (reduce.captures != 0 || body.parameters.size() != 2 || body.instructions.size() != 3 || body.results != std::vector<Value>{{2, 0}}) return nullptr;
  const Instruction& op = body.instructions[2];
  if (std::find(std::begin(kCommutative), std::end(kCommutative), op.op) == std::end(kCommutative)) return nullptr;
  if (op.operands != std::vector<Value>{{0, 0}, {1, 0}} || !op.attributes.empty() || !op.extra.empty()) return nullptr;
  Shape scalar = Shape::Scalar(input.element_type);
  scalar.quantization = input.quantization;
  const bool same = op.shapes.size() == 1 && op.shapes[0] == scalar && body.parameters[0] == scalar && body.parameters[1] == scalar;
  return same ? &op : nullptr;
}

void StablehloPrinter::Reduce(const Instruction& instruction, Names& names) {
  const size_t n = static_cast<size_t>(instruction.declared_operands()) / 2;
  std::string list;
  for (size_t i = 0; i < n; ++i) {
    list += (i > 0 ? ", (" : "(") + names(instruction.operands[i]) + " init: " + names(instruction.operands[n + i]) + ")";
  }
  const Computation& body = module_.computations[static_cast<size_t>(instruction.called[0])];
  const Instruction* applied = n == 1 ? AppliedOperation(body, instruction, names.computation.shape(instruction.operands[0])) : nullptr;
  out_ += "stablehlo.reduce" + list + (applied != nullptr ? " applies " + std::string(Info(applied->op).stablehlo) : "") + " across dimensions = " +
          BracketText(instruction.Ints(Attr::kDimensions)) + Dictionary(instruction, {Attr::kDimensions}) + " : " + FunctionType(instruction, names);
  if (applied != nullptr) return;
  const std::vector<std::string> arguments = FreshArguments(body, instruction);
  out_ += "\n";
  Line(" reducer");
  for (size_t i = 0; i < n; ++i) {
    out_ += "(" + arguments[i] + ": " + ToMlirString(body.parameters[i]) + ", " + arguments[n + i] + ": " + ToMlirString(body.parameters[n + i]) + ") ";
  }
  Region(body, instruction, names, arguments, false);
}

void StablehloPrinter::Scan(const Instruction& instruction, Names& names) {
  const Computation& body = module_.computations[static_cast<size_t>(instruction.called[0])];
  size_t inputs = 0;  // an input loses the scanned dimension in the body
  const size_t count = static_cast<size_t>(instruction.declared_operands());
  while (inputs < count && body.parameters[inputs].dims.size() < names.computation.shape(instruction.operands[inputs]).dims.size()) ++inputs;
  const std::string extra = Dictionary(instruction, {Attr::kDimension});
  out_ += "chlo.scan(" + Operands(instruction, names, 0, inputs) + ") inits (" + Operands(instruction, names, inputs, count) + ") dimension=" +
          std::to_string(instruction.Int(Attr::kDimension)) + (extra.empty() ? "" : " attributes" + extra) + " ";
  Region(body, instruction, names, FreshArguments(body, instruction), true);
  out_ += " : " + FunctionType(instruction, names);
}

std::string PrecisionClause(const Instruction& instruction) {
  std::string out;
  const auto found = instruction.attributes.find(Attr::kPrecisionConfig);
  if (found == instruction.attributes.end()) return out;
  const auto* words = std::get_if<std::vector<std::string>>(&found->second);
  for (size_t i = 0; words != nullptr && i < words->size(); ++i) out += (i > 0 ? ", " : "") + (*words)[i];
  return out;
}

void StablehloPrinter::DotGeneral(const Instruction& i, Names& names) {
  std::string clauses;
  if (!i.Ints(Attr::kLhsBatchingDimensions).empty()) {
    clauses += ", batching_dims = " + BracketText(i.Ints(Attr::kLhsBatchingDimensions)) + " x " + BracketText(i.Ints(Attr::kRhsBatchingDimensions));
  }
  clauses += ", contracting_dims = " + BracketText(i.Ints(Attr::kLhsContractingDimensions)) + " x " + BracketText(i.Ints(Attr::kRhsContractingDimensions));
  const std::string precision = PrecisionClause(i);
  if (!precision.empty()) clauses += ", precision = [" + precision + "]";
  std::string algorithm = OneLine(i.Text(Attr::kDotAlgorithm));
  if (algorithm.rfind("#stablehlo.dot_algorithm", 0) == 0) algorithm = algorithm.substr(24);
  if (!algorithm.empty()) clauses += ", algorithm = " + algorithm;
  out_ += "stablehlo.dot_general " + DeclaredOperands(i, names) + clauses +
          Dictionary(i, {Attr::kPrecisionConfig, Attr::kDotAlgorithm}, {"dot_dimension_numbers"}) + " : " + FunctionType(i, names);
}

void StablehloPrinter::Convolution(const Instruction& i, Names& names) {
  std::string window;
  const auto add = [&](const char* key, const std::string& text) { window += (window.empty() ? "" : ", ") + std::string(key) + " = " + text; };
  if (!i.Ints(Attr::kWindowStrides).empty()) add("stride", BracketText(i.Ints(Attr::kWindowStrides)));
  if (!i.Matrix(Attr::kPadding).empty()) {
    std::string rows;
    for (const std::vector<int64_t>& row : i.Matrix(Attr::kPadding)) rows += (rows.empty() ? "" : ", ") + BracketText(row);
    add("pad", "[" + rows + "]");
  }
  if (!i.Ints(Attr::kLhsDilation).empty()) add("lhs_dilate", BracketText(i.Ints(Attr::kLhsDilation)));
  if (!i.Ints(Attr::kRhsDilation).empty()) add("rhs_dilate", BracketText(i.Ints(Attr::kRhsDilation)));
  if (!i.Ints(Attr::kWindowReversal).empty()) {
    std::string flags;
    for (int64_t flag : i.Ints(Attr::kWindowReversal)) flags += (flags.empty() ? "" : ", ") + std::string(flag != 0 ? "true" : "false");
    add("reverse", "[" + flags + "]");
  }
  out_ += "stablehlo.convolution(" + DeclaredOperands(i, names) + ") dim_numbers = " + ConvolutionDimensionsText(i) + ", window = {" + window + "}" +
          Dictionary(i, {Attr::kWindowStrides, Attr::kPadding, Attr::kLhsDilation, Attr::kRhsDilation, Attr::kWindowReversal}, {"dimension_numbers"}) + " : " +
          FunctionType(i, names);
}

// The pretty spelling; false when the operation, or this use of it, has the generic one only.
bool StablehloPrinter::PrettyForm(const Instruction& i, Names& names) {
  const OpInfo& info = Info(i.op);
  const std::string mnemonic(info.stablehlo);
  if (mnemonic.empty()) return false;
  switch (info.pretty) {
    case Pretty::kNone:
    case Pretty::kGeneric: return false;
    case Pretty::kUnary:
    case Pretty::kBinary: Simple(i, names, "", {}); return true;
    case Pretty::kOperands:
      if (i.op == Op::kTuple) out_ += mnemonic + " " + DeclaredOperands(i, names) + Dictionary(i, {}) + " : " + ToMlirString(i.shapes[0]);
      else if (i.op == Op::kOptimizationBarrier && i.shapes.empty()) return false;
      else if (i.op == Op::kOptimizationBarrier) out_ += mnemonic + " " + DeclaredOperands(i, names) + Dictionary(i, {}) + " : " + TypeList(i.shapes, false);
      else Simple(i, names, "", {});
      return true;
    case Pretty::kConstant: {
      if (i.shapes[0].quantization) return false;
      out_ += mnemonic + Dictionary(i, {Attr::kValue}) + " " + DenseText(i.LiteralValue(), options_.max_literal_elements) + " : " + ToMlirString(i.shapes[0]);
      return true;
    }
    case Pretty::kTupleElement:
      out_ += mnemonic + " " + names(i.operands[0]) + "[" + std::to_string(i.Int(Attr::kIndex)) + "]" + Dictionary(i, {Attr::kIndex}) + " : " + FunctionType(i, names);
      return true;
    case Pretty::kCall:
      out_ += "call " + SymbolText(module_.computations[static_cast<size_t>(i.called[0])].name) + "(" + DeclaredOperands(i, names) + ")" +
              Dictionary(i, {Attr::kIsComposite}) + " : " + FunctionType(i, names);
      return true;
    case Pretty::kWhile: While(i, names); return true;
    case Pretty::kComposite: {
      const std::string operands = DeclaredOperands(i, names);
      out_ += mnemonic + " " + Quoted(i.Text(Attr::kCompositeName)) + (operands.empty() ? "" : " " + operands) + Dictionary(i, {Attr::kCompositeName}) + " : " +
              FunctionType(i, names);
      return true;
    }
    case Pretty::kCustomCall:
      out_ += mnemonic + " " + SymbolText(i.Text(Attr::kCallTarget)) + "(" + DeclaredOperands(i, names) + ")" + Dictionary(i, {Attr::kCallTarget}) + " : " +
              FunctionType(i, names);
      return true;
    case Pretty::kReducePrecision:
      Simple(i, names, ", format = e" + std::to_string(i.Int(Attr::kExponentBits)) + "m" + std::to_string(i.Int(Attr::kMantissaBits)), {Attr::kExponentBits, Attr::kMantissaBits});
      return true;
    case Pretty::kCompare: {
      const std::string& type = i.Text(Attr::kCompareType);
      out_ += mnemonic + " " + i.Text(Attr::kComparisonDirection) + ", " + DeclaredOperands(i, names) + (type.empty() ? "" : ", " + type) +
              Dictionary(i, {Attr::kComparisonDirection, Attr::kCompareType}) + " : " + FunctionType(i, names);
      return true;
    }
    case Pretty::kSelect: {
      const bool same = names.computation.shape(i.operands[1]) == i.shapes[0] && names.computation.shape(i.operands[2]) == i.shapes[0];
      const std::string type = same ? ToMlirString(names.computation.shape(i.operands[0])) + ", " + ToMlirString(i.shapes[0]) : FunctionType(i, names);
      out_ += mnemonic + " " + DeclaredOperands(i, names) + Dictionary(i, {}) + " : " + type;
      return true;
    }
    case Pretty::kIota: Simple(i, names, ", dim = " + std::to_string(i.Int(Attr::kIotaDimension)), {Attr::kIotaDimension}); return true;
    case Pretty::kDims: {
      const Attr attr = i.op == Op::kTranspose ? Attr::kPermutation : i.op == Op::kReverse ? Attr::kDimensions : Attr::kBroadcastDimensions;
      Simple(i, names, ", dims = " + BracketText(i.Ints(attr)), {attr});
      return true;
    }
    case Pretty::kDim: {
      const Attr attr = i.op == Op::kDynamicIota ? Attr::kIotaDimension : Attr::kDimension;
      Simple(i, names, ", dim = " + std::to_string(i.Int(attr)), {attr});
      return true;
    }
    case Pretty::kSlice: {
      const std::vector<int64_t>&start = i.Ints(Attr::kStartIndices), &limit = i.Ints(Attr::kLimitIndices);
      const std::vector<int64_t> stride = i.IntsOr(Attr::kStrides, start.size(), 1);
      std::string ranges;
      for (size_t d = 0; d < start.size(); ++d) {
        ranges += (d > 0 ? ", " : "") + std::to_string(start[d]) + ":" + std::to_string(limit[d]) + (stride[d] == 1 ? "" : ":" + std::to_string(stride[d]));
      }
      out_ += mnemonic + " " + names(i.operands[0]) + " [" + ranges + "]" + Dictionary(i, {Attr::kStartIndices, Attr::kLimitIndices, Attr::kStrides}) + " : " +
              FunctionType(i, names);
      return true;
    }
    case Pretty::kDynamicSlice: {
      Simple(i, names, ", sizes = " + BracketText(i.Ints(Attr::kSliceSizes)), {Attr::kSliceSizes});
      return true;
    }
    case Pretty::kPad:
      Simple(i, names, ", low = " + BracketText(i.Ints(Attr::kEdgePaddingLow)) + ", high = " + BracketText(i.Ints(Attr::kEdgePaddingHigh)) + ", interior = " +
             BracketText(i.Ints(Attr::kInteriorPadding)), {Attr::kEdgePaddingLow, Attr::kEdgePaddingHigh, Attr::kInteriorPadding});
      return true;
    case Pretty::kReduce: Reduce(i, names); return true;
    case Pretty::kDotGeneral: DotGeneral(i, names); return true;
    case Pretty::kConvolution: Convolution(i, names); return true;
    case Pretty::kFft:
      Simple(i, names, ", type = " + i.Text(Attr::kFftType) + ", length = " + BracketText(i.Ints(Attr::kFftLength)), {Attr::kFftType, Attr::kFftLength});
      return true;
    case Pretty::kTopK: {
      const bool smallest = i.Has(Attr::kLargest) && !i.Bool(Attr::kLargest);
      out_ += mnemonic + "(" + names(i.operands[0]) + ", k = " + std::to_string(i.Int(Attr::kK)) + (smallest ? ", largest = false" : "") + ")" +
              Dictionary(i, {Attr::kK, Attr::kLargest}) + " : " + ToMlirString(names.computation.shape(i.operands[0])) + " -> " + TypeList(i.shapes, true);
      return true;
    }
    case Pretty::kScan: Scan(i, names); return true;
    case Pretty::kRngBitGenerator: Simple(i, names, ", algorithm = " + i.Text(Attr::kRngAlgorithm), {Attr::kRngAlgorithm}); return true;
  }
  return false;
}

// One line for messages: SSA names of the source where known; regions are left out.
std::string StablehloPrinter::One(const Computation& computation, const Instruction& instruction) {
  Names names{computation, {}, std::vector<std::vector<std::string>>(computation.instructions.size())};
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    const std::string& name = computation.instructions[i].name;
    names.base.push_back("%" + (name.empty() ? std::to_string(i) : name));
  }
  Instruction bare = instruction;
  const bool by_name = bare.op == Op::kCall || bare.op == Op::kComposite || bare.op == Op::kCustomCall || bare.op == Op::kFusion;
  if (!by_name) bare.called.clear();
  const std::string mnemonic = OpName(bare.op);
  out_ = instruction.shapes.empty() || instruction.name.empty() ? "" : "%" + instruction.name + " = ";
  if ((!by_name && !instruction.called.empty()) || !PrettyForm(bare, names)) Generic(bare, names, mnemonic);
  return OneLine(out_);
}

}  // namespace

std::string PrintStablehlo(const Module& module, const PrintOptions& options) { return StablehloPrinter(module, options).Print(); }

std::string PrintInstruction(const Module& module, const Computation& computation, const Instruction& instruction) {
  PrintOptions options;
  options.max_literal_elements = 8;
  return StablehloPrinter(module, options).One(computation, instruction);
}

}  // namespace mote
