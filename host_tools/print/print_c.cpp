// PrintC: one kernel with its parameter values as a C99 function. Loops over lanes are innermost where the body has no loop of its own, so
// that compilers vectorise them; where it has one, four lanes are carried at once in separate variables.
#include <algorithm>

#include "print/c_bounds.h"
#include "print/c_expression.h"
#include "print/c_lanes.h"
#include "print/printers.h"

namespace mote {
namespace {

constexpr int kCopies = 4;             // lanes carried at once through a sequential loop
constexpr size_t kMostCopiedNodes = 64;  // beyond, one lane at a time: code size

class CPrinter {
 public:
  CPrinter(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> elements)
      : k_(kernel), values_(values), elements_(elements), bounds_(kernel, values), lanes_(kernel), done_(kernel.nodes.size()),
        inputs_(kernel.nodes.size()) {}

  std::string Print(const std::string& name) {
    out_ = "void " + name + "(unsigned char* const* operands, uint32_t begin, uint32_t end) {\n";
    indent_ = 1;
    if (COuterExtent(k_, values_) <= 0) {
      Line("(void)operands; (void)begin; (void)end;");
    } else {
      PrintOperands();
      if (IsFlat(k_)) {
        PrintFlat(k_.stages[0]);
      } else {
        PrintGroups();
      }
    }
    return out_ + "}\n";
  }

 private:
  const Node& At(NodeId id) const { return k_.nodes[id]; }
  int64_t Value(ParamId id) const { return id == kNone ? 0 : values_[id]; }
  int64_t Extent(AxisId axis) const { return Value(k_.axes[axis].extent); }
  const KernelOperand& OperandOf(const Node& node) const {
    return k_.operands[k_.accesses[node.index].operand];
  }
  void Line(const std::string& text) { out_.append(static_cast<size_t>(indent_) * 2, ' ').append(text).append("\n"); }
  void Open(const std::string& text) {
    Line(text + " {");
    ++indent_;
  }
  void Close() {
    --indent_;
    Line("}");
  }
  static std::string Axis(AxisId axis) { return "a" + std::to_string(axis); }

  void PrintOperands() {
    IdVector<bool> used(k_.operands.size());
    for (const Node& node : k_.nodes) {
      if (node.op == Scalar::kLoad || node.op == Scalar::kStore) {
        used[k_.accesses[node.index].operand] = true;
      }
    }
    for (size_t i = 0; i < k_.operands.size(); ++i) {
      if (!used[i]) continue;
      const std::string type = (k_.operands[i].written ? "" : "const ") + std::string(CElementType(k_.operands[i].type)) + "*";
      Line(type + " p" + std::to_string(i) + " = (" + type + ")(" + (k_.operands[i].written ? "" : "const ") + "void*)operands[" +
           std::to_string(i) + "];");
    }
  }

  // ---- lanes ----

  int CopiesFor(const Stage& stage) const {
    if (stage.axes.empty() || Extent(stage.axes.back()) < kCopies) return 1;
    size_t varying = 0;
    bool loops = false;
    for (NodeId id = stage.body.first; id < stage.body.last; ++id) {
      varying += lanes_.varies[id];
      if (At(id).op != Scalar::kLoopBegin) continue;
      loops = true;
      const NodeId guard = lanes_.guard[At(id).index];
      if (guard != kNone && lanes_.varies[guard]) return 1;
    }
    return loops && varying <= kMostCopiedNodes ? kCopies : 1;
  }

  // ---- nodes ----

  std::string Name(NodeId id, int copy) const {
    std::string name = "v" + std::to_string(id);
    return copies_ > 1 && lanes_.varies[id] ? name + "_" + std::to_string(copy) : name;
  }

  COperand Text(NodeId id, int copy) const {
    if (id == kNone) return {};
    const Node& node = At(id);
    switch (node.op) {
      case Scalar::kConstant: return {CLiteral(node.type, node.bits), true, node.bits};
      case Scalar::kParam:
        return {CLiteral(node.type, static_cast<uint64_t>(Value(node.index))), true, static_cast<uint64_t>(Value(node.index))};
      case Scalar::kAxis: {
        const bool shifted = copy > 0 && node.index == inner_;
        return {"(uint32_t)" + (shifted ? "(" + Axis(node.index) + " + " + std::to_string(copy) + ")" : Axis(node.index)), false, 0};
      }
      case Scalar::kReduced: return {"r" + std::to_string(node.index) + "_" + std::to_string(node.bits), false, 0};
      case Scalar::kCombinerInput: return {inputs_[node.bits], false, 0};
      default: return {Name(id, copy), false, 0};
    }
  }
  static bool IsInline(const Node& node) {
    return node.op == Scalar::kConstant || node.op == Scalar::kParam || node.op == Scalar::kAxis || node.op == Scalar::kReduced ||
           node.op == Scalar::kCombinerInput;
  }

