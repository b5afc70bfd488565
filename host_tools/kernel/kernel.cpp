// The scalar table as data, the rules of a well-formed kernel, its content hash and its listing.
#include "kernel/kernel.h"

#include <bit>
#include <charconv>

namespace mote {

MOTE_DEFINE_COPIES(Kernel);
namespace {

constexpr ScalarInfo kScalars[] = {
#define MOTE_SCALAR(id, code, name, result, operands, arity) {Scalar::k##id, #id, name, result, operands, arity},
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
};

struct ScalarIndex {
  const ScalarInfo* by_code[256] = {};
  constexpr ScalarIndex() {
    for (const ScalarInfo& info : kScalars) by_code[static_cast<size_t>(info.op)] = &info;
  }
};
constexpr ScalarIndex kIndex;

bool Fits(char letter, Reg reg) {
  switch (letter) {
    case 'i': return reg == Reg::kI32;
    case 'l': return reg == Reg::kI64;
    case 'f': return reg == Reg::kF32;
    case 'd': return reg == Reg::kF64;
    default: return true;
  }
}

class Checker {
 public:
  explicit Checker(const Kernel& kernel) : k_(kernel), stage_of_(kernel.nodes.size(), kNone), closed_(kernel.nodes.size(), false) {}

  std::string Check() {
    for (const Axis& axis : k_.axes) {
      if (!k_.params.Has(axis.extent)) return "an axis has no extent";
    }
    for (AxisId axis : k_.group_axes) {
      if (!k_.axes.Has(axis) || k_.axes[axis].kind != Axis::Kind::kGroup) return "a group axis is not of that kind";
    }
    if (std::string why = CheckAccesses(); !why.empty()) return why;
    for (size_t i = 0; i < k_.stages.size(); ++i) {
      if (std::string why = CheckStage(static_cast<int32_t>(i)); !why.empty()) return "stage " + std::to_string(i) + ": " + why;
    }
    for (size_t i = 0; i < k_.nodes.size(); ++i) {
      if (stage_of_[i] == kNone) return "node " + std::to_string(i) + " belongs to no stage";
    }
    return "";
  }

 private:
  std::string CheckAccesses() const {
    for (const Access& access : k_.accesses) {
      if (!k_.operands.Has(access.operand)) return "an access names no operand";
      if (access.offset != kNone && !k_.params.Has(access.offset)) return "an access names no offset parameter";
      AxisId previous = kNone;
      for (const Access::Term& term : access.terms) {
        if (!k_.axes.Has(term.axis) || !k_.params.Has(term.stride)) return "an access term names no axis or parameter";
        if (term.axis <= previous) return "the terms of an access are not in ascending axis order";
        previous = term.axis;
      }
    }
    return "";
  }

  std::string CheckStage(int32_t index) {
    const Stage& stage = k_.stages[index];
    for (AxisId axis : stage.axes) {
      if (!k_.axes.Has(axis) || k_.axes[axis].kind != Axis::Kind::kLane) return "an axis is not a lane axis";
    }
    if (stage.kind == Stage::Kind::kReduce && stage.axes.size() != 1) return "a reduce stage has one axis";
    if (stage.kind == Stage::Kind::kScalar && !stage.axes.empty()) return "a scalar stage has no axes";
    open_axes_ = k_.group_axes;
    open_axes_.insert(open_axes_.end(), stage.axes.begin(), stage.axes.end());
    if (std::string why = CheckRange(stage.body, index, false); !why.empty()) return why;
    if (stage.kind != Stage::Kind::kReduce) return stage.combiner.first == stage.combiner.last ? "" : "only a reduce stage has a combiner";
    if (std::string why = CheckRange(stage.combiner, index, true); !why.empty()) return why;
    if (!std::has_single_bit(static_cast<uint32_t>(stage.lanes))) return "lanes is not a power of two";
    if (stage.values.size() != stage.inits.size() || stage.values.size() != stage.combined.size() || stage.values.empty()) {
      return "values, inits and combined differ in number";
    }
    for (size_t i = 0; i < stage.values.size(); ++i) {
      if (!Inside(stage.values[i], stage.body) || closed_[stage.values[i]]) return "a reduced value is not a node of the body";
      if (!k_.nodes.Has(stage.combined[i]) || stage_of_[stage.combined[i]] == kNone) return "a combined value is no node";
      if (!IsUniform(stage.inits[i], index)) return "an init is not uniform";
      const Reg type = TypeOf(stage.values[i]);
      if (TypeOf(stage.inits[i]) != type || TypeOf(stage.combined[i]) != type) return "value, init and combined differ in class";
    }
    return "";
  }

