// Prints a kernel as microcode (schema/microcode_layout.h): numbers axes and accesses, gives every value a register and writes the words.
// Not the machine that runs them, and no optimiser: nodes keep their order.
#include <algorithm>
#include <map>
#include <tuple>

#include "print/microcode_registers.h"
#include "print/printers.h"
#include "schema/microcode_layout.h"

namespace mote {
namespace {

using Kind = Register::Kind;

// One instruction before registers are encoded. `word` is the extra word of loads, stores and loops; `third` a third operand.
struct CodeLine {
  uint8_t op = 0;
  Register d, a, b, third, fourth;
  int32_t immediate = -1;  // 16 bits in place of a and b, or 8 in place of b when `a` is used
  bool has_word = false;
  int32_t loop_end = -1;   // of a loop: the index of its end among the instructions of its code
};
using Code = IdVector<CodeLine>;

struct StageWords {
  Code body, combiner;
  std::vector<std::pair<Register, std::pair<Register, Register>>> results;  // value, {init, result}
  std::vector<std::pair<int32_t, bool>> accesses;                  // of the kernel, checked or not, in the order of the stage's numbers
};

class MicrocodePrinter {
 public:
  explicit MicrocodePrinter(const Kernel& kernel) : k_(kernel), life_(kernel), registers_(kernel.nodes.size()) {}

  std::vector<uint32_t> Print() {
    if (!NumberAxes()) return {};
    PlaceConstantsAndParams();
    PlaceShared();
    for (size_t i = 0; i < k_.stages.size(); ++i) PrintStage(static_cast<int32_t>(i));
    return Encode();
  }

 private:
  const Node& NodeOf(NodeId id) const { return k_.nodes[id]; }
  Register& RegisterAt(NodeId id) { return registers_[id]; }
  RegisterFile& FileOf(Kind kind) { return kind == Kind::kSlot ? slots_ : uniforms_; }

  // ---- numbering ----
  bool NumberAxes() {
    axis_number_.assign(k_.axes.size(), kNone);
    int32_t next = 0;
    for (const AxisId axis : k_.group_axes) axis_number_[axis] = next++;
    groups_ = next;
    for (const Axis::Kind kind : {Axis::Kind::kLoop, Axis::Kind::kLane}) {
      for (size_t i = 0; i < k_.axes.size(); ++i) {
        if (k_.axes[i].kind == kind && axis_number_[i] == kNone) axis_number_[i] = next++;
      }
      (kind == Axis::Kind::kLoop ? loops_ : lanes_) = next;
    }
    lanes_ -= loops_;
    loops_ -= groups_;
    int32_t word = 0;
    for (const Parameter& param : k_.params) {
      param_word_.push_back(word);
      word += IsWide(param.type) ? 2 : 1;
    }
    param_words_ = word;
    return groups_ <= kMoteMaxAxes && loops_ <= kMoteMaxAxes && lanes_ <= kMoteMaxAxes && k_.stages.size() <= kMoteMaxStages &&
           k_.operands.size() <= kMoteMaxOperands && word < 0xffff;
  }

  // ---- registers that live through the kernel ----
  void PlaceConstantsAndParams() {
    for (int32_t i = 0; i < groups_ + loops_; ++i) uniforms_.Take(false);
    if ((groups_ + loops_) % 2 != 0) uniforms_.Take(false);
    std::map<uint64_t, int32_t> known[2];
    for (const bool wide : {true, false}) {
      for (size_t i = 0; i < k_.nodes.size(); ++i) {
        const Node& node = k_.nodes[i];
        if (node.op != Scalar::kConstant || IsWide(node.type) != wide || life_.last_use(static_cast<NodeId>(i)) == kNone) continue;
        const auto [at, is_new] = known[wide].emplace(node.bits, 0);
        if (is_new) {
          at->second = uniforms_.Take(wide);
          constants_.push_back(static_cast<uint32_t>(node.bits));
          if (wide) constants_.push_back(static_cast<uint32_t>(node.bits >> 32));
        }
        registers_[i] = {Kind::kUniform, at->second};
      }
    }
    std::map<ParamId, Register> params;
    for (size_t i = 0; i < k_.nodes.size(); ++i) {
      const Node& node = k_.nodes[i];
      if (node.op != Scalar::kParam || life_.last_use(static_cast<NodeId>(i)) == kNone) continue;
      auto [at, is_new] = params.emplace(node.index, Register{});
      if (is_new) {
        at->second = {Kind::kUniform, uniforms_.Take(IsWide(node.type))};
        CodeLine load{static_cast<uint8_t>(IsWide(node.type) ? kMoteOpParam64 : kMoteOpParam), at->second, {}, {}, {}, {}};
        load.immediate = param_word_[node.index];
        prologue_.push_back(load);
      }
      registers_[i] = at->second;
    }
  }

