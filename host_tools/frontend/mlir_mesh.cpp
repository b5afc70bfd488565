// Replica groups by the axes of a mesh (StableHLO "Replica groups"): they become lists of devices; a mesh behind a symbol stays as it is
// written, too. And how many devices the axes of a manual_computation are.
#include <charconv>
#include <map>
#include <numeric>
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
std::optional<MeshAxis> AxisNamed(const Mesh& mesh, std::string_view name) {
  int64_t stride = static_cast<int64_t>(mesh.devices.size());
  for (const NamedAxis& axis : mesh.axes) {
    stride /= axis.size;
    if (axis.name == name) return MeshAxis{axis.size, stride};
  }
  return std::nullopt;
}

// Numbers the devices, unless `listed` names them. False when there are too many, an axis is empty or the list does not count them.
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

// sdy.mesh @name = <["x"=4, …], device_ids=[…]>: a quoted name begins an axis, other numbers are devices. What follows says nothing new.
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

// The text between quotes, in order.
std::vector<std::string_view> Quoted(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t begin = text.find('"'); begin != std::string_view::npos; begin = text.find('"', begin + 1)) {
    const size_t end = text.find('"', begin + 1);
    if (end == std::string_view::npos) break;
    words.push_back(text.substr(begin + 1, end - begin - 1));
    begin = end;
  }
  return words;
}

// Of shardings such as [<@m, [{"x"}]>] or [<mesh<["x"=2]>, …]: the symbol of the first mesh, else its text; empty when they name none.
std::string_view FirstMesh(std::string_view shardings) {
  const size_t symbol = shardings.find('@'), written = shardings.find("mesh<");
  if (symbol < written) return shardings.substr(symbol, shardings.find_first_of(",> ", symbol) - symbol);
  return written == std::string_view::npos ? std::string_view() : shardings.substr(written);
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

// A manual_computation is its body where all its axes together have one member. On more devices each would compute a part, which nothing
// here does.
void MlirParser::CheckManuals() {
  const std::string operation = "sdy.manual_computation ";
  for (const ManualUse& use : manuals_) {
    const std::vector<std::string_view> axes = Quoted(use.axes);
    if (axes.empty()) continue;
    const std::string_view name = FirstMesh(use.shardings);
    std::optional<Mesh> mesh;
    if (name.starts_with("mesh<")) mesh = ReadShardyMesh(name);
    const auto found =
        name.starts_with('@') ? module_.extra.find(std::string(kMeshKey) + std::string(name.substr(1))) : module_.extra.end();
    if (found != module_.extra.end()) mesh = ReadShardyMesh(found->second);
    if (!mesh) {
      const std::string fault = name.empty() ? "names no mesh" : "there is no mesh " + Excerpt(name) + ", or it is malformed";
      Fail(Rule::kGroup, operation + "has axes, but " + fault, use.location);
      continue;
    }
    int64_t devices = 1;
    for (const std::string_view axis : axes) {
      const auto part = AxisNamed(*mesh, axis);
      if (!part) Fail(Rule::kGroup, operation + "names axis '" + Excerpt(axis) + "', which its mesh does not have", use.location);
      devices *= part ? part->size : 1;
    }
    if (devices == 1) continue;
    const std::string text =
        "(shard_map) over " + std::to_string(devices) + " devices: programs that are cut into parts come with collectives";
    Fail(Rule::kUnsupported, operation + text, use.location, "lower the function for a mesh of one device");
  }
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
