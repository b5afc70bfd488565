// Replica groups from axes of a mesh, for both text dialects: which devices differ only along the named axes.
#pragma once

#include <optional>
#include <vector>

#include "hlo/module.h"

namespace mote {

inline constexpr int64_t kMostMeshDevices = int64_t{1} << 20;

// An axis of a mesh or a part of one: how many positions, and how many devices apart.
struct MeshAxis {
  int64_t size = 1, stride = 1;
};

// The part (before)size of an axis, that is split into before × size × rest; nothing when it does not divide.
std::optional<MeshAxis> MeshAxisPart(const MeshAxis& axis, int64_t before, int64_t size);

// One group per position along the other axes; inside, the last of the axes varies fastest. `ids`: by place in the mesh.
// Nothing when the axes overlap.
std::optional<IntMatrix> MeshGroups(const std::vector<MeshAxis>& axes, const IdVector<int64_t>& ids);

}  // namespace mote
