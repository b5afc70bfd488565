// Loops that do nothing else: 12 sums that do not wait for each other, and copies in caches of each size and in memory.
#include "tool/machine_limits.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace mote {

namespace {

using Clock = std::chrono::steady_clock;

// Seconds that `body` takes on threads that begin together: the best of several.
double Best(uint32_t threads, const std::function<void(uint32_t thread)>& body) {
  double best = 1e30;
  for (int round = 0; round < 7; ++round) {
    std::atomic<uint32_t> ready{0};
    std::atomic<bool> go{false};
    std::vector<std::thread> others;
    for (uint32_t t = 1; t < threads; ++t) {
      others.emplace_back([&, t] {
        ++ready;
        while (!go) std::this_thread::yield();
        body(t);
      });
    }
    while (ready != threads - 1) std::this_thread::yield();
    const auto start = Clock::now();
    go = true;
    body(0);
    for (std::thread& t : others) t.join();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

enum : int64_t { kSums = 12 };
volatile float kept;
const volatile float kOrigin = 0;  // what the compiler does not know: sums that it can tell are equal it makes once

// name(turns): kSums vectors of `lanes` floats, a multiply-add each a turn.
#define MOTE_MULTIPLY_ADDS(name, lanes, attribute)                                  \
  attribute void name(int64_t turns) {                                              \
    typedef float Vector __attribute__((vector_size(4 * lanes)));                   \
    Vector sums[kSums] = {}, factor = {}, addend = {};                              \
    for (int i = 0; i < lanes; ++i) factor[i] = 0.999f, addend[i] = 0.001f;         \
    for (int64_t s = 0; s < kSums; ++s) sums[s] += kOrigin;                          \
    for (int64_t t = 0; t < turns; ++t) {                                           \
      _Pragma("GCC unroll 12") for (int64_t s = 0; s < kSums; ++s) sums[s] = sums[s] * factor + addend; \
    }                                                                               \
    for (int64_t s = 1; s < kSums; ++s) sums[0] += sums[s];                         \
    kept = sums[0][0];                                                              \
  }

struct MultiplyAdds {
  const char* instructions;
  int64_t lanes;
  void (*run)(int64_t turns);
};

#if defined(__x86_64__)
MOTE_MULTIPLY_ADDS(OfAvx512, 16, __attribute__((target("avx512f"))))
MOTE_MULTIPLY_ADDS(OfFma, 8, __attribute__((target("avx2,fma"))))
MOTE_MULTIPLY_ADDS(OfBase, 4, )

MultiplyAdds BestMultiplyAdds() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return {"avx512f", 16, OfAvx512};
  if (__builtin_cpu_supports("fma")) return {"fma", 8, OfFma};
  return {"sse2, not fused", 4, OfBase};
}
#else
MOTE_MULTIPLY_ADDS(OfBase, 4, )

MultiplyAdds BestMultiplyAdds() {
#if defined(__ARM_NEON)
  return {"neon", 4, OfBase};
#else
  return {"the compiler's choice", 4, OfBase};
#endif
}
#endif

double MeasureCopy(uint32_t threads, int64_t bytes) {
  const size_t half = static_cast<size_t>(bytes / 2 / threads) / 64 * 64;
  const int64_t turns = std::max<int64_t>(1, (int64_t{64} << 20) / bytes);
  std::vector<std::vector<char>> memory(threads);
  for (auto& m : memory) m.assign(2 * half, 1);
  const double seconds = Best(threads, [&](uint32_t thread) {
    char* const at = memory[thread].data();
    for (int64_t t = 0; t < turns; ++t) {
      std::memcpy(at, at + half, half);
      asm volatile("" : : "r"(at) : "memory");  // every copy counts
    }
  });
  return static_cast<double>(2 * half * threads) * static_cast<double>(turns) / seconds;
}

}  // namespace

double MachineLimits::CopyRate(int64_t bytes) const {
  const double wanted = std::log(static_cast<double>(std::max<int64_t>(1, bytes)));
  const auto distance = [&](const Copy& c) { return std::fabs(std::log(static_cast<double>(c.bytes)) - wanted); };
  return std::min_element(copies.begin(), copies.end(), [&](const Copy& a, const Copy& b) { return distance(a) < distance(b); })->rate;
}

MachineLimits MeasureMachine(uint32_t threads) {
  MachineLimits limits;
  const MultiplyAdds best = BestMultiplyAdds();
  limits.instructions = best.instructions;
  constexpr int64_t kTurns = 400000;
  const double seconds = Best(threads, [&](uint32_t) { best.run(kTurns); });
  limits.multiply_adds = static_cast<double>(kTurns * kSums * best.lanes * threads) / seconds;
  for (MachineLimits::Copy& copy : limits.copies) copy.rate = MeasureCopy(threads, copy.bytes);
  return limits;
}

}  // namespace mote
