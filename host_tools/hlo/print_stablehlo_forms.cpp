// The pretty spellings of StableHLO text (CONFORMANCE.md section 3).
#include <algorithm>

#include "hlo/print_text.h"
#include "hlo/stablehlo_printer.h"

namespace mote {
namespace {

// The one operation of a body that combines its two parameters in order, when the `applies` spelling gives that body back.
const Instruction* AppliedOperation(const Computation& body, const Instruction& reduce, const Shape& input) {
  static constexpr Op kCommutative[] = {Op::kAdd, Op::kMultiply, Op::kMaximum, Op::kMinimum, Op::kAnd, Op::kOr, Op::kXor};
  if (reduce.captures != 0 || body.parameters.size() != 2 || body.instructions.size() != 3 || body.results != IdVector<Value>{{2, 0}}) {
    return nullptr;
  }
  const Instruction& op = body.instructions[2];
  if (std::find(std::begin(kCommutative), std::end(kCommutative), op.op) == std::end(kCommutative)) return nullptr;
  if (op.operands != IdVector<Value>{{0, 0}, {1, 0}} || !op.attributes.empty() || !op.extra.empty()) return nullptr;
  Shape scalar = Shape::Scalar(input.element_type);
  scalar.quantization = input.quantization;
  const bool same = op.shapes.size() == 1 && op.shapes[0] == scalar && body.parameters[0] == scalar && body.parameters[1] == scalar;
  return same ? &op : nullptr;
}

// ", precision = [DEFAULT, HIGHEST]", or nothing.
std::string PrecisionClause(const Instruction& instruction) {
  std::string out;
  const auto found = instruction.attributes.find(Attr::kPrecisionConfig);
  if (found == instruction.attributes.end()) return out;
  const auto* words = std::get_if<std::vector<std::string>>(&found->second);
  for (size_t i = 0; words != nullptr && i < words->size(); ++i) out += (i > 0 ? ", " : "") + (*words)[i];
  return out.empty() ? out : ", precision = [" + out + "]";
}

}  // namespace

// mnemonic %a, %b<clauses> {…} : type. Some operations have the function type in every case.
void StablehloPrinter::Simple(const Instruction& instruction, const Names& names, const std::string& clauses,
                              std::initializer_list<Attr> covered, bool function_type) {
  const std::string operands = DeclaredOperands(instruction, names);
  std::string tail = clauses;
  if (operands.empty() && tail.rfind(", ", 0) == 0) tail = tail.substr(2);
  const std::string body = operands + tail;
  out_ += std::string(Info(instruction.op).stablehlo) + (body.empty() ? "" : " " + body) + Dictionary(instruction, covered) + " : " +
          (function_type ? FunctionType(instruction, names) : ShortType(instruction, names));
}

void StablehloPrinter::While(const Instruction& instruction, Names& names) {
  std::vector<std::string> arguments;
  std::string list;
  for (int i = 0; i < instruction.declared_operands(); ++i) {
    arguments.push_back("%arg" + std::to_string(next_argument_++));
    list += (i > 0 ? ", " : "") + arguments.back() + " = " + names(instruction.operands[i]);
  }
  const std::string extra = Dictionary(instruction, {});
  out_ += "stablehlo.while(" + list + ")" + (instruction.shapes.empty() ? "" : " : " + TypeList(instruction.shapes, false)) +
          (extra.empty() ? "" : " attributes" + extra) + "\n";
  Line("cond ");
  Region(module_.computations[instruction.called[0]], instruction, names, arguments, false);
  out_ += " do ";
  Region(module_.computations[instruction.called[1]], instruction, names, arguments, false);
}

void StablehloPrinter::Reduce(const Instruction& instruction, Names& names) {
  const size_t n = static_cast<size_t>(instruction.declared_operands()) / 2;
  std::string list;
  for (size_t i = 0; i < n; ++i) {
    list += (i > 0 ? ", (" : "(") + names(instruction.operands[i]) + " init: " + names(instruction.operands[n + i]) + ")";
  }
  const Computation& body = module_.computations[instruction.called[0]];
  const Instruction* applied = n == 1 ? AppliedOperation(body, instruction, names.computation.shape(instruction.operands[0])) : nullptr;
  out_ += "stablehlo.reduce" + list + (applied != nullptr ? " applies " + std::string(Info(applied->op).stablehlo) : "") +
          " across dimensions = " + BracketText(instruction.Ints(Attr::kDimensions)) + Dictionary(instruction, {Attr::kDimensions}) +
          " : " + FunctionType(instruction, names);
  if (applied != nullptr) return;
  const std::vector<std::string> arguments = FreshArguments(body, instruction);
  out_ += "\n";
  Line(" reducer");
  for (size_t i = 0; i < n; ++i) {
    out_ += "(" + arguments[i] + ": " + ToMlirString(body.parameters[i]) + ", " + arguments[n + i] + ": " +
            ToMlirString(body.parameters[n + i]) + ") ";
  }
  out_ += " ";
  Region(body, instruction, names, arguments, false);
}

void StablehloPrinter::Scan(const Instruction& instruction, Names& names) {
  const Computation& body = module_.computations[instruction.called[0]];
  const size_t count = instruction.declared_operands(), inputs = count - static_cast<size_t>(instruction.Int(Attr::kNumCarries));
  const std::string extra = Dictionary(instruction, {Attr::kDimension}, {"operandSegmentSizes", "resultSegmentSizes"});
  out_ += "chlo.scan(" + Operands(instruction, names, 0, inputs) + ") inits (" + Operands(instruction, names, inputs, count) +
          ") dimension=" + std::to_string(instruction.Int(Attr::kDimension)) + (extra.empty() ? "" : " attributes" + extra) + "  ";
  Region(body, instruction, names, FreshArguments(body, instruction), true);
  out_ += " : " + FunctionType(instruction, names);
}

void StablehloPrinter::DotGeneral(const Instruction& i, Names& names) {
  std::string clauses;
  if (!i.Ints(Attr::kLhsBatchingDimensions).empty()) {
    clauses += ", batching_dims = " + BracketText(i.Ints(Attr::kLhsBatchingDimensions)) + " x " +
               BracketText(i.Ints(Attr::kRhsBatchingDimensions));
  }
  clauses += ", contracting_dims = " + BracketText(i.Ints(Attr::kLhsContractingDimensions)) + " x " +
             BracketText(i.Ints(Attr::kRhsContractingDimensions));
  clauses += PrecisionClause(i);
  std::string algorithm = OneLine(i.Text(Attr::kDotAlgorithm));
  if (algorithm.rfind("#stablehlo.dot_algorithm", 0) == 0) algorithm = algorithm.substr(24);
  if (!algorithm.empty()) clauses += ", algorithm = " + algorithm;
  out_ += "stablehlo.dot_general " + DeclaredOperands(i, names) + clauses +
          Dictionary(i, {Attr::kPrecisionConfig, Attr::kDotAlgorithm}, {"dot_dimension_numbers"}) + " : " + FunctionType(i, names);
}

void StablehloPrinter::Convolution(const Instruction& i, Names& names) {
  std::string window;
  const auto add = [&](const char* key, const std::string& text) {
    window += (window.empty() ? "" : ", ") + std::string(key) + " = " + text;
  };
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
  out_ += "stablehlo.convolution(" + DeclaredOperands(i, names) + ") dim_numbers = " + ConvolutionDimensionsText(i) + ", window = {" +
          window + "}" +
          Dictionary(i, {Attr::kWindowStrides, Attr::kPadding, Attr::kLhsDilation, Attr::kRhsDilation, Attr::kWindowReversal},
                     {"dimension_numbers"}) +
          " : " + FunctionType(i, names);
}

// Operands, then ", key = value" clauses.
bool StablehloPrinter::ClauseForm(const Instruction& i, const Names& names) {
  switch (Info(i.op).pretty) {
    case Pretty::kReducePrecision:
      Simple(i, names, ", format = e" + std::to_string(i.Int(Attr::kExponentBits)) + "m" + std::to_string(i.Int(Attr::kMantissaBits)),
             {Attr::kExponentBits, Attr::kMantissaBits});
      return true;
    case Pretty::kIota: Simple(i, names, ", dim = " + std::to_string(i.Int(Attr::kIotaDimension)), {Attr::kIotaDimension}); return true;
    case Pretty::kDims: case Pretty::kDimsOfOneType: {
      const Attr attr = Info(i.op).attributes[0].attr;
      const std::string key = attr == Attr::kBroadcastSizes ? ", sizes = " : ", dims = ";
      Simple(i, names, key + BracketText(i.Ints(attr)), {attr}, Info(i.op).pretty == Pretty::kDims);
      return true;
    }
    case Pretty::kDim: {
      const Attr attr = i.op == Op::kDynamicIota ? Attr::kIotaDimension : Attr::kDimension;
      Simple(i, names, ", dim = " + std::to_string(i.Int(attr)), {attr}, true);
      return true;
    }
    case Pretty::kDynamicSlice: {
      Simple(i, names, ", sizes = " + BracketText(i.Ints(Attr::kSliceSizes)), {Attr::kSliceSizes}, true);
      return true;
    }
    case Pretty::kPad:
      Simple(i, names,
             ", low = " + BracketText(i.Ints(Attr::kEdgePaddingLow)) + ", high = " + BracketText(i.Ints(Attr::kEdgePaddingHigh)) +
                 ", interior = " + BracketText(i.Ints(Attr::kInteriorPadding)),
             {Attr::kEdgePaddingLow, Attr::kEdgePaddingHigh, Attr::kInteriorPadding}, true);
      return true;
    case Pretty::kFft:
      Simple(i, names, ", type = " + i.Text(Attr::kFftType) + ", length = " + BracketText(i.Ints(Attr::kFftLength)),
             {Attr::kFftType, Attr::kFftLength}, true);
      return true;
    case Pretty::kRng: Simple(i, names, ", distribution = " + i.Text(Attr::kRngDistribution), {Attr::kRngDistribution}, true); return true;
    case Pretty::kEinsum: Simple(i, names, ", config = " + Quoted(i.Text(Attr::kEinsumConfig)), {Attr::kEinsumConfig}, true); return true;
    case Pretty::kDot: Simple(i, names, PrecisionClause(i), {Attr::kPrecisionConfig}, true); return true;
    case Pretty::kCholesky: Simple(i, names, i.Bool(Attr::kLower) ? ", lower = true" : "", {Attr::kLower}); return true;
    case Pretty::kRngBitGenerator:
      Simple(i, names, ", algorithm = " + i.Text(Attr::kRngAlgorithm), {Attr::kRngAlgorithm}, true);
      return true;
    default: return false;
  }
}

bool StablehloPrinter::OperandsForm(const Instruction& i, const Names& names) {
  const std::string mnemonic(Info(i.op).stablehlo);
  if (i.op == Op::kTuple) {
    out_ += mnemonic + " " + DeclaredOperands(i, names) + Dictionary(i, {}) + " : " + ToMlirString(i.shapes[0]);
  } else if (i.op == Op::kAfterAll && i.operands.empty()) {
    out_ += mnemonic + " " + Dictionary(i, {}) + " : " + ToMlirString(i.shapes[0]);
  } else if (i.op == Op::kOptimizationBarrier) {
    if (i.shapes.empty()) return false;
    out_ += mnemonic + " " + DeclaredOperands(i, names) + Dictionary(i, {}) + " : " + TypeList(i.shapes, false);
  } else {
    Simple(i, names, "", {});
  }
  return true;
}

// Operations with a spelling of their own for one or two attributes; the rest are clauses.
bool StablehloPrinter::AttributeForm(const Instruction& i, Names& names) {
  const OpInfo& info = Info(i.op);
  const std::string mnemonic(info.stablehlo);
  switch (info.pretty) {
    case Pretty::kCompare: {
      const std::string& type = i.Text(Attr::kCompareType);
      out_ += mnemonic + " " + i.Text(Attr::kComparisonDirection) + ", " + DeclaredOperands(i, names) + (type.empty() ? "" : ", " + type) +
              Dictionary(i, {Attr::kComparisonDirection, Attr::kCompareType}) + " : " + FunctionType(i, names);
      return true;
    }
    case Pretty::kSelect: {
      const bool same = names.computation.shape(i.operands[1]) == i.shapes[0] && names.computation.shape(i.operands[2]) == i.shapes[0];
      const std::string type =
          same ? ToMlirString(names.computation.shape(i.operands[0])) + ", " + ToMlirString(i.shapes[0]) : FunctionType(i, names);
      out_ += mnemonic + " " + DeclaredOperands(i, names) + Dictionary(i, {}) + " : " + type;
      return true;
    }
    case Pretty::kSlice: {
      const std::vector<int64_t>&start = i.Ints(Attr::kStartIndices), &limit = i.Ints(Attr::kLimitIndices);
      const std::vector<int64_t> stride = i.IntsOr(Attr::kStrides, start.size(), 1);
      std::string ranges;
      for (size_t d = 0; d < start.size(); ++d) {
        ranges += (d > 0 ? ", " : "") + std::to_string(start[d]) + ":" + std::to_string(limit[d]) +
                  (stride[d] == 1 ? "" : ":" + std::to_string(stride[d]));
      }
      out_ += mnemonic + " " + names(i.operands[0]) + " [" + ranges + "]" +
              Dictionary(i, {Attr::kStartIndices, Attr::kLimitIndices, Attr::kStrides}) + " : " + FunctionType(i, names);
      return true;
    }
    case Pretty::kTopK: {
      const bool smallest = i.Has(Attr::kLargest) && !i.Bool(Attr::kLargest);
      out_ += mnemonic + "(" + names(i.operands[0]) + ", k = " + std::to_string(i.Int(Attr::kK)) + (smallest ? ", largest = false" : "") +
              ")" + Dictionary(i, {Attr::kK, Attr::kLargest}) + " : " + ToMlirString(names.computation.shape(i.operands[0])) + " -> " +
              TypeList(i.shapes, true);
      return true;
    }
    default: return ClauseForm(i, names);
  }
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
    case Pretty::kFunction: Simple(i, names, "", {}, true); return true;
    case Pretty::kOperands: return OperandsForm(i, names);
    case Pretty::kConstant: {
      if (i.shapes[0].quantization) {
        Generic(i, names, mnemonic);
        return true;
      }
      out_ += mnemonic + Dictionary(i, {Attr::kValue}) + " " + DenseText(i.LiteralValue(), options_.max_literal_elements) + " : " +
              ToMlirString(i.shapes[0]);
      return true;
    }
    case Pretty::kTupleElement:
      out_ += mnemonic + " " + names(i.operands[0]) + "[" + std::to_string(i.Int(Attr::kIndex)) + "]" + Dictionary(i, {Attr::kIndex}) +
              " : " + FunctionType(i, names);
      return true;
    case Pretty::kCall:
      out_ += (in_region_ ? mnemonic : "call") + " " + SymbolText(module_.computations[i.called[0]].name) + "(" +
              DeclaredOperands(i, names) + ")" + Dictionary(i, {Attr::kIsComposite}) + " : " + FunctionType(i, names);
      return true;
    case Pretty::kWhile:
      for (size_t n = 0; n < i.shapes.size(); ++n) {  // the spelling has one list of types, for operands and results
        if (i.shapes[n] != names.computation.shape(i.operands[n])) return false;
      }
      While(i, names);
      return true;
    case Pretty::kComposite: {
      const std::string operands = DeclaredOperands(i, names);
      out_ += mnemonic + " " + Quoted(i.Text(Attr::kCompositeName)) + (operands.empty() ? "" : " " + operands) +
              Dictionary(i, {Attr::kCompositeName}) + " : " + FunctionType(i, names);
      return true;
    }
    case Pretty::kCustomCall:
      out_ += mnemonic + " " + SymbolText(i.Text(Attr::kCallTarget)) + "(" + DeclaredOperands(i, names) + ")" +
              Dictionary(i, {Attr::kCallTarget}) + " : " + FunctionType(i, names);
      return true;
    case Pretty::kReduce: Reduce(i, names); return true;
    case Pretty::kDotGeneral: DotGeneral(i, names); return true;
    case Pretty::kConvolution: Convolution(i, names); return true;
    case Pretty::kScan: Scan(i, names); return true;
    default: return AttributeForm(i, names);
  }
}

}  // namespace mote
