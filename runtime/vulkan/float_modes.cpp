// What shaders ask of a device's floats (SPV_KHR_float_controls). Files say nothing of it, since devices differ: it is put in as a shader
// is loaded.
#include <string.h>

#include "vulkan/recording.h"

namespace mote::vulkan {
namespace {

enum : uint32_t { kOpExtension = 10, kOpEntryPoint = 15, kOpExecutionMode = 16, kOpCapability = 17, kFloat64 = 10, kHeaderWords = 5 };

struct Mode {
  uint32_t bit, capability, mode;
};
constexpr Mode kModes[] = {{MOTE_VULKAN_KEEPS_SUBNORMALS, 4464, 4459},
                           {MOTE_VULKAN_KEEPS_NANS, 4466, 4461},
                           {MOTE_VULKAN_ROUNDS_TO_EVEN, 4467, 4462}};
constexpr char kExtension[24] = "SPV_KHR_float_controls";  // whole words, zeros behind it
constexpr uint32_t kMostWords = 3 * 2 + 1 + sizeof kExtension / 4 + 3 * 3 * 4;
constexpr uint32_t kWidths[] = {32, 64, 16};

// Where capabilities and entry points end, and what they say.
struct Layout {
  uint32_t capabilities = 0, entries = 0, entry = 0;
  bool float64 = false;

  Layout(const uint32_t* words, uint32_t count) {
    for (uint32_t at = kHeaderWords; at < count;) {
      const uint32_t op = words[at] & 0xffff, length = words[at] >> 16;
      if (length == 0 || length > count - at) return;
      if (op == kOpCapability && length > 1) capabilities = at + length, float64 |= words[at + 1] == kFloat64;
      if (op == kOpEntryPoint && length > 2) entries = at + length, entry = words[at + 2];
      at += length;
    }
  }
};

}  // namespace

uint32_t* WithFloatModes(uint32_t modes, const Shader& shader, size_t* bytes) {
  const uint32_t count = shader.bytes / 4;
  uint32_t* const made = Allocate<uint32_t>(count + size_t{kMostWords});
  if (!made) return nullptr;
  uint32_t* to = made;
  const auto copy = [&](const uint32_t* from, uint32_t words) {
    memcpy(to, from, words * sizeof *to);
    to += words;
  };
  const Layout at(shader.words, count);
  // Of f64 what a shader without it need not say, unless all widths are told alike.
  if (!at.float64) modes &= 0xff | modes >> 16 << 16 | modes >> 16 << 8;
  const bool any = modes != 0 && at.capabilities != 0 && at.capabilities <= at.entries;
  const uint32_t first = any ? at.capabilities : 0, second = any ? at.entries : 0;
  copy(shader.words, first);
  for (const Mode& mode : kModes) {
    if (any && ((modes | modes >> 8 | modes >> 16) & mode.bit)) *to++ = 2u << 16 | kOpCapability, *to++ = mode.capability;
  }
  if (any) {
    *to++ = (1 + sizeof kExtension / 4) << 16 | kOpExtension;
    memcpy(to, kExtension, sizeof kExtension);
    to += sizeof kExtension / 4;
  }
  copy(shader.words + first, second - first);
  for (uint32_t w = 0; any && w < 3; ++w) {
    for (const Mode& mode : kModes) {
      if (!(modes >> 8 * w & mode.bit)) continue;
      *to++ = 4u << 16 | kOpExecutionMode, *to++ = at.entry, *to++ = mode.mode, *to++ = kWidths[w];
    }
  }
  copy(shader.words + second, count - second);
  *bytes = static_cast<size_t>(to - made) * sizeof *made;
  return made;
}

}  // namespace mote::vulkan
