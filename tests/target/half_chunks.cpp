// The chunk machine's loop of f16 (cpu/arm64/chunks_fp16.cpp) against the loop of f32 that every machine of its kind has, bit for bit, NaNs
// too: each operation over all f16, the second operand one of the edges for all, and over pairs, of the edges and random ones. Says which
// loops it found.
// usage: half_chunks [RANDOM_PAIRS [SEED]]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <vector>

#include "cpu/chunks/chunk_code.h"
#include "cpu/operations.h"
#include "cpu/scalar_math.h"

namespace {

using namespace mote::runtime;

constexpr uint16_t kEdges[] = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x0401, 0x07ff, 0x0800,  // zeros, subnormals, the least normals
    0x1400, 0x3555, 0x37ff, 0x3800, 0x3801, 0xb800, 0x3bff, 0x3c00, 0xbc00, 0x3c01, 0x3e00, 0xbe00,  // about 1
    0x4000, 0x4248, 0x63ff, 0x6400, 0x6401, 0x67ff, 0x6800, 0x77ff, 0x7800, 0x7bfe, 0x7bff, 0xfbff,  // wholes, the largest
    0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7e01, 0x7fff, 0xffff, 0x7c01, 0xfc01, 0x7dff, 0xfd55};          // infinities, NaNs that signal or not

enum Use { kRounds, kKeeps, kCompares, kFlags };
struct Operation {
  const char* name;
  uint16_t handler;
  uint8_t forms;  // 1: of one operand; else the number of handlers side by side: as it is, _U, and with _R
  Use use;
};
#define MOTE_HALF_COMMUTES(id, use, ...) {#id, kChunk##id, 2, use},
#define MOTE_HALF_ORDERED(id, use, ...) {#id, kChunk##id, 4, use},
#define MOTE_HALF_ONE(id, use, ...) {#id, kChunk##id, 1, use},
constexpr Operation kOperations[] = {
    {"Square", kChunkSquare, 1, kRounds}, {"Raise", kChunkRaise, 4, kKeeps}, {"Lower", kChunkLower, 4, kKeeps},
#include "cpu/arm64/half_operations.def"
};

constexpr uint32_t kGuard = 64;
constexpr uint32_t kRoomBytes = 4 * 1024;

// Operands in the room, in kRoomUnits: slots, and one value all over.
constexpr uint16_t kFirst = 0, kSecond = 16, kOther = 32, kAllOver = 48;

struct Arrays {
  std::vector<uint16_t> x, y;
  uint16_t value;  // for all
};

// What an operation makes of them between `begin` and the end. Flags choose between x and y.
std::vector<uint16_t> Made(const ChunkLoop& loop, bool halves, const Operation& operation, uint16_t handler, const Arrays& arrays,
                           uint32_t begin) {
  const auto n = static_cast<uint32_t>(arrays.x.size());
  alignas(kRoomUnit) uint8_t room[kRoomBytes] = {};
  const uint32_t value = halves ? arrays.value * 0x10001u : BitsOfF32(F32OfF16(arrays.value));
  for (uint32_t i = 0; i < kRoomUnit; i += 4) std::memcpy(room + kAllOver * kRoomUnit + i, &value, 4);
  std::vector<uint16_t> out(n + kGuard, 0xa5a5);
  uint8_t* places[] = {reinterpret_cast<uint8_t*>(const_cast<uint16_t*>(arrays.x.data())),
                       reinterpret_cast<uint8_t*>(const_cast<uint16_t*>(arrays.y.data())), reinterpret_cast<uint8_t*>(out.data())};
  const bool all_over = operation.forms > 1 && (handler - operation.handler) % 2 == 1;
  std::vector<ChunkWord> words;
  const auto add = [&](uint32_t code, uint32_t a, uint32_t b) {
    words.push_back({static_cast<uint16_t>(code), static_cast<uint16_t>(a), static_cast<uint16_t>(b)});
  };
  add(kChunkLoadNarrow, 1, 2 * kChunkF16), add(kChunkKeep, kSecond, 0);
  add(kChunkLoadNarrow, 0, 2 * kChunkF16), add(kChunkKeep, kFirst, 0);
  if (operation.use == kFlags) {  // whether x < value, and y
    const uint32_t first = kChunkLtF_U, second = kChunkLeF_U;
    add(kChunkTake, kSecond, 0), add(first, kAllOver, 0), add(kChunkKeep, kOther, 0);
    add(kChunkTake, kFirst, 0), add(second, kAllOver, 0);
  }
  if (!(operation.use == kFlags && all_over)) add(handler, all_over ? kAllOver : operation.use == kFlags ? kOther : kSecond, 0);
  if (operation.use == kRounds && !halves) add(kChunkRoundF16, 0, 0);
  if (operation.use == kCompares) add(kChunkSelectIf, kFirst, kSecond);
  if (operation.use == kFlags) {  // as each operand of a selection
    add(kChunkKeep, kOther, 0), add(kChunkSelectIf, kFirst, kSecond);
    add(kChunkSelectThen, kOther, kSecond), add(kChunkSelectElse, kOther, kFirst);
  }
  add(kChunkStoreNarrow, 2, 2 * kChunkF16), add(kChunkEnd, 0, 0);
  const ChunkJob job = {words.data(), room, places, nullptr, nullptr, nullptr, nullptr, nullptr, 0, 0, false};
  (halves ? loop.halves->run : loop.run)(job, begin, n);
  return out;
}

