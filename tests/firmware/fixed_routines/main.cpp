// Runs the cases of cases.bin through the fixed-point routines of this image and compares every byte. Inputs or streams end where the
// board's memory does, so that reading beyond them is a fault; outputs and scratch lie between guards.
#include "case.h"
#include "core/fixed.h"

extern "C" {
#include "semihosting.h"
#include "ticks.h"
}

namespace {

using mote::runtime::FixedCall;
using mote::runtime::FixedRoutine;

constexpr uint32_t kGuard = 32, kRoom = 128 << 10, kFill = 0xa5;
uint8_t* const kMemoryEnd = reinterpret_cast<uint8_t*>(MEMORY_END);  // nothing answers there
// input or stream, other, expected, output, scratch: in the same memory
uint8_t (*const buffers)[kRoom] = reinterpret_cast<uint8_t (*)[kRoom]>(MEMORY_END - (1 << 20));

int8_t* const kOver = reinterpret_cast<int8_t*>(MEMORY_END - (2 << 20));  // and outputs over inputs

const FixedRoutine* RoutineOf(int32_t number) {
  switch (number) {
#ifndef MOTE_ARM_DSP
#define MOTE_FIXED_DSP(...)
#endif
#ifndef MOTE_HELIUM
#define MOTE_FIXED_HELIUM(...)
#endif
#define MOTE_FIXED(id, number, ...) \
  case number: return &mote::runtime::kFixed##id;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
    default: return nullptr;
  }
}

// Under QEMU with -icount shift=0 an instruction takes a nanosecond.
constexpr uint64_t kNanoseconds = 1000000000;
uint32_t taken;  // ticks of the last run

bool IsFill(const uint8_t* from, uint32_t count) {
  while (count-- != 0) {
    if (*from++ != kFill) return false;
  }
  return true;
}

bool Read(int file, uint8_t* to, uint32_t bytes) { return bytes == 0 || semihosting_read(file, to, bytes) == bytes; }

// Whether the outputs are right where they lie over the input, all rows in one call: in front of it, and behind it if the routine can.
bool PassesOver(const Case& c, const FixedRoutine& routine, FixedCall call) {
  const int8_t* const original = call.input;
  const int ways = routine.order == mote::runtime::FixedOrder::kRows ? 2 : 1;
  for (int way = 0; way < ways; ++way) {
    const bool down = way == 1;
    int8_t *input = kOver + (down ? 0 : c.below), *output = kOver + (down ? c.above : 0);
    __builtin_memcpy(input, original, c.input);
    call.input = input, call.output = output, call.begin = 0, call.again = false, call.down = down;
    routine.run(call);
    if (__builtin_memcmp(output, buffers[2], c.output) != 0) return false;
  }
  return true;
}

// Whether the outputs are right where they lie in place of the input.
bool PassesInPlace(const Case& c, const FixedRoutine& routine, FixedCall call) {
  __builtin_memcpy(kOver, call.input, c.input);
  call.input = call.output = kOver, call.begin = 0, call.again = false;
  routine.run(call);
  return __builtin_memcmp(kOver, buffers[2], c.output) == 0;
}

// Whether the outputs are right and nothing else was written.
bool Passes(int file, const Case& c) {
  const bool stream_last = (c.place & 16) != 0;
  uint8_t* input = stream_last ? buffers[0] + (c.place & 3) : kMemoryEnd - c.input;
  uint8_t* stream = stream_last ? kMemoryEnd - ((c.stream + 3) & ~3u) : buffers[0];
  uint8_t* output = buffers[3] + kGuard + (c.place >> 2 & 3);
  uint8_t* scratch = buffers[4] + kGuard;
  const bool read = Read(file, input, c.input) && Read(file, buffers[1], c.other) && Read(file, buffers[2], c.output);
  if (!read || !Read(file, stream, c.stream)) return false;
  __builtin_memset(output - kGuard, kFill, c.output + 2 * kGuard);
  __builtin_memset(scratch - kGuard, kFill, c.scratch + 2 * kGuard);
  const auto rows = static_cast<uint32_t>(c.fields[kMoteFixedBatch] * c.fields[kMoteFixedOutH]), split = (c.place & 32) != 0 ? rows / 2 : 0;
  FixedCall call = {c.fields, reinterpret_cast<int8_t*>(input), reinterpret_cast<int8_t*>(buffers[1]), stream,
                    reinterpret_cast<int8_t*>(output), 0, split, scratch};
  const FixedRoutine* routine = RoutineOf(c.fields[kMoteFixedRoutine]);
  if (routine == nullptr) return false;
  if (split != 0) routine->run(call);
  call.begin = split, call.end = rows, call.again = split != 0;
  const uint32_t before = ticks();
  routine->run(call);
  taken = ticks() - before;
  const bool right = (c.place & 64) != 0 || __builtin_memcmp(output, buffers[2], c.output) == 0;
  const bool over = c.below == 0 || routine->order == mote::runtime::FixedOrder::kAny || PassesOver(c, *routine, call);
  const bool in_place = (c.place & 128) == 0 || PassesInPlace(c, *routine, call);
  return right && over && in_place && IsFill(output - kGuard, kGuard) && IsFill(output + c.output, kGuard) &&
         IsFill(scratch - kGuard, kGuard) && IsFill(scratch + c.scratch, kGuard);
}

}  // namespace

int main() {
  const int file = semihosting_open("cases.bin", 0);
  if (file < 0) return semihosting_write("no cases.bin\n"), 1;
  start_ticks();
  uint32_t cases = 0, wrong = 0;
  for (Case c; semihosting_read(file, &c, sizeof c) == sizeof c; ++cases) {
    const uint32_t most = kRoom - 2 * kGuard - 4;
    const bool fits = c.input <= most && c.other <= most && c.output <= most && c.stream <= most && c.scratch <= most;
    if (!fits) return semihosting_write("a case is too large\n"), 1;
    if (Passes(file, c)) continue;
    if (wrong++ < 5) {
      semihosting_write("wrong: case "), semihosting_write_number(cases, 1), semihosting_write(", routine ");
      semihosting_write_number(static_cast<uint32_t>(c.fields[kMoteFixedRoutine]), 1), semihosting_write(", fields");
      for (const int32_t field : c.fields) {
        semihosting_write(field < 0 ? " -" : " "), semihosting_write_number(static_cast<uint32_t>(field < 0 ? -field : field), 1);
      }
      semihosting_write("\n");
    }
  }
  const auto instructions = static_cast<uint32_t>(taken * kNanoseconds / CLOCK_HZ);
  if (cases == 1) semihosting_write_number(instructions, 1), semihosting_write(" instructions, ");
  semihosting_write_number(cases, 1), semihosting_write(" cases, "), semihosting_write_number(wrong, 1), semihosting_write(" wrong\n");
  return wrong != 0;
}
