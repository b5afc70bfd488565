// Replica groups by the axes of a mesh (StableHLO "Replica groups"): they become lists of devices; a mesh behind a symbol stays as it is
// written, too.
#include <map>
#include <optional>

#include "frontend/mesh_groups.h"
#include "frontend/mlir_parser.h"

namespace mote {
namespace {

using Kind = MlirAttribute::Kind;

const MlirAttribute* Field(const MlirAttribute& structure, std::string_view name) {
  for (const MlirNamedAttribute& field : structure.fields) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

// #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>, …], device_ids = dense<…>>
std::optional<Mesh> ReadMesh(const MlirAttribute& written) {
  const MlirAttribute *axes = Field(written, "axes"), *devices = Field(written, "device_ids");
  if (axes == nullptr) return std::nullopt;
  Mesh mesh;
  for (const MlirAttribute& axis : axes->items) {
    const MlirAttribute *name = Field(axis, "name"), *size = Field(axis, "size");
    if (name == nullptr || size == nullptr || size->kind != Kind::kInt) return std::nullopt;
    mesh.axes.push_back({name->string, size->integer});
  }
  std::vector<int64_t> listed;
  if (devices != nullptr && devices->kind == Kind::kLiteral && IsInteger(devices->literal.type())) {
    for (int64_t d = 0; d < devices->literal.size(); ++d) listed.push_back(devices->literal.IntegerAt(d));
  }
  if (!NumberDevices(mesh, std::move(listed))) return std::nullopt;
  return mesh;
}

// One spelling for every way of writing the same axes.
std::string AxisText(const MlirAttribute& reference) {
  const MlirAttribute *name = Field(reference, "name"), *part = Field(reference, "sub_axis_info");
  if (name == nullptr) return std::string(reference.text);
  const std::string sub =
      part == nullptr ? "" : ", sub_axis_info = (" + std::to_string(part->ints[0]) + ")" + std::to_string(part->ints[1]);
  return "#stablehlo.axis_ref<name = " + std::string(name->text) + sub + ">";
}

std::string MeshText(const MlirAttribute& mesh, const std::vector<MlirAttribute>& axes) {
  std::string text;
  for (const MlirAttribute& axis : axes) text += (text.empty() ? "" : ", ") + AxisText(axis);
  return "#stablehlo.replica_group_mesh_axes<mesh = " + std::string(mesh.text) + ", axes = [" + text + "]>";
}

// The groups that the referenced axes make; what is wrong is put into `fault`.
std::optional<IntMatrix> GroupsOf(const Mesh& mesh, const std::vector<MlirAttribute>& references, std::string* fault) {
  const auto wrong = [&](std::string text) {
    *fault = std::move(text);
    return std::nullopt;
  };
  std::vector<MeshAxis> inside;
  for (const MlirAttribute& reference : references) {
    const MlirAttribute *name = Field(reference, "name"), *part = Field(reference, "sub_axis_info");
    const auto axis = name == nullptr ? std::nullopt : AxisNamed(mesh, name->string);
    if (!axis) return wrong("replica_groups name an axis that the mesh does not have");
    const auto taken = part == nullptr ? axis : MeshAxisPart(*axis, part->ints[0], part->ints[1]);
    if (!taken) {
      return wrong("an axis of " + std::to_string(axis->size) + " has no part (" + std::to_string(part->ints[0]) + ")" +
                   std::to_string(part->ints[1]));
    }
    inside.push_back(*taken);
  }
  std::optional<IntMatrix> groups = MeshGroups(inside, mesh.devices);
  if (!groups) return wrong("replica_groups name parts of one axis twice");
  return groups;
}

}  // namespace

bool MlirParser::AttachMesh(Instruction& instruction, const MlirNamedAttribute& named) {
  const Location location = instruction.location;
  const MlirAttribute *mesh = Field(named.value, "mesh"), *references = Field(named.value, "axes");
  if (mesh == nullptr || references == nullptr || references->kind != Kind::kArray) {
    return Fail(Rule::kGroup, "replica groups by mesh axes want a mesh and axes", location);
  }
  if (mesh->kind == Kind::kSymbol) {
    const std::string text = MeshText(*mesh, references->items);
    meshes_.push_back({mesh->string, location, text, references->items});
    instruction.attributes[Attr::kReplicaGroupMesh] = text;
    instruction.attributes[Attr::kReplicaGroups] = IntMatrix();
    return true;
  }
  const std::optional<Mesh> read = ReadMesh(*mesh);
  if (!read) return Fail(Rule::kGroup, "the mesh of replica_groups is malformed", location);
  std::string fault;
  std::optional<IntMatrix> groups = GroupsOf(*read, references->items, &fault);
  if (!groups) return Fail(Rule::kGroup, fault, references->location);
  instruction.attributes[Attr::kReplicaGroups] = std::move(*groups);
  return true;
}

// What a symbol of replica groups names: an sdy.mesh, whose groups are written beside the symbol, or a function or declaration, which says
// nothing of them.
void MlirParser::ResolveMeshes() {
  std::map<std::string, IntMatrix> resolved;  // by the attribute's text
  for (const MeshUse& use : meshes_) {
    const auto found = module_.extra.find(std::string(kMeshKey) + use.name);
    if (found == module_.extra.end()) {
      if (functions_.count(use.name) == 0 && declarations_.count(use.name) == 0) {
        Fail(Rule::kGroup, "there is no mesh @" + use.name, use.location);
      }
      continue;
    }
    const std::optional<Mesh> mesh = ReadShardyMesh(found->second);
    std::string fault = "the mesh @" + use.name + " is malformed";
    std::optional<IntMatrix> groups = mesh ? GroupsOf(*mesh, use.axes, &fault) : std::nullopt;
    if (!groups) {
      Fail(Rule::kGroup, fault, use.location);
      continue;
    }
    resolved[use.text] = std::move(*groups);
  }
  if (resolved.empty()) return;
  for (Computation& computation : module_.computations) {
    for (Instruction& instruction : computation.instructions) {
      const auto groups = resolved.find(instruction.Text(Attr::kReplicaGroupMesh));
      if (groups != resolved.end()) instruction.attributes[Attr::kReplicaGroups] = groups->second;
    }
  }
}

}  // namespace mote
