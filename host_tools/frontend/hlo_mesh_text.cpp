// Replica groups as HLO text writes them by the axes of a mesh: mesh['x'=2,'y'=4], device_ids=([4,2]T(1,0)) {'y':(2)2}.
#include <map>
#include <numeric>

#include "frontend/element_text.h"
#include "frontend/hlo_parser.h"
#include "frontend/mesh_groups.h"

namespace mote {
namespace {

// Takes the text up to the first of `stops`; what is left begins with it.
std::string_view TakeUntil(std::string_view* text, std::string_view stops) {
  const size_t end = std::min(text->find_first_of(stops), text->size());
  const std::string_view taken = text->substr(0, end);
  text->remove_prefix(end);
  return taken;
}

bool TakeOne(std::string_view* text, char c) {
  const size_t at = text->find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos || (*text)[at] != c) return false;
  text->remove_prefix(at + 1);
  return true;
}

// 'name' or "name"
std::optional<std::string_view> TakeName(std::string_view* text) {
  const char quote = TakeOne(text, '\'') ? '\'' : TakeOne(text, '"') ? '"' : '\0';
  if (quote == '\0') return std::nullopt;
  const std::string_view name = TakeUntil(text, std::string_view(&quote, 1));
  if (!TakeOne(text, quote)) return std::nullopt;
  return name;
}

struct WrittenMesh {
  std::vector<std::string_view> names;
  std::vector<MeshAxis> axes;
  int64_t devices = 1;
};

// ['x'=2,'y'=4]
std::optional<WrittenMesh> TakeMesh(std::string_view* text) {
  WrittenMesh mesh;
  if (!TakeOne(text, '[')) return std::nullopt;
  while (!TakeOne(text, ']')) {
    const auto name = TakeName(text);
    if (!name || !TakeOne(text, '=')) return std::nullopt;
    const auto size = ParseInt64(TakeUntil(text, ",] "));
    if (!size || *size < 1 || *size > kMostMeshDevices || (mesh.devices *= *size) > kMostMeshDevices) return std::nullopt;
    mesh.names.push_back(*name);
    mesh.axes.push_back({*size, 1});
    TakeOne(text, ',');
  }
  for (size_t i = mesh.axes.size(); i-- > 1;) mesh.axes[i - 1].stride = mesh.axes[i].stride * mesh.axes[i].size;
  return mesh;
}

// 'x' or 'x':(2)2, a part; the name may be the axis's number.
std::optional<MeshAxis> TakeAxis(std::string_view* text, const WrittenMesh& mesh) {
  const auto name = TakeName(text);
  if (!name) return std::nullopt;
  size_t number = 0;
  while (number < mesh.names.size() && mesh.names[number] != *name) ++number;
  if (number == mesh.names.size()) number = ParseInt64(*name).value_or(-1);
  if (number >= mesh.axes.size()) return std::nullopt;
  if (!TakeOne(text, ':')) return mesh.axes[number];
  if (!TakeOne(text, '(')) return std::nullopt;
  const auto before = ParseInt64(TakeUntil(text, ")"));
  if (!TakeOne(text, ')')) return std::nullopt;
  const auto size = ParseInt64(TakeUntil(text, ",} "));
  return before && size ? MeshAxisPart(mesh.axes[number], *before, *size) : std::nullopt;
}

}  // namespace

bool HloParser::ReadMeshGroups(const Written& written, IntMatrix* matrix) {
  std::string_view rest = written.text;
  TakeUntil(&rest, "[");
  const auto mesh = TakeMesh(&rest);
  if (!mesh) return WrongValue(written, "replica groups of a mesh");
  std::vector<int64_t> ids(mesh->devices);
  std::iota(ids.begin(), ids.end(), 0);
  if (TakeOne(&rest, ',')) {  // device_ids=([4,2]T(1,0)) or device_ids=(0,2,1,3)
    TakeUntil(&rest, "(");
    Written listed = written;
    listed.text = TakeUntil(&rest, "{");
    listed.text = listed.text.substr(0, listed.text.rfind(')'));
    if (!TakeOne(&listed.text, '(')) return WrongValue(written, "replica groups of a mesh");
    IntMatrix rows(1);
    const std::string iota = "[1," + std::to_string(mesh->devices) + "]<=" + std::string(listed.text);
    const bool is_iota = listed.text.substr(0, 1) == "[";
    if (is_iota) {
      rows.clear();
      listed.text = iota;
    }
    if (is_iota ? !ReadIotaGroups(listed, &rows) : !ReadInts(listed, &rows[0])) return false;
    if (rows[0].size() != ids.size()) return Fail(Rule::kGroup, "device_ids of the mesh do not count its devices", written.location);
    ids = rows[0];
  }
  std::vector<MeshAxis> axes;
  if (!TakeOne(&rest, '{')) return WrongValue(written, "replica groups of a mesh");
  while (!TakeOne(&rest, '}')) {
    const auto axis = TakeAxis(&rest, *mesh);
    if (!axis) return Fail(Rule::kGroup, "replica_groups name an axis that the mesh does not have", written.location);
    axes.push_back(*axis);
    TakeOne(&rest, ',');
  }
  std::optional<IntMatrix> groups = MeshGroups(axes, ids);
  if (!groups) return Fail(Rule::kGroup, "replica_groups name parts of one axis twice", written.location);
  *matrix = *std::move(groups);
  return true;
}

}  // namespace mote
