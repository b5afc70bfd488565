// Loads and stores of the strip machine that are looked at element by element. A file of its own: programs without them do not link it.
#include "cpu/machine.h"

namespace mote::runtime {

// Loads and stores with a computed offset or a predicate: every element is looked at. Element offsets are taken modulo 2^32.
void Machine::Checked(const Instruction& in, const AccessNote& note, uint32_t index, uint32_t word, uint32_t n) const {
  const uint32_t reg = in.immediate16() >> 14, computed = word & 0xffff, predicate = word >> 16;
  const bool load = in.op == kMoteOpLoadChecked, wide = reg == 1 || reg == 3;
  const uint32_t shift = wide ? 3 : 2, step = !load && (in.d & kMoteUniform) != 0 ? 0 : 1;
  uint8_t* strip = static_cast<uint8_t*>(At(in.d, wide));
  const ElementAccess& element = *elements_[note.type];
  bool all = true;
  if (predicate != kMoteAbsent) {
    const uint32_t* flags = static_cast<const uint32_t*>(At(predicate, false));
    const uint32_t count = (predicate & kMoteUniform) != 0 ? 1 : n;
    uint32_t set = 0;
    for (uint32_t i = 0; i < count; ++i) set += flags[i] != 0;
    all = set == count;
    if (set == 0) {
      if (load) __builtin_memset(strip, 0, static_cast<size_t>(n) << shift);
      return;
    }
  }
  const bool offsets = computed != kMoteAbsent && (computed & kMoteUniform) == 0;
  if (computed != kMoteAbsent && !offsets) index += *static_cast<const uint32_t*>(At(computed, false));
  const bool narrow = load && reg == 0 && element.load_narrow != nullptr;
  Walk(note, index, n, [&](uint32_t first, int32_t stride, uint32_t done, uint32_t count) {
    uint8_t* part = strip + ((done * step) << shift);
    // A straight run with both ends inside needs no more checks.
    const int64_t last = static_cast<int64_t>(first) + static_cast<int64_t>(stride) * (count - 1);
    if (all && !offsets && first < note.elements && last >= 0 && last < static_cast<int64_t>(note.elements)) {
      uint8_t* data = note.data + static_cast<size_t>(first) * element.bytes;
      if (load) (narrow ? element.load_narrow : element.load)(part, data, stride, count);
      else element.store(data, stride, part, step, count);
      return;
    }
    uint32_t* list = offsets_;
    for (uint32_t i = 0; i < count; ++i) list[i] = first + i * static_cast<uint32_t>(stride);
    if (offsets) {
      const uint32_t* add = static_cast<const uint32_t*>(At(computed, false)) + done;
      for (uint32_t i = 0; i < count; ++i) list[i] += add[i];
    }
    if (!all) {
      const uint32_t* flags = static_cast<const uint32_t*>(At(predicate, false)) + done;
      for (uint32_t i = 0; i < count; ++i) list[i] = flags[i] != 0 ? list[i] : UINT32_MAX;
    }
    if (load) (narrow ? element.gather_narrow : element.gather)(part, note.data, list, note.elements, count);
    else element.scatter(note.data, list, note.elements, part, step, count);
  });
}

void RunChecked(const Machine& machine, const Instruction& in, const AccessNote& note, uint32_t index, uint32_t word, uint32_t n) {
  machine.Checked(in, note, index, word, n);
}

}  // namespace mote::runtime
