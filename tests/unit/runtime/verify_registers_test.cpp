// Every operation of microcode on registers around the ends of what a kernel has, as a word and behind a prefix: what the verifier says is
// held against the rules of schema/microcode_layout.h, told here once more.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/verifier.h"

namespace mote {
namespace {

using runtime::Site;

struct Operation {
  uint32_t code;
  bool wide[4];  // result, then operands
  uint32_t arity;
  bool immediate;
};

std::vector<Operation> Operations() {
  std::vector<Operation> all;
  const auto wide = [](char letter) { return letter == 'l' || letter == 'd'; };
  const auto add = [&](uint32_t code, char result, const std::string& operands, const std::string& name) {
    if (code < kMoteFirstScalarOp) return;
    Operation op = {code, {wide(result)}, static_cast<uint32_t>(operands.size()), false};
    for (size_t i = 0; i < operands.size(); ++i) op.wide[i + 1] = wide(operands[i]);
    for (const char* taking : {"sext.i", "zext.i", "sext.l", "zext.l", "round_small.f"}) op.immediate = op.immediate || name == taking;
    all.push_back(op);
  };
#define MOTE_SCALAR(id, code, name, result, operands, arity) add(code, result, operands, name);
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
  return all;
}

enum class Place { kBody, kCombiner, kEpilogue };

struct Sizes {
  Place place;
  uint32_t slots, uniforms, coordinates, partials;
};

// A kernel whose one stage, or whose combiner, holds these words.
std::vector<uint32_t> KernelOf(const Sizes& s, const std::vector<uint32_t>& body) {
  const bool combiner = s.place == Place::kCombiner;
  const uint32_t groups = s.place == Place::kEpilogue ? 0 : s.coordinates, loops = s.coordinates - groups, lanes = combiner ? 1 : 0;
  const uint32_t flags = s.place == Place::kEpilogue ? kMoteCodeEpilogue : 0;
  const uint32_t counts = 1u << 10 | groups << 16 | loops << 21 | lanes << 26;
  std::vector<uint32_t> code = {counts, s.slots | s.uniforms << 16, 0, 1, s.partials | flags << 8};
  code.insert(code.end(), (groups + loops + lanes + 1) / 2, 0);
  const auto words = static_cast<uint32_t>(body.size());
  if (combiner) {
    const uint32_t last = s.uniforms - 1;
    code.insert(code.end(), {kMoteStageReduce | 1u << 2 | 1u << 8, words << 16, 8, s.coordinates});
    code.insert(code.end(), {0 | (kMoteUniform | last) << 16, kMoteUniform | last});
  } else {
    code.insert(code.end(), {kMoteStageMap, words});
  }
  code.insert(code.end(), body.begin(), body.end());
  return code;
}

Site Verified(const std::vector<uint32_t>& code) {
  runtime::WorkAccount work(1u << 20);
  return runtime::VerifyCode(code.data(), static_cast<uint32_t>(code.size()), 1u << 30, &work);
}

bool Readable(const Sizes& s, uint32_t number, bool wide) {
  const uint32_t index = number & 0x7fff, words = wide ? 2 : 1;
  if ((number & kMoteUniform) != 0) return index + words <= s.uniforms && (!wide || index % 2 == 0);
  if (index + words <= s.slots) return true;
  const bool partial = index >= s.slots && index < s.slots + s.partials;
  return partial && (s.place == Place::kCombiner || (s.place == Place::kEpilogue && !wide));
}

Site Expected(const Sizes& s, const Operation& op, const uint32_t (&numbers)[4]) {
  bool uniform = true;
  for (uint32_t i = 0; i <= op.arity; ++i) {
    if (!Readable(s, numbers[i], op.wide[i])) return Site::kCodeRegister;
    if (i > 0 && (numbers[i] & kMoteUniform) == 0) uniform = false;
  }
  const bool result = (numbers[0] & kMoteUniform) != 0;
  return result != uniform || (result && (numbers[0] & 0x7fff) < s.coordinates) ? Site::kCodeRegister : Site::kNone;
}

std::vector<uint32_t> Encoded(const Operation& op, const uint32_t (&numbers)[4], uint32_t immediate, bool prefix) {
  uint32_t word = op.code, high = kMoteOpWide;
  for (uint32_t i = 0; i < 3 && i <= op.arity; ++i) {
    const uint32_t index = numbers[i] & 0x7fff;
    word |= ((index & 0x7f) | (numbers[i] & kMoteUniform) >> 8) << (8 + 8 * i);
    high |= (index >> 7) << (8 + 8 * i);
  }
  word |= immediate << 24;
  std::vector<uint32_t> words;
  if (prefix || high != 0) words.push_back(high);
  words.push_back(word);
  if (op.arity == 3) words.push_back(numbers[3]);
  return words;
}

// One register at a time takes every number around the ends; the others stay, all uniform or all slots.
void Check(const Sizes& s, const Operation& op, size_t* refused, size_t* accepted) {
  std::vector<uint32_t> numbers;
  for (const uint32_t near : {0u, s.coordinates, s.slots, s.slots + s.partials, s.uniforms, 128u}) {
    for (uint32_t i = near < 3 ? 0 : near - 3; i < near + 3; ++i) numbers.insert(numbers.end(), {i, i | kMoteUniform});
  }
  const uint32_t safe = (s.coordinates + 1) & ~1u;
  for (const uint32_t others : {0u, safe | kMoteUniform}) {
    for (uint32_t at = 0; at <= op.arity; ++at) {
      for (const uint32_t number : numbers) {
        uint32_t registers[4] = {others, others, others, others};
        registers[at] = number;
        const Site expected = Expected(s, op, registers);
        ++*(expected == Site::kNone ? accepted : refused);
        for (const bool prefix : {false, true}) {
          const uint32_t immediate = !op.immediate ? 0 : op.code == 100 ? 25 : 7;
          ASSERT_EQ(Verified(KernelOf(s, Encoded(op, registers, immediate, prefix))), expected) 
              << "operation " << op.code << ", register " << at << " " << std::hex << number << ", others " << others << std::dec
              << ", slots " << s.slots << ", uniforms " << s.uniforms << ", partials " << s.partials << ", place "
              << static_cast<int>(s.place) << (prefix ? ", behind a prefix" : "");
        }
      }
    }
  }
}

TEST(VerifyRegisters, EveryOperationAtTheEnds) {
  std::vector<Sizes> sizes;
  for (const uint32_t slots : {0u, 1u, 2u, 7u, 126u, 127u, 128u, 129u, 300u}) {
    for (const uint32_t uniforms : {0u, 1u, 4u, 5u, 127u, 128u, 129u}) {
      sizes.push_back({Place::kBody, slots, uniforms, uniforms < 4 ? 0u : 3u, 0});
    }
    sizes.push_back({Place::kEpilogue, slots, 6, 0, 1});
    if (slots == 0) continue;
    sizes.push_back({Place::kCombiner, slots, 6, 1, 1});
    sizes.push_back({Place::kCombiner, slots, 129, 2, 3});
  }
  size_t refused = 0, accepted = 0;
  for (const Operation& op : Operations()) {
    for (const Sizes& s : sizes) {
      Check(s, op, &refused, &accepted);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(accepted, 100000u);
  EXPECT_GT(refused, 100000u);
}

TEST(VerifyRegisters, ImmediatesAndThirdWords) {
  const Sizes s = {Place::kBody, 8, 8, 0, 0};
  for (const Operation& op : Operations()) {
    const uint32_t registers[4] = {0, 2, 4, 6};
    if (op.arity == 1) {
      for (uint32_t immediate = 0; immediate < 256; ++immediate) {
        const bool bits = immediate >= 1 && immediate <= (op.code == 42 || op.code == 43 ? 31u : 63u);  // sext.i, zext.i; sext.l, zext.l
        const bool small = immediate >= 20 && immediate <= 30;                                        // round_small
        const bool fits = !op.immediate ? immediate == 0 : op.code == 100 ? small : bits;
        EXPECT_EQ(Verified(KernelOf(s, Encoded(op, registers, immediate, false))), fits ? Site::kNone : Site::kCodeOperation)
            << "operation " << op.code << ", immediate " << immediate;
      }
    }
    if (op.arity == 3) {
      std::vector<uint32_t> words = Encoded(op, registers, 0, false);
      EXPECT_EQ(Verified(KernelOf(s, words)), Site::kNone);
      words[1] |= 0x10000;
      EXPECT_EQ(Verified(KernelOf(s, words)), Site::kCodeOperation) << "operation " << op.code;
      words.pop_back();
      EXPECT_EQ(Verified(KernelOf(s, words)), Site::kCodeOperation) << "operation " << op.code;
    }
  }
}

// Scratch for the shortest strip is what a kernel needs at least.
TEST(VerifyRegisters, ScratchOfAKernel) {
  const std::vector<uint32_t> code = KernelOf({Place::kBody, 8, 8, 0, 0}, {16});  // add.i
  const uint32_t least = 8 * 4 + 8 * 4 * kMoteMinStrip;
  runtime::WorkAccount work(1000);
  EXPECT_EQ(runtime::VerifyCode(code.data(), static_cast<uint32_t>(code.size()), least, &work), Site::kNone);
  EXPECT_EQ(runtime::VerifyCode(code.data(), static_cast<uint32_t>(code.size()), least - 1, &work), Site::kStepScratch);
}

}  // namespace
}  // namespace mote
