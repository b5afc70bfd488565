// What only HLO text has, as StableHLO: copies and barriers of the compiler disappear, fusions are calls, the two halves of a send or recv
// are one operation, sizes of a dynamic-reshape are one vector.
#include "hlo/stablehlo_printer.h"

namespace mote {
namespace {

// Operations without a StableHLO form.
bool HasNone(const Instruction& i) {
  switch (i.op) {
    case Op::kParameter: case Op::kFusion: case Op::kCopy: case Op::kBitcast: case Op::kDomain: case Op::kAddDependency:
    case Op::kAsyncUpdate: case Op::kSendDone: case Op::kRecvDone: return false;
    default: return Info(i.op).stablehlo.empty();
  }
}

}  // namespace

Status CheckStablehlo(const Module& module) {
  const auto no_form = [](const std::string& what, Location location) {
    return Error(Rule::kUnsupported, what + " has no StableHLO form", location);
  };
  const auto is_transfer = [&](const Instruction& i) { return module.from_hlo_text && (i.op == Op::kSend || i.op == Op::kRecv); };
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (HasNone(i)) return no_form(std::string(Info(i.op).hlo), i.location);
      if (is_transfer(i) && i.shape().elements.empty()) {
        return no_form(std::string(Info(i.op).hlo) + " of the type " + ToString(i.shape()), i.location);
      }
      const bool ends = i.op == Op::kSendDone || i.op == Op::kRecvDone;
      const Op begin = i.op == Op::kSendDone ? Op::kSend : Op::kRecv;
      if (ends && computation.at(i.operands[0]).op != begin) {
        return no_form(std::string(Info(i.op).hlo) + " of another computation's transfer", i.location);
      }
      for (const Value& value : i.operands) {
        if (is_transfer(computation.at(value)) && !ends) {
          return no_form("the context of a " + std::string(Info(computation.at(value).op).hlo) + " as a value", i.location);
        }
      }
      const bool pair = i.op != Op::kRecvDone || (i.shape().IsTuple() && i.shape().elements.size() == 2);
      if (!pair) return no_form("recv-done of the type " + ToString(i.shape()), i.location);
    }
    for (const Value& result : computation.results) {
      if (is_transfer(computation.at(result))) return no_form("a computation that returns the context of a transfer", computation.location);
    }
  }
  return Ok();
}

bool StablehloPrinter::FromHlo(const Instruction& instruction, Names& names, size_t position) {
  switch (instruction.op) {
    case Op::kCopy: case Op::kDomain: case Op::kAddDependency: case Op::kAsyncUpdate: case Op::kSendDone:
      names.alias[position] = {names(instruction.operands[0])};
      return true;
    case Op::kBitcast:
    case Op::kFusion: {
      Instruction plain = instruction;
      plain.op = instruction.op == Op::kBitcast ? Op::kReshape : Op::kCall;
      plain.attributes.clear();
      Operation(plain, names, position);
      return true;
    }
    case Op::kCustomCall: {  // a buffer and a tensor are no aliases in StableHLO
      const std::string& target = instruction.Text(Attr::kCallTarget);
      if (!module_.from_hlo_text || (target != "Pin" && target != "Unpin") || !instruction.Has(Attr::kOutputOperandAliases)) return false;
      Instruction plain = instruction;
      plain.attributes.erase(Attr::kOutputOperandAliases);
      Operation(plain, names, position);
      return true;
    }
    case Op::kSend:
      if (module_.from_hlo_text) SendFromHlo(instruction, names, position);
      return module_.from_hlo_text;
    case Op::kRecv:
      if (!module_.from_hlo_text || instruction.shape().elements.empty()) return false;  // CheckStablehlo refuses the latter
      RecvFromHlo(instruction, names, position);
      return true;
    case Op::kRecvDone:
      if (names.alias[instruction.operands[0].instruction].empty()) return false;  // CheckStablehlo refuses it
      RecvDoneFromHlo(instruction, names, position);
      return true;
    case Op::kDynamicReshape:
      if (!module_.from_hlo_text) return false;
      DynamicReshapeFromHlo(instruction, names, position);
      return true;
    default: return false;
  }
}

