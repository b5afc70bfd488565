// Runs the cases of tests/firmware/fixed_cases.cpp through every instance of the fixed-point routines that this machine has and compares
// every byte. Inputs and streams end in front of a page that cannot be read; outputs and scratch lie between guards.
// usage: fixed_routines CASES.bin
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "../firmware/fixed_routines/case.h"
#include "core/fixed.h"
#include "core/linked.h"
#include "cpu/fixed_instance.h"
#include "cpu/operations.h"

namespace {

using mote::runtime::FixedCall;

// Bytes in front of a page that cannot be read or written.
class Walled {
 public:
  Walled() : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    const size_t all = kRoom + page_;
    void* memory = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    end_ = memory == MAP_FAILED || mprotect(static_cast<uint8_t*>(memory) + kRoom, page_, PROT_NONE) != 0
               ? nullptr
               : static_cast<uint8_t*>(memory) + kRoom;
  }
  uint8_t* Last(size_t bytes) const { return end_ == nullptr || bytes > kRoom ? nullptr : end_ - bytes; }

 private:
  static constexpr size_t kRoom = size_t{1} << 24;
  size_t page_;
  uint8_t* end_;
};

constexpr size_t kGuard = 64;
constexpr uint8_t kFill = 0xa5;

bool IsFill(const uint8_t* from) {
  for (size_t i = 0; i < kGuard; ++i) {
    if (from[i] != kFill) return false;
  }
  return true;
}

struct Places {
  uint8_t *input, *other, *stream;
};

// Whether the outputs are right and nothing else was written.
bool Passes(const Case& c, const Places& p, const std::vector<uint8_t>& expected, uint8_t isa) {
  std::vector<uint8_t> output(c.output + 2 * kGuard + 4, kFill);
  std::vector<uint64_t> scratch((c.scratch + 2 * kGuard + 7) / 8);
  auto* const scratch_bytes = reinterpret_cast<uint8_t*>(scratch.data());
  std::memset(scratch_bytes, kFill, scratch.size() * 8);
  uint8_t* const out = output.data() + kGuard;
  const auto rows = static_cast<uint32_t>(c.fields[kMoteFixedBatch] * c.fields[kMoteFixedOutH]);
  const uint32_t split = (c.place & 32) != 0 ? rows / 2 : 0;
  FixedCall call = {c.fields, reinterpret_cast<int8_t*>(p.input), reinterpret_cast<int8_t*>(p.other), p.stream,
                    reinterpret_cast<int8_t*>(out), 0, split, scratch_bytes + kGuard, isa};
  const mote::runtime::FixedRoutine& routine = *mote_linked.fixed_routines[c.fields[kMoteFixedRoutine]];
  if (split != 0) routine.run(call);
  call.begin = split, call.end = rows;
  routine.run(call);
  return std::memcmp(out, expected.data(), c.output) == 0 && IsFill(output.data()) && IsFill(out + c.output) && IsFill(scratch_bytes) &&
         IsFill(scratch_bytes + kGuard + c.scratch);
}

bool Read(std::FILE* file, void* to, size_t bytes) { return bytes == 0 || std::fread(to, 1, bytes, file) == bytes; }

}  // namespace

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) return std::fprintf(stderr, "usage: fixed_routines CASES.bin\n"), 2;
  std::vector<uint8_t> isas;
  for (uint8_t isa = 0; isa < 32; ++isa) {
    if ((mote::runtime::DetectIsas() >> isa & 1) == 0) continue;
    bool seen = false;
    for (const uint8_t other : isas) seen |= mote::runtime::kFixedInstances[other] == mote::runtime::kFixedInstances[isa];
    if (!seen) isas.push_back(isa);
  }
  const Walled inputs, others, streams;
  size_t cases = 0, wrong = 0;
  for (Case c; Read(file, &c, sizeof c); ++cases) {
    const Places p = {inputs.Last(c.input), others.Last(c.other), streams.Last((c.stream + size_t{3}) & ~size_t{3})};
    std::vector<uint8_t> expected(c.output);
    if (p.input == nullptr || p.other == nullptr || p.stream == nullptr || !Read(file, p.input, c.input) || !Read(file, p.other, c.other) ||
        !Read(file, expected.data(), c.output) || !Read(file, p.stream, c.stream)) {
      return std::fprintf(stderr, "case %zu is not whole\n", cases), 1;
    }
    for (const uint8_t isa : isas) {
      if (Passes(c, p, expected, isa)) continue;
      const char* name = mote::runtime::kFixedInstances[isa]->name;
      if (++wrong < 10) std::printf("case %zu, routine %d, %s: wrong\n", cases, static_cast<int>(c.fields[0]), name);
    }
  }
  std::printf("%zu cases, %zu wrong, instances:", cases, wrong);
  for (const uint8_t isa : isas) std::printf(" %s", mote::runtime::kFixedInstances[isa]->name);
  std::printf("\n");
  return cases == 0 || wrong != 0 ? 1 : 0;
}
