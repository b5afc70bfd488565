// Meshes, and replica groups from axes of one, for both text dialects: which devices differ only along the named axes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"

namespace mote {

inline constexpr int64_t kMostMeshDevices = int64_t{1} << 20;

// An axis of a mesh or a part of one: how many positions, and how many devices apart.
struct MeshAxis {
  int64_t size = 1, stride = 1;
};

struct NamedAxis {
  std::string name;
  int64_t size = 1;
};

// The axes, major first, and the devices in row-major order of the positions.
struct Mesh {
  std::vector<NamedAxis> axes;
  std::vector<int64_t> devices;
};

// The mesh's axis of that name; its stride is the product of the sizes behind it.
std::optional<MeshAxis> AxisNamed(const Mesh& mesh, std::string_view name);
// Numbers the devices, unless `listed` names them. False when there are too many, an axis is empty or the list does not count them.
bool NumberDevices(Mesh& mesh, std::vector<int64_t> listed);
// sdy.mesh @name = <["x"=4, …], device_ids=[…]>: a quoted name begins an axis, other numbers are devices. What follows says nothing new.
std::optional<Mesh> ReadShardyMesh(std::string_view text);

// The part (before)size of an axis, that is split into before × size × rest; nothing when it does not divide.
std::optional<MeshAxis> MeshAxisPart(const MeshAxis& axis, int64_t before, int64_t size);

// One group per position along the other axes; inside, the last of the axes varies fastest. `ids`: by place in the mesh.
// Nothing when the axes overlap.
std::optional<IntMatrix> MeshGroups(const std::vector<MeshAxis>& axes, const IdVector<int64_t>& ids);

}  // namespace mote