  // Results of reduce stages, and nodes of scalar stages that later stages use.
  void PlaceShared() {
    pinned_.assign(k_.nodes.size(), false);
    const auto use = [&](NodeId id, int32_t stage) {
      if (id != kNone && life_.stage(id) != stage) pinned_[id] = true;
    };
    for (size_t i = 0; i < k_.nodes.size(); ++i) {
      for (const NodeId in : k_.nodes[i].in) use(in, life_.stage(static_cast<NodeId>(i)));
    }
    for (size_t s = 0; s < k_.stages.size(); ++s) {
      for (const NodeId init : k_.stages[s].inits) use(init, static_cast<int32_t>(s));
    }
    for (size_t i = 0; i < k_.nodes.size(); ++i) {
      if (pinned_[i] && registers_[i].kind == Kind::kNone && k_.nodes[i].op != Scalar::kReduced &&
          life_.loop(static_cast<NodeId>(i)) == kNone) {
        registers_[i] = {Kind::kUniform, uniforms_.Take(IsWide(k_.nodes[i].type))};
      }
    }
    result_.resize(k_.stages.size());
    for (size_t s = 0; s < k_.stages.size(); ++s) {
      for (const NodeId value : k_.stages[s].values) result_[s].push_back({Kind::kUniform, uniforms_.Take(IsWide(NodeOf(value).type))});
    }
    for (size_t i = 0; i < k_.nodes.size(); ++i) {
      const Node& node = k_.nodes[i];
      if (node.op == Scalar::kReduced) registers_[i] = result_[node.index][node.bits];
      if (node.op == Scalar::kAxis && life_.uniform(static_cast<NodeId>(i))) {
        registers_[i] = {Kind::kUniform, axis_number_[node.index]};
      }
      if (node.op == Scalar::kAccumulator) {
        registers_[i] = {Kind::kPartial, 0};
        partials_ = 1;
        epilogue_ = true;
      }
    }
  }

  // ---- registers that live within a stage ----
  Register Take(NodeId id) {
    const bool wide = IsWide(NodeOf(id).type);
    const Kind kind = life_.uniform(id) ? Kind::kUniform : Kind::kSlot;
    const Register held{kind, FileOf(kind).Take(wide)};
    owned_[{held.kind, held.index}] = {life_.last_use(id), wide};
    return held;
  }

  // Frees what dies at `at`; `same_as` not kNone: only registers as wide as that node's, and of its kind, which its result may then take.
  void Free(NodeId at, NodeId same_as) {
    for (auto it = owned_.begin(); it != owned_.end();) {
      const auto [last, wide] = it->second;
      const bool fits = same_as == kNone || wide == IsWide(NodeOf(same_as).type);
      if (last != at || !fits) {
        ++it;
        continue;
      }
      FileOf(it->first.first).Give(it->first.second, wide);
      it = owned_.erase(it);
    }
  }

  // ---- code ----
  void Move(Code& code, Register to, Register from, Reg type) {
    if (to == from) return;
    CodeLine move{static_cast<uint8_t>(IsWide(type) ? kMoteOpMove64 : kMoteOpMove), to, from, {}, {}, {}};
    code.push_back(move);
  }

