// Sort steps, line by line: the order of a line's elements by their keys, or by asking the step's kernel; then the arrays in that order.
#include "cpu/machine.h"
#include "cpu/sort_merge.h"
#include "cpu/sort_radix.h"
#include "cpu/steps.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

// How an array's elements become numbers that compare as unsigned words.
struct KeyForm {
  uint8_t bytes;
  uint32_t order;     // bits of MoteSortOrder
  uint32_t sign;      // bit of the sign; 0: unsigned
  uint32_t infinity;  // of floats; 0: integers
};

KeyForm FormOf(uint8_t type, uint32_t order) {
  const uint8_t bytes = ElementOf(type).bytes;
  const uint32_t top = bytes < 4 ? uint32_t{1} << (8 * bytes - 1) : uint32_t{1} << 31;
  switch (type) {
    case kElementF32: return {bytes, order, top, 0x7f800000};
    case kElementF16: return {bytes, order, top, 0x7c00};
    case kElementBF16: return {bytes, order, top, 0x7f80};
    case kElementS2:
    case kElementS4:
    case kElementS8:
    case kElementS16:
    case kElementS32: return {bytes, order, top, 0};
    default: return {bytes, order, 0, 0};
  }
}

uint32_t Load(const uint8_t* from, uint8_t bytes) {
  if (bytes == 1) return *from;
  uint16_t half;
  uint32_t word;
  __builtin_memcpy(&half, from, 2);
  if (bytes == 2) return half;
  __builtin_memcpy(&word, from, 4);
  return word;
}

// False for a NaN that has no place.
bool KeyOf(const KeyForm& form, uint32_t bits, uint32_t* key) {
  const uint32_t size = bits & ~form.sign;
  if (form.infinity != 0) {
    if (size > form.infinity) {
      if ((form.order & kMoteSortNansAsk) != 0) return false;
      if ((form.order & kMoteSortNansEqual) != 0) bits = form.infinity + 1;
    }
    if (size == 0 && (form.order & kMoteSortZerosEqual) != 0) bits = 0;
    bits = (bits & form.sign) != 0 ? ~bits & (form.sign | (form.sign - 1)) : bits | form.sign;
  } else {
    bits ^= form.sign;
  }
  *key = (form.order & kMoteSortDescending) != 0 ? ~bits : bits;
  return true;
}

struct Line {
  uint32_t first, n, stride;  // of elements' numbers
};

// Keys above places, sorted; null when one has no key.
const uint64_t* SortByKey(const KeyForm& form, const uint8_t* array, const Line& line, uint64_t* words) {
  const uint8_t* from = array + static_cast<size_t>(line.first) * form.bytes;
  for (uint32_t i = 0; i < line.n; ++i, from += static_cast<size_t>(line.stride) * form.bytes) {
    uint32_t key;
    if (!KeyOf(form, Load(from, form.bytes), &key)) return nullptr;
    words[i] = uint64_t{key} << 32 | i;
  }
#if !defined(MOTE_FIRMWARE)
  if (line.n >= kLeastForRadix) return RadixSort(words, words + line.n, line.n);
#endif
  return MergeSort(words, words + line.n, line.n);
}

void Ask(void* machine, uint32_t count) { static_cast<Machine*>(machine)->RunPoints(0, count); }

template <class T>
void Gather(uint8_t* to, const uint8_t* from, const Line& line, const uint32_t* order) {
  for (uint32_t i = 0; i < line.n; ++i) {
    T element;
    __builtin_memcpy(&element, from + static_cast<size_t>(order[i]) * sizeof(T), sizeof(T));
    __builtin_memcpy(to + (line.first + static_cast<size_t>(i) * line.stride) * sizeof(T), &element, sizeof(T));
  }
}

void GatherOf(uint8_t bytes, uint8_t* to, const uint8_t* from, const Line& line, const uint32_t* order) {
  switch (bytes) {
    case 1: return Gather<uint8_t>(to, from, line, order);
    case 2: return Gather<uint16_t>(to, from, line, order);
    case 4: return Gather<uint32_t>(to, from, line, order);
    default: return Gather<uint64_t>(to, from, line, order);
  }
}

class Sorter {
 public:
  Sorter(const StepContext& context, Machine& machine)
      : context_(context), f_(context.step.fields), machine_(machine), lanes_(f_[kMoteSortLanes]) {
    const uint32_t arrays = f_[kMoteSortArrays], last = context.step.operands - 1u;
    less_ = {Ask, &machine_, reinterpret_cast<uint32_t*>(context.place(2 * arrays)), context.place(last), lanes_};
    const uint32_t key = f_[kMoteSortKey];
    form_ = FormOf(context.view(key).type, f_[kMoteSortOrder]);
    keys_ = context.place(key);
  }

  void SortLine(const Line& line) {
    const uint32_t* const order = OrderOf(line);
    for (uint32_t k = 0; k < f_[kMoteSortArrays]; ++k) {
      GatherOf(ElementOf(context_.view(k).type).bytes, context_.place(f_[kMoteSortArrays] + k), context_.place(k), line, order);
    }
  }

 private:
  // The numbers of the line's elements, sorted.
  const uint32_t* OrderOf(const Line& line) {
    if (form_.order != 0) {
      uint64_t* const words = reinterpret_cast<uint64_t*>(context_.scratch);
      if (const uint64_t* sorted = SortByKey(form_, keys_, line, words)) {
        uint32_t* const order = reinterpret_cast<uint32_t*>(sorted == words ? words + line.n : words);
        for (uint32_t i = 0; i < line.n; ++i) order[i] = line.first + static_cast<uint32_t>(sorted[i]) * line.stride;
        return order;
      }
    }
    uint32_t* const state = reinterpret_cast<uint32_t*>(context_.scratch);
    uint32_t* const order = state + 4 * lanes_;
    for (uint32_t i = 0; i < line.n; ++i) order[i] = line.first + i * line.stride;
    return MergeSort(order, order + line.n, line.n, state, less_);
  }

  const StepContext& context_;
  const uint32_t* const f_;
  Machine& machine_;
  const uint32_t lanes_;
  Comparator less_;
  KeyForm form_;
  const uint8_t* keys_;
};

}  // namespace

mote_code RunSort(StepContext& context) {
  const uint32_t* const f = context.step.fields;
  const uint32_t rows = f[kMoteSortRows], n = f[kMoteSortN], inner = f[kMoteSortInner];
  if (rows == 0 || n == 0 || inner == 0) return MOTE_OK;
  const KernelCode code = KernelCodeOf(*context.instance->program, context.step.kernel);
  const auto own = static_cast<uint32_t>(MoteSortScratch(n, f[kMoteSortLanes], f[kMoteSortOrder]));
  Machine machine(context, code, 2 * f[kMoteSortArrays], context.scratch + own, context.scratch_bytes - own);
  Sorter sorter(context, machine);
  const uint32_t lines = rows * inner, last = context.progress.EndOf(lines);
  for (uint32_t line = context.progress.done; line < last; ++line) {
    sorter.SortLine({line / inner * n * inner + line % inner, n, inner});
  }
  return context.progress.Reach(last, lines);
}

}  // namespace mote::runtime
