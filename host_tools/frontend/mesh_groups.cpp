// Replica groups from axes of a mesh.
#include "frontend/mesh_groups.h"

namespace mote {
namespace {

// The offsets of all combinations of positions along the axes, the last one fastest.
std::vector<int64_t> Offsets(const std::vector<MeshAxis>& axes, size_t most) {
  std::vector<int64_t> offsets = {0};
  for (const MeshAxis& axis : axes) {
    std::vector<int64_t> next;
    for (const int64_t base : offsets) {
      for (int64_t i = 0; i < axis.size; ++i) next.push_back(base + i * axis.stride);
    }
    if (next.size() > most) return {};
    offsets = std::move(next);
  }
  return offsets;
}

}  // namespace

std::optional<MeshAxis> MeshAxisPart(const MeshAxis& axis, int64_t before, int64_t size) {
  if (before < 1 || size < 1 || axis.size % before != 0 || axis.size / before % size != 0) return std::nullopt;
  return MeshAxis{size, axis.stride * (axis.size / before / size)};
}

std::optional<IntMatrix> MeshGroups(const std::vector<MeshAxis>& axes, const IdVector<int64_t>& ids) {
  const int64_t devices = static_cast<int64_t>(ids.size());
  const std::vector<int64_t> offsets = Offsets(axes, ids.size());
  if (offsets.empty()) return std::nullopt;
  IntMatrix groups;
  for (int64_t d = 0; d < devices; ++d) {
    bool first = true;  // of its group
    for (const MeshAxis& axis : axes) first = first && d / axis.stride % axis.size == 0;
    if (!first) continue;
    std::vector<int64_t>& group = groups.emplace_back();
    for (const int64_t offset : offsets) {
      if (d + offset >= devices) return std::nullopt;
      group.push_back(ids[d + offset]);
    }
  }
  return groups;
}

}  // namespace mote