  struct Exchange {
    Register to, from;
    Reg type;
  };
  // All at once: a source that another exchange overwrites first is set aside.
  void MoveAll(Code& code, std::vector<Exchange> list) {
    std::erase_if(list, [](const Exchange& e) { return e.to == e.from; });
    std::vector<std::pair<Register, bool>> aside;
    for (size_t i = 0; i < list.size(); ++i) {
      const bool overwritten =
          std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i), [&](const Exchange& e) { return e.to == list[i].from; });
      if (!overwritten) continue;
      const bool wide = IsWide(list[i].type);
      const Kind kind = list[i].from.kind == Kind::kUniform ? Kind::kUniform : Kind::kSlot;
      const Register free{kind, FileOf(kind).Take(wide)};
      aside.emplace_back(free, wide);
      Move(code, free, list[i].from, list[i].type);
      list[i].from = free;
    }
    for (const Exchange& e : list) Move(code, e.to, e.from, e.type);
    for (const auto& [held, wide] : aside) FileOf(held.kind).Give(held.index, wide);
  }

  static int32_t AccessNumber(StageWords& stage, int32_t access, bool checked) {
    const std::pair<int32_t, bool> key{access, checked};
    const auto at = std::find(stage.accesses.begin(), stage.accesses.end(), key);
    const int32_t number = static_cast<int32_t>(at - stage.accesses.begin());
    if (at == stage.accesses.end()) stage.accesses.push_back(key);
    return number;
  }

  void PrintMemory(StageWords& stage, Code& code, const Node& node, Register value) {
    const bool load = node.op == Scalar::kLoad;
    const NodeId offset = node.in[load ? 0 : 1], predicate = node.in[load ? 1 : 2];
    const bool checked = offset != kNone || predicate != kNone;
    CodeLine out;
    out.op = static_cast<uint8_t>(load ? (checked ? kMoteOpLoadChecked : kMoteOpLoad) : (checked ? kMoteOpStoreChecked : kMoteOpStore));
    out.d = value;
    const Reg reg = load ? node.type : NodeOf(node.in[0]).type;
    out.immediate = AccessNumber(stage, node.index, checked) | static_cast<int32_t>(reg) << 14;
    out.has_word = checked;
    if (offset != kNone) out.third = RegisterAt(offset);
    if (predicate != kNone) out.fourth = RegisterAt(predicate);
    checked_ = checked_ || checked;
    code.push_back(out);
  }

  void PrintPure(Code& code, const Node& node, Register d) {
    CodeLine out;
    out.op = static_cast<uint8_t>(node.op);
    out.d = d;
    if (node.in[0] != kNone) out.a = RegisterAt(node.in[0]);
    if (node.in[1] != kNone) out.b = RegisterAt(node.in[1]);
    if (node.in[2] != kNone) out.third = RegisterAt(node.in[2]);
    if (node.op == Scalar::kSextI || node.op == Scalar::kZextI || node.op == Scalar::kSextL || node.op == Scalar::kZextL ||
        node.op == Scalar::kRoundSmall) {
      out.immediate = static_cast<int32_t>(node.bits);
    }
    if (node.op == Scalar::kMove) out.op = IsWide(node.type) ? kMoteOpMove64 : kMoteOpMove;
    code.push_back(out);
  }

  // Carried values take their initial values in front of the loop; where a next value may overwrite its carried one, it gets that register
  // now.
  void PrintLoopBegin(Code& code, NodeId id) {
    const Node& node = NodeOf(id);
    const Loop& loop = k_.loops[node.index];
    std::vector<Exchange> initial;
    for (size_t i = 0; i < loop.next.size(); ++i) {
      const NodeId carried = id + 1 + static_cast<NodeId>(i);
      const Node& entry = NodeOf(carried);
      if (RegisterAt(carried).kind == Kind::kNone) RegisterAt(carried) = Take(carried);
      initial.push_back({RegisterAt(carried), RegisterAt(entry.in[0]), entry.type});
      if (life_.MayReplace(carried, loop.next[i])) replaces_[loop.next[i]] = carried;
    }
    for (const Exchange& e : initial) Move(code, e.to, e.from, e.type);
    Free(id, kNone);
    CodeLine out;
    out.op = kMoteOpLoop;
    out.immediate = axis_number_[loop.axis];
    out.has_word = true;
    open_.push_back(code.count());
    code.push_back(out);
  }

