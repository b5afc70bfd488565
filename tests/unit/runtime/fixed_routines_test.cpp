// Fixed-point routines of this machine, and streams packed for others, over random cases whose outputs are computed by plain arithmetic;
// rules of fields against the audit's own; programs for other machines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "audit/fixed_step.h"
#include "core/failure.h"
#include "core/fixed.h"
#include "core/linked.h"
#include "core/program.h"
#include "cpu/fixed_instance.h"
#include "cpu/operations.h"
#include "firmware/fixed_case_maker.h"
#include "hlo/fixed_point.h"
#include "planes_reference.h"
#include "program_maker.h"
#include "select/pack_fixed.h"
#include "winograd_reference.h"

namespace mote {
namespace {

using test::FixedCase;
using test::FixedCaseMaker;

// MOTE_FIXED_CASES: more of them, by hand.
int Cases() {
  const char* text = std::getenv("MOTE_FIXED_CASES");
  return text == nullptr ? 4000 : std::atoi(text);
}

PackChoice AnyChoice(FixedCaseMaker& maker) { return {static_cast<WeightForm>(maker.In(0, 2)), maker.In(0, 1) == 0}; }

std::vector<int8_t> AsBytes(const test::Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

// A step as the runtime gets it.
struct Stored {
  std::vector<int32_t> fields;
  std::vector<uint32_t> stream;
  std::vector<int8_t> input, other;

  Stored(const FixedCase& c, const PackedFixed& packed)
      : fields(packed.fields.begin(), packed.fields.end()), stream((packed.stream.size() + 3) / 4), input(AsBytes(c.input)),
        other(AsBytes(c.other)) {
    std::copy(packed.stream.begin(), packed.stream.end(), reinterpret_cast<uint8_t*>(stream.data()));
  }
  int32_t operator[](MoteFixedField field) const { return fields[field]; }
};

// The instruction sets of this machine, each instance once.
std::vector<uint8_t> Isas() {
  std::vector<uint8_t> isas;
  for (uint8_t isa = 0; isa < 32; ++isa) {
    const auto same = [&](uint8_t other) { return runtime::kFixedInstances[other] == runtime::kFixedInstances[isa]; };
    if ((runtime::DetectIsas() >> isa & 1) != 0 && std::none_of(isas.begin(), isas.end(), same)) isas.push_back(isa);
  }
  return isas;
}

std::vector<int8_t> RunHere(const Stored& s, size_t outputs, uint8_t isa = 0) {
  MoteFixedNeeds needs;
  const runtime::FixedRoutine& routine = *mote_linked.fixed_routines[s[kMoteFixedRoutine]];
  routine.needs(s.fields.data(), &needs);
  std::vector<int8_t> out(outputs);
  std::vector<uint64_t> scratch(static_cast<size_t>(needs.scratch + 7) / 8);
  const auto rows = static_cast<uint32_t>(s[kMoteFixedBatch] * s[kMoteFixedOutH]);
  for (const auto& [begin, end] : {std::pair<uint32_t, uint32_t>{0, rows / 2}, {rows / 2, rows}}) {
    routine.run({s.fields.data(), s.input.data(), s.other.data(), reinterpret_cast<const uint8_t*>(s.stream.data()), out.data(), begin, end,
                 reinterpret_cast<uint8_t*>(scratch.data()), isa});
  }
  return out;
}

// The window of an output pixel, filled up with what weights of 0 must not care for.
std::vector<int32_t> WindowOf(const Stored& s, int32_t n, int32_t y, int32_t x, size_t filled) {
  const int32_t h = s[kMoteFixedInH], w = s[kMoteFixedInW], c = s[kMoteFixedInC];
  std::vector<int32_t> window;
  for (int32_t ky = 0; ky < s[kMoteFixedKernelH]; ++ky) {
    for (int32_t kx = 0; kx < s[kMoteFixedKernelW]; ++kx) {
      const int32_t iy = y * s[kMoteFixedStrideY] - s[kMoteFixedPadY] + ky * s[kMoteFixedDilationY];
      const int32_t ix = x * s[kMoteFixedStrideX] - s[kMoteFixedPadX] + kx * s[kMoteFixedDilationX];
      const bool inside = iy >= 0 && iy < h && ix >= 0 && ix < w;
      for (int32_t i = 0; i < c; ++i) {
        window.push_back(inside ? s.input[static_cast<size_t>(((n * h + iy) * w + ix) * c + i)] : s[kMoteFixedPadValue]);
      }
    }
  }
  window.resize((window.size() + filled - 1) / filled * filled, 77);
  return window;
}

// What the assembly of arm_dsp does, in its own order of words: sums 256·A + B beside sums B.
class PackedReference {
 public:
  PackedReference(const Stored& s, int32_t block) : s_(s), block_(block), is_signed_(s[kMoteFixedSigned] != 0) {}

  std::vector<int8_t> Run() {
    const int32_t channels = s_[kMoteFixedOutC];
    for (int32_t n = 0; n < s_[kMoteFixedBatch]; ++n) {
      for (int32_t y = 0; y < s_[kMoteFixedOutH]; ++y) {
        for (int32_t x = 0; x < s_[kMoteFixedOutW]; ++x) {
          out_.resize(out_.size() + static_cast<size_t>(channels));
          pixel_ = out_.end() - channels;
          word_ = s_.stream.data();
          window_ = WindowOf(s_, n, y, x, block_ == 4 && IsWide() ? 8 : 4);
          for (int32_t at = 0; at < channels; at += block_) Block(std::min(at, channels - block_));
          EXPECT_EQ(word_, s_.stream.data() + s_.stream.size());
        }
      }
    }
    return out_;
  }

 private:
  uint32_t Next() { return *word_++; }
  static int32_t Low(uint32_t word) { return static_cast<int16_t>(word); }
  static int32_t High(uint32_t word) { return static_cast<int16_t>(word >> 16); }

  int8_t Finish(uint32_t shifted, uint32_t multiplier, uint32_t addend, uint32_t half) const {
    const int64_t product = static_cast<int64_t>(static_cast<int32_t>(shifted)) * static_cast<int32_t>(multiplier);
    uint32_t value = static_cast<uint32_t>(product >> 32) + addend;
    if (static_cast<int32_t>(shifted) < 0) value -= half;
    return static_cast<int8_t>(std::clamp(static_cast<int32_t>(value) >> s_[kMoteFixedShift], s_[kMoteFixedLow], s_[kMoteFixedHigh]));
  }
  void Pair(uint32_t both, uint32_t second, int32_t channel) {
    const uint32_t half_a = is_signed_ ? Next() : 0, m = Next(), a = Next(), shift_a = Next(), m_b = Next(), a_b = Next(), shift_b = Next();
    pixel_[channel] = Finish((both - second) << shift_a, m, a, half_a);
    pixel_[channel + 1] = Finish(second << shift_b, m_b, a_b, is_signed_ ? Next() : 0);
  }
  bool IsWide() const { return s_[kMoteFixedRoutine] >= static_cast<int32_t>(FixedRoutine::kConvolutionWide); }
  void Block(int32_t first) {
    if (IsWide()) return Wide(first);
    if (s_[kMoteFixedRoutine] >= static_cast<int32_t>(FixedRoutine::kDepthwiseDsp)) return Channels(first);
    uint32_t both[2] = {}, second[2] = {};
    for (int32_t p = 0; p < block_ / 2; ++p) both[p] = Next(), second[p] = Next();
    for (size_t k = 0; k < window_.size(); k += 4) {
      for (int32_t p = 0; p < block_ / 2; ++p) {
        for (size_t odd = 0; odd < 2; ++odd) {
          const uint32_t w = Next();
          const int32_t x = window_[k + odd], x2 = window_[k + odd + 2];
          both[p] += static_cast<uint32_t>(Low(w) * x + High(w) * x2);
          second[p] += static_cast<uint32_t>(static_cast<int8_t>(w) * x + static_cast<int8_t>(w >> 16) * x2);
        }
      }
    }
    for (int32_t p = 0; p < block_ / 2; ++p) Pair(both[p], second[p], first + 2 * p);
  }
  void Wide(int32_t first) {
    std::vector<uint32_t> sums(static_cast<size_t>(block_));
    for (uint32_t& sum : sums) sum = Next();
    for (size_t k = 0; k < window_.size(); k += 4) {
      for (uint32_t& sum : sums) {
        for (size_t odd = 0; odd < 2; ++odd) {
          const uint32_t w = Next();
          sum += static_cast<uint32_t>(Low(w) * window_[k + odd] + High(w) * window_[k + odd + 2]);
        }
      }
    }
    for (int32_t o = 0; o < block_; ++o) {
      const uint32_t half = is_signed_ ? Next() : 0, m = Next(), a = Next();
      pixel_[first + o] = Finish(sums[static_cast<size_t>(o)], m, a, half);
    }
  }
  void Channels(int32_t first) {
    uint32_t sums[4];
    for (uint32_t& sum : sums) sum = Next();
    for (size_t k = 0; k < 9; ++k) {
      const int32_t* x = window_.data() + k * static_cast<size_t>(s_[kMoteFixedInC]) + first;
      for (size_t odd = 0; odd < 2; ++odd) {
        const uint32_t w = Next();
        sums[odd] += static_cast<uint32_t>(Low(w) * x[odd]), sums[odd + 2] += static_cast<uint32_t>(High(w) * x[odd + 2]);
      }
    }
    for (int32_t o = 0; o < 4; ++o) {
      const uint32_t m = Next(), a = Next(), shift = Next(), half = is_signed_ ? Next() : 0;
      pixel_[first + o] = Finish(sums[o] << shift, m, a, half);
    }
  }

  const Stored& s_;
  const int32_t block_;
  const bool is_signed_;
  const uint32_t* word_ = nullptr;
  std::vector<int32_t> window_;
  std::vector<int8_t> out_;
  std::vector<int8_t>::iterator pixel_;
};

// What the assembly of helium does, in its own order of bytes: chunks of 16 positions, finishes that saturate.
class HeliumReference {
 public:
  explicit HeliumReference(const Stored& s) : s_(s), is_signed_(s[kMoteFixedSigned] != 0) {}

  std::vector<int8_t> Run() {
    const auto routine = static_cast<FixedRoutine>(s_[kMoteFixedRoutine]);
    const int32_t channels = s_[kMoteFixedOutC];
    const int32_t block = routine == FixedRoutine::kProductHelium || routine == FixedRoutine::kProductHeliumSigned ? 8 : 2;
    for (int32_t n = 0; n < s_[kMoteFixedBatch]; ++n) {
      for (int32_t y = 0; y < s_[kMoteFixedOutH]; ++y) {
        for (int32_t x = 0; x < s_[kMoteFixedOutW]; ++x) {
          out_.resize(out_.size() + static_cast<size_t>(channels));
          window_ = WindowOf(s_, n, y, x, 16);
          at_ = reinterpret_cast<const uint8_t*>(s_.stream.data());
          if (routine >= FixedRoutine::kDepthwiseHelium) Depthwise(out_.end() - channels);
          else for (int32_t o = 0; o < channels; o += block) Block(block, out_.end() - channels + std::min(o, channels - block));
          EXPECT_EQ(at_, reinterpret_cast<const uint8_t*>(s_.stream.data() + s_.stream.size()));
        }
      }
    }
    return out_;
  }

 private:
  uint32_t Word() {
    uint32_t word = 0;
    for (int shift = 0; shift < 32; shift += 8) word |= static_cast<uint32_t>(*at_++) << shift;
    return word;
  }
  int64_t Signed() { return static_cast<int32_t>(Word()); }
  static int64_t Saturated(int64_t value) { return std::clamp<int64_t>(value, INT32_MIN, INT32_MAX); }

  void Block(int32_t block, std::vector<int8_t>::iterator out) {
    std::vector<int64_t> sums(static_cast<size_t>(block));
    for (size_t k = 0; k < window_.size(); k += 16) {
      for (int64_t& sum : sums) {
        for (size_t i = 0; i < 16; ++i) sum += window_[k + i] * static_cast<int8_t>(*at_++);
      }
    }
    const std::vector<size_t> order = block == 2 ? std::vector<size_t>{0, 1} : std::vector<size_t>{0, 2, 4, 6, 1, 3, 5, 7};
    std::vector<std::vector<int64_t>> words(sums.size());  // left, border and below where signed, start, multiplier
    const size_t count = is_signed_ ? 5 : 3;
    for (size_t i = 0; i < order.size() * count; ++i) words[order[block == 2 ? i / count : i % 8]].push_back(Signed());
    for (size_t o = 0; o < sums.size(); ++o) {
      const int64_t *w = words[o].data(), shifted = Saturated(sums[o] * (int64_t{1} << w[0]));
      const int64_t start = !is_signed_ ? w[1] : shifted < w[1] ? w[2] : w[3];
      const int64_t value = (Saturated(shifted + start) * w[count - 1] >> 31) >> s_[kMoteFixedShift];
      out[static_cast<ptrdiff_t>(o)] = static_cast<int8_t>(std::clamp<int64_t>(value, s_[kMoteFixedLow], s_[kMoteFixedHigh]));
    }
  }

  void Depthwise(std::vector<int8_t>::iterator out) {
    const int32_t channels = s_[kMoteFixedOutC];
    const uint32_t scale = Word();
    for (int32_t first = 0; first < channels; first += 16) {
      uint32_t sums[16] = {};
      for (int32_t k = 0; k < 9; ++k) {
        for (int32_t o = 0; o < 16; ++o) {
          const int32_t x = first + o < channels ? window_[static_cast<size_t>(k * channels + first + o)] : 55;
          sums[o] += static_cast<uint32_t>(x * static_cast<int8_t>(*at_++));
        }
      }
      for (const int32_t lane : {0, 2, 1, 3}) {
        uint32_t words[5][4] = {};  // left, border, below, start, multiplier; unsigned: the last two
        for (int word = is_signed_ ? 0 : 3; word < 5; ++word) {
          for (uint32_t& of : words[word]) of = Word();
        }
        for (int32_t o = lane; o < 16; o += 4) {
          const auto signed_word = [&](int word) { return static_cast<int32_t>(words[word][o / 4]); };
          const uint32_t shifted = is_signed_ ? sums[o] << words[0][o / 4] : sums[o] * scale;
          const bool below = is_signed_ && static_cast<int32_t>(shifted) < signed_word(1);
          const auto started = static_cast<int32_t>(shifted + words[below ? 2 : 3][o / 4]);
          const int64_t value = (int64_t{started} * signed_word(4) >> 31) >> 16;
          if (first + o >= channels) continue;
          out[first + o] = static_cast<int8_t>(std::clamp<int64_t>(value, s_[kMoteFixedLow], s_[kMoteFixedHigh]));
        }
      }
    }
  }

  const Stored& s_;
  const bool is_signed_;
  const uint8_t* at_ = nullptr;
  std::vector<int32_t> window_;
  std::vector<int8_t> out_;
};

// Of a row for DSP instructions that has weights in an order of its own; 0: of another.
int32_t BlockOf(FixedRoutine routine) {
  switch (routine) {
    case FixedRoutine::kConvolutionDsp: case FixedRoutine::kConvolutionDspSigned: return 2;
    case FixedRoutine::kConvolutionWide: case FixedRoutine::kConvolutionWideSigned: return 2;
    case FixedRoutine::kProductDsp: case FixedRoutine::kProductDspSigned: return 4;
    case FixedRoutine::kProductWide: case FixedRoutine::kProductWideSigned: return 4;
    case FixedRoutine::kDepthwiseDsp: case FixedRoutine::kDepthwiseDspSigned: return 4;
    default: return 0;
  }
}

TEST(FixedRoutines, GiveThePlainSums) {
  FixedCaseMaker maker(11, true);
  std::map<std::string, int> rows;
  for (int i = 0; i < Cases(); ++i) {
    const FixedCase c = maker.Make();
    const Stored plain(c, PackFixed(c.fields, c.stream, FixedPacking::kPlain)), formed(c, {c.fields, c.stream, ""});
    ++rows[NameOf(static_cast<FixedRoutine>(c.fields[kMoteFixedRoutine]))];
    if (plain.fields != formed.fields) ++rows["without starts"];
    ASSERT_EQ(RunHere(plain, c.expected.size()), AsBytes(c.expected)) << "case " << i << ", routine " << c.fields[kMoteFixedRoutine];
    ASSERT_EQ(RunHere(formed, c.expected.size()), AsBytes(c.expected)) << "case " << i << ", routine " << c.fields[kMoteFixedRoutine];
    const PackedFixed host = PackFixed(c.fields, c.stream, FixedPacking::kHost);
    ++rows[NameOf(static_cast<FixedRoutine>(host.fields[kMoteFixedRoutine]))];
    for (const uint8_t isa : Isas()) {
      ASSERT_EQ(RunHere(Stored(c, host), c.expected.size(), isa), AsBytes(c.expected))
          << "case " << i << ", routine " << host.fields[kMoteFixedRoutine] << ", " << runtime::kFixedInstances[isa]->name << ", "
          << ::testing::PrintToString(host.fields);
    }
    if (host.fields[kMoteFixedRoutine] == static_cast<int64_t>(FixedRoutine::kSigmoidal)) continue;  // the same row everywhere
    const PackedFixed packed = PackFixed(c.fields, c.stream, FixedPacking::kDsp, AnyChoice(maker));
    const auto routine = static_cast<FixedRoutine>(packed.fields[kMoteFixedRoutine]);
    ++rows[NameOf(routine)];
    EXPECT_EQ(mote_linked.fixed_routines[packed.fields[kMoteFixedRoutine]]->run == nullptr, packed.fields[kMoteFixedRoutine] >= 10);
    if (const int32_t block = BlockOf(routine); block != 0) {
      ASSERT_EQ(PackedReference(Stored(c, packed), block).Run(), AsBytes(c.expected)) << "case " << i << ", " << NameOf(routine);
    }
    if (routine == FixedRoutine::kConvolutionWinograd || routine == FixedRoutine::kConvolutionWinogradSigned) {
      const Stored s(c, packed);
      ASSERT_EQ(test::WinogradReference(s.fields, s.stream, s.input).Run(), AsBytes(c.expected)) << "case " << i << ", " << NameOf(routine);
    }
    if (routine == FixedRoutine::kDepthwisePlanes) {
      const Stored s(c, packed);
      ASSERT_EQ(test::PlanesReference(s.fields, s.stream, s.input), AsBytes(c.expected)) << "case " << i;
    }
    const PackedFixed helium = PackFixed(c.fields, c.stream, FixedPacking::kHelium);
    if (helium.fields[kMoteFixedRoutine] < 30) continue;
    ++rows[NameOf(static_cast<FixedRoutine>(helium.fields[kMoteFixedRoutine]))];
    EXPECT_EQ(mote_linked.fixed_routines[helium.fields[kMoteFixedRoutine]]->run, nullptr);
    if (helium.fields[kMoteFixedRoutine] >= static_cast<int64_t>(FixedRoutine::kAddHelium)) continue;  // streams of plain rows
    ASSERT_EQ(HeliumReference(Stored(c, helium)).Run(), AsBytes(c.expected)) << "case " << i;
  }
  for (const char* row : {"convolution", "without starts", "convolution_dsp", "convolution_dsp_signed", "product_dsp",
                          "product_dsp_signed", "depthwise",
                          "convolution_wide", "convolution_wide_signed", "product_wide", "product_wide_signed",
                          "convolution_winograd", "convolution_winograd_signed", "depthwise_planes",
                          "depthwise_dsp", "depthwise_dsp_signed", "add_dsp", "average_pool", "average_pool_dsp", "max_pool", "softmax",
                          "multiply", "lines", "sigmoidal", "average_pool_rows",
                          "convolution_helium", "convolution_helium_signed", "product_helium", "product_helium_signed",
                          "depthwise_helium", "depthwise_helium_signed", "add_helium", "average_pool_helium", "max_pool_helium",
                          "table_helium", "convolution_host", "depthwise_host", "add_host", "average_pool_host", "max_pool_host"}) {
    EXPECT_GT(rows[row], 10) << row;
  }
}

// Every halfword, against the definition.
TEST(FixedRoutines, SigmoidalFunctionsOfAllHalfwords) {
  for (int form = 0; form <= 2 * kMoteSigmoidalBits + 1; ++form) {
    const bool tanh = form % 2 != 0;
    FixedCase c;
    const auto routine = static_cast<int64_t>(FixedRoutine::kSigmoidal);
    c.fields = {routine, 1, 64, 64, 16, 64, 64, 16, 1, 1, 1, 1, 1, 1, 0, 0, 0, form / 2, -128, 127, tanh};
    for (int64_t x = -32768; x < 32768; ++x) {
      const HostNumbers n{16};
      const int64_t y = tanh ? Tanh(n, x, form / 2) : Logistic(n, x, form / 2);
      for (const int64_t byte : {x, x >> 8}) c.input.push_back(static_cast<int8_t>(byte));
      for (const int64_t byte : {y, y >> 8}) c.expected.push_back(static_cast<int8_t>(byte));
    }
    const PackedFixed plain = PackFixed(c.fields, {}, FixedPacking::kPlain);
    ASSERT_EQ(RunHere(Stored(c, plain), c.expected.size()), AsBytes(c.expected)) << (tanh ? "tanh " : "logistic ") << form / 2;
  }
}

TEST(FixedRoutines, SayWhyAShapeIsNotPacked) {
  FixedCaseMaker maker(1);
  const FixedCase c = maker.Shaped({0, 1, 2, 4, 1, 2, 2, 1, 1, 1, 0, 0});
  const auto why = [&](const std::vector<uint8_t>& shifts, const std::vector<int8_t>& weights) {
    std::vector<uint8_t> stream = c.stream;
    EXPECT_EQ(stream.size(), 2u * 12 + 4 + 8);
    std::copy(shifts.begin(), shifts.end(), stream.begin() + 24);
    std::copy(weights.begin(), weights.end(), stream.begin() + 28);
    return PackFixed(c.fields, stream, FixedPacking::kDsp);
  };
  EXPECT_EQ(why({8, 0}, {1, 2, 3, 4, 1, 2, 3, 4}).why, "");
  EXPECT_NE(why({7, 8}, {1, 2, 3, 4, 1, 2, 3, 4}).why.find("8 bits of room"), std::string::npos);
  EXPECT_EQ(why({8, 8}, {1, 2, -128, 4, 1, 2, 1, 4}).why, "");
  FixedCase constant = c;  // a channel whose multiplier is 0 needs no room
  std::fill(constant.stream.begin() + 8, constant.stream.begin() + 12, uint8_t{0});
  constant.stream[24] = 0;
  const PackedFixed packed = PackFixed(constant.fields, constant.stream, FixedPacking::kDsp);
  EXPECT_EQ(packed.why, "");
  const Stored plainly(constant, PackFixed(constant.fields, constant.stream, FixedPacking::kPlain));
  EXPECT_EQ(PackedReference(Stored(constant, packed), 2).Run(), RunHere(plainly, constant.expected.size()));
  const PackedFixed plain = why({8, 8}, {1, 2, -128, 4, 1, 2, -1, 4});  // 256·-128 - 1 is no halfword
  EXPECT_NE(plain.why.find("-128"), std::string::npos);
  EXPECT_EQ(plain.fields[kMoteFixedRoutine], static_cast<int64_t>(FixedRoutine::kConvolution));
  const auto helium = [](FixedCaseMaker& m, const test::Numbers& shape) {
    const FixedCase shaped = m.Shaped(shape);
    return PackFixed(shaped.fields, shaped.stream, FixedPacking::kHelium).why;
  };
  EXPECT_NE(helium(maker, {0, 1, 2, 4, 1, 2, 1, 1, 1, 1, 0, 0}).find("a single output channel"), std::string::npos);
  EXPECT_NE(helium(maker, {1, 4, 4, 8, 4, 4, 8, 2, 3, 1, 0, 0}).find("a window other than 3 by 3"), std::string::npos);
  EXPECT_NE(helium(maker, {1, 4, 4, 6, 4, 4, 6, 3, 3, 1, 1, 1}).find("channels that do not come in fours"), std::string::npos);
  EXPECT_NE(helium(maker, {4, 16, 16, 4, 1, 1, 4, 16, 16, 1, 0, 0}).find("more than 255 positions"), std::string::npos);
  EXPECT_EQ(helium(maker, {0, 5, 5, 16, 5, 5, 8, 3, 3, 1, 1, 1}), "");
}

// The rules of the runtime and of the audit were written apart.
TEST(FixedRoutines, NeedWhatTheAuditSays) {
  FixedCaseMaker maker(5, true);
  int accepted = 0;
  for (int i = 0; i < 4 * Cases(); ++i) {
    const FixedCase c = maker.Make();
    const FixedPacking packing = static_cast<FixedPacking>(maker.In(0, 3));
    test::Numbers fields = PackFixed(c.fields, c.stream, packing, AnyChoice(maker)).fields;
    if (maker.In(0, 2) == 0) fields[kMoteFixedRoutine] = maker.In(0, static_cast<int64_t>(runtime::kFixedRoutines));
    if (maker.In(0, 2) == 0) {
      const test::Numbers values = {0, 1, 2, 3, 4, 5, -1, -128, 127, 1000, 65536, INT32_MAX, INT32_MIN, 1 << 29, (1 << 29) + 1};
      const int64_t at = maker.In(kMoteFixedBatch, kMoteFixedPadX);
      fields[static_cast<size_t>(at)] = values[static_cast<size_t>(maker.In(0, static_cast<int64_t>(values.size()) - 1))];
    }
    const MoteFixedNeeds needs = FixedNeeds(fields);
    const audit::FixedExtents extents = audit::ExtentsOfFixed(fields);
    ASSERT_EQ(needs.output != 0, extents.wrong.empty()) << extents.wrong << ", " << ::testing::PrintToString(fields);
    if (needs.output == 0) continue;
    ++accepted;
    ASSERT_EQ((std::vector<int64_t>{needs.inputs, needs.input, needs.stream, needs.output, needs.scratch, needs.element}),
              (std::vector<int64_t>{extents.inputs, extents.input, extents.stream, extents.output, extents.scratch, extents.element}))
        << "case " << i << ", " << ::testing::PrintToString(fields);
  }
  EXPECT_GT(accepted, Cases());
}

// Every routine with a field at each of its limits, all others being those of a small pool: found by neither is only what both take.
TEST(FixedRoutines, OfEveryFieldAtItsLimits) {
  const test::Numbers pool = {0, 1, 2, 2, 4, 1, 1, 4, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, -128, 127, 0};
  for (int64_t routine = 0; routine <= static_cast<int64_t>(runtime::kFixedRoutines); ++routine) {
    for (size_t at = kMoteFixedBatch; at <= kMoteFixedPadX; ++at) {
      for (const int64_t value : {int64_t{0}, int64_t{-1}, int64_t{1}, int64_t{INT32_MAX}, int64_t{INT32_MIN}, int64_t{1} << 29}) {
        test::Numbers fields = pool;
        fields[kMoteFixedRoutine] = routine, fields[at] = value;
        EXPECT_EQ(FixedNeeds(fields).output != 0, audit::ExtentsOfFixed(fields).wrong.empty()) << ::testing::PrintToString(fields);
      }
    }
  }
}

// Rows that are all in the padding before the first that is read: the output may begin anywhere in front of the input.
TEST(FixedRoutines, MayBeWrittenOverWhatNobodyReadsYet) {
  // 4 rows of 8 bytes become 3 of 3: of rows -1, 1 and 3, so that no row is read before 9 bytes are left in front of it.
  const test::Numbers fields = {0, 1, 4, 2, 4, 3, 3, 1, 1, 1, 2, 1, 1, 1, 1, 0, -29, 18, -128, 127, 0};
  const RowDistances planned = DistancesOf(fields);
  const audit::FixedExtents extents = audit::ExtentsOfFixed(fields);
  EXPECT_GE(extents.below, 0);
  EXPECT_LE(extents.below, planned.below);
  EXPECT_LE(extents.above, planned.above);
}

// Outputs over inputs, at the least distances that the planner keeps and a little more.
TEST(FixedRoutines, WriteOverWhatTheyHaveRead) {
  FixedCaseMaker maker(21);
  int tried = 0;
  for (int i = 0; i < Cases() / 3; ++i) {
    const FixedCase c = maker.Make();
    const auto routine = static_cast<FixedRoutine>(c.fields[kMoteFixedRoutine]);
    if (IsElementwise(routine)) continue;
    test::Numbers packed = c.fields;
    const bool pairs = routine == FixedRoutine::kConvolution && maker.In(0, 1) == 0;
    if (pairs) packed[kMoteFixedRoutine] = static_cast<int64_t>(FixedRoutine::kConvolutionDsp);
    const RowDistances distances = DistancesOf(packed);
    const auto in = static_cast<int64_t>(c.input.size()), out = static_cast<int64_t>(c.expected.size());
    const int64_t more = maker.In(0, 2) * maker.In(0, 40);
    const bool below = maker.In(0, 1) == 0;
    const int64_t input_at = below ? distances.below + more : 0, output_at = below ? 0 : distances.above + more;
    TestProgram p;
    p.io_in_arena = true;
    p.constants = c.stream;
    p.scratch_offset = static_cast<uint64_t>(std::max(input_at + in, output_at + out) + 7) & ~uint64_t{7};
    p.scratch_bytes = static_cast<uint64_t>(FixedNeeds(c.fields).scratch), p.arena_bytes = p.scratch_offset + p.scratch_bytes;
    const auto view = [&](uint32_t space, ElementType type, int64_t at, int64_t bytes) {
      return p.AddView(space, type, 0, static_cast<uint32_t>(at), static_cast<uint32_t>(bytes));
    };
    const auto input = view(kMoteArena, ElementType::kS8, input_at, in), output = view(kMoteArena, ElementType::kS8, output_at, out);
    std::vector<uint16_t> operands = {input, output};
    if (!c.stream.empty()) operands = {input, view(kMoteConstant, ElementType::kU8, 0, static_cast<int64_t>(c.stream.size())), output};
    p.inputs = {{"x", ElementType::kS8, {static_cast<int32_t>(in)}, input}};
    p.outputs = {{"y", ElementType::kS8, {static_cast<int32_t>(out)}, output}};
    p.AddStep(static_cast<uint32_t>(runtime::StepKind::kFixed), -1, operands, {c.fields.begin(), c.fields.end()}, {});
    p.EndBlock();
    Running running(p);
    ASSERT_EQ(running.status.code, MOTE_OK) << running.status.site;
    std::copy(c.input.begin(), c.input.end(), reinterpret_cast<int8_t*>(running.arena()) + input_at);
    ASSERT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
    const auto* got = reinterpret_cast<const int8_t*>(running.arena()) + output_at;
    ASSERT_EQ(std::vector<int8_t>(got, got + out), AsBytes(c.expected)) << "case " << i << ", " << NameOf(routine) << (below ? " <" : " >");
    ++tried;
  }
  EXPECT_GT(tried, Cases() / 5);
}

// Parts that threads would take, in their order, and in the other one; how many were asked for at once.
struct Parts {
  uint32_t most = 0;
  static void Run(void* user, uint32_t count, mote_work work, void* context) {
    auto& parts = *static_cast<Parts*>(user);
    parts.most = std::max(parts.most, count);
    for (uint32_t part = 0; part < count; ++part) work(context, count % 2 == 0 ? count - 1 - part : part);
  }
};

TEST(FixedRoutines, GiveTheSameOnAnyNumberOfThreads) {
  FixedCaseMaker maker(3);
  const test::Numbers window = {0, 28, 40, 32, 28, 40, 64, 3, 3, 1, 1, 1}, pixel = {0, 72, 72, 32, 72, 72, 64, 1, 1, 1, 0, 0};
  const test::Numbers depthwise = {1, 130, 130, 72, 130, 130, 72, 3, 3, 1, 1, 1};
  for (const test::Numbers& shape : {window, pixel, depthwise}) {
    const FixedCase c = maker.Shaped(shape);
    const PackedFixed packed = PackFixed(c.fields, c.stream, FixedPacking::kHost);
    const auto in = static_cast<uint32_t>(c.input.size()), out = static_cast<uint32_t>(c.expected.size());
    const MoteFixedNeeds needs = FixedNeeds(packed.fields);
    for (uint32_t threads = 1; threads <= 8; ++threads) {
      TestProgram p;
      p.io_in_arena = true;
      p.constants = packed.stream;
      p.scratch_offset = (uint64_t{in} + out + 63) & ~uint64_t{63};
      p.scratch_bytes = static_cast<uint64_t>(needs.scratch) * threads, p.arena_bytes = p.scratch_offset + p.scratch_bytes;
      const auto input = p.AddView(kMoteArena, ElementType::kS8, 0, 0, in), output = p.AddView(kMoteArena, ElementType::kS8, 0, in, out);
      const auto stream = p.AddView(kMoteConstant, ElementType::kU8, 0, 0, static_cast<uint32_t>(packed.stream.size()));
      p.inputs = {{"x", ElementType::kS8, {static_cast<int32_t>(in)}, input}};
      p.outputs = {{"y", ElementType::kS8, {static_cast<int32_t>(out)}, output}};
      const std::vector<uint32_t> fields(packed.fields.begin(), packed.fields.end());
      p.AddStep(static_cast<uint32_t>(runtime::StepKind::kFixed), -1, {input, stream, output}, fields, {});
      p.EndBlock();
      Running running(p);
      ASSERT_EQ(running.status.code, MOTE_OK) << running.status.site;
      Parts parts;
      const mote_threads several = {threads, &parts, Parts::Run, 0};
      mote_set_threads(running.instance, &several);
      std::copy(c.input.begin(), c.input.end(), reinterpret_cast<int8_t*>(running.arena()));
      ASSERT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
      const auto* got = reinterpret_cast<const int8_t*>(running.arena()) + in;
      ASSERT_TRUE(std::equal(got, got + out, c.expected.begin())) << threads << " threads, routine " << shape[0];
      EXPECT_EQ(parts.most > 1, threads > 1) << "enough work to share";
    }
  }
}

TEST(FixedRoutines, OfOtherMachinesAreProvenAndNotRun) {
  FixedCaseMaker maker(1);
  const FixedCase c = maker.Shaped({0, 1, 2, 4, 1, 2, 2, 1, 1, 1, 0, 0});
  for (const FixedPacking packing : {FixedPacking::kPlain, FixedPacking::kDsp, FixedPacking::kHelium}) {
    const PackedFixed packed = PackFixed(c.fields, c.stream, packing);
    TestProgram p;
    p.constants = packed.stream;
    p.scratch_bytes = 512, p.arena_bytes = 512;
    const auto input = p.AddView(kMoteInput, ElementType::kS8, 0, 0, 8), output = p.AddView(kMoteOutput, ElementType::kS8, 0, 0, 4);
    const auto stream = p.AddView(kMoteConstant, ElementType::kU8, 0, 0, static_cast<uint32_t>(packed.stream.size()));
    p.inputs = {{"x", ElementType::kS8, {8}, input}}, p.outputs = {{"y", ElementType::kS8, {4}, output}};
    const std::vector<uint32_t> fields(packed.fields.begin(), packed.fields.end());
    p.AddStep(static_cast<uint32_t>(runtime::StepKind::kFixed), -1, {input, stream, output}, fields, {});
    p.EndBlock();
    const Running running(p);
    EXPECT_NE(running.program, nullptr) << "proven";
    if (packing == FixedPacking::kPlain) {
      EXPECT_EQ(running.status.code, MOTE_OK) << running.status.site;
      continue;
    }
    EXPECT_EQ(running.status.code, MOTE_MISSING_FEATURE);
    EXPECT_EQ(running.status.site, static_cast<uint16_t>(runtime::Site::kRoutineForeign));
    const auto row = packing == FixedPacking::kDsp ? FixedRoutine::kConvolutionDsp : FixedRoutine::kConvolutionHelium;
    EXPECT_EQ(running.status.detail, static_cast<uint32_t>(row));
  }
}

}  // namespace
}  // namespace mote
