// RngBitGenerator bit by bit as XLA (OPS.md 2.5, section 7). Rng, which takes its bits from here, stands in rng.cpp.
#include "evaluate/random.h"

#include <array>
#include <cstring>

#include "evaluate/elements.h"
#include "evaluate/reducer.h"

namespace mote::evaluation {
namespace {

using Words2 = std::array<uint32_t, 2>;
using Words4 = std::array<uint32_t, 4>;

Words2 Split(uint64_t value) { return {static_cast<uint32_t>(value), static_cast<uint32_t>(value >> 32)}; }
uint64_t Join(uint32_t low, uint32_t high) { return uint64_t{high} << 32 | low; }

// threefry2x32, 20 rounds.
Words2 ThreeFry(Words2 key, Words2 x) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  uint32_t keys[3] = {key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDA};
  x[0] += keys[0];
  x[1] += keys[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : kRotations[group % 2]) {
      x[0] += x[1];
      x[1] = x[1] << rotation | x[1] >> (32 - rotation);
      x[1] ^= x[0];
    }
    x[0] += keys[(group + 1) % 3];
    x[1] += keys[(group + 2) % 3] + group + 1;
  }
  return x;
}

// Philox 4x32, 10 rounds.
Words4 Philox(Words2 key, Words4 x) {
  for (int round = 0; round < 10; ++round) {
    uint64_t a = uint64_t{0xD2511F53} * x[0], b = uint64_t{0xCD9E8D57} * x[2];
    x = {static_cast<uint32_t>(b >> 32) ^ x[1] ^ key[0], static_cast<uint32_t>(b), static_cast<uint32_t>(a >> 32) ^ x[3] ^ key[1],
         static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return x;
}

// Where the two halves of THREE_FRY outputs of at most 32 bits lie: along the first even dimension, else along the largest.
struct Halves {
  int64_t outer = 1, size = 1, inner = 1;  // around the split dimension, whose size is `size`
};

Halves SplitIntoHalves(const Dims& dims) {
  if (dims.empty()) return {};
  size_t split = 0;
  bool even = false;
  for (size_t d = 0; d < dims.size() && !even; ++d) {
    even = dims[d] % 2 == 0;
    if (even || dims[d] > dims[split]) split = d;
  }
  Halves h;
  h.size = dims[split];
  for (size_t d = 0; d < split; ++d) h.outer *= dims[d];
  for (size_t d = split + 1; d < dims.size(); ++d) h.inner *= dims[d];
  return h;
}

}  // namespace

std::vector<uint64_t> ThreeFryBits(std::vector<uint64_t>& state, const Shape& shape) {
  Words2 key = Split(state[0]);
  IdVector<uint64_t> bits(shape.ElementCount());
  if (BitWidth(shape.element_type) > 32) {
    for (size_t i = 0; i < bits.size(); ++i) {
      Words2 x = ThreeFry(key, Split(state[1] + i));
      bits[i] = Join(x[0], x[1]);
    }
    state[1] += bits.size();
    return bits;
  }
  Halves h = SplitIntoHalves(shape.dims);
  int64_t half = (h.size + 1) / 2;
  for (int64_t o = 0; o < h.outer; ++o) {
    for (int64_t s = 0; s < half; ++s) {
      for (int64_t i = 0; i < h.inner; ++i) {
        Words2 x = ThreeFry(key, Split(state[1] + static_cast<uint64_t>((o * half + s) * h.inner + i)));
        for (int64_t part = 0; part < 2 && 2 * s + part < h.size; ++part) bits[(o * h.size + 2 * s + part) * h.inner + i] = x[part];
      }
    }
  }
  state[1] += static_cast<uint64_t>(h.outer * half * h.inner);
  return bits;
}

namespace {

// The counter is 128 bits: state[1] low, state[2] high, or the key again where the state has two words.
std::vector<uint64_t> PhiloxBits(std::vector<uint64_t>& state, const Shape& shape) {
  Words2 key = Split(state[0]);
  uint64_t low = state[1], high = state.size() > 2 ? state[2] : state[0];
  bool wide = BitWidth(shape.element_type) > 32;
  size_t count = shape.ElementCount(), words = wide ? 2 * count : count, blocks = (words + 3) / 4;
  IdVector<uint64_t> bits(count);
  for (size_t block = 0; block < blocks; ++block) {
    uint64_t at = low + block;
    Words2 a = Split(at), b = Split(high + (at < low ? 1 : 0));
    Words4 x = Philox(key, {a[0], a[1], b[0], b[1]});
    for (size_t w = 0; w < 4; w += wide ? 2 : 1) {
      size_t index = (block * 4 + w) / (wide ? 2 : 1);
      if (index < count) bits[index] = wide ? Join(x[w], x[w + 1]) : x[w];
    }
  }
  state[1] = low + blocks;
  if (state.size() > 2) state[2] = high + (state[1] < low ? 1 : 0);
  return bits;
}

Result<Values> RngBitGenerator(Call& call) {
  std::vector<int64_t> words = Widen<int64_t>(call.operand(0));
  std::vector<uint64_t> state(words.begin(), words.end());
  const std::string& algorithm = call.instruction.Text(Attr::kRngAlgorithm);
  Shape shape = ResultLeaf(call, 1);
  if (IsComplex(shape.element_type)) return call.Fail(Rule::kUnsupported, "bits of a complex type");
  if (state.size() < 2 || state.size() > 3) return call.Fail(Rule::kUnsupported, "a state of " + std::to_string(state.size()) + " words");
  MOTE_CHECK_OK(call.context.Spend(static_cast<uint64_t>(shape.ElementCount())));
  IdVector<uint64_t> bits = algorithm == "THREE_FRY" ? ThreeFryBits(state, shape) : PhiloxBits(state, shape);
  Literal out(shape);
  int bytes = StorageBytes(shape.element_type);
  for (size_t i = 0; i < bits.size(); ++i) {
    std::memcpy(out.mutable_bytes().data() + i * static_cast<size_t>(bytes), &bits[i], bytes);
  }
  if (IsInteger(shape.element_type)) out = Narrow(shape, std::vector<int64_t>(bits.begin(), bits.end()));
  Literal next = Narrow(ResultLeaf(call, 0), std::vector<int64_t>(state.begin(), state.end()));
  Values values = One(ArrayValue(std::move(next)));
  values.push_back(ArrayValue(std::move(out)));
  return PackResults(call, std::move(values));
}

}  // namespace

std::span<const OperationRow> RandomOperations() {
  static const OperationRow rows[] = {
      {Op::kRng, Rng},
      {Op::kRngBitGenerator, nullptr, RngBitGenerator},
      {Op::kRngGetAndUpdateState, RngGetAndUpdateState},
  };
  return rows;
}

}  // namespace mote::evaluation