  static bool Inside(NodeId id, NodeRange range) { return id >= range.first && id < range.last; }
  Reg TypeOf(NodeId id) const { return k_.nodes[id].type; }

  // A node of an earlier scalar stage, or a constant or parameter of this one.
  bool IsUniform(NodeId id, int32_t stage) const {
    if (!k_.nodes.Has(id) || stage_of_[id] == kNone) return false;
    const Scalar op = k_.nodes[id].op;
    return IsScalarStage(stage_of_[id], stage) || op == Scalar::kConstant || op == Scalar::kParam;
  }
  bool IsScalarStage(int32_t stage, int32_t before) const {
    return stage < before && k_.stages[stage].kind == Stage::Kind::kScalar;
  }

  std::string CheckRange(NodeRange range, int32_t stage, bool combiner) {
    if (range.first < 0 || range.last < range.first || range.last > k_.nodes.count()) return "a node range is outside the nodes";
    std::vector<std::pair<int32_t, NodeId>> loops;  // open loops with the place of their begin
    for (NodeId id = range.first; id < range.last; ++id) {
      if (stage_of_[id] != kNone) return Say(id, "belongs to two stages");
      if (std::string why = CheckOperands(id, range, stage); !why.empty()) return Say(id, why);
      stage_of_[id] = stage;
      const Node& node = k_.nodes[id];
      if (node.op == Scalar::kCombinerInput && !combiner) return Say(id, "is a combiner input outside a combiner");
      if (node.op == Scalar::kLoopBegin) {
        if (!k_.loops.Has(node.index)) return Say(id, "names no loop");
        const AxisId axis = k_.loops[node.index].axis;
        if (!k_.axes.Has(axis) || k_.axes[axis].kind != Axis::Kind::kLoop) return Say(id, "has no loop axis");
        open_axes_.push_back(axis);
        loops.emplace_back(node.index, id);
      }
      if (node.op == Scalar::kCarried) {
        if (loops.empty() || loops.back().first != node.index) return Say(id, "is carried outside its loop");
        if (node.bits >= k_.loops[node.index].next.size()) return Say(id, "has no next value");
        if (id != loops.back().second + 1 + static_cast<NodeId>(node.bits)) return Say(id, "does not stand right after its loop's begin");
      }
      if (node.op == Scalar::kLoopEnd) {
        if (loops.empty() || loops.back().first != node.index) return Say(id, "ends a loop that is not the innermost");
        if (std::string why = CloseLoop(loops.back().second, id); !why.empty()) return Say(id, why);
        loops.pop_back();
        open_axes_.pop_back();
      }
    }
    return loops.empty() ? "" : "a loop does not end";
  }

  std::string CloseLoop(NodeId begin, NodeId end) {
    const Loop& loop = k_.loops[k_.nodes[end].index];
    size_t carried = 0;
    for (NodeId id = begin + 1; id < end; ++id) {
      const Node& node = k_.nodes[id];
      if (node.op == Scalar::kCarried && node.index == k_.nodes[end].index) {
        const NodeId next = loop.next[node.bits];
        if (next < 0 || next >= end || TypeOf(next) != node.type) return "a next value is missing or of another class";
        ++carried;
      } else {
        closed_[id] = true;
      }
    }
    return carried == loop.next.size() ? "" : "carried values and next values differ in number";
  }