// Elements that differ, of every form, or of every other one from `first` on.
size_t Compare(const ChunkLoop& base, const ChunkLoop& loop, const Operation& operation, const Arrays& arrays, uint16_t first,
               uint16_t step, uint32_t begin, size_t* cases) {
  size_t wrong = 0;
  for (uint16_t form = first; form < operation.forms; form = static_cast<uint16_t>(form + step)) {
    const auto handler = static_cast<uint16_t>(operation.handler + form);
    const std::vector<uint16_t> expected = Made(base, false, operation, handler, arrays, begin);
    const std::vector<uint16_t> got = Made(loop, true, operation, handler, arrays, begin);
    *cases += expected.size() - kGuard - begin;
    for (size_t i = 0; i < got.size(); ++i) {
      if (got[i] == expected[i] || ++wrong > 3) continue;
      const bool inside = i < arrays.x.size();
      std::printf("%s form %u element %zu: x %04x y %04x value %04x: %04x for %04x\n", operation.name, static_cast<unsigned>(form), i,
                  inside ? arrays.x[i] : 0u, inside ? arrays.y[i] : 0u, arrays.value + 0u, got[i] + 0u, expected[i] + 0u);
    }
  }
  return wrong;
}

size_t CompareAll(const ChunkLoop& base, const ChunkLoop& loop, size_t pairs, uint32_t seed, size_t* cases) {
  std::mt19937 random(seed);
  size_t wrong = 0;
  Arrays all, some;
  for (uint32_t i = 0; i < 1 << 16; ++i) all.x.push_back(static_cast<uint16_t>(i));
  for (const uint16_t edge : kEdges) {
    some.x.insert(some.x.end(), std::begin(kEdges), std::end(kEdges));
    some.y.insert(some.y.end(), std::size(kEdges), edge);
  }
  for (size_t i = 0; i < pairs; ++i) {
    const uint32_t both = random();
    some.x.push_back(static_cast<uint16_t>(both)), some.y.push_back(static_cast<uint16_t>(both >> 16));
  }
  some.value = 0x3c01;
  for (const Operation& operation : kOperations) {
    for (const uint16_t edge : kEdges) {
      all.y.assign(all.x.size(), edge);
      all.value = edge;
      const bool flags = operation.use == kFlags, one = operation.forms == 1;
      wrong += Compare(base, loop, operation, all, one || flags ? 0 : 1, 2, 0, cases);
      if (one) break;
    }
    wrong += Compare(base, loop, operation, some, 0, 1, 0, cases);
  }
  // Every length to some chunks, where a chunk is not whole.
  for (ptrdiff_t n = 1; n < 300; ++n) {
    const Arrays few = {{some.x.begin(), some.x.begin() + n}, {some.y.begin(), some.y.begin() + n}, 0x4248};
    wrong += Compare(base, loop, kOperations[1], few, 0, 1, static_cast<uint32_t>(n) / 3, cases);
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  const size_t pairs = argc > 1 ? std::strtoul(argv[1], nullptr, 0) : 100003;
  const auto seed = static_cast<uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 0) : 1);
  size_t cases = 0, wrong = 0;
  const char* found = "base";
  const ChunkHalves* last = nullptr;
  for (uint32_t isa = 0; isa < 32; ++isa) {
    if ((DetectIsas() >> isa & 1) == 0 || kChunkInstances[isa] == nullptr) continue;
    const ChunkHalves* halves = kChunkInstances[isa]->halves;
    if (halves == nullptr || halves == last) continue;
    wrong += CompareAll(*kChunkInstances[0], *kChunkInstances[isa], pairs, seed, &cases);
    found = "base halves", last = halves;
  }
  std::printf("%zu cases, %zu wrong, loops: %s\n", cases, wrong, found);
  return wrong != 0 ? 1 : 0;
}
