// s = init; for the outer loop: t = s; for the inner one: t = op(t, element); s = t; store s. An element is loaded, or, where coordinates
// say that it lies beyond the array, init.
#include "cpu/chunks/window_pattern.h"

#include "cpu/chunks/chunk_translator.h"
#include "cpu/chunks/moves.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kMostSlots = 16;
constexpr uint32_t kNothing = UINT32_MAX;

bool Uniform(uint32_t number) { return (number & kMoteUniform) != 0; }

// Reads a body from its first instruction to its last; what each slot holds is found as it is written.
class Reader {
 public:
  Reader(const StageCode& stage, WindowPattern* out) : stage_(stage), out_(*out) {}

  bool Read(const uint32_t* at) {
    const uint32_t* const end = at + stage_.body_words;
    while (at < end) {
      const Instruction in = ReadInstruction(at);
      third_ = ExtraWords(in.op) != 0 ? *at++ : 0;
      if (!One(in)) return false;
    }
    return stored_;
  }

 private:
  enum Kind : uint8_t { kUnknown, kCoordinate, kInside, kLoaded, kElement, kSum, kRunning };
  struct Slot {
    Kind kind = kUnknown;
    uint32_t loop = kNothing;  // of a coordinate: 0, 1 where it has been added
    uint32_t inside = 0;       // bits of the edges that a condition, or a load with one, looks at
    uint32_t depth = 0;        // of loops, where it was written
    WindowEdge edge;
  };

  Slot* At(uint32_t number) { return Uniform(number) || number >= kMostSlots ? nullptr : &slots_[number]; }
  Kind KindOf(uint32_t number) { return At(number) == nullptr ? kUnknown : At(number)->kind; }
  // A loop must find what was written in front of it in each of its turns.
  bool Put(uint32_t number, const Slot& value) {
    Slot* const slot = At(number);
    if (slot == nullptr || ended_ || slot->kind == kSum || slot->kind == kRunning) return false;
    if (slot->kind != kUnknown && slot->depth != depth_) return false;
    *slot = value;
    slot->depth = depth_;
    return true;
  }

  bool One(const Instruction& in) {
    switch (in.op) {
      case kMoteOpAxis: {
        Slot value;
        value.kind = kCoordinate;
        value.edge.lane = (in.raw >> 16) & 0xff;
        return Put(in.d, value);
      }
      case kOpMulI: return Scale(in);
      case kOpAddI: return Shift(in);
      case kOpLtUI: return Compare(in);
      case kOpAndI: return Both(in);
      case kMoteOpMove: return Move(in);
      case kMoteOpLoop: return Loop(in);
      case kMoteOpLoad:
      case kMoteOpLoadChecked: return Load(in);
      case kOpSelectF: return Select(in);
      case kMoteOpEnd: return End();
      case kMoteOpStore: return Store(in);
      default: return Combine(in);
    }
  }

  bool Scale(const Instruction& in) {
    if (KindOf(in.a) != kCoordinate || !Uniform(in.b)) return false;
    Slot value = *At(in.a);
    if (value.loop != kNothing || value.edge.stride != kNoUniform || value.edge.low != kNoUniform) return false;
    value.edge.stride = in.b & 0x7fff;
    return Put(in.d, value);
  }
  bool Shift(const Instruction& in) {
    if (KindOf(in.a) != kCoordinate || !Uniform(in.b)) return false;
    Slot value = *At(in.a);
    const uint32_t uniform = in.b & 0x7fff;
    for (uint32_t i = 0; i < depth_; ++i) {
      if (uniform != out_.loops[i]) continue;
      if (value.loop != kNothing) return false;
      value.loop = i;
      return Put(in.d, value);
    }
    if (value.edge.low != kNoUniform) return false;
    value.edge.low = uniform;
    return Put(in.d, value);
  }
  bool Compare(const Instruction& in) {
    if (KindOf(in.a) != kCoordinate || !Uniform(in.b)) return false;
    Slot value = *At(in.a);
    if (value.loop == kNothing || out_.edges[value.loop].present) return false;
    value.edge.extent = in.b & 0x7fff;
    value.edge.present = true;
    out_.edges[value.loop] = value.edge;
    value.inside = 1u << value.loop;
    value.kind = kInside;
    return Put(in.d, value);
  }
  bool Both(const Instruction& in) {
    if (KindOf(in.a) != kInside || KindOf(in.b) != kInside) return false;
    Slot value = *At(in.a);
    value.inside |= At(in.b)->inside;
    return Put(in.d, value);
  }

