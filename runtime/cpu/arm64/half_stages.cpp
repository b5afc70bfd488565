#include "cpu/arm64/half_stages.h"

#include "cpu/chunks/chunk_translator.h"
#include "cpu/scalar_math.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kFirstOp = kMoteFirstScalarOp;

enum HalfUse : uint8_t { kNoUse, kRounds, kKeeps, kCompares, kFlags };
struct UseTable {
  HalfUse of[kOperationCodes];
};
constexpr UseTable MakeUses() {
  UseTable table{};
#define MOTE_HALF_COMMUTES(id, use, ...) table.of[kOp##id - kFirstOp] = use;
#define MOTE_HALF_ORDERED(id, use, ...) table.of[kOp##id - kFirstOp] = use;
#define MOTE_HALF_ONE(id, use, ...) table.of[kOp##id - kFirstOp] = use;
#include "cpu/arm64/half_operations.def"
  return table;
}
constexpr UseTable kUses = MakeUses();

// What a value may be taken for. Unrounded ones are f16 already where the loop has them: whoever reads one must have it rounded first.
enum : uint8_t { kHalf = 1, kFlag = 2, kUnrounded = 4 };

class HalfStage {
 public:
  explicit HalfStage(const HalfQuestion& question) : q_(question) {}

  bool Fits() {
    for (const uint32_t* at = q_.body; at < q_.end;) {
      const Instruction in = ReadInstruction(at);
      const uint32_t third = ExtraWords(in.op) != 0 ? *at++ : 0;
      const bool store = in.op == kMoteOpStore;
      if (!store && (in.d & kMoteUniform) != 0) continue;  // before the chunks, in f32
      const uint8_t value = Value(in, third);
      if (value == 0) return false;
      if (!store) values_[in.d] = value;
    }
    return true;
  }

 private:
  static bool Bit(const uint32_t* set, uint32_t i) { return ((set[i / 32] >> (i % 32)) & 1) != 0; }
  __attribute__((noinline)) uint8_t Of(uint32_t number) const {
    if ((number & kMoteUniform) == 0) return number < kMostChunkSlots ? values_[number] : uint8_t{0};
    number &= 0x7fff;
    if (Bit(q_.written, number)) return Bit(q_.unrounded, number) ? 0 : kHalf;
    if (q_.uniforms == nullptr) return 0;
    const uint32_t bits = q_.uniforms[number];
    const bool same = BitsOfF32(F32OfF16(F16OfF32(F32OfBits(bits)))) == bits;
    return static_cast<uint8_t>((same ? kHalf : 0) | (bits <= 1 ? kFlag : 0));
  }

  // Of an instruction's result, or of what it stores; 0: it is none for this loop.
  uint8_t Value(const Instruction& in, uint32_t third) const {
    if (in.op == kMoteOpLoad || in.op == kMoteOpStore) return Memory(in);
    if (in.op == kMoteOpMove) return Of(in.a);
    if (in.op == kOpRoundF16) return (Of(in.a) & (kHalf | kUnrounded)) != 0 ? kHalf : 0;
    if (in.op == kOpSelectF || in.op == kOpSelectI) return (Of(in.a) & kFlag) != 0 ? Of(in.b) & Of(third) & (kHalf | kFlag) : 0;
    const HalfUse use = in.op < kFirstOp ? kNoUse : kUses.of[in.op - kFirstOp];
    const uint32_t both = ArityOf(ShapeOf(in.op)) == 2 ? Of(in.a) & Of(in.b) : Of(in.a);
    if (use == kNoUse || (both & (use == kFlags ? kFlag : kHalf)) == 0) return 0;
    return use == kRounds ? kUnrounded : use == kKeeps ? kHalf : kFlag;
  }

  uint8_t Memory(const Instruction& in) const {
    const AccessNote& note = q_.notes[in.immediate16() & 0x3fff];
    const bool load = in.op == kMoteOpLoad;
    const bool side_by_side = note.shape == kShapeLinear && (note.stride == 1 || (load && note.stride == 0));
    const bool again = load && note.shape == kShapePeriodic && note.stride == 1 && note.run <= kMostChunkPeriod;
    if (note.type != kElementF16 || note.elements == 0 || !(side_by_side || again)) return 0;
    return load || (Of(in.d) & (kHalf | kUnrounded)) != 0 ? kHalf : 0;
  }

  const HalfQuestion& q_;
  uint8_t values_[kMostChunkSlots] = {};
};

}  // namespace

bool IsHalfStage(const HalfQuestion& question) { return HalfStage(question).Fits(); }

}  // namespace mote::runtime