  void PrintLoopEnd(Code& code, NodeId id) {
    const Node& node = NodeOf(id);
    const Loop& loop = k_.loops[node.index];
    std::vector<Exchange> next;
    for (size_t i = 0; i < loop.next.size(); ++i) {
      const NodeId carried = life_.begin_of_loop(node.index) + 1 + static_cast<NodeId>(i);
      next.push_back({RegisterAt(carried), RegisterAt(loop.next[i]), NodeOf(carried).type});
    }
    MoveAll(code, next);
    code[open_.back()].loop_end = code.count();
    open_.pop_back();
    code.push_back({kMoteOpEnd, {}, {}, {}, {}, {}});
    Free(id, kNone);
  }

  void PrintRange(StageWords& stage, Code& code, NodeRange range) {
    for (NodeId id = range.first; id < range.last; ++id) {
      const Node& node = NodeOf(id);
      if (node.op == Scalar::kLoopBegin) PrintLoopBegin(code, id);
      if (node.op == Scalar::kLoopEnd) PrintLoopEnd(code, id);
      if (node.op == Scalar::kStore) {
        PrintMemory(stage, code, node, RegisterAt(node.in[0]));
        Free(id, kNone);
      }
      const bool placed_before = node.op == Scalar::kConstant || node.op == Scalar::kParam || node.op == Scalar::kReduced ||
                                 node.op == Scalar::kCarried || node.op == Scalar::kAccumulator || node.op == Scalar::kCombinerInput ||
                                 (node.op == Scalar::kAxis && life_.uniform(id));
      const bool effect = node.op == Scalar::kLoopBegin || node.op == Scalar::kLoopEnd || node.op == Scalar::kStore;
      if (placed_before || effect || life_.last_use(id) == kNone) continue;
      PrintValue(stage, code, id);
    }
  }

  void PrintValue(StageWords& stage, Code& code, NodeId id) {
    const Node& node = NodeOf(id);
    // Sources first: freeing must not change where they are read from.
    Free(id, id);
    if (RegisterAt(id).kind == Kind::kNone) {
      const auto replaced = replaces_.find(id);
      if (replaced != replaces_.end()) {
        RegisterAt(id) = RegisterAt(replaced->second);
      } else {
        RegisterAt(id) = Take(id);
      }
    }
    if (node.op == Scalar::kLoad) {
      PrintMemory(stage, code, node, RegisterAt(id));
    } else if (node.op == Scalar::kAxis) {
      CodeLine out{kMoteOpAxis, RegisterAt(id), {}, {}, {}, {}};
      out.immediate = axis_number_[node.index];
      code.push_back(out);
    } else {
      PrintPure(code, node, RegisterAt(id));
    }
    Free(id, kNone);
  }

  // ---- stages ----
  void PrintStage(int32_t index) {
    const Stage& stage = k_.stages[index];
    StageWords words;
    owned_.clear();
    PrintRange(words, words.body, stage.body);
    if (stage.kind == Stage::Kind::kReduce) PrintReduce(index, stage, words);
    for (const auto& [key, life] : owned_) FileOf(key.first).Give(key.second, life.second);
    owned_.clear();
    stages_.push_back(std::move(words));
  }

