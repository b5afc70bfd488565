// Replica groups by the axes of a mesh (StableHLO "Replica groups"): of a mesh that stands beside them they become lists of devices, a mesh
// behind a symbol stays as it is written.
#include <numeric>
#include <optional>

#include "frontend/mlir_parser.h"

namespace mote {
namespace {

using Kind = MlirAttribute::Kind;
constexpr int64_t kMostDevices = int64_t{1} << 20;

const MlirAttribute* Field(const MlirAttribute& structure, std::string_view name) {
  for (const MlirNamedAttribute& field : structure.fields) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

struct Axis {
  int64_t size = 1, stride = 1;  // in devices
};

// The mesh's axis of that name; its stride is the product of the sizes behind it.
std::optional<Axis> AxisNamed(const std::vector<MlirAttribute>& axes, std::string_view name, int64_t devices) {
  int64_t stride = devices;
  for (const MlirAttribute& axis : axes) {
    const int64_t size = Field(axis, "size")->integer;
    stride /= size;
    if (Field(axis, "name")->string == name) return Axis{size, stride};
  }
  return std::nullopt;
}

// How many devices the mesh has; nothing when an axis is malformed or there are too many.
std::optional<int64_t> DeviceCount(const std::vector<MlirAttribute>& axes) {
  int64_t devices = 1;
  for (const MlirAttribute& axis : axes) {
    const MlirAttribute *name = Field(axis, "name"), *size = Field(axis, "size");
    if (name == nullptr || size == nullptr || size->kind != Kind::kInt || size->integer < 1) return std::nullopt;
    if (__builtin_mul_overflow(devices, size->integer, &devices) || devices > kMostDevices) return std::nullopt;
  }
  return devices;
}

// The offsets of all combinations of positions along the axes, the last one fastest.
std::vector<int64_t> Offsets(const std::vector<Axis>& axes) {
  std::vector<int64_t> offsets = {0};
  for (const Axis& axis : axes) {
    std::vector<int64_t> next;
    for (const int64_t base : offsets) {
      for (int64_t i = 0; i < axis.size; ++i) next.push_back(base + i * axis.stride);
    }
    offsets = std::move(next);
  }
  return offsets;
}

// One spelling for every way of writing the same axes.
std::string AxisText(const MlirAttribute& reference) {
  const MlirAttribute *name = Field(reference, "name"), *part = Field(reference, "sub_axis_info");
  if (name == nullptr) return std::string(reference.text);
  const std::string sub = part == nullptr ? "" : ", sub_axis_info = (" + std::to_string(part->ints[0]) + ")" + std::to_string(part->ints[1]);
  return "#stablehlo.axis_ref<name = " + std::string(name->text) + sub + ">";
}

std::string MeshText(const MlirAttribute& mesh, const std::vector<MlirAttribute>& axes) {
  std::string text;
  for (const MlirAttribute& axis : axes) text += (text.empty() ? "" : ", ") + AxisText(axis);
  return "#stablehlo.replica_group_mesh_axes<mesh = " + std::string(mesh.text) + ", axes = [" + text + "]>";
}

}  // namespace

bool MlirParser::AttachMesh(Instruction& instruction, const MlirNamedAttribute& named) {
  const Location location = instruction.location;
  const MlirAttribute *mesh = Field(named.value, "mesh"), *references = Field(named.value, "axes");
  if (mesh == nullptr || references == nullptr || references->kind != Kind::kArray) return Fail(Rule::kGroup, "replica groups by mesh axes want a mesh and axes", location);
  if (mesh->kind == Kind::kSymbol) {
    meshes_.push_back({mesh->string, location});
    instruction.attributes[Attr::kReplicaGroupMesh] = MeshText(*mesh, references->items);
    instruction.attributes[Attr::kReplicaGroups] = IntMatrix();
    return true;
  }
  const MlirAttribute* axes = Field(*mesh, "axes");
  const auto devices = axes == nullptr ? std::nullopt : DeviceCount(axes->items);
  if (!devices) return Fail(Rule::kGroup, "the mesh of replica_groups is malformed", location);
  std::vector<Axis> inside;
  std::vector<bool> first(static_cast<size_t>(*devices), true);  // of its group
  for (const MlirAttribute& reference : references->items) {
    const MlirAttribute *name = Field(reference, "name"), *part = Field(reference, "sub_axis_info");
    auto axis = name == nullptr ? std::nullopt : AxisNamed(axes->items, name->string, *devices);
    if (!axis) return Fail(Rule::kGroup, "replica_groups name an axis that the mesh does not have", reference.location);
    if (part != nullptr) {  // the axis as pre-size x size x rest
      const int64_t before = part->ints[0], size = part->ints[1];
      if (before < 1 || size < 1 || axis->size % before != 0 || axis->size / before % size != 0) {
        return Fail(Rule::kGroup, "an axis of " + std::to_string(axis->size) + " has no part (" + std::to_string(before) + ")" + std::to_string(size), reference.location);
      }
      axis = Axis{size, axis->stride * (axis->size / before / size)};
    }
    for (int64_t d = 0; d < *devices; ++d) {
      if (d / axis->stride % axis->size != 0) first[static_cast<size_t>(d)] = false;
    }
    inside.push_back(*axis);
  }
  std::vector<int64_t> ids(static_cast<size_t>(*devices));
  std::iota(ids.begin(), ids.end(), 0);
  if (const MlirAttribute* listed = Field(*mesh, "device_ids"); listed != nullptr && listed->kind == Kind::kLiteral && IsInteger(listed->literal.type())) {
    if (listed->literal.size() != *devices) return Fail(Rule::kGroup, "device_ids of the mesh do not count its devices", listed->location);
    for (int64_t d = 0; d < *devices; ++d) ids[static_cast<size_t>(d)] = listed->literal.IntegerAt(d);
  }
  IntMatrix groups;
  const std::vector<int64_t> offsets = Offsets(inside);
  for (int64_t d = 0; d < *devices; ++d) {
    if (!first[static_cast<size_t>(d)]) continue;
    std::vector<int64_t>& group = groups.emplace_back();
    for (const int64_t offset : offsets) {
      if (d + offset >= *devices) return Fail(Rule::kGroup, "replica_groups name parts of one axis twice", location);
      group.push_back(ids[static_cast<size_t>(d + offset)]);
    }
  }
  instruction.attributes[Attr::kReplicaGroups] = std::move(groups);
  return true;
}

// What a symbol of replica groups must name: a function, a declaration or an sdy.mesh of the module.
void MlirParser::CheckMeshes() {
  for (const Callee& mesh : meshes_) {
    if (functions_.count(mesh.name) != 0 || declarations_.count(mesh.name) != 0 || module_.extra.count(std::string(kMeshKey) + mesh.name) != 0) continue;
    Fail(Rule::kGroup, "there is no mesh @" + mesh.name, mesh.location);
  }
}

}  // namespace mote
