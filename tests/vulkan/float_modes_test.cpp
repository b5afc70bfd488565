// What is put into a shader for a device's floats, word by word, and that nothing else changes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "vulkan/recording.h"

namespace mote::vulkan {
namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t Op(uint32_t op, uint32_t words) { return words << 16 | op; }
constexpr uint32_t kShader = 1, kFloat64 = 10, kEntry = 4;
const Words kHeader = {0x07230203, 0x00010300, 0, 9, 0};
const Words kBetween = {Op(14, 3), 0, 1};                                         // OpMemoryModel
const Words kEntryPoint = {Op(15, 5), 5, kEntry, 0x6e69616d, 0};  // GLCompute "main"
const Words kBehind = {Op(16, 6), kEntry, 17, 64, 1, 1, Op(19, 2), 2};  // LocalSize, OpTypeVoid
const Words kExtension = {Op(10, 7), 0x5f565053, 0x5f52484b, 0x616f6c66, 0x6f635f74, 0x6f72746e, 0x0000736c};

Words Joined(const std::vector<Words>& parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Words Capability(uint32_t number) { return {Op(17, 2), number}; }
Words Mode(uint32_t mode, uint32_t width) { return {Op(16, 4), kEntry, mode, width}; }

Words With(uint32_t modes, const Words& shader) {
  Shader given = {};
  given.words = shader.data();
  given.bytes = static_cast<uint32_t>(shader.size() * 4);
  size_t bytes = 0;
  uint32_t* const made = WithFloatModes(modes, given, &bytes);
  const Words words(made, made + bytes / 4);
  Release(made);
  return words;
}

// A module with these capabilities, then those that were added, and these modes.
Words Module(const Words& capabilities, const Words& added = {}, const Words& modes = {}) {
  return Joined({kHeader, capabilities, added, added.empty() ? Words() : kExtension, kBetween, kEntryPoint, modes, kBehind});
}

TEST(VulkanFloatModes, AreAskedForWhereTheyMustStand) {
  const uint32_t nans = MOTE_VULKAN_KEEPS_NANS, even = MOTE_VULKAN_ROUNDS_TO_EVEN, all = nans | even | MOTE_VULKAN_KEEPS_SUBNORMALS;
  const Words shader = Capability(kShader), plain = Module(shader), wide = Joined({shader, Capability(kFloat64)});
  EXPECT_EQ(With(0, plain), plain);
  EXPECT_EQ(With(nans, plain), Module(shader, Capability(4466), Mode(4461, 32)));
  EXPECT_EQ(With(nans << 8, plain), plain) << "there is no f64";
  EXPECT_EQ(With(all, plain), Module(shader, Joined({Capability(4464), Capability(4466), Capability(4467)}),
                                     Joined({Mode(4459, 32), Mode(4461, 32), Mode(4462, 32)})));
  EXPECT_EQ(With(nans | nans << 8, Module(wide)), Module(wide, Capability(4466), Joined({Mode(4461, 32), Mode(4461, 64)})));
  // Widths that are told alike: f64 and f16 too, whatever the shader has.
  EXPECT_EQ(With(even | even << 8 | even << 16, plain),
            Module(shader, Capability(4467), Joined({Mode(4462, 32), Mode(4462, 64), Mode(4462, 16)})));
}

TEST(VulkanFloatModes, LeaveWhatIsNoShader) {
  const Words plain = Module(Capability(kShader));
  for (size_t length = 0; length < plain.size(); ++length) {
    const Words cut(plain.begin(), plain.begin() + static_cast<ptrdiff_t>(length));
    const Words got = With(MOTE_VULKAN_KEEPS_NANS, cut);
    if (length < kHeader.size() + 2 + kBetween.size() + kEntryPoint.size()) {
      EXPECT_EQ(got, cut) << length;
    }
  }
  for (size_t at = kHeader.size(); at < plain.size(); ++at) {
    for (const uint32_t word : {0u, 0xffffffffu, Op(17, 0), Op(15, 0xffff), Op(17, 1)}) {
      Words damaged = plain;
      damaged[at] = word;
      EXPECT_GE(With(MOTE_VULKAN_KEEPS_NANS, damaged).size(), damaged.size());
    }
  }
}

}  // namespace
}  // namespace mote::vulkan