  void PrintReduce(int32_t index, const Stage& stage, StageWords& words) {
    const int32_t count = stage.values.count();
    IdVector<Register> values;
    for (int32_t i = 0; i < count; ++i) {
      const NodeId value = stage.values[i];
      Register held = RegisterAt(value);
      const bool taken = std::find(values.begin(), values.end(), held) != values.end();
      if (held.kind != Kind::kSlot || taken) {
        const bool wide = IsWide(NodeOf(value).type);
        const Register own{Kind::kSlot, slots_.Take(wide)};
        owned_[{own.kind, own.index}] = {stage.combiner.last, wide};
        Move(words.body, own, held, NodeOf(value).type);
        held = own;
      }
      values.push_back(held);
      words.results.push_back({held, {RegisterAt(stage.inits[i]), result_[index][i]}});
    }
    partials_ = std::max(partials_, count);
    for (NodeId id = stage.combiner.first; id < stage.combiner.last; ++id) {
      const Node& node = NodeOf(id);
      if (node.op != Scalar::kCombinerInput) continue;
      const int32_t position = static_cast<int32_t>(node.bits);
      RegisterAt(id) = position < count ? Register{Kind::kPartial, position} : values[position - count];
    }
    for (int32_t i = 0; i < count; ++i) {
      if (MayStoreSum(stage, i)) RegisterAt(stage.combined[i]) = {Kind::kPartial, i};
    }
    PrintRange(words, words.combiner, stage.combiner);
    std::vector<Exchange> sums;
    for (int32_t i = 0; i < count; ++i) {
      const NodeId combined = stage.combined[i];
      sums.push_back({{Kind::kPartial, i}, RegisterAt(combined), NodeOf(combined).type});
    }
    MoveAll(words.combiner, sums);
  }

  // Whether result i of the combiner may be computed straight into its accumulator: nothing reads the old one afterwards.
  bool MayStoreSum(const Stage& stage, int32_t i) const {
    const NodeId combined = stage.combined[i];
    if (combined < stage.combiner.first || combined >= stage.combiner.last ||
        static_cast<uint8_t>(NodeOf(combined).op) < kMoteFirstScalarOp) {
      return false;
    }
    if (life_.uniform(combined) || life_.loop(combined) != kNone) return false;
    if (std::count(stage.combined.begin(), stage.combined.end(), combined) != 1) return false;
    const auto is_old = [&](NodeId id) {
      return id != kNone && NodeOf(id).op == Scalar::kCombinerInput && NodeOf(id).bits == static_cast<uint64_t>(i) &&
             id >= stage.combiner.first;
    };
    for (NodeId id = combined + 1; id < stage.combiner.last; ++id) {
      if (std::any_of(NodeOf(id).in.begin(), NodeOf(id).in.end(), is_old)) return false;
    }
    return std::none_of(stage.combined.begin(), stage.combined.end(), is_old);
  }

  // ---- words ----
  uint32_t Number(Register held) const {
    switch (held.kind) {
      case Kind::kNone: return kMoteAbsent;
      case Kind::kSlot: return static_cast<uint32_t>(held.index);
      case Kind::kUniform: return kMoteUniform | static_cast<uint32_t>(held.index);
      case Kind::kPartial: return static_cast<uint32_t>(slots_.size() + held.index);
    }
    return kMoteAbsent;
  }

  static bool HasThird(const CodeLine& in) { return in.op >= kMoteFirstScalarOp && in.third.kind != Kind::kNone; }

  bool NeedsWide(const CodeLine& in) const {
    const auto big = [&](Register p) { return p.kind != Kind::kNone && (Number(p) & 0x7fff) > 127; };
    return big(in.d) || big(in.a) || big(in.b);
  }
  size_t SizeOf(const CodeLine& in) const { return 1 + (NeedsWide(in) ? 1u : 0u) + (in.has_word || HasThird(in) ? 1u : 0u); }