  std::string AffineText(const Node& node, int copy) const {
    const Access& access = k_.accesses[node.index];
    int64_t constant = Value(access.offset);
    std::string text;
    for (const Access::Term& term : access.terms) {
      const int64_t stride = Value(term.stride);
      if (term.axis == inner_) constant += stride * copy;
      if (stride == 0) continue;
      const std::string piece = std::abs(stride) == 1 ? Axis(term.axis) : Axis(term.axis) + " * " + std::to_string(std::abs(stride));
      text += text.empty() ? (stride < 0 ? "-" : "") + piece : (stride < 0 ? " - " : " + ") + piece;
    }
    if (text.empty()) return std::to_string(constant);
    return constant == 0 ? text : text + (constant < 0 ? " - " : " + ") + std::to_string(std::abs(constant));
  }

  // The element's place, and the condition under which it may be touched (empty: always).
  std::pair<std::string, std::string> Place(const Node& node, NodeId offset, NodeId predicate, int copy) const {
    const std::string affine = AffineText(node, copy);
    const size_t operand = k_.accesses[node.index].operand;
    std::string condition = predicate == kNone || predicate == granted_ ? "" : Text(predicate, copy).text;
    const bool inside = (offset == kNone && predicate == kNone) || bounds_.Inside(node, elements_[operand]);
    std::string place = affine;
    if (offset != kNone || !inside) {
      const std::string sum = offset == kNone ? "(uint32_t)(" + affine + ")"
                              : affine == "0" ? Text(offset, copy).text
                                              : "(uint32_t)(" + affine + ") + " + Text(offset, copy).text;
      place = sum;
      if (!inside) {
        condition += (condition.empty() ? "" : " && ") + ("(uint32_t)(" + sum + ") < " + std::to_string(elements_[operand]) + "u");
      }
    }
    return {"p" + std::to_string(operand) + "[" + (offset != kNone || !inside ? "(uint32_t)(" + place + ")" : place) + "]", condition};
  }

  void PrintNode(NodeId id, int copy) {
    const Node& node = At(id);
    if (IsInline(node)) return;
    const std::string declaration = std::string("const ") + CTypeOf(node.type) + " " + Name(id, copy) + " = ";
    if (node.op == Scalar::kLoad) {
      const auto [place, condition] = Place(node, node.in[0], node.in[1], copy);
      const std::string value = CWiden(OperandOf(node).type, node.type, place);
      Line(declaration + (condition.empty() ? value : condition + " ? " + value + " : 0") + ";");
      return;
    }
    if (node.op == Scalar::kStore) {
      const auto [place, condition] = Place(node, node.in[1], node.in[2], copy);
      const std::string text = place + " = " + CNarrow(OperandOf(node).type, Text(node.in[0], copy).text) + ";";
      Line(condition.empty() ? text : "if (" + condition + ") " + text);
      return;
    }
    const NodeId kept = GuardedValue(node);
    if (kept != kNone) return Line(declaration + Text(kept, copy).text + ";");
    Line(declaration + CExpression(node, {Text(node.in[0], copy), Text(node.in[1], copy), Text(node.in[2], copy)}) + ";");
  }

  // The carried value that a guarded loop leaves at its initial value when the guard fails: its select has nothing to do.
  NodeId GuardedValue(const Node& node) const {
    if (!IsSelect(node.op) || At(node.in[1]).op != Scalar::kCarried) return kNone;
    const NodeId guard = lanes_.guard[At(node.in[1]).index];
    return guard != kNone && node.in[0] == guard && node.in[2] == At(node.in[1]).in[0] ? node.in[1] : kNone;
  }

  void PrintCopies(NodeId id) {
    const int copies = lanes_.varies[id] ? copies_ : 1;
    for (int copy = 0; copy < copies; ++copy) PrintNode(id, copy);
  }