// (data, u32[], token[]) send(data, token) → token
void StablehloPrinter::SendFromHlo(const Instruction& instruction, Names& names, size_t position) {
  Instruction plain = instruction;
  plain.shapes = {Shape::Token()};
  plain.attributes[Attr::kChannelType] = int64_t{instruction.Bool(Attr::kIsHostTransfer) ? 2 : 1};
  names.base[position] = "%" + std::to_string(next_value_++);
  Line(names.base[position] + " = ");
  Generic(plain, names, "\"" + std::string(Info(Op::kSend).stablehlo) + "\"");
  out_ += "\n";
}

// (data, u32[], token[]) recv(token) → data…, token; recv-done makes the tuple of them.
void StablehloPrinter::RecvFromHlo(const Instruction& instruction, Names& names, size_t position) {
  const Shape& data = instruction.shapes[0].elements[0];
  Instruction plain = instruction;
  plain.shapes = data.IsTuple() ? data.elements : IdVector<Shape>{data};
  plain.shapes.push_back(Shape::Token());
  plain.attributes[Attr::kChannelType] = int64_t{instruction.Bool(Attr::kIsHostTransfer) ? 3 : 1};
  const std::string base = "%" + std::to_string(next_value_++);
  for (size_t i = 0; i < plain.shapes.size(); ++i) {
    names.alias[position].push_back(base + (plain.shapes.size() > 1 ? "#" + std::to_string(i) : ""));
  }
  Line(base + (plain.shapes.size() > 1 ? ":" + std::to_string(plain.shapes.size()) : "") + " = ");
  Generic(plain, names, "\"" + std::string(Info(Op::kRecv).stablehlo) + "\"");
  out_ += "\n";
}

std::string StablehloPrinter::TupleLine(const std::vector<std::string>& values, const Shape& shape) {
  const std::string name = "%" + std::to_string(next_value_++);
  std::string list;
  for (const std::string& value : values) list += (list.empty() ? "" : ", ") + value;
  if (options_.generic) {
    Line(name + " = \"stablehlo.tuple\"(" + list + ") : " + TypeList(shape.elements, true) + " -> " + ToMlirString(shape) + "\n");
  } else Line(name + " = stablehlo.tuple " + list + " : " + ToMlirString(shape) + "\n");
  return name;
}

void StablehloPrinter::RecvDoneFromHlo(const Instruction& instruction, Names& names, size_t position) {
  std::vector<std::string> values = names.alias[instruction.operands[0].instruction];
  const Shape& shape = instruction.shapes[0];
  if (!shape.elements.empty() && shape.elements[0].IsTuple()) {
    const std::string token = values.back();
    values.pop_back();
    values = {TupleLine(values, shape.elements[0]), token};
  }
  names.alias[position] = {TupleLine(values, shape)};
}

// dynamic-reshape(x, size0, size1, …)
void StablehloPrinter::DynamicReshapeFromHlo(const Instruction& instruction, Names& names, size_t position) {
  const Shape scalar = names.computation.shape(instruction.operands[1]), one = Shape::Array(scalar.element_type, {1});
  const Shape all = Shape::Array(scalar.element_type, {static_cast<int64_t>(instruction.operands.size()) - 1});
  std::string list, types;
  for (size_t i = 1; i < instruction.operands.size(); ++i) {
    const std::string name = "%" + std::to_string(next_value_++), type = "(" + ToMlirString(scalar) + ") -> " + ToMlirString(one);
    Line(name +
         (options_.generic ? " = \"stablehlo.reshape\"(" + names(instruction.operands[i]) + ") : "
                           : " = stablehlo.reshape " + names(instruction.operands[i]) + " : ") +
         type + "\n");
    list += (i > 1 ? ", " : "") + name;
    types += (i > 1 ? ", " : "") + ToMlirString(one);
  }
  const std::string sizes = "%" + std::to_string(next_value_++), type = "(" + types + ") -> " + ToMlirString(all);
  Line(sizes +
       (options_.generic ? " = \"stablehlo.concatenate\"(" + list + ") <{dimension = 0 : i64}> : "
                         : " = stablehlo.concatenate " + list + ", dim = 0 : ") +
       type + "\n");
  names.base[position] = "%" + std::to_string(next_value_++);
  const Shape& operand = names.computation.shape(instruction.operands[0]);
  const std::string both = names(instruction.operands[0]) + ", " + sizes,
                    signature = TypeList({operand, all}, true) + " -> " + ToMlirString(instruction.shapes[0]);
  Line(names.base[position] +
       (options_.generic ? " = \"stablehlo.dynamic_reshape\"(" + both + ") : " : " = stablehlo.dynamic_reshape " + both + " : ") +
       signature + "\n");
}

}  // namespace mote
