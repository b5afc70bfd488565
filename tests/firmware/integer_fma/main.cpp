// Runs the cases of cases.bin through the core's fused multiply-add, compares every bit, and prints the mean instructions of one: of
// ordinary cases and of others, which come 4 096 at a time in turn.
#include "cpu/exact_fma.h"

extern "C" {
#include "semihosting.h"
#include "ticks.h"
}

namespace {

constexpr uint32_t kMost = 4096, kNan = 0x7fc00000;
struct Case {
  float a, b, c;
  uint32_t expected;
};
Case cases[kMost];
float results[kMost];

[[gnu::noinline]] void None(const Case* from, uint32_t count, float* to) {
  for (uint32_t i = 0; i < count; ++i) {
    to[i] = from[i].a;
    __asm volatile("" : : : "memory");
  }
}
[[gnu::noinline]] void All(const Case* from, uint32_t count, float* to) {
  for (uint32_t i = 0; i < count; ++i) {
    to[i] = mote::runtime::FmaF32(from[i].a, from[i].b, from[i].c);
    __asm volatile("" : : : "memory");
  }
}

uint32_t Taken(void (*run)(const Case*, uint32_t, float*), const Case* from, uint32_t count) {
  const uint32_t before = ticks();
  run(from, count, results);
  return ticks() - before;
}

bool IsNan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

}  // namespace

int main() {
  const int file = semihosting_open("cases.bin", 0);
  if (file < 0) return semihosting_write("no cases.bin\n"), 1;
  start_ticks();
  uint32_t total = 0, wrong = 0;
  uint64_t time[2] = {};
  uint32_t runs[2] = {};
  for (uint32_t half = 0;; half ^= 1) {  // parts of the file in turn
    const uint32_t count = semihosting_read(file, cases, sizeof cases) / sizeof(Case);
    if (count == 0) break;
    const uint32_t loop = Taken(None, cases, count), taken = Taken(All, cases, count);
    time[half] += taken > loop ? taken - loop : 0, runs[half] += count, total += count;
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t result;
      __builtin_memcpy(&result, results + i, sizeof result);
      const bool right = IsNan(cases[i].expected) ? IsNan(result) : result == cases[i].expected;
      wrong += right ? 0 : 1;
    }
  }
  // A nanosecond is an instruction.
  for (uint32_t half = 0; half < 2; ++half) {
    const uint64_t each = runs[half] == 0 ? 0 : time[half] * (1000000000 / CLOCK_HZ) / runs[half];
    semihosting_write_number(static_cast<uint32_t>(each), 1);
    semihosting_write(half == 0 ? " instructions an ordinary one, " : " another, ");
  }
  semihosting_write_number(total, 1), semihosting_write(" cases, "), semihosting_write_number(wrong, 1), semihosting_write(" wrong\n");
  return wrong != 0;
}