  void EncodeCode(const Code& code, std::vector<uint32_t>& out) const {
    for (size_t i = 0; i < code.size(); ++i) {
      const CodeLine& in = code[i];
      uint32_t numbers[3] = {};
      const Register places[3] = {in.d, in.a, in.b};
      for (int j = 0; j < 3; ++j) numbers[j] = places[j].kind == Kind::kNone ? 0 : Number(places[j]);
      if (in.immediate >= 0) {
        const uint32_t bits = static_cast<uint32_t>(in.immediate);
        if (in.a.kind == Kind::kNone) numbers[1] = Raw(bits & 0xff), numbers[2] = Raw(bits >> 8);
        else numbers[2] = Raw(bits);
      }
      if (NeedsWide(in)) {
        uint32_t high = kMoteOpWide;
        for (int j = 0; j < 3; ++j) high |= ((numbers[j] & 0x7fff) >> 7) << (8 + 8 * j);
        out.push_back(high);
      }
      uint32_t word = in.op;
      for (int j = 0; j < 3; ++j) word |= ((numbers[j] & 0x7f) | (numbers[j] & kMoteUniform ? 0x80u : 0u)) << (8 + 8 * j);
      out.push_back(word);
      if (HasThird(in)) {
        out.push_back(Number(in.third));
      } else if (in.has_word && in.op == kMoteOpLoop) {
        size_t length = 0;
        for (size_t at = i + 1; at <= static_cast<size_t>(in.loop_end); ++at) length += SizeOf(code[at]);
        out.push_back(static_cast<uint32_t>(length));
      } else if (in.has_word) {
        out.push_back(Number(in.third) | Number(in.fourth) << 16);
      }
    }
  }
  // Eight raw bits in the form of an operand number, so that encoding gives them back.
  static uint32_t Raw(uint32_t byte) { return (byte & 0x7f) | (byte & 0x80 ? uint32_t{kMoteUniform} : 0u); }

  static void AppendBytes(std::vector<uint32_t>& out, const std::vector<uint32_t>& items, int bits) {
    const size_t per_word = 32 / static_cast<size_t>(bits);
    for (size_t i = 0; i < items.size(); ++i) {
      if (i % per_word == 0) out.push_back(0);
      out.back() |= items[i] << (static_cast<size_t>(bits) * (i % per_word));
    }
  }

  bool EncodeStage(size_t index, std::vector<uint32_t>& out) const {
    const Stage& stage = k_.stages[index];
    const StageWords& words = stages_[index];
    std::vector<uint32_t> body, combiner;
    EncodeCode(words.body, body);
    EncodeCode(words.combiner, combiner);
    if (body.size() > 0xffff || combiner.size() > 0xffff || words.accesses.size() > 0x3fff || words.results.size() > 0xff) return false;
    out.push_back(static_cast<uint32_t>(stage.kind) | static_cast<uint32_t>(stage.axes.size()) << 2 |
                  static_cast<uint32_t>(words.results.size()) << 8 | static_cast<uint32_t>(words.accesses.size()) << 16);
    out.push_back(static_cast<uint32_t>(body.size() | combiner.size() << 16));
    if (stage.kind == Stage::Kind::kReduce) out.push_back(static_cast<uint32_t>(stage.lanes));
    IdVector<uint32_t> axes;
    for (const AxisId axis : stage.axes) axes.push_back(static_cast<uint32_t>(axis_number_[axis]));
    AppendBytes(out, axes, 8);
    for (size_t i = 0; i < words.results.size(); ++i) {
      const auto& [value, rest] = words.results[i];
      out.push_back(Number(value) | Number(rest.first) << 16);
      out.push_back(Number(rest.second) | (IsWide(NodeOf(stage.values[i]).type) ? 1u << 16 : 0u));
    }
    for (const auto& [number, checked] : words.accesses) {
      const Access& access = k_.accesses[number];
      const uint32_t offset = access.offset == kNone ? 0 : static_cast<uint32_t>(param_word_[access.offset]) + 1;
      if (access.terms.size() > 63) return false;
      out.push_back(static_cast<uint32_t>(access.operand) | (checked ? 0x200u : 0u) | static_cast<uint32_t>(access.terms.size()) << 10 |
                    offset << 16);
      std::vector<uint32_t> terms;
      for (const Access::Term& term : access.terms) {
        terms.push_back(static_cast<uint32_t>(axis_number_[term.axis]) | static_cast<uint32_t>(param_word_[term.stride]) << 16);
      }
      std::sort(terms.begin(), terms.end(), [](uint32_t a, uint32_t b) { return (a & 0xff) < (b & 0xff); });
      out.insert(out.end(), terms.begin(), terms.end());
    }
    out.insert(out.end(), body.begin(), body.end());
    out.insert(out.end(), combiner.begin(), combiner.end());
    return true;
  }