  std::string CheckOperands(NodeId id, NodeRange range, int32_t stage) const {
    const Node& node = k_.nodes[id];
    const ScalarInfo* info = kIndex.by_code[static_cast<size_t>(node.op)];
    if (info == nullptr) return "is of no known operation";
    const bool is_store = node.op == Scalar::kStore, is_load = node.op == Scalar::kLoad;
    for (int i = 0; i < 3; ++i) {
      const NodeId in = node.in[i];
      const bool optional = is_load || (is_store && i > 0);
      if (in == kNone) {
        if (i < info->arity && !optional) return "lacks an operand";
        continue;
      }
      if (i >= info->arity) return "has too many operands";
      if (in < 0 || in >= id) return "uses a later node";
      const bool own = Inside(in, range) && !closed_[in];
      if (!own && !(stage_of_[in] != kNone && IsScalarStage(stage_of_[in], stage))) return "uses a node it cannot see";
      if (!Fits(info->operands[i], TypeOf(in))) return "has an operand of another class";
    }
    if (!Fits(info->result, node.type)) return "is of another class than its operation";
    if (node.op == Scalar::kCarried && TypeOf(node.in[0]) != node.type) return "differs from its initial value in class";
    if (is_load || is_store) return CheckMemory(node);
    if (node.op == Scalar::kParam && !k_.params.Has(node.index)) return "names no parameter";
    if (node.op == Scalar::kParam && k_.params[node.index].type != node.type) return "differs from its parameter in class";
    if (node.op == Scalar::kAxis && !IsOpen(node.index)) return "uses an axis outside its stage or loop";
    if (node.op == Scalar::kReduced) {
      if (node.index < 0 || node.index >= stage || node.bits >= k_.stages[node.index].values.size()) return "names no earlier result";
      if (TypeOf(k_.stages[node.index].values[node.bits]) != node.type) return "differs from its result in class";
    }
    return "";
  }

  std::string CheckMemory(const Node& node) const {
    if (!k_.accesses.Has(node.index)) return "names no access";
    const Access& access = k_.accesses[node.index];
    const KernelOperand& operand = k_.operands[access.operand];
    for (const Access::Term& term : access.terms) {
      if (!IsOpen(term.axis)) return "uses an axis outside its stage or loop";
    }
    const Reg natural = RegisterOf(operand.type);
    const bool saturates = node.op == Scalar::kLoad && natural == Reg::kI64 && node.type == Reg::kI32;
    if (node.type != natural && !saturates) return "is of another class than its operand";
    if (node.op == Scalar::kStore && !operand.written) return "stores to an operand that is not written";
    if (node.op == Scalar::kLoad && !operand.read && !operand.written) return "loads from an operand that is not read";
    return "";
  }

  bool IsOpen(AxisId axis) const {
    for (AxisId open : open_axes_) {
      if (open == axis) return true;
    }
    return false;
  }
  static std::string Say(NodeId id, const std::string& what) { return "node " + std::to_string(id) + " " + what; }

