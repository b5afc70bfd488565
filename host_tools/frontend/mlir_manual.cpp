// sdy.manual_computation, which jax.shard_map becomes: a call of its body, over one device for good. Over several the body takes and gives
// parts (split_members.h), once its mesh and shardings are known: when all of the module is read.
#include <algorithm>
#include <numeric>

#include "frontend/mlir_parser.h"
#include "frontend/shardings.h"
#include "frontend/split_members.h"

namespace mote {

// manual_computation(%a, …) in_shardings=[…] out_shardings=[…] manual_axes={…} (%b: T, …) {…} : (T, …) -> (T, …), or generic.
bool MlirParser::ParseManual(MlirScope& scope, const std::vector<ResultName>& names) {
  Pending pending;
  pending.scope = &scope;
  pending.instruction.op = Op::kCall;
  pending.instruction.location = token().location;
  ManualUse use;
  use.location = token().location;
  const bool generic = token().kind == MlirTokenKind::kString;
  lexer_.Advance();
  if (generic ? !ParseGeneric(pending) : !ParseManualClauses(pending, &use)) return false;
  for (const MlirNamedAttribute& named : pending.attributes) {
    if (named.name == "in_shardings") use.in = named.value.text;
    if (named.name == "out_shardings") use.out = named.value.text;
    if (named.name == "manual_axes") use.axes = named.value.text;
  }
  pending.attributes.clear();
  if (pending.regions.size() != 1) return Fail(Rule::kArity, "sdy.manual_computation has other than one region", use.location);
  if (!pending.captures.values.empty()) {
    return Fail(Rule::kSyntax, "the body of sdy.manual_computation uses values from outside, which it must take as arguments",
                use.location);
  }
  if (!ParseLocation() || !Finish(pending, names)) return false;
  if (pending.poisoned) return true;
  use.body = scope.computation().instructions.back().called[0];
  use.operands = static_cast<size_t>(scope.computation().instructions.back().operands.count());
  module_.computations[use.body].name = "sdy.manual_computation_" + std::to_string(manuals_.size());  // printed, it is a function
  manuals_.push_back(std::move(use));
  return true;
}

bool MlirParser::ParseManualClauses(Pending& pending, ManualUse* use) {
  if (!Expect('(') || (!Is(')') && !ParseValues(pending)) || !Expect(')')) return false;
  for (const auto& [clause, text] : {std::pair("in_shardings", &use->in), {"out_shardings", &use->out}, {"manual_axes", &use->axes}}) {
    if (!ExpectWord(clause) || !Expect('=')) return false;
    const size_t begin = token().begin;
    if (!SkipBracketed("the list")) return false;
    *text = SourceFrom(begin);
  }
  std::vector<ResultName> names;
  IdVector<Shape> shapes;
  if (!ParseManualArguments(&names, &shapes) || !ParseRegion(pending, pending.regions.emplace_back(), names, shapes)) return false;
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending);
}

// (%a: T, …), or nothing where there are none
bool MlirParser::ParseManualArguments(std::vector<ResultName>* names, IdVector<Shape>* shapes) {
  if (!Take('(')) return true;
  while (!Is(')')) {
    if (token().kind != MlirTokenKind::kValue) return FailHere("expected an argument (%name)");
    names->push_back({token().text, 1, token().location});
    lexer_.Advance();
    if (!Expect(':') || !ParseType(&shapes->emplace_back()) || !ParseLocation()) return false;
    if (!Take(',') && !Is(')')) return FailHere("expected ',' or ')'");
  }
  return Expect(')');
}

// A mesh of the module (@name), or one written in its place; nothing when there is none of that name or it is malformed.
std::optional<Mesh> MlirParser::MeshNamed(std::string_view name) const {
  if (!name.starts_with('@')) return ReadShardyMesh(name);
  const auto found = module_.extra.find(std::string(kMeshKey) + std::string(name.substr(1)));
  return found == module_.extra.end() ? std::nullopt : ReadShardyMesh(found->second);
}

