// HLO text of what the entry reaches. HLO knows one result per instruction and closed computations of one style each, so that several
// results become a tuple with its elements taken out, and a loop's or branch's captured values travel in its tuple.
#include "hlo/print.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "hlo/print_hlo_text.h"

namespace mote {
namespace {

// How a computation takes its parameters: one by one, as the elements of one tuple, or just the one that it uses.
enum class Passing : uint8_t { kPlain, kTuple, kTupleInAndOut, kOne };

class HloPrinter {
 public:
  HloPrinter(const Module& module, const PrintOptions& options) : module_(module), options_(options) {}

  Result<std::string> Print() {
    if (module_.entry < 0) return Error(Rule::kUnsupported, "a module without functions has no HLO text");
    MOTE_ASSIGN(const std::string entry, Write(module_.entry, Passing::kPlain, 0));
    std::string head = "HloModule " + (module_.name.empty() ? "module" : Clean(module_.name));
    if (module_.replicas != 1) head += ", replica_count=" + std::to_string(module_.replicas);
    if (module_.partitions != 1) head += ", num_partitions=" + std::to_string(module_.partitions);
    return head + "\n\n" + out_;
  }

 private:
  // One computation while its lines are made.
  struct Block {
    const Computation& computation;
    std::string lines;
    IdVector<std::vector<std::string>> names;  // of results, by instruction
    int counter = 0;                              // the last number in a name
    const std::string& operator()(Value v) const { return names[v.instruction][v.result]; }
  };