  std::vector<uint32_t> Encode() const {
    IdVector<uint32_t> prologue, operands, axes(k_.axes.size());
    EncodeCode(prologue_, prologue);
    for (const KernelOperand& operand : k_.operands) operands.push_back(OperandByte(operand));
    for (size_t i = 0; i < k_.axes.size(); ++i) {
      axes[axis_number_[i]] = static_cast<uint32_t>(param_word_[k_.axes[i].extent]);
    }
    size_t accesses = 0;
    for (const StageWords& stage : stages_) accesses += stage.accesses.size();
    if (slots_.size() + partials_ >= kMoteAbsent || uniforms_.size() >= kMoteAbsent || accesses > 0xffff || prologue.size() > 0xffff ||
        partials_ > 0xff) {
      return {};
    }
    std::vector<uint32_t> out = {
        static_cast<uint32_t>(k_.operands.size() | k_.stages.size() << 10) | static_cast<uint32_t>(groups_) << 16 |
            static_cast<uint32_t>(loops_) << 21 | static_cast<uint32_t>(lanes_) << 26,
        static_cast<uint32_t>(slots_.size()) | static_cast<uint32_t>(uniforms_.size()) << 16,
        static_cast<uint32_t>(constants_.size() | accesses << 16),
        static_cast<uint32_t>(param_words_) | static_cast<uint32_t>(prologue.size()) << 16,
        static_cast<uint32_t>(partials_) | ((epilogue_ ? uint32_t{kMoteCodeEpilogue} : 0u) | (checked_ ? uint32_t{kMoteCodeChecked} : 0u))
                                               << 8,
    };
    AppendBytes(out, operands, 8);
    AppendBytes(out, axes, 16);
    out.insert(out.end(), constants_.begin(), constants_.end());
    out.insert(out.end(), prologue.begin(), prologue.end());
    for (size_t i = 0; i < stages_.size(); ++i) {
      if (!EncodeStage(i, out)) return {};
    }
    return out;
  }

  const Kernel& k_;
  Lifetimes life_;
  IdVector<Register> registers_;
  IdVector<bool> pinned_;
  RegisterFile slots_, uniforms_;
  std::map<std::pair<Kind, int32_t>, std::pair<NodeId, bool>> owned_;  // register: last use, 64-bit
  std::map<NodeId, NodeId> replaces_;                                  // next value: the carried value whose register it takes
  std::vector<int32_t> open_;
  IdVector<int32_t> axis_number_, param_word_;
  IdVector<std::vector<Register>> result_;
  std::vector<uint32_t> constants_;
  Code prologue_;
  std::vector<StageWords> stages_;
  int32_t groups_ = 0, loops_ = 0, lanes_ = 0, param_words_ = 0, partials_ = 0;
  bool epilogue_ = false, checked_ = false;
};

}  // namespace

std::vector<uint32_t> PrintMicrocode(const Kernel& kernel) { return MicrocodePrinter(kernel).Print(); }

std::vector<uint32_t> ParamWords(const Kernel& kernel, const IdVector<ParamValue>& values) {
  std::vector<uint32_t> words;
  for (size_t p = 0; p < kernel.params.size(); ++p) {
    const auto bits = static_cast<uint64_t>(values[p]);
    words.push_back(static_cast<uint32_t>(bits));
    const Reg reg = kernel.params[p].type;
    if (reg == Reg::kI64 || reg == Reg::kF64) words.push_back(static_cast<uint32_t>(bits >> 32));
  }
  return words;
}

int64_t MicrocodeScratchBytes(const Kernel& kernel, int strip) {
  const std::vector<uint32_t> words = PrintMicrocode(kernel);
  return words.empty() ? 0 : MoteMicrocodeScratch(words.data(), strip);
}

}  // namespace mote