// How many devices the axes of a manual_computation are; of more than one, what its shardings make of its operands and results.
bool MlirParser::ReadManual(const ManualUse& use, std::map<int32_t, ManualCall>* manuals) {
  const std::string operation = "sdy.manual_computation ";
  const std::vector<std::string_view> axes = QuotedWords(use.axes);
  if (axes.empty()) return true;
  const std::string_view name = FirstMesh(FirstMesh(use.in).empty() ? use.out : use.in);
  const std::optional<Mesh> mesh = MeshNamed(name);
  if (!mesh || name.empty()) {
    const std::string fault = name.empty() ? "names no mesh" : "there is no mesh " + Excerpt(name) + ", or it is malformed";
    return Fail(Rule::kGroup, operation + "has axes, but " + fault, use.location);
  }
  int64_t devices = 1;
  for (const std::string_view axis : axes) {
    const auto part = AxisNamed(*mesh, axis);
    if (!part) return Fail(Rule::kGroup, operation + "names axis '" + Excerpt(axis) + "', which its mesh does not have", use.location);
    devices *= part->size;
  }
  const auto all = static_cast<int64_t>(mesh->devices.size());
  if (devices == 1 && (module_.partitions == 1 || all == 1)) return true;
  return CheckMembers(use, *mesh, axes) && ReadManualShardings(use, *mesh, manuals);
}

// The members of its mesh are the partitions of the program.
bool MlirParser::CheckMembers(const ManualUse& use, const Mesh& mesh, const std::vector<std::string_view>& axes) {
  const std::string operation = "sdy.manual_computation (shard_map) ";
  constexpr int64_t kMostDevices = 256;  // of a grid, evaluated or run
  for (const NamedAxis& axis : mesh.axes) {
    if (axis.size == 1 || std::find(axes.begin(), axes.end(), axis.name) != axes.end()) continue;
    return Fail(Rule::kUnsupported, operation + "leaves axis '" + axis.name + "' automatic: automatic partitioning is not supported",
                use.location, "name all axes of the mesh (axis_names of jax.shard_map)");
  }
  const auto devices = static_cast<int64_t>(mesh.devices.size());
  const std::string over = operation + "over " + std::to_string(devices) + " devices";
  if (devices > kMostDevices) return Fail(Rule::kLimit, over + ": at most " + std::to_string(kMostDevices), use.location);
  if (module_.replicas != 1) {
    return Fail(Rule::kUnsupported, over + " in a program of " + std::to_string(module_.replicas) + " replicas", use.location);
  }
  if (module_.partitions == 1) module_.partitions = devices;
  if (module_.partitions != devices) {
    return Fail(Rule::kGroup, over + " in a program of " + std::to_string(module_.partitions) + " partitions", use.location);
  }
  std::vector<int64_t> sorted = mesh.devices, wanted(mesh.devices.size());
  std::sort(sorted.begin(), sorted.end());
  std::iota(wanted.begin(), wanted.end(), 0);
  return sorted == wanted || Fail(Rule::kGroup, over + ", which its mesh does not number from 0", use.location);
}

bool MlirParser::ReadManualShardings(const ManualUse& use, const Mesh& mesh, std::map<int32_t, ManualCall>* manuals) {
  const Computation& body = module_.computations[use.body];
  ManualCall call;
  call.location = use.location;
  for (const bool results : {false, true}) {
    const std::vector<std::string_view> list = ShardingList(results ? use.out : use.in);
    const IdVector<Shape> shapes = results ? body.ResultShapes() : body.parameters;
    if (list.size() != shapes.size() || (!results && list.size() != use.operands)) {
      return Fail(Rule::kArity, std::to_string(list.size()) + (results ? " out_shardings" : " in_shardings") + " for " +
                                    std::to_string(shapes.size()) + " values of the body", use.location);
    }
    for (size_t i = 0; i < list.size(); ++i) {
      std::string fault;
      const std::string which = std::string(results ? "out_shardings" : "in_shardings") + " number " + std::to_string(i);
      if (!shapes[i].IsArray()) return Fail(Rule::kUnsupported, which + " of sdy.manual_computation is of no array", use.location);
      std::optional<Split> split = ShardySplit(list[i], mesh, shapes[i].dims.size(), &fault);
      if (!split) return Fail(Rule::kUnsupported, which + " of sdy.manual_computation " + fault, use.location);
      (results ? call.results : call.operands).push_back(std::move(*split));
    }
  }
  manuals->emplace(use.body, std::move(call));
  return true;
}

