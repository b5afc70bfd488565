// Epilogues that a routine may carry out by itself where it stores its sums: found in their words by what each value is made of.
#include "cpu/chunks/chunk_machine.h"

namespace mote::runtime {
namespace {

enum : uint32_t { kOther = 0, kSum = 1, kBias = 2, kResidual = 4, kRaised = 8, kLowered = 16 };

// The largest and the smallest of the accumulator and another value, in all forms that the translator knows (Extreme).
bool Raises(uint32_t handler) {
  return handler == kChunkMaxF || handler == kChunkMaxF_U || handler == kChunkRaise || handler == kChunkRaise_U;
}
bool Lowers(uint32_t handler) {
  return handler == kChunkMinF || handler == kChunkMinF_U || handler == kChunkLower_R || handler == kChunkLower_R_U;
}

// The values of an epilogue's words, each as what was added and clamped into it. A value that is not of the form is kOther.
class Form {
 public:
  explicit Form(uint32_t units) : units_(units) {}
  uint32_t accumulator = kOther;
  uint32_t At(uint32_t operand) const {
    return operand % units_ == 0 && operand / units_ < kMostChunkSlots ? slots_[operand / units_] : uint32_t{kOther};
  }
  bool Keep(uint32_t operand) {
    if (operand % units_ != 0 || operand / units_ >= kMostChunkSlots) return false;
    slots_[operand / units_] = accumulator;
    return true;
  }
  // (bias + sum) + residual, in that order.
  static uint32_t Sum(uint32_t a, uint32_t b) {
    const uint32_t both = a | b;
    const bool last = both == (kSum | kBias | kResidual) && (a == kResidual || b == kResidual);
    const bool in_order = both == (kSum | kBias) || both == (kSum | kResidual) || last;
    return (a & b) == 0 && in_order ? both : uint32_t{kOther};
  }

 private:
  uint32_t units_;
  uint32_t slots_[kMostChunkSlots] = {};
};

}  // namespace

bool ChunkMachine::Direct(DirectFinish* out) const {
  const ChunkStage& stage = program_.stages[0];
  if (stage.action_count != 0) return false;
  Form form(loop_.elements * 4 / kRoomUnit);
  *out = {};
  for (const ChunkWord* word = program_.words + stage.words; word->handler != kChunkEnd; ++word) {
    const ChunkPlace* const place = &program_.places[stage.places + word->a];
    float number = 0;
    bool lasting = false;
    const bool raises = Raises(word->handler);
    if (raises || Lowers(word->handler)) {
      for (uint32_t i = 0; i < program_.lasting_count && !lasting; ++i) {
        lasting = program_.lasting[i].operand == word->a;
        if (lasting) __builtin_memcpy(&number, uniforms_ + program_.lasting[i].uniform, sizeof number);
      }
      const uint32_t before = raises ? kRaised | kLowered : uint32_t{kLowered};
      if (!lasting || number != number || (form.accumulator & kSum) == 0 || (form.accumulator & before) != 0) return false;
      if (number == 0 && (!raises || __builtin_signbit(number))) return false;
      (raises ? out->raises : out->lowers) = true;
      (raises ? out->least : out->most) = number;
      form.accumulator |= raises ? kRaised : kLowered;
      continue;
    }
    switch (word->handler) {
      case kChunkLoad:
        if (place->access != kChunkSums) return false;
        form.accumulator = kSum;
        break;
      case kChunkLoadRows:
        if (out->residual != nullptr) return false;
        out->residual = reinterpret_cast<const float*>(PlaceOfAccess(place->access));
        form.accumulator = kResidual;
        break;
      case kChunkLoadPeriod:
        if (out->bias != nullptr || stage_notes_[place->access].type != kElementF32) return false;
        out->bias = reinterpret_cast<const float*>(PlaceOfAccess(place->access));
        out->columns = stage_notes_[place->access].run;
        form.accumulator = kBias;
        break;
      case kChunkTake: form.accumulator = form.At(word->a); break;
      case kChunkKeep:
        if (!form.Keep(word->a)) return false;
        break;
      case kChunkAddF: form.accumulator = Form::Sum(form.accumulator, form.At(word->a)); break;
      case kChunkStoreRows:
        if (out->out != nullptr || (form.accumulator & kSum) == 0) return false;
        out->out = reinterpret_cast<float*>(PlaceOfAccess(place->access));
        break;
      default: return false;
    }
    if (form.accumulator == kOther) return false;
  }
  // What is loaded must also be in what is stored, once.
  const uint32_t loaded = kSum | (out->bias != nullptr ? kBias : 0u) | (out->residual != nullptr ? kResidual : 0u);
  return out->out != nullptr && (form.accumulator & (kSum | kBias | kResidual)) == loaded;
}

}  // namespace mote::runtime
