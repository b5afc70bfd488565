// ShaderForm: how a kernel is cut among the invocations of a shader, and what the shader may use of a device. select/ chooses it, print/
// obeys it; no form changes a bit of a result, but for those that multiply in f16 (kMoteFloat16).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "schema/vulkan_layout.h"

namespace mote {

struct ShaderForm {
  static constexpr int32_t kGroupInvocations = 32;
  static constexpr int32_t kQuad = 16;  // points: four vectors
  enum class Template : uint8_t {
    kFlat,    // of a flat kernel: an invocation a point, or a tile of neighbours, so that what a loop loads serves several points
    kGroups,  // of any other: a workgroup a group
    kRows,    // or an invocation a group, which goes along each stage's axis by fours: for processors
  };
  struct Tile {
    AxisId axis;
    int32_t size;
    auto operator<=>(const Tile&) const = default;
  };
  // A load or store of four neighbours at once: those along `along`, which is the vector axis, the other tile's (of size 4) or the unrolled
  // loop's. The element that it begins with is a multiple of 4, and so is the number of elements where it is checked.
  struct Fours {
    int32_t access;
    AxisId along;
    auto operator<=>(const Fours&) const = default;
  };
  // A load in a loop that finds at a turn, for a point of a tile, what it found `turns` before for the next point: it is fetched for the
  // tile's last point alone. The tile's axis has whole tiles, the loop no fewer turns.
  struct Slide {
    int32_t access;
    AxisId tile, loop;
    int32_t turns;
    auto operator<=>(const Slide&) const = default;
  };
  Template pattern = Template::kFlat;
  std::vector<Tile> tiles;  // along up to two axes; none: an invocation a point
  // Of the tiles' axes, one of size 4 whose points stand side by side in vectors, or of size kQuad, four such vectors; its extent is a
  // multiple of the size.
  AxisId vector = kNone;
  AxisId unrolled = kNone;  // of a loop, taken four at a time: its extent is a multiple of 4, or
  int32_t steps = 4;        // so many at once, which is all of them
  std::vector<Fours> fours;  // by ascending access
  std::vector<Slide> slides;  // likewise
  // Loads of bytes among the fours along the unrolled loop, or the vector axis of a quad, whose next sixteen are four words from a multiple
  // of 16 on. The axis' extent is a multiple of 16. By ascending access.
  std::vector<int32_t> sixteens;
  std::vector<AxisId> rows;  // of kRows: the axes of its stages, each a vector axis
  uint32_t tier = 0;        // optional features that its accesses use: MoteVulkanFeature
  int32_t group = kGroupInvocations;  // invocations of a workgroup
  auto operator<=>(const ShaderForm&) const = default;

  bool IsVector(AxisId axis) const { return (axis == vector && axis != kNone) || std::find(rows.begin(), rows.end(), axis) != rows.end(); }
  bool HasQuad() const {
    return std::any_of(tiles.begin(), tiles.end(), [this](const Tile& tile) { return tile.axis == vector && tile.size == kQuad; });
  }
  // Features that the form is for, which a kernel may ask for more than.
  uint32_t Features() const { return tier | (pattern == Template::kRows ? uint32_t{kMoteLoneRows} : 0); }
  // The axis along which an access takes four at once, or kNone.
  AxisId FoursAlong(int32_t access) const {
    for (const Fours& four : fours) {
      if (four.access == access) return four.along;
    }
    return kNone;
  }
  bool GoesBySixteens(int32_t access) const { return std::find(sixteens.begin(), sixteens.end(), access) != sixteens.end(); }
  const Slide* SlideOf(int32_t access) const {
    const auto found = std::find_if(slides.begin(), slides.end(), [&](const Slide& slide) { return slide.access == access; });
    return found == slides.end() ? nullptr : &*found;
  }
};

// Every device takes it: no tiles, no optional features.
inline ShaderForm PlainForm(const Kernel& kernel) {
  return {IsFlat(kernel) ? ShaderForm::Template::kFlat : ShaderForm::Template::kGroups, {}, kNone, kNone, 4, {}, {}, {}, {}, 0};
}
// What a file has shaders for unless told, as bits of MoteVulkanFeature. Subgroups: no device is known to gain by them.
inline constexpr uint32_t kUsualTiers = kMoteStorage16 | kMoteStorage8 | kMoteLoneRows | kMoteProcessor | kMoteIntegerDot;
// The feature whose shaders --vulkan-tiers calls by this word; 0 for "floor", which every file has. Nothing for another word.
std::optional<uint32_t> TierOf(const std::string& word);
std::string TierWords(uint32_t tiers);  // "16-bit, rows"
// "16-bit storage, 64-bit floats": of MoteVulkanFeature.
std::string FeatureNames(uint32_t features);
// "flat, tiles of 8 x 4, 16-bit storage"
std::string ToString(const ShaderForm& form);

}  // namespace mote