// Whether a sharding (sdy or mhlo) says that several devices have different parts.
bool MlirParser::Cuts(std::string_view sharding, bool gspmd, size_t rank) const {
  std::string fault;
  if (gspmd) {
    if (sharding.find("devices=") == std::string_view::npos) return false;
    const auto split = GspmdSplit(sharding, rank, module_.partitions, &fault);
    return !split || !split->Whole();
  }
  const std::string_view name = FirstMesh(sharding);
  const std::optional<Mesh> mesh = name.empty() ? std::nullopt : MeshNamed(name);
  const size_t dimensions = sharding.find('[', name.starts_with('@') ? 0 : sharding.find('>'));
  if (!mesh || dimensions == std::string_view::npos) return false;
  for (const std::string_view axis : QuotedWords(sharding.substr(dimensions, sharding.find("replicated=") - dimensions))) {
    const auto named = AxisNamed(*mesh, axis);
    if (named && named->size > 1) return true;
  }
  return false;
}

// Programs over several devices become that of one member. Where shardings alone would have to cut them, they are refused.
void MlirParser::SplitMembersOfMeshes() {
  std::map<int32_t, ManualCall> manuals;
  for (const ManualUse& use : manuals_) {
    if (!ReadManual(use, &manuals)) return;
  }
  if (module_.partitions == 1) return;
  const bool any = !manuals.empty() || HasSpmdCalls(module_);
  const std::string refused = "automatic partitioning: a sharding over several devices, and no shard_map";
  const std::string hint = "put the function under jax.shard_map, or lower it for a mesh of one device";
  CutParameters cut;
  for (int32_t c = 0; c < module_.computations.count(); ++c) {
    const Computation& function = module_.computations[c];
    for (const bool results : {false, true}) {
      const Extras& extras = results ? function.result_extra : function.parameter_extra;
      const IdVector<Shape> shapes = results ? function.ResultShapes() : function.parameters;
      for (size_t i = 0; i < extras.size() && i < shapes.size() && function.is_public; ++i) {
        for (const auto& [key, gspmd] : {std::pair("sdy.sharding", false), {"mhlo.sharding", true}}) {
          const auto found = extras[i].find(key);
          if (found == extras[i].end() || !Cuts(found->second, gspmd, shapes[i].dims.size())) continue;
          const Location location = results ? function.location : function.instructions[i].location;
          if (!any) return (void)Fail(Rule::kUnsupported, refused, location, hint);
          if (!results) cut.emplace(std::pair(c, i), location);
        }
      }
    }
    for (const Instruction& call : function.instructions) {
      if (any || call.op != Op::kCustomCall || call.shapes.size() != 1) continue;
      const auto sharding = call.extra.find("mhlo.sharding");
      if (sharding == call.extra.end() || !Cuts(sharding->second, true, call.shape().dims.size())) continue;
      return (void)Fail(Rule::kUnsupported, refused, call.location, hint);
    }
  }
  for (const Constraint& constraint : constraints_) {
    if (!any && Cuts(constraint.sharding, false, 0)) return (void)Fail(Rule::kUnsupported, refused, constraint.location, hint);
  }
  if (!any) return;
  const Status split = SplitMembers(module_, manuals, cut);
  if (!split.ok()) errors_.push_back(split.error());
}

}  // namespace mote
