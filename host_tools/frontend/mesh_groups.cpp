// Meshes, and replica groups from axes of one.
#include "frontend/mesh_groups.h"

#include <charconv>
#include <numeric>

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

std::optional<MeshAxis> AxisNamed(const Mesh& mesh, std::string_view name) {
  int64_t stride = static_cast<int64_t>(mesh.devices.size());
  for (const NamedAxis& axis : mesh.axes) {
    stride /= axis.size;
    if (axis.name == name) return MeshAxis{axis.size, stride};
  }
  return std::nullopt;
}

bool NumberDevices(Mesh& mesh, std::vector<int64_t> listed) {
  int64_t count = 1;
  for (const NamedAxis& axis : mesh.axes) {
    if (axis.size < 1 || __builtin_mul_overflow(count, axis.size, &count) || count > kMostMeshDevices) return false;
  }
  if (listed.empty()) {
    listed.resize(count);
    std::iota(listed.begin(), listed.end(), 0);
  }
  mesh.devices = std::move(listed);
  return static_cast<int64_t>(mesh.devices.size()) == count;
}

std::optional<Mesh> ReadShardyMesh(std::string_view text) {
  text = text.substr(0, text.find('>'));
  Mesh mesh;
  std::vector<int64_t> listed;
  bool after_name = false;
  for (size_t i = text.find('<'); i < text.size(); ++i) {
    if (text[i] == '"') {
      const size_t end = text.find('"', i + 1);
      if (end == std::string_view::npos) return std::nullopt;
      mesh.axes.push_back({std::string(text.substr(i + 1, end - i - 1)), 0});
      after_name = true;
      i = end;
    } else if (text[i] >= '0' && text[i] <= '9') {
      int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), number);
      if (error != std::errc()) return std::nullopt;
      if (after_name) mesh.axes.back().size = number;
      if (!after_name) listed.push_back(number);
      after_name = false;
      i = static_cast<size_t>(end - text.data()) - 1;
    }
  }
  if (!NumberDevices(mesh, std::move(listed))) return std::nullopt;
  return mesh;
}

}  // namespace mote
