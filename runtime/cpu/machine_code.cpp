// The strip machine's instructions: decoding, pure operations, loops, loads and stores.
#include "cpu/machine.h"
#include "cpu/operation_blocks.h"

namespace mote::runtime {
namespace {

constexpr bool Uniform(uint32_t number) { return (number & kMoteUniform) != 0; }

template <class T>
void MoveStrip(void* d, const void* a, uint32_t n, bool fill) {
  typedef T __attribute__((may_alias)) V;
  if (!fill) {
    __builtin_memmove(d, a, n * sizeof(T));
    return;
  }
  const T value = *static_cast<const V*>(a);
  for (uint32_t i = 0; i < n; ++i) static_cast<V*>(d)[i] = value;
}

}  // namespace

void* Machine::At(uint32_t number, bool wide) const {
  if (Uniform(number)) return uniforms_ + (number & 0x7fff);
  if (number < slot_count_) return slots_ + static_cast<size_t>(number) * pitch_ + (shift_ << (wide ? 3 : 2));
  return partials_ + (number - slot_count_) * kMotePartialBytes;
}

void Machine::Run(const uint32_t* at, const uint32_t* end, uint32_t n) {
  const uint32_t* loop_at[kMoteMaxLoopDepth];
  uint8_t loop_axis[kMoteMaxLoopDepth];
  uint32_t depth = 0;
  while (at < end) {
    const Instruction in = ReadInstruction(at);
    if (in.op >= kMoteFirstScalarOp) {
      const uint32_t shape = kOperationShapes.of[in.op - kMoteFirstScalarOp], arity = ArityOf(shape);
      const bool one = Uniform(in.d);
      uint32_t form = one ? 0 : (Uniform(in.a) ? 1u : 0u) | (Uniform(in.b) ? 2u : 0u);
      const void* b = nullptr;
      const void* c = nullptr;
      if (arity > 1) b = At(in.b, IsWideOperand(shape, 1));
      else form = (form & 1) | (in.raw >> 24) << 8;
      if (arity > 2) {
        const uint32_t third = *at++;
        c = At(third, IsWideOperand(shape, 2));
        if (!one && Uniform(third)) form |= 4;
      }
      RunOperation(operations_[in.op - kMoteFirstScalarOp], shape,
                   {At(in.d, IsWideResult(shape)), {At(in.a, IsWideOperand(shape, 0)), b, c}, one ? 1 : n, form});
      continue;
    }
    switch (in.op) {
      case kMoteOpParam: uniforms_[in.d & 0x7fff] = params_[in.immediate16()]; break;
      case kMoteOpParam64: __builtin_memcpy(uniforms_ + (in.d & 0x7fff), params_ + in.immediate16(), 8); break;
      case kMoteOpMove:
        MoveStrip<uint32_t>(At(in.d, false), At(in.a, false), Uniform(in.d) ? 1 : n, !Uniform(in.d) && Uniform(in.a));
        break;
      case kMoteOpMove64:
        MoveStrip<uint64_t>(At(in.d, true), At(in.a, true), Uniform(in.d) ? 1 : n, !Uniform(in.d) && Uniform(in.a));
        break;
      case kMoteOpAxis: Coordinates((in.raw >> 16) & 0xff, static_cast<uint32_t*>(At(in.d, false)), n); break;
      case kMoteOpLoop: {
        const uint32_t length = *at++, axis = (in.raw >> 16) & 0xff;
        if (code_.extent(params_, axis) == 0) {
          at += length;
          break;
        }
        uniforms_[axis] = 0;
        loop_at[depth] = at;
        loop_axis[depth++] = static_cast<uint8_t>(axis);
        break;
      }
      case kMoteOpEnd: {
        const uint32_t axis = loop_axis[depth - 1];
        if (++uniforms_[axis] < code_.extent(params_, axis)) at = loop_at[depth - 1];
        else --depth;
        break;
      }
      default: Memory(in, at, n); break;
    }
  }
}

// Coordinates of one lane axis for n points from position_ on.
void Machine::Coordinates(uint32_t axis, uint32_t* out, uint32_t n) const {
  uint32_t inner = 1, i = stage_.lane_count;
  while (stage_.lane_axes[--i] != axis) inner *= code_.extent(params_, stage_.lane_axes[i]);
  const uint32_t extent = code_.extent(params_, axis);
  uint32_t rest = position_ % inner, value = (position_ / inner) % extent;
  for (uint32_t done = 0; done < n;) {
    uint32_t count = inner - rest;
    if (count > n - done) count = n - done;
    if (inner == 1) {
      count = extent - value < n - done ? extent - value : n - done;
      for (uint32_t j = 0; j < count; ++j) out[done + j] = value + j;
      value += count;
    } else {
      for (uint32_t j = 0; j < count; ++j) out[done + j] = value;
      ++value;
    }
    done += count;
    rest = 0;
    if (value == extent) value = 0;
  }
}

void Machine::Memory(const Instruction& in, const uint32_t*& at, uint32_t n) {
  const AccessNote& note = stage_notes_[in.immediate16() & 0x3fff];
  const uint32_t reg = in.immediate16() >> 14;
  const bool checked = in.op == kMoteOpLoadChecked || in.op == kMoteOpStoreChecked;
  const bool load = in.op == kMoteOpLoad || in.op == kMoteOpLoadChecked;
  const uint32_t word = checked ? *at++ : 0;
  const AccessCode access{note.code};
  uint32_t index = note.base;
  for (uint32_t t = note.first_loop; t < note.first_lane; ++t) index += params_[access.stride(t)] * uniforms_[access.axis(t)];
  if (load && Uniform(in.d)) n = 1;
  if (checked) return mote_linked.checked(*this, in, note, index, word, n);
  const bool wide = reg == 1 || reg == 3;
  uint8_t* strip = static_cast<uint8_t*>(At(in.d, wide));
  const uint32_t shift = wide ? 3 : 2;
  const ElementAccess& element = *elements_[note.type];
  if (note.elements == 0) {
    if (load) __builtin_memset(strip, 0, static_cast<size_t>(n) << shift);
    return;
  }
  const auto function = reg == 0 && element.load_narrow != nullptr ? element.load_narrow : element.load;
#if !defined(MOTE_FIRMWARE)
  if (load && LoadShortRuns(note, index, strip, shift, function, n)) return;
#endif
  const uint32_t step = Uniform(in.d) ? 0 : 1;  // a uniform is one value, wherever it goes
  Walk(note, index, n, [&](uint32_t first, int32_t stride, uint32_t done, uint32_t count) {
    uint8_t* const data = note.data + static_cast<size_t>(first) * element.bytes;
    uint8_t* const part = strip + ((done * step) << shift);
    if (load) function(part, data, stride, count);
    else element.store(data, stride, part, step, count);
  });
}

}  // namespace mote::runtime