  const Kernel& k_;
  IdVector<int32_t> stage_of_;
  IdVector<bool> closed_;  // nodes of a loop that has ended, its carried values apart
  std::vector<AxisId> open_axes_;
};

class Hasher {
 public:
  void Add(uint64_t value) {
    // FNV-1a over the eight bytes, low first.
    for (int i = 0; i < 8; ++i) {
      hash_ = (hash_ ^ ((value >> (8 * i)) & 0xff)) * 0x100000001b3u;
    }
  }
  template <typename T>
  void AddList(const std::vector<T>& list) {
    Add(list.size());
    for (T item : list) Add(static_cast<uint64_t>(static_cast<int64_t>(item)));
  }
  void Add(NodeRange range) {
    Add(static_cast<uint64_t>(range.first));
    Add(static_cast<uint64_t>(range.last));
  }
  uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325u;
};

const char* RegName(Reg reg) {
  constexpr const char* kNames[] = {"i32", "i64", "f32", "f64"};
  return kNames[static_cast<size_t>(reg)];
}

// The shortest text that reads back as the value, the same in every locale.
std::string ValueText(Reg reg, uint64_t bits) {
  char text[48];
  const auto print = [&](auto value) { return std::string(text, std::to_chars(text, text + sizeof text, value).ptr); };
  switch (reg) {
    case Reg::kI32: return print(static_cast<int32_t>(bits));
    case Reg::kI64: return print(static_cast<int64_t>(bits));
    case Reg::kF32: return print(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    case Reg::kF64: return print(std::bit_cast<double>(bits));
  }
  return "";
}

class Printer {
 public:
  Printer(const Kernel& kernel, const std::vector<ParamValue>* values) : k_(kernel), values_(values) {}

  std::string Print() {
    out_ = "kernel " + k_.name + "\n";
    for (size_t i = 0; i < k_.operands.size(); ++i) {
      const KernelOperand& operand = k_.operands[i];
      out_ += "  operand " + std::to_string(i) + ": " + HloName(operand.type) + (operand.read ? " read" : "") +
              (operand.written ? " written" : "") + "\n";
    }
    out_ += "  groups" + AxisList(k_.group_axes) + "\n";
    for (size_t i = 0; i < k_.stages.size(); ++i) {
      const Stage& stage = k_.stages[i];
      constexpr const char* kKinds[] = {"map", "reduce", "scalar"};
      out_ += "  stage " + std::to_string(i) + ": " + kKinds[static_cast<size_t>(stage.kind)] + AxisList(stage.axes);
      if (stage.kind == Stage::Kind::kReduce) out_ += " lanes " + std::to_string(stage.lanes);
      out_ += "\n";
      PrintRange(stage.body);
      if (stage.kind != Stage::Kind::kReduce) continue;
      out_ += "  combine" + NodeList(stage.values) + " from" + NodeList(stage.inits) + "\n";
      PrintRange(stage.combiner);
      out_ += "  gives" + NodeList(stage.combined) + "\n";
    }
    return out_;
  }

 private:
  std::string Param(ParamId id) const {
    if (id == kNone) return "0";
    if (values_ == nullptr) return "p" + std::to_string(id);
    return ValueText(k_.params[id].type, static_cast<uint64_t>((*values_)[id]));
  }
  std::string AxisText(AxisId id) const { return "a" + std::to_string(id); }
  std::string AxisList(const std::vector<AxisId>& axes) const {
    std::string out;
    for (AxisId axis : axes) out += " " + AxisText(axis) + "<" + Param(k_.axes[axis].extent);
    return out;
  }
  static std::string NodeList(const std::vector<NodeId>& nodes) {
    std::string out;
    for (NodeId node : nodes) out += " %" + std::to_string(node);
    return out;
  }
  std::string AccessText(int32_t index) const {
    const Access& access = k_.accesses[index];
    std::string out = "operand " + std::to_string(access.operand) + "[" + Param(access.offset);
    for (const Access::Term& term : access.terms) out += " + " + Param(term.stride) + "·" + AxisText(term.axis);
    return out + "]";
  }

  void PrintRange(NodeRange range) {
    std::string indent = "    ";
    for (NodeId id = range.first; id < range.last; ++id) {
      const Node& node = k_.nodes[id];
      if (node.op == Scalar::kLoopEnd) indent.resize(indent.size() - 2);
      out_ += indent + NodeText(id, node) + "\n";
      if (node.op == Scalar::kLoopBegin) indent += "  ";
    }
  }

  std::string NodeText(NodeId id, const Node& node) const {
    std::string out = Info(node.op).result == '-' ? "" : "%" + std::to_string(id) + ":" + RegName(node.type) + " = ";
    out += Info(node.op).name;
    switch (node.op) {
      case Scalar::kConstant: return out + " " + ValueText(node.type, node.bits);
      case Scalar::kParam: return out + " " + Param(node.index);
      case Scalar::kAxis: return out + " " + AxisText(node.index);
      case Scalar::kLoopBegin: return out + AxisList({k_.loops[node.index].axis});
      case Scalar::kLoopEnd: return out + NodeList(k_.loops[node.index].next);
      case Scalar::kReduced: return out + " stage " + std::to_string(node.index) + " " + std::to_string(node.bits);
      case Scalar::kCombinerInput: return out + " " + std::to_string(node.bits);
      case Scalar::kLoad:
      case Scalar::kStore: out += " " + AccessText(node.index); break;
      default: break;
    }
    for (size_t i = 0; i < 3; ++i) {
      if (node.in[i] == kNone) continue;
      const size_t offset = node.op == Scalar::kStore ? 1 : 0;
      if (node.op == Scalar::kLoad || (node.op == Scalar::kStore && i > 0)) out += i == offset ? " at" : " if";
      out += " %" + std::to_string(node.in[i]);
    }
    if (node.bits != 0) out += " #" + std::to_string(node.bits);
    return out;
  }

  const Kernel& k_;
  const std::vector<ParamValue>* values_;
  std::string out_;
};

}  // namespace

const ScalarInfo& Info(Scalar op) {
  const ScalarInfo* info = kIndex.by_code[static_cast<size_t>(op)];
  return info == nullptr ? kScalars[0] : *info;
}

Reg RegisterOf(ElementType type) {
  if (IsFloat(type)) return type == ElementType::kF64 ? Reg::kF64 : Reg::kF32;
  return BitWidth(type) == 64 ? Reg::kI64 : Reg::kI32;
}

std::string CheckKernel(const Kernel& kernel) { return Checker(kernel).Check(); }

uint64_t ContentHash(const Kernel& kernel) {
  Hasher h;
  h.Add(kernel.params.size());
  for (const Parameter& param : kernel.params) h.Add(static_cast<uint64_t>(param.type) * 16 + static_cast<uint64_t>(param.role));
  h.Add(kernel.operands.size());
  for (const KernelOperand& operand : kernel.operands) h.Add(static_cast<uint64_t>(operand.type) * 4 + operand.read * 2u + operand.written);
  h.Add(kernel.axes.size());
  for (const Axis& axis : kernel.axes) h.Add(static_cast<uint64_t>(axis.kind) << 32 | static_cast<uint32_t>(axis.extent));
  h.AddList(kernel.group_axes);
  h.Add(kernel.accesses.size());
  for (const Access& access : kernel.accesses) {
    h.Add(static_cast<uint64_t>(access.operand) << 32 | static_cast<uint32_t>(access.offset));
    h.Add(access.terms.size());
    for (const Access::Term& term : access.terms) h.Add(static_cast<uint64_t>(term.axis) << 32 | static_cast<uint32_t>(term.stride));
  }
  h.Add(kernel.loops.size());
  for (const Loop& loop : kernel.loops) {
    h.Add(static_cast<uint64_t>(loop.axis));
    h.AddList(loop.next);
  }
  h.Add(kernel.stages.size());
  for (const Stage& stage : kernel.stages) {
    h.Add(static_cast<uint64_t>(stage.kind) << 32 | static_cast<uint32_t>(stage.lanes));
    h.AddList(stage.axes);
    h.Add(stage.body);
    h.AddList(stage.values);
    h.AddList(stage.inits);
    h.Add(stage.combiner);
    h.AddList(stage.combined);
  }
  h.Add(kernel.nodes.size());
  for (const Node& node : kernel.nodes) {
    h.Add(static_cast<uint64_t>(node.op) << 40 | static_cast<uint64_t>(node.type) << 32 | static_cast<uint32_t>(node.index));
    for (NodeId in : node.in) h.Add(static_cast<uint64_t>(static_cast<int64_t>(in)));
    h.Add(node.bits);
  }
  return h.hash();
}

std::string PrintKernel(const Kernel& kernel, const std::vector<ParamValue>* values) { return Printer(kernel, values).Print(); }

}  // namespace mote