  void PrintRange(NodeRange range) {
    const NodeId granted = granted_;
    std::vector<NodeId> outer;
    for (NodeId id = range.first; id < range.last; ++id) {
      const Node& node = At(id);
      if (done_[id]) continue;
      switch (node.op) {
        case Scalar::kLoopBegin:
          outer.push_back(granted_);
          BeginLoop(id);
          break;
        case Scalar::kLoopEnd:
          EndLoop(node.index);
          granted_ = outer.back();
          outer.pop_back();
          break;
        case Scalar::kCarried: break;  // declared with its loop
        default: PrintCopies(id);
      }
    }
    granted_ = granted;
  }

  void BeginLoop(NodeId begin) {
    const Loop& loop = k_.loops[At(begin).index];
    for (size_t j = 0; j < loop.next.size(); ++j) {
      const NodeId id = begin + 1 + static_cast<NodeId>(j);
      const int copies = lanes_.varies[id] ? copies_ : 1;
      for (int copy = 0; copy < copies; ++copy) {
        Line(std::string(CTypeOf(At(id).type)) + " " + Name(id, copy) + " = " + Text(At(id).in[0], copy).text + ";");
      }
    }
    const NodeId guard = lanes_.guard[At(begin).index];
    if (guard != kNone) {
      Open("if (" + Text(guard, 0).text + ")");
      granted_ = guard;
    }
    Open("for (intptr_t " + Axis(loop.axis) + " = 0; " + Axis(loop.axis) + " < " + std::to_string(Extent(loop.axis)) + "; ++" +
         Axis(loop.axis) + ")");
    carried_.push_back(begin + 1);
  }

  void EndLoop(int32_t index) {
    const Loop& loop = k_.loops[index];
    const NodeId first = carried_.back();
    carried_.pop_back();
    const bool several = loop.next.size() > 1;  // take effect together
    for (int pass = several ? 0 : 1; pass < 2; ++pass) {
      for (size_t j = 0; j < loop.next.size(); ++j) {
        const NodeId id = first + static_cast<NodeId>(j);
        const int copies = lanes_.varies[id] ? copies_ : 1;
        for (int copy = 0; copy < copies; ++copy) {
          const std::string held = "n" + Name(id, copy);
          if (pass == 0) Line(std::string("const ") + CTypeOf(At(id).type) + " " + held + " = " + Text(loop.next[j], copy).text + ";");
          if (pass == 1) Line(Name(id, copy) + " = " + (several ? held : Text(loop.next[j], copy).text) + ";");
        }
      }
    }
    Close();
    if (lanes_.guard[index] != kNone) Close();
  }

  // ---- stages ----

  // Nodes outside loops that a level of the lane loops does not change are printed in front of it.
  void PrintInvariant(const Stage& stage, bool rows) {
    for (NodeId id = stage.body.first; id < stage.body.last; ++id) {
      const Scalar op = At(id).op;
      const bool structural = op == Scalar::kStore || op == Scalar::kLoopBegin || op == Scalar::kLoopEnd || op == Scalar::kCarried;
      if (done_[id] || lanes_.depth[id] != 0 || structural || (rows ? lanes_.varies[id] : lanes_.moves[id])) continue;
      if (op == Scalar::kLoad && OperandOf(At(id)).written) continue;
      if (UsesLoop(id)) continue;
      PrintNode(id, 0);
      done_[id] = true;
    }
  }

  // Whether a node needs a loop's result, directly or through others not printed yet.
  bool UsesLoop(NodeId id) const {
    for (NodeId in : At(id).in) {
      if (in != kNone && !IsInline(At(in)) && !done_[in]) return true;
    }
    return false;
  }

  // The innermost lane loop from `first` to `last` (texts), the body in it.
  void PrintLanes(const Stage& stage, const std::string& first, const std::string& last) {
    inner_ = stage.axes.back();
    const std::string a = Axis(inner_);
    const int copies = CopiesFor(stage);
    bool loops = false;
    for (NodeId id = stage.body.first; id < stage.body.last; ++id) loops = loops || At(id).op == Scalar::kLoopBegin;
    if (copies > 1) {
      Line("intptr_t " + a + " = " + first + ";");
      Open("for (; " + a + " + " + std::to_string(copies) + " <= " + last + "; " + a + " += " + std::to_string(copies) + ")");
      copies_ = copies;
      PrintRange(stage.body);
      copies_ = 1;
      Close();
      Open("for (; " + a + " < " + last + "; ++" + a + ")");
    } else {
      if (!loops) Line("MOTE_INDEPENDENT");
      Open("for (intptr_t " + a + " = " + first + "; " + a + " < " + last + "; ++" + a + ")");
    }
    PrintRange(stage.body);
    Close();
    inner_ = kNone;
  }