  static std::string Clean(const std::string& name) {
    std::string out;
    for (const char ch : name) {
      const bool keep =
          (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_' || ch == '.' || ch == '-';
      out += keep ? ch : '_';
    }
    // XLA's parser takes the names of types for types.
    if (ElementTypeFromHloName(out).has_value()) return "f_" + out;
    const bool letter = !out.empty() && ((out[0] >= 'a' && out[0] <= 'z') || (out[0] >= 'A' && out[0] <= 'Z') || out[0] == '_');
    return letter ? out : "f_" + out;
  }

  // A name for the computation that no other has; the same name again for text that was printed here.
  std::string Unique(const std::string& wish) {
    const std::string base = Clean(wish);
    std::string name = base;
    for (int i = 1; !taken_.emplace(name, true).second; ++i) name = base + "." + std::to_string(i);
    return name;
  }

  Diagnostic Refuse(const Instruction& i, const std::string& what) const {
    return Error(Rule::kUnsupported, std::string(OpName(i.op)) + " " + what, i.location);
  }

  std::string Emit(Block& block, const Shape& shape, const std::string& opcode, const std::string& operands,
                   const std::string& attributes = "") {
    const std::string name = opcode + "." + std::to_string(++block.counter);
    block.lines += "  " + name + " = " + ToString(shape) + " " + opcode + "(" + operands + ")" + attributes + "\n";
    return name;
  }

  std::string Element(Block& block, const Shape& tuple, const std::string& name, size_t index) {
    return Emit(block, tuple.elements[index], "get-tuple-element", name, ", index=" + std::to_string(index));
  }

  std::vector<std::string> Elements(Block& block, const Shape& tuple, const std::string& name) {
    IdVector<std::string> names;
    for (size_t i = 0; i < tuple.elements.size(); ++i) names.push_back(Element(block, tuple, name, i));
    return names;
  }

  static std::string Joined(const IdVector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
    return out;
  }

  IdVector<Shape> OperandShapes(const Block& block, const Instruction& i) const {
    IdVector<Shape> shapes;
    for (const Value& value : i.operands) shapes.push_back(block.computation.shape(value));
    return shapes;
  }

  std::vector<std::string> OperandNames(const Block& block, const Instruction& i) const {
    IdVector<std::string> names;
    for (const Value& value : i.operands) names.push_back(block(value));
    return names;
  }

  // One value for all operands: the only one itself, else a tuple.
  std::string Packed(Block& block, const IdVector<std::string>& names, const IdVector<Shape>& shapes) {
    return names.size() == 1 ? names[0] : Emit(block, Shape::Tuple(shapes), "tuple", Joined(names));
  }

  // `captures`: of a loop's body, how many it hands on; of kOne: which parameter is the one.
  Result<std::string> Write(int32_t index, Passing passing, size_t captures);
  Status Body(Block& block);
  Status Operation(Block& block, const Instruction& i, size_t position);
  Status Plain(Block& block, const Instruction& i, size_t position);
  Status While(Block& block, const Instruction& i, size_t position);
  Status Conditional(Block& block, const Instruction& i, size_t position);
  Result<std::string> CalledText(const Instruction& i);
  Result<bool> Special(Block& block, const Instruction& i, size_t position);
  bool SpecialTuples(Block& block, const Instruction& i, size_t position);
  void Transfer(Block& block, const Instruction& i, size_t position);
  void Broadcast(Block& block, const Instruction& i, size_t position);
  std::string ConstantOfParts(Block& block, const Instruction& i);
  void StretchScalars(Block& block, const Instruction& i, IdVector<std::string>* names);

  // The results of an instruction that HLO gives as one value of `name`.
  void Bind(Block& block, const Instruction& i, size_t position, const std::string& name) {
    if (i.shapes.size() == 1) block.names[position] = {name};
    else block.names[position] = Elements(block, Shape::Tuple(i.shapes), name);
  }
  static Shape ResultShape(const Instruction& i) { return i.shapes.size() == 1 ? i.shapes[0] : Shape::Tuple(i.shapes); }

  const Module& module_;
  const PrintOptions options_;
  std::string out_;
  std::map<std::string, bool> taken_;
  std::map<int32_t, std::string> written_;  // by computation, for those that several calls share
};

Result<std::string> HloPrinter::Write(int32_t index, Passing passing, size_t captures) {
  const auto known = written_.find(index);
  if (known != written_.end()) return known->second;
  const Computation& computation = module_.computations[index];
  if (computation.extra.count("mote.declaration") != 0) {
    return Error(Rule::kUnsupported, "the function @" + computation.name + " has no body, and HLO text has no declarations",
                 computation.location);
  }
  Block block{computation, "", std::vector<std::vector<std::string>>(computation.instructions.size())};
  const std::string name = Unique(computation.name.empty() ? "computation" : computation.name);
  if (passing == Passing::kPlain) {
    for (size_t i = 0; i < computation.parameters.size(); ++i) {
      block.names[i] = {Emit(block, computation.parameters[i], "parameter", std::to_string(i))};
    }
  } else if (passing == Passing::kOne) {
    block.names[captures] = {Emit(block, computation.parameters[captures], "parameter", "0")};
  } else {
    const Shape tuple = Shape::Tuple(computation.parameters);
    const std::string parameter = Emit(block, tuple, "parameter", "0");
    const std::vector<std::string> elements = Elements(block, tuple, parameter);
    for (size_t i = 0; i < elements.size(); ++i) block.names[i] = {elements[i]};
  }
  MOTE_CHECK_OK(Body(block));
  std::vector<std::string> results;
  IdVector<Shape> shapes = computation.ResultShapes();
  for (const Value& value : computation.results) results.push_back(block(value));
  // A loop's body hands its captured values on.
  for (size_t i = 0; passing == Passing::kTupleInAndOut && i < captures; ++i) {
    const size_t at = computation.parameters.size() - captures + i;
    results.push_back(block.names[at][0]);
    shapes.push_back(computation.parameters[at]);
  }
  std::string root =
      results.size() == 1 && passing != Passing::kTupleInAndOut ? results[0] : Emit(block, Shape::Tuple(shapes), "tuple", Joined(results));
  const std::string line = "\n  " + root + " = ";
  const std::string text = "\n" + block.lines;
  const size_t at = text.find(line);
  const std::string marked = at == std::string::npos ? text : text.substr(0, at + 3) + "ROOT " + text.substr(at + 3);
  out_ += (index == module_.entry ? "ENTRY " : "") + name + " {" + marked + "}\n\n";
  if (passing == Passing::kPlain) written_[index] = name;
  return name;
}

Status HloPrinter::Body(Block& block) {
  for (size_t i = block.computation.parameters.size(); i < block.computation.instructions.size(); ++i) {
    MOTE_CHECK_OK(Operation(block, block.computation.instructions[i], i));
  }
  return Ok();
}

Result<std::string> HloPrinter::CalledText(const Instruction& i) {
  IdVector<std::string> names;
  for (const int32_t called : i.called) {
    if (i.captures != 0) return Refuse(i, "whose computation uses outer values has no HLO text");
    MOTE_ASSIGN(std::string name, Write(called, Passing::kPlain, 0));
    names.push_back(std::move(name));
  }
  if (names.empty()) return std::string();
  if (i.op == Op::kSelectAndScatter) return ", select=" + names[0] + ", scatter=" + names[1];
  if (i.op == Op::kFusion) return ", calls=" + names[0];
  if (i.op == Op::kCustomCall) return ", called_computations={" + Joined(names) + "}";
  return ", to_apply=" + names[0];
}

bool HoldsBuffer(const Shape& shape) {
  return shape.IsBuffer() || std::any_of(shape.elements.begin(), shape.elements.end(), HoldsBuffer);
}

Status HloPrinter::Operation(Block& block, const Instruction& i, size_t position) {
  for (const Shape& shape : i.shapes) {
    if (shape.quantization) return Refuse(i, "gives the quantized type " + ToMlirString(shape) + ", which HLO text does not have");
    if (HoldsBuffer(shape)) return Refuse(i, "gives " + ToMlirString(shape) + ": buffers are not written as HLO text");
  }
  if (i.Has(Attr::kReplicaGroupMesh) && i.Matrix(Attr::kReplicaGroups).empty()) {
    return Refuse(i, "names its groups by a mesh that the module does not define");
  }
  MOTE_ASSIGN(const bool done, Special(block, i, position));
  if (done) return Ok();
  return Plain(block, i, position);
}

// HLO's broadcast keeps every size: dimensions that StableHLO stretches are dropped first.
void HloPrinter::Broadcast(Block& block, const Instruction& i, size_t position) {
  const Shape& x = block.computation.shape(i.operands[0]);
  const std::vector<int64_t>& dims = i.Ints(Attr::kBroadcastDimensions);
  Shape kept = Shape::Array(x.element_type, {});
  std::string list;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (x.dims[d] == 1 && i.shape().dims[dims[d]] != 1) continue;
    kept.dims.push_back(x.dims[d]);
    kept.bounded.push_back(x.IsBounded(d));
    list += (list.empty() ? "" : ",") + std::to_string(dims[d]);
  }
  std::string name = block(i.operands[0]);
  if (kept.dims.size() != x.dims.size()) name = Emit(block, kept, "reshape", name);
  block.names[position] = {Emit(block, i.shape(), "broadcast", name, ", dimensions={" + list + "}")};
}

// Scalar bounds of clamp and scalar predicates of select, which HLO text does not have.
void HloPrinter::StretchScalars(Block& block, const Instruction& i, IdVector<std::string>* names) {
  for (size_t k = 0; k < names->size(); ++k) {
    const Shape& x = block.computation.shape(i.operands[k]);
    if (!x.IsScalar() || i.shape().dims.empty()) continue;
    Shape wide = i.shape();
    wide.element_type = x.element_type;
    (*names)[k] = Emit(block, wide, "broadcast", (*names)[k], ", dimensions={}");
  }
}

// XLA takes a NaN in one part of a complex element for a NaN in both: such constants are made of their parts.
bool HalfNaN(const Literal& literal) {
  for (int64_t i = 0; IsComplex(literal.type()) && i < literal.size(); ++i) {
    const std::complex<double> value = literal.ComplexAt(i);
    if (std::isnan(value.real()) != std::isnan(value.imag())) return true;
  }
  return false;
}

std::string HloPrinter::ConstantOfParts(Block& block, const Instruction& i) {
  const Literal& literal = i.LiteralValue();
  Shape shape = i.shape();
  shape.element_type = RealPart(shape.element_type);
  Literal parts[2] = {Literal(shape), Literal(shape)};
  for (int64_t k = 0; k < literal.size(); ++k) {
    parts[0].SetReal(k, literal.ComplexAt(k).real());
    parts[1].SetReal(k, literal.ComplexAt(k).imag());
  }
  const std::string real = Emit(block, shape, "constant", HloLiteralText(parts[0], options_.max_literal_elements));
  const std::string imaginary = Emit(block, shape, "constant", HloLiteralText(parts[1], options_.max_literal_elements));
  return Emit(block, i.shape(), "complex", real + ", " + imaginary);
}

// Operations that take or give their values as a tuple in HLO.
bool HloPrinter::SpecialTuples(Block& block, const Instruction& i, size_t position) {
  IdVector<std::string> names = OperandNames(block, i);
  if (i.op == Op::kOptimizationBarrier) {
    if (names.size() == 1) return false;
    const std::string packed = Emit(block, ResultShape(i), "tuple", Joined(names));
    Bind(block, i, position, Emit(block, ResultShape(i), "opt-barrier", packed));
    return true;
  }
  if (i.op == Op::kInfeed) {
    if (i.shapes.empty()) return false;
    const Shape data = Shape::Tuple(IdVector<Shape>(i.shapes.begin(), i.shapes.end() - 1)), all = Shape::Tuple({data, i.shapes.back()});
    const std::string name = Emit(block, all, "infeed", names[0], HloAttributesText(i, {}));
    const std::string tuple = Element(block, all, name, 0);
    block.names[position] = Elements(block, data, tuple);
    block.names[position].push_back(Element(block, all, name, 1));
    return true;
  }
  IdVector<Shape> shapes = OperandShapes(block, i);
  const std::string token = names.back();
  names.pop_back();
  shapes.pop_back();
  const std::string data = Packed(block, names, shapes);
  const Shape shape = shapes.size() == 1 ? shapes[0] : Shape::Tuple(shapes);
  block.names[position] = {
      Emit(block, i.shape(), "outfeed", data + ", " + token, ", outfeed_shape=" + ToString(shape) + HloAttributesText(i, {}))};
  return true;
}

// One send or recv of StableHLO is two halves in HLO, which share a context (data, u32[], token[]); several values travel as a tuple.
void HloPrinter::Transfer(Block& block, const Instruction& i, size_t position) {
  const bool sends = i.op == Op::kSend;
  IdVector<std::string> names = OperandNames(block, i);
  IdVector<Shape> shapes = sends ? OperandShapes(block, i) : i.shapes;
  shapes.pop_back();  // the token
  const Shape data = shapes.size() == 1 ? shapes[0] : Shape::Tuple(shapes),
              context = Shape::Tuple({data, Shape::Scalar(ElementType::kU32), Shape::Token()});
  const std::string token = names.back(), attributes = HloAttributesText(i, {});
  std::string done = ", channel_id=" + std::to_string(i.Int(Attr::kChannelId));
  if (i.Bool(Attr::kIsHostTransfer)) done += ", is_host_transfer=true";
  if (sends) {
    names.pop_back();
    const std::string sent = Packed(block, names, shapes);
    block.names[position] = {Emit(block, Shape::Token(), "send-done", Emit(block, context, "send", sent + ", " + token, attributes), done)};
    return;
  }
  const Shape whole = Shape::Tuple({data, Shape::Token()});
  const std::string received = Emit(block, whole, "recv-done", Emit(block, context, "recv", token, attributes), done),
                    values = Element(block, whole, received, 0);
  block.names[position] = shapes.size() == 1 ? std::vector<std::string>{values} : Elements(block, data, values);
  block.names[position].push_back(Element(block, whole, received, 1));
}

// Operations whose HLO form is another one; true when it was written.
Result<bool> HloPrinter::Special(Block& block, const Instruction& i, size_t position) {
  switch (i.op) {
    case Op::kConstant:
    case Op::kChloConstant:
      if (HalfNaN(i.LiteralValue())) {
        block.names[position] = {ConstantOfParts(block, i)};
        return true;
      }
      block.names[position] = {Emit(block, i.shape(), "constant", HloLiteralText(i.LiteralValue(), options_.max_literal_elements))};
      return true;
    case Op::kBroadcastInDim: Broadcast(block, i, position); return true;
    case Op::kBroadcast: {
      std::string list;
      const size_t added = i.Ints(Attr::kBroadcastSizes).size();
      for (size_t d = added; d < i.shape().dims.size(); ++d) list += (list.empty() ? "" : ",") + std::to_string(d);
      block.names[position] = {Emit(block, i.shape(), "broadcast", block(i.operands[0]), ", dimensions={" + list + "}")};
      return true;
    }
    case Op::kDot: {
      const int rank = block.computation.shape(i.operands[0]).rank();
      block.names[position] = {Emit(block, i.shape(), "dot", Joined(OperandNames(block, i)),
                                    ", lhs_contracting_dims={" + std::to_string(rank - 1) + "}, rhs_contracting_dims={0}")};
      return true;
    }
    case Op::kCreateToken: block.names[position] = {Emit(block, Shape::Token(), "after-all", "")}; return true;
    case Op::kWhile: MOTE_CHECK_OK(While(block, i, position)); return true;
    case Op::kIf:
    case Op::kCase: MOTE_CHECK_OK(Conditional(block, i, position)); return true;
    case Op::kAsyncDone:
      if (module_.from_hlo_text) return false;
      block.names[position] = block.names[i.operands[0].instruction];
      return true;
    case Op::kComposite:
    case Op::kRequantize:
    case Op::kAsyncStart: {
      if (i.op == Op::kAsyncStart && module_.from_hlo_text) return false;
      if (i.captures != 0) return Refuse(i, "whose computation uses outer values has no HLO text");
      MOTE_ASSIGN(const std::string callee, Write(i.called[0], Passing::kPlain, 0));
      Instruction call = i;  // a future stands for the values it will hold
      if (i.op == Op::kAsyncStart) call.shapes = i.shapes[0].elements;
      Bind(block, call, position, Emit(block, ResultShape(call), "call", Joined(OperandNames(block, i)), ", to_apply=" + callee));
      return true;
    }
    case Op::kOptimizationBarrier:
    case Op::kInfeed:
    case Op::kOutfeed: return SpecialTuples(block, i, position);
    case Op::kSend:
    case Op::kRecv:
      if (module_.from_hlo_text) return false;
      Transfer(block, i, position);
      return true;
    case Op::kAllToAll:
      if (i.Int(Attr::kSplitDimension) != i.Int(Attr::kConcatDimension)) {
        return Refuse(i, "with different split and concat dimensions has no HLO text");
      }
      return false;
    default: return false;
  }
}

Status HloPrinter::Plain(Block& block, const Instruction& i, size_t position) {
  const std::string opcode(Info(i.op).hlo);
  if (opcode.empty()) return Refuse(i, "has no HLO text");
  MOTE_ASSIGN(const std::string called, CalledText(i));
  IdVector<std::string> names = OperandNames(block, i);
  if (i.op == Op::kRng && names.size() == 3) names.pop_back();  // the shape is the result's
  if (i.op == Op::kClamp || i.op == Op::kSelect) StretchScalars(block, i, &names);
  Bind(block, i, position, Emit(block, ResultShape(i), opcode, Joined(names), HloAttributesText(i, OperandShapes(block, i)) + called));
  return Ok();
}

Status HloPrinter::While(Block& block, const Instruction& i, size_t position) {
  const size_t captures = i.captures;
  const bool packed = i.operands.size() != 1 || captures != 0;
  MOTE_ASSIGN(const std::string condition, Write(i.called[0], packed ? Passing::kTuple : Passing::kPlain, captures));
  MOTE_ASSIGN(const std::string body, Write(i.called[1], packed ? Passing::kTupleInAndOut : Passing::kPlain, captures));
  const IdVector<Shape> shapes = OperandShapes(block, i);
  const std::string attributes = ", condition=" + condition + ", body=" + body;
  if (!packed) {
    block.names[position] = {Emit(block, i.shape(), "while", block(i.operands[0]), attributes)};
    return Ok();
  }
  const Shape tuple = Shape::Tuple(shapes);
  const std::string init = Emit(block, tuple, "tuple", Joined(OperandNames(block, i)));
  const std::string loop = Emit(block, tuple, "while", init, attributes);
  for (size_t k = 0; k < i.shapes.size(); ++k) block.names[position].push_back(Element(block, tuple, loop, k));
  return Ok();
}

// The one captured value that each branch uses; nothing when some branch uses several. A branch that uses none takes one that no
// other does, so that each value is still handed to somebody.
std::optional<std::vector<size_t>> OwnCaptures(const Module& module, const Instruction& i) {
  const size_t count = i.captures;
  std::vector<std::optional<size_t>> own(i.called.size());
  std::vector<bool> used(count, false);
  for (size_t branch = 0; branch < i.called.size(); ++branch) {
    const Computation& computation = module.computations[i.called[branch]];
    IdVector<Value> uses = computation.results;
    for (const Instruction& instruction : computation.instructions) {
      uses.insert(uses.end(), instruction.operands.begin(), instruction.operands.end());
    }
    for (const Value& value : uses) {
      const size_t parameter = value.instruction;
      if (parameter >= count) continue;
      if (own[branch] && *own[branch] != parameter) return std::nullopt;
      own[branch] = parameter;
      used[parameter] = true;
    }
  }
  std::vector<size_t> chosen;
  for (const std::optional<size_t>& one : own) {
    size_t parameter = one.value_or(0);
    const auto unused = std::find(used.begin(), used.end(), false);
    if (!one && unused != used.end()) parameter = unused - used.begin();
    used[parameter] = true;
    chosen.push_back(parameter);
  }
  if (std::find(used.begin(), used.end(), false) != used.end()) return std::nullopt;
  return chosen;
}

// Each branch takes one operand: the value it uses, or all captured values as a tuple.
Status HloPrinter::Conditional(Block& block, const Instruction& i, size_t position) {
  const std::optional<std::vector<size_t>> own = i.captures == 0 ? std::nullopt : OwnCaptures(module_, i);
  std::vector<std::string> branches;
  for (size_t k = 0; k < i.called.size(); ++k) {
    MOTE_ASSIGN(std::string name, Write(i.called[k], own ? Passing::kOne : Passing::kTuple, own ? (*own)[k] : 0));
    branches.push_back(std::move(name));
  }
  IdVector<std::string> names = OperandNames(block, i);
  IdVector<Shape> shapes = OperandShapes(block, i);
  std::string operands = names[0];
  names.erase(names.begin());
  shapes.erase(shapes.begin());
  const std::string packed = own ? "" : Emit(block, Shape::Tuple(shapes), "tuple", Joined(names));
  for (size_t k = 0; k < branches.size(); ++k) operands += ", " + (own ? names[(*own)[k]] : packed);
  const std::string attributes = i.op == Op::kIf ? ", true_computation=" + branches[0] + ", false_computation=" + branches[1]
                                                 : ", branch_computations={" + Joined(branches) + "}";
  Bind(block, i, position, Emit(block, ResultShape(i), "conditional", operands, attributes));
  return Ok();
}

}  // namespace

Result<std::string> PrintHlo(const Module& module, const PrintOptions& options) { return HloPrinter(module, options).Print(); }

}  // namespace mote
