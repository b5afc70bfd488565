// ShaderForm: how a kernel is cut among the invocations of a shader, and what the shader may use of a device. select/ chooses it, print/
// obeys it; no form changes a bit of a result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/kernel.h"

namespace mote {

struct ShaderForm {
  enum class Template : uint8_t {
    kFlat,    // of a flat kernel: an invocation a point, or a tile of neighbours, so that what a loop loads serves several points
    kGroups,  // of any other: a workgroup a group
  };
  struct Tile {
    AxisId axis;
    int32_t size;
    auto operator<=>(const Tile&) const = default;
  };
  Template pattern = Template::kFlat;
  std::vector<Tile> tiles;  // along up to two axes; none: an invocation a point
  uint32_t tier = 0;        // optional features that its accesses use: MoteVulkanFeature
  auto operator<=>(const ShaderForm&) const = default;

  int32_t LocalSize() const { return pattern == Template::kFlat && tiles.empty() ? 64 : kGroupInvocations; }
  static constexpr int32_t kGroupInvocations = 32;
};

// Every device takes it: no tiles, no optional features.
inline ShaderForm PlainForm(const Kernel& kernel) {
  return {IsFlat(kernel) ? ShaderForm::Template::kFlat : ShaderForm::Template::kGroups, {}, 0};
}
// "16-bit storage, 64-bit floats": of MoteVulkanFeature.
std::string FeatureNames(uint32_t features);
// "flat, tiles of 8 x 4, 16-bit storage"
std::string ToString(const ShaderForm& form);

}  // namespace mote