  bool Move(const Instruction& in) {
    Slot* const slot = At(in.d);
    if (slot == nullptr) return false;
    if (depth_ == 0 && !ended_ && slot->kind == kUnknown && Uniform(in.a) && sum_ == kNothing) {
      sum_ = in.d, out_.init = in.a & 0x7fff;
      slot->kind = kSum;
      return true;
    }
    if (depth_ == 1 && !ended_ && slot->kind == kUnknown && in.a == sum_ && running_ == kNothing) {
      running_ = in.d;
      slot->kind = kRunning;
      return true;
    }
    const bool back = depth_ == 1 && ended_ && !moved_ && in.d == sum_ && in.a == running_;
    moved_ |= back;
    return back;
  }
  bool Loop(const Instruction& in) {
    if (depth_ == 2 || ended_ || (depth_ == 0 ? sum_ : running_) == kNothing) return false;
    out_.loops[depth_++] = (in.raw >> 16) & 0xff;
    return true;
  }
  bool End() {
    if (depth_ == 0 || (depth_ == 2 ? !combined_ : !moved_)) return false;
    ended_ = true;
    --depth_;
    return true;
  }

  bool Load(const Instruction& in) {
    if (depth_ != 2 || loaded_ || !MovesWords(in, 0)) return false;
    loaded_ = true;
    Slot value;
    value.kind = kElement;
    if (in.op == kMoteOpLoadChecked) {
      const uint32_t offset = third_ & 0xffff, predicate = third_ >> 16;
      if (offset != kMoteAbsent || predicate == kMoteAbsent || KindOf(predicate) != kInside) return false;
      value.kind = kLoaded;
      value.inside = At(predicate)->inside;
    }
    return Put(in.d, value);
  }
  bool Select(const Instruction& in) {
    if (KindOf(in.a) != kInside || KindOf(in.b) != kLoaded || !Uniform(third_) || (third_ & 0x7fff) != out_.init) return false;
    if (At(in.a)->inside != At(in.b)->inside || At(in.a)->inside != EdgesPresent()) return false;
    Slot value;
    value.kind = kElement;
    return Put(in.d, value);
  }
  uint32_t EdgesPresent() const { return (out_.edges[0].present ? 1u : 0u) | (out_.edges[1].present ? 2u : 0u); }
  bool Combine(const Instruction& in) {
    if (depth_ != 2 || combined_ || in.op < kMoteFirstScalarOp || FoldOf(in.op) == 0) return false;
    if (in.d != running_ || in.a != running_ || KindOf(in.b) != kElement) return false;
    out_.op = in.op;
    combined_ = true;
    return true;
  }
  bool Store(const Instruction& in) {
    stored_ = depth_ == 0 && ended_ && !stored_ && MovesWords(in, 1) && in.d == sum_;
    return stored_;
  }

  const StageCode& stage_;
  WindowPattern& out_;
  Slot slots_[kMostSlots];
  uint32_t third_ = 0, depth_ = 0, sum_ = kNothing, running_ = kNothing;
  bool ended_ = false, loaded_ = false, combined_ = false, moved_ = false, stored_ = false;
};

}  // namespace

bool ReadWindowPattern(const StageCode& stage, const uint32_t* at, WindowPattern* out) {
  return stage.kind == kMoteStageMap && Reader(stage, out).Read(at);
}

}  // namespace mote::runtime