  void PrintFlat(const Stage& stage) {
    lanes_.Add(k_, stage);
    PrintInvariant(stage, false);
    if (stage.axes.empty()) {
      Open("for (uint32_t point = begin; point < end; ++point)");
      PrintRange(stage.body);
      return Close();
    }
    const AxisId inner = stage.axes.back();
    if (stage.axes.size() == 1) {
      PrintInvariant(stage, true);
      return PrintLanes(stage, "(intptr_t)begin", "(intptr_t)end");
    }
    const std::string extent = std::to_string(Extent(inner));
    Open("for (uint32_t point = begin; point < end;)");
    Line("uint32_t row = point / " + extent + "u;");
    Line("const intptr_t first = (intptr_t)(point % " + extent + "u);");
    Line("const intptr_t last = end - point < " + extent + "u - (uint32_t)first ? first + (intptr_t)(end - point) : " + extent + ";");
    for (size_t i = stage.axes.size() - 1; i-- > 0;) PrintCoordinate(stage.axes[i], "row", i == 0);
    PrintInvariant(stage, true);
    PrintLanes(stage, "first", "last");
    Line("point += (uint32_t)(last - first);");
    Close();
  }

  void PrintCoordinate(AxisId axis, const std::string& from, bool outermost) {
    const std::string extent = std::to_string(Extent(axis)) + "u";
    Line("const intptr_t " + Axis(axis) + " = (intptr_t)" + (outermost ? from : "(" + from + " % " + extent + ")") + ";");
    if (!outermost) Line(from + " /= " + extent + ";");
  }

  void PrintGroups() {
    Open("for (uint32_t group = begin; group < end; ++group)");
    if (k_.group_axes.size() > 1) Line("uint32_t rest = group;");
    for (size_t i = k_.group_axes.size(); i-- > 0;) PrintCoordinate(k_.group_axes[i], k_.group_axes.size() > 1 ? "rest" : "group", i == 0);
    for (size_t s = 0; s < k_.stages.size(); ++s) {
      const Stage& stage = k_.stages[s];
      lanes_.Add(k_, stage);
      switch (stage.kind) {
        case Stage::Kind::kScalar:
          PrintRange(stage.body);
          std::fill(done_.begin() + stage.body.first, done_.begin() + stage.body.last, true);
          break;
        case Stage::Kind::kMap: PrintMap(stage); break;
        case Stage::Kind::kReduce: PrintReduce(s); break;
      }
    }
    Close();
  }

  void PrintMap(const Stage& stage) {
    Open("");
    PrintInvariant(stage, false);
    for (size_t i = 0; i + 1 < stage.axes.size(); ++i) {
      const std::string a = Axis(stage.axes[i]);
      Open("for (intptr_t " + a + " = 0; " + a + " < " + std::to_string(Extent(stage.axes[i])) + "; ++" + a + ")");
    }
    PrintInvariant(stage, true);
    if (stage.axes.empty()) {
      PrintRange(stage.body);
    } else {
      PrintLanes(stage, "0", std::to_string(Extent(stage.axes.back())));
    }
    for (size_t i = 0; i + 1 < stage.axes.size(); ++i) Close();
    Close();
  }

  bool UsesAxis(const Stage& stage, AxisId axis) const {
    for (NodeId id = stage.body.first; id < stage.body.last; ++id) {
      const Node& node = At(id);
      if (node.op == Scalar::kAxis && node.index == axis) return true;
      if (node.op != Scalar::kLoad && node.op != Scalar::kStore) continue;
      const std::vector<Access::Term>& terms = k_.accesses[node.index].terms;
      if (std::any_of(terms.begin(), terms.end(), [&](const Access::Term& term) { return term.axis == axis; })) return true;
    }
    return false;
  }

