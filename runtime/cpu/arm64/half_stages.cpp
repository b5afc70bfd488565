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
constexpr uint8_t kHalf = 1, kFlag = 2, kUnrounded = 4, kOther = 8;

class HalfStage {
 public:
  explicit HalfStage(const HalfQuestion& question) : q_(question) {}

  bool Fits() {
    for (const uint32_t* at = q_.body; at < q_.end;) {
      const Instruction in = ReadInstruction(at);
      const uint32_t third = ExtraWords(in.op) != 0 ? *at++ : 0;
      const uint8_t value = Value(in, third);
      if (in.op != kMoteOpStore && (in.d & kMoteUniform) != 0) {
        Uniform(in, value);
        continue;
      }
      if (value == 0) return false;
      if (in.op != kMoteOpStore) values_[in.d] = value;
    }
    return true;
  }

 private:
  static bool Bit(const uint32_t* set, uint32_t i) { return ((set[i / 32] >> (i % 32)) & 1) != 0; }
  __attribute__((noinline)) uint8_t Of(uint32_t number) const {
    if ((number & kMoteUniform) == 0) return number < kMostChunkSlots ? values_[number] : uint8_t{0};
    number &= 0x7fff;
    if (here_[number] != 0) return here_[number];
    if (Bit(q_.written, number)) return Bit(q_.unrounded, number) ? 0 : kHalf;
    if (q_.uniforms == nullptr) return 0;
    const uint32_t bits = q_.uniforms[number];
    const bool same = BitsOfF32(F32OfF16(F16OfF32(F32OfBits(bits)))) == bits;
    return static_cast<uint8_t>((same ? kHalf : 0) | (bits <= 1 ? kFlag : 0));
  }

  // A result that is computed once before the chunks, in f32: nothing rounds it but a rounding. It may be a wide one.
  void Uniform(const Instruction& in, uint8_t value) {
    const uint32_t d = in.d & 0x7fff;
    here_[d] = in.op == kOpRoundF16 ? kHalf : (value & (kHalf | kFlag)) != 0 ? value : kOther;
    if (here_[d] == kOther) here_[d + 1] = kOther;
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
    if (note.type != kElementF16 || note.elements == 0) return 0;
    if (in.op == kMoteOpLoad) return kHalf;
    return note.shape == kShapeLinear && note.stride == 1 && (Of(in.d) & (kHalf | kUnrounded)) != 0 ? kHalf : 0;
  }

  const HalfQuestion& q_;
  uint8_t values_[kMostChunkSlots] = {}, here_[kMostChunkUniforms + 1] = {};  // of slots; of uniforms that the stage writes, 0: it has not
};

}  // namespace

bool IsHalfStage(const HalfQuestion& question) { return HalfStage(question).Fits(); }

}  // namespace mote::runtime