  // Element i goes to partial i mod lanes; kernel.h states the order.
  void PrintReduce(size_t s) {
    const Stage& stage = k_.stages[s];
    const int64_t extent = Extent(stage.axes[0]);
    const std::string prefix = "r" + std::to_string(s) + "_", lanes = std::to_string(stage.lanes), a = Axis(stage.axes[0]);
    for (size_t j = 0; j < stage.values.size(); ++j) {
      Line(std::string(CTypeOf(At(stage.values[j]).type)) + " " + prefix + std::to_string(j) + ";");
    }
    Open("");
    PrintInvariant(stage, true);
    const auto partial = [&](size_t j, const std::string& lane) { return "partial" + std::to_string(j) + "[" + lane + "]"; };
    for (size_t j = 0; j < stage.values.size(); ++j) {
      Line(std::string(CTypeOf(At(stage.values[j]).type)) + " partial" + std::to_string(j) + "[" + lanes + "] = {0};");
    }
    Open("for (intptr_t base = 0; base < " + std::to_string(extent) + "; base += " + lanes + ")");
    Line("const intptr_t count = " + std::to_string(extent) + " - base < " + lanes + " ? " + std::to_string(extent) + " - base : " + lanes +
         ";");
    if (stage.lanes > 1) Line("MOTE_INDEPENDENT");
    Open("for (intptr_t lane = 0; lane < count; ++lane)");
    Line("const intptr_t " + a + " = base + lane;");
    if (!UsesAxis(stage, stage.axes[0])) Line("(void)" + a + ";");  // the same value for the whole row
    PrintRange(stage.body);
    Open("if (base == 0)");
    for (size_t j = 0; j < stage.values.size(); ++j) Line(partial(j, "lane") + " = " + Text(stage.values[j], 0).text + ";");
    --indent_;
    Line("} else {");
    ++indent_;
    PrintCombine(
        stage, [&](size_t j) { return partial(j, "lane"); }, [&](size_t j) { return Text(stage.values[j], 0).text; },
        [&](size_t j) { return partial(j, "lane"); });
    Close();
    Close();
    Close();
    if (stage.lanes > 1) {
      Open("for (intptr_t half = " + std::to_string(stage.lanes / 2) + "; half >= 1; half /= 2)");
      Open("for (intptr_t lane = 0; lane < half && lane + half < " + std::to_string(extent) + "; ++lane)");
      PrintCombine(
          stage, [&](size_t j) { return partial(j, "lane"); }, [&](size_t j) { return partial(j, "lane + half"); },
          [&](size_t j) { return partial(j, "lane"); });
      Close();
      Close();
    }
    const auto init = [&](size_t j) { return Text(stage.inits[j], 0).text; };
    const auto result = [&](size_t j) { return prefix + std::to_string(j); };
    if (extent == 0) {
      for (size_t j = 0; j < stage.values.size(); ++j) Line(result(j) + " = " + init(j) + ";");
    } else {
      PrintCombine(stage, init, [&](size_t j) { return partial(j, "0"); }, result);
    }
    Close();
  }

  template <typename A, typename B, typename To>
  void PrintCombine(const Stage& stage, A accumulator, B element, To to) {
    const size_t count = stage.values.size();
    inputs_.assign(std::max(inputs_.size(), 2 * count), "");
    Open("");
    for (size_t j = 0; j < count; ++j) {
      const std::string type = std::string("const ") + CTypeOf(At(stage.values[j]).type) + " ", x = "x" + std::to_string(j),
                        y = "y" + std::to_string(j);
      Line(type + x + " = " + accumulator(j) + ", " + y + " = " + element(j) + ";");
      inputs_[j] = x;
      inputs_[count + j] = y;
    }
    PrintRange(stage.combiner);
    for (size_t j = 0; j < count; ++j) Line(to(j) + " = " + Text(stage.combined[j], 0).text + ";");
    Close();
  }

  const Kernel& k_;
  const IdVector<ParamValue>& values_;
  std::span<const int64_t> elements_;
  Bounds bounds_;
  LaneFacts lanes_;
  IdVector<bool> done_;            // printed in front of the lane loops
  std::vector<std::string> inputs_;   // what the combiner's inputs are called
  std::vector<NodeId> carried_;       // first carried value of every open loop
  NodeId granted_ = kNone;            // a predicate known to hold here
  AxisId inner_ = kNone;
  int copies_ = 1;
  std::string out_;
  int indent_ = 0;
};

}  // namespace

int64_t COuterExtent(const Kernel& kernel, const IdVector<ParamValue>& values) {
  int64_t extent = 1;
  for (AxisId axis : IsFlat(kernel) ? kernel.stages[0].axes : kernel.group_axes) {
    extent *= values[kernel.axes[axis].extent];
  }
  return extent;
}

std::string PrintC(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> operand_elements,
                   const std::string& name) {
  return CPrinter(kernel, values, operand_elements).Print(name);
}

}  // namespace mote
