// Fusion: instructions are placed from the last to the first. One whose users all sit in one group joins it when the rules allow; cheap
// moves are repeated in every group that uses them; all others start a group.
#include "lower/fusion.h"

#include <algorithm>

#include "hlo/cumulative.h"
#include "hlo/row_scatter.h"
#include "lower/emitter.h"
#include "lower/routine.h"
#include "schema/step_layout.h"

namespace mote {
namespace {

constexpr size_t kMostMembers = 128;     // of a group: bounds registers and printed code
constexpr double kMostRepeatedCost = 8;  // of cheap operations evaluated again, per element
constexpr int64_t kLongRow = 32;         // from here a reduction over minor dimensions runs in lanes

bool IsAnchor(Op op) { return InFamily(op, Family::kProduct); }
bool IsReduction(Op op) { return InFamily(op, Family::kReduction); }
bool IsMove(Op op) { return InFamily(op, Family::kMove); }

// Operations that read single elements of their operands, at places of their own.
bool IsIndexed(Op op) { return IsMove(op) || (InFamily(op, Family::kIndexed) && op != Op::kDynamicUpdateSlice); }

}  // namespace

// Data for other members: all of them come to all exchanges, needed or not.
static bool IsExchange(const Instruction& i) {
  return i.op == Op::kAllGather || i.op == Op::kAllToAll || i.op == Op::kCollectivePermute;
}

bool CallsHost(const Module& module, const Instruction& instruction) {
  if (instruction.op == Op::kCustomCall) return true;
  if (!InFamily(instruction.op, Family::kControl)) return false;
  return std::any_of(instruction.called.begin(), instruction.called.end(), [&](int32_t called) {
    const auto& body = module.computations[called].instructions;
    return std::any_of(body.begin(), body.end(), [&](const Instruction& inner) { return CallsHost(module, inner); });
  });
}

bool IsControl(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::kSort: case Op::kFixed: case Op::kCustomCall: case Op::kTuple: case Op::kGetTupleElement: return true;
    case Op::kReplicaId: case Op::kPartitionId: return true;
    default: return IsExchange(instruction) || InFamily(instruction.op, Family::kControl, Family::kCall, Family::kCheck);
  }
}

bool IsAliasOperation(const Instruction& instruction) {
  return instruction.op == Op::kReshape || instruction.op == Op::kOptimizationBarrier || instruction.op == Op::kBitcast;
}

bool IsFree(const Instruction& instruction) {
  if (instruction.op == Op::kConstant) return instruction.LiteralValue().IsSplat();
  return instruction.op == Op::kIota || instruction.op == Op::kGetDimensionSize;
}

Fusion::Fusion(const Module& module, const Computation& computation, const LowerOptions& options)
    : module_(module), c_(computation), options_(options), users_(computation.instructions.size()),
      forced_(computation.instructions.size()), groups_of_(computation.instructions.size()), narrow_(computation.instructions.size()),
      chain_(computation.instructions.size(), -1) {
  for (size_t i = 0; i < c_.instructions.size(); ++i) {
    const Instruction& user = c_.instructions[i];
    for (size_t k = 0; k < user.operands.size(); ++k) {
      users_[user.operands[k].instruction].emplace_back(static_cast<int32_t>(i), k);
      if (IsControl(user)) forced_[user.operands[k].instruction] = true;
    }
  }
  for (const Value& result : c_.results) forced_[result.instruction] = true;
}

double Fusion::Elements(int32_t p) const {
  if (At(p).shapes.empty()) return 0;
  const Shape& shape = At(p).shapes[0];
  return shape.IsArray() && shape.IsStatic() ? static_cast<double>(shape.ElementCount()) : 0;
}

double Fusion::Cost(int32_t p) const {
  const Op op = At(p).op;
  if (IsExpensive(op)) return 20;
  if (op == Op::kDivide || op == Op::kSqrt || op == Op::kRsqrt) return 4;
  return IsPerElement(At(p), c_) ? 1 : 0;
}

void Fusion::Run() {
  if (options_.fuse) FindNarrow();
  if (options_.fuse) FindChains();
  for (size_t i = c_.instructions.size(); i-- > 0;) {
    if (At(static_cast<int32_t>(i)).op != Op::kParameter) Place(static_cast<int32_t>(i));
  }
}

// How `user`'s operand is evaluated when `user` is evaluated as `of_user` says.
Use Fusion::UseBy(const Instruction& user, size_t operand, const Use& of_user, const FormingGroup& group) const {
  const Shape& shape = c_.shape(user.operands[operand]);
  Use use{Relation::kOther, of_user.evaluations};
  if (shape.IsScalar() || shape.ElementCount() == 1) {
    use.relation = Relation::kScalar;
    if (group.row && group.row->rows == 1) use.evaluations = 1;
    return use;
  }
  if (IsPerElement(user, c_) || user.op == Op::kReshape) {
    use.relation = of_user.relation;
  } else if (user.op == Op::kBroadcastInDim && of_user.relation != Relation::kOther) {
    // Mapping the leading dimensions in order (sizes of 1 apart) keeps the row-major position of the row.
    const std::vector<int64_t>& map = user.Ints(Attr::kBroadcastDimensions);
    const Dims& dims = user.shape().dims;
    int64_t leading = 1, covered = 1;
    bool ascending = true;
    for (size_t i = 0; i < map.size(); ++i) {
      if (shape.dims[i] == 1) continue;
      covered *= shape.dims[i];
      const auto here = map.begin() + static_cast<std::ptrdiff_t>(i);
      for (int64_t j = 0; j < map[i]; ++j) {
        ascending = ascending && (dims[j] == 1 || std::find(map.begin(), here, j) != here);
      }
      leading *= dims[map[i]];
    }
    const bool same = static_cast<double>(covered) == Elements(static_cast<int32_t>(&user - c_.instructions.data()));
    if (ascending && leading == covered) {
      use.relation = same ? of_user.relation : of_user.relation == Relation::kSame ? Relation::kRow : Relation::kOther;
    }
  } else if (user.op == Op::kReduce) {
    const bool in_row = group.row && RowShapeOf(c_, user) == group.row && operand < user.shapes.size();
    if (operand < user.shapes.size()) {
      use.evaluations = of_user.evaluations * static_cast<double>(shape.ElementCount()) /
                        std::max(1.0, Elements(static_cast<int32_t>(&user - c_.instructions.data())));
    }
    if (in_row) use = {Relation::kSame, static_cast<double>(shape.ElementCount())};
  } else if (CumulativeOf(module_, c_, user)) {
    // each element once
  } else if (user.op == Op::kReduceWindow) {
    for (int64_t size : user.Ints(Attr::kWindowDimensions)) use.evaluations *= static_cast<double>(size);
  } else if (IsAnchor(user.op)) {
    use.evaluations *= 1024;  // once a multiply-add: nothing but moves may go there
  }
  if (use.relation == Relation::kRow && group.row) use.evaluations = std::min(use.evaluations, static_cast<double>(group.row->rows));
  return use;
}

Use Fusion::UseOf(int32_t p, const FormingGroup& group) const {
  Use total{Relation::kOther, 0};
  bool first = true;
  for (const auto& [user, operand] : users_[p]) {
    const auto member = group.members.find(user);
    if (member == group.members.end()) continue;
    const Use use = UseBy(At(user), operand, member->second, group);
    if (first) {
      total = use;
    } else if (use.relation == total.relation && use.relation != Relation::kOther) {
      total.evaluations = std::max(total.evaluations, use.evaluations);
    } else {
      total = {Relation::kOther, total.evaluations + use.evaluations};
    }
    first = false;
  }
  return total;
}

std::string Fusion::RefusalByCost(int32_t p, const FormingGroup& group, const Use& use) const {
  if (use.evaluations <= Elements(p) * 1.01) return "";
  const double cost = Cost(p);
  if (cost == 0) return "";
  if (cost > 2 || group.repeated_cost + cost > kMostRepeatedCost) return "would be computed more often than once an element";
  return "";
}

// A value per row that is made from a reduction over the rows of the group's domain: the group can become one of rows, which computes it
// once.
std::optional<RowShape> Fusion::RowBehind(int32_t p, const FormingGroup& group) const {
  if (!options_.multi_stage || group.kind != Group::Kind::kLoop) return std::nullopt;
  for (const auto& [member, unused] : group.members) {
    if (IsReduction(At(member).op)) return std::nullopt;
  }
  std::vector<int32_t> open{p};
  for (size_t seen = 0; !open.empty() && seen < 64; ++seen) {
    const int32_t i = open.back();
    open.pop_back();
    if (Elements(i) != Elements(p)) continue;
    const std::optional<RowShape> shape = RowShapeOf(c_, At(i));
    if (shape && static_cast<double>(shape->rows) == Elements(p) &&
        static_cast<double>(shape->rows * shape->columns) == Elements(group.root)) {
      return shape;
    }
    if (!IsPerElement(At(i), c_) && !IsMove(At(i).op)) continue;
    for (const Value& operand : At(i).operands) open.push_back(operand.instruction);
  }
  return std::nullopt;
}

// A producer of a dot's or convolution's operand: only moves, exact converts and zero points of narrow integers, and only where the
// target's routine still takes the operand's form.
std::string Fusion::RefusalIntoAnchor(int32_t p, const FormingGroup& group) const {
  if (group.anchor < 0) return "";
  bool feeds = false;
  for (const auto& [user, operand] : users_[p]) {
    const auto member = group.members.find(user);
    feeds = feeds || user == group.anchor ||
            (member != group.members.end() && user < group.anchor && member->second.relation == Relation::kOther);
  }
  if (!feeds) return "";
  const Op op = At(p).op;
  const bool widens = op == Op::kConvert && WidensExactly(c_.shape(At(p).operands[0]).element_type, At(p).shape().element_type);
  const bool moves = IsMove(op);
  if (!widens && !moves && !narrow_[p]) return "a prologue of a dot or convolution is a step of its own";
  const auto routine = [&](bool with) {
    Group trial;
    trial.kind = group.kind;
    for (const auto& [member, unused] : group.members) trial.instructions.push_back(member);
    if (with) trial.instructions.push_back(p);
    std::sort(trial.instructions.begin(), trial.instructions.end());
    std::string why;
    return FitsRoutine(module_, c_, trial, options_.routines, &why);
  };
  return routine(false) && !routine(true) ? "the routine does not take its strides or type" : "";
}

// What a row kernel with these reduces and `p` among them loops in an invocation, at most: a stage for each, and one that stores.
int64_t Fusion::RowTrips(int32_t p, const FormingGroup& group, const RowShape& row) const {
  constexpr int64_t kLanes = 32, kHalvings = 5;
  int64_t trips = row.columns / kLanes + 1;
  const auto add = [&](int32_t i) {
    if (RowShapeOf(c_, At(i)) == row) trips += row.columns / (HasPlainRegion(module_, At(i)) ? kLanes : 1) + 1 + kHalvings;
  };
  for (const auto& [member, unused] : group.members) add(member);
  add(p);
  return trips;
}

std::string Fusion::RefusalOfReduce(int32_t p, const FormingGroup& group, const Use& use, std::optional<RowShape>* becomes_row) const {
  const std::optional<RowShape> shape = RowShapeOf(c_, At(p));
  const double domain = Elements(group.root);
  if (group.kind == Group::Kind::kRow) {
    const bool fits =
        shape && *shape == *group.row && (use.relation == Relation::kRow || (use.relation == Relation::kScalar && group.row->rows == 1));
    if (!fits) return "reduces over another shape than the rows of its users";
    return RowTrips(p, group, *shape) > kMoteMaxTrips ? "the rows' stages would be too long together" : "";
  }
  if (group.kind != Group::Kind::kLoop) return "a reduction is no prologue or operand of this";
  bool other_reduce = false;
  for (const auto& [member, unused] : group.members) {
    other_reduce = other_reduce || IsReduction(At(member).op);
  }
  if (options_.multi_stage && shape && !other_reduce && domain > 0 && RowTrips(p, group, *shape) <= kMoteMaxTrips) {
    const double rows = static_cast<double>(shape->rows), all = rows * static_cast<double>(shape->columns);
    const bool per_row = use.relation == Relation::kRow || (use.relation == Relation::kScalar && shape->rows == 1);
    const bool once = use.relation == Relation::kSame || use.relation == Relation::kScalar;
    if (domain == all && per_row) *becomes_row = shape;
    if (domain == rows && once && shape->columns >= kLongRow && HasPlainRegion(module_, At(p))) *becomes_row = shape;
    if (becomes_row->has_value()) return "";
  }
  if (use.relation == Relation::kOther || use.evaluations > Elements(p) * 1.01) return "a reduction is not repeated or nested";
  return "";
}

// Why `p` may not join the group, or empty. `becomes_row` is set when the group turns into a row group with it.
std::string Fusion::Refusal(int32_t p, FormingGroup& group, const Use& use, std::optional<RowShape>* becomes_row) const {
  const Instruction& instruction = At(p);
  if (!options_.fuse && !IsFree(instruction)) return "fusion is off";
  if (group.kind == Group::Kind::kControl) return "control steps read buffers";
  if (group.members.size() >= kMostMembers) return "the group is large enough";
  if (instruction.shapes.size() != 1 && !IsReduction(instruction.op)) return "has several results";
  if (group.kind == Group::Kind::kUpdate) {
    const Value base = At(group.root).operands[0];
    if (base.instruction == p) return "is the array that is updated";
    for (const Value& operand : instruction.operands) {
      if (operand == base) return "reads the array that is updated";
    }
  }
  if (IsFree(instruction)) return "";
  if (At(group.root).op == Op::kScatter) return "a scatter reads buffers";
  if (CumulativeOf(module_, c_, instruction)) return "goes along its lines by itself";
  if (std::string why = RefusalIntoAnchor(p, group); !why.empty()) return why;
  if (instruction.op == Op::kReduce) return RefusalOfReduce(p, group, use, becomes_row);
  if (IsAnchor(instruction.op) || instruction.op == Op::kReduceWindow) {
    if (group.kind != Group::Kind::kLoop) return "needs a loop of its own";
    if (use.relation != Relation::kSame && !(use.relation == Relation::kScalar && Elements(group.root) == 1)) {
      return "is not used element by element";
    }
    for (const auto& [member, unused] : group.members) {
      const Op op = At(member).op;
      if (op == Op::kReduce || (IsAnchor(instruction.op) && op == Op::kReduceWindow)) return "needs a loop of its own";
    }
    return "";
  }
  if (!IsPerElement(instruction, c_) && !IsIndexed(instruction.op)) return "is a step of its own";
  if (chain_[p] >= 0) {
    const bool takes = group.kind == Group::Kind::kLoop && use.relation == Relation::kSame;
    bool reduces = false;
    for (const auto& [member, unused] : group.members) {
      reduces = reduces || IsReduction(At(member).op);
    }
    if (!takes || reduces) return "is the epilogue of a dot or convolution";
  }
  std::string why = RefusalByCost(p, group, use);
  if (!why.empty() && (use.relation == Relation::kRow || use.relation == Relation::kScalar)) {
    *becomes_row = RowBehind(p, group);
    if (becomes_row->has_value()) return "";
  }
  return why;
}

void Fusion::Add(int32_t p, size_t g, const Use& use) {
  FormingGroup& group = groups_[g];
  group.members[p] = use;
  groups_of_[p].push_back(g);
  if (IsAnchor(At(p).op)) {
    group.anchor = p;
    group.kind = At(p).op == Op::kConvolution ? Group::Kind::kConvolution : Group::Kind::kDot;
  }
  if (use.evaluations > Elements(p) * 1.01) group.repeated_cost += Cost(p);
}

bool Fusion::Join(int32_t p, size_t g) {
  FormingGroup& group = groups_[g];
  const Use use = UseOf(p, group);
  std::optional<RowShape> becomes_row;
  const std::string why = Refusal(p, group, use, &becomes_row);
  if (!why.empty()) {
    if (group.notes.size() < 3 && options_.fuse && At(p).op != Op::kConstant) {
      group.notes.push_back(std::string(OpName(At(p).op)) + " " + why);
    }
    return false;
  }
  if (becomes_row) {
    const bool rows_were_domain = Elements(group.root) == static_cast<double>(becomes_row->rows);
    group.kind = Group::Kind::kRow;
    group.row = becomes_row;
    if (rows_were_domain) {
      for (auto& [member, its_use] : group.members) {
        if (its_use.relation == Relation::kSame) its_use.relation = Relation::kRow;
      }
    }
    Add(p, g, UseOf(p, group));
    return true;
  }
  Add(p, g, use);
  return true;
}

void Fusion::NewGroup(int32_t p) {
  const Instruction& instruction = At(p);
  FormingGroup group;
  group.root = p;
  group.kind = IsControl(instruction)                      ? Group::Kind::kControl
               : instruction.op == Op::kDynamicUpdateSlice ? Group::Kind::kUpdate
               : IsRowScatter(c_, instruction)             ? Group::Kind::kUpdate
               : CumulativeOf(module_, c_, instruction)    ? Group::Kind::kCumulative
                                                           : Group::Kind::kLoop;
  Use use{Relation::kSame, instruction.shapes.empty() ? 0 : Elements(p)};
  if (instruction.op == Op::kReduce && options_.multi_stage) {
    const std::optional<RowShape> shape = RowShapeOf(c_, instruction);
    if (shape && shape->columns >= kLongRow && HasPlainRegion(module_, instruction)) {
      group.kind = Group::Kind::kRow;
      group.row = shape;
      use.relation = Relation::kRow;
    }
  }
  if (group.kind == Group::Kind::kCumulative) use.relation = Relation::kOther;
  if (group.kind == Group::Kind::kUpdate) {
    use = {Relation::kOther, static_cast<double>(c_.shape(UpdateOf(instruction)).ElementCount())};
  }
  groups_.push_back(std::move(group));
  Add(p, groups_.size() - 1, use);
}

// Whether a value of group `g` that outside steps read would, through them, be needed by `g` itself.
bool Fusion::ReachesOutside(int32_t p, size_t g) const {
  std::set<int32_t> seen;
  std::vector<int32_t> open{p};
  const auto in_group = [&](int32_t i) { return groups_[g].members.count(i) != 0; };
  while (!open.empty()) {
    const int32_t from = open.back();
    open.pop_back();
    for (const auto& [user, unused] : users_[from]) {
      if (from == p && in_group(user)) {  // which other groups may repeat
        for (const auto other : groups_of_[user]) {
          for (const auto& [member, use] : groups_[other].members) {
            if (member != p && !in_group(member) && seen.insert(member).second) open.push_back(member);
          }
        }
        continue;
      }
      if (in_group(user)) return true;
      if (!seen.insert(user).second) continue;
      if (seen.size() > 2000) return true;  // a bound on the work: not proven, so not done
      open.push_back(user);
      for (size_t other : groups_of_[user]) {
        for (const auto& [member, use] : groups_[other].members) {
          if (member != p && seen.insert(member).second) open.push_back(member);
        }
      }
    }
  }
  return false;
}

// `p` is needed in a buffer, and a group computes it anyway once an element: then that group stores it.
bool Fusion::TryExtraOutput(int32_t p, const std::set<size_t>& consumers) {
  if (!options_.fuse || At(p).shapes.size() != 1 || !IsPerElement(At(p), c_)) return false;
  for (size_t g : consumers) {
    FormingGroup& group = groups_[g];
    if (group.kind == Group::Kind::kControl || group.kind == Group::Kind::kUpdate) continue;
    const Use use = UseOf(p, group);
    const bool row = group.row.has_value();
    const double domain = row ? static_cast<double>(group.row->rows * group.row->columns) : Elements(group.root);
    if (use.relation != Relation::kSame || Elements(p) != domain || At(p).shapes[0].dims != At(group.root).shapes[0].dims) continue;
    std::optional<RowShape> becomes_row;
    if (!Refusal(p, group, use, &becomes_row).empty() || becomes_row || ReachesOutside(p, g)) continue;
    Add(p, g, use);
    group.extra_outputs.insert(p);
    return true;
  }
  return false;
}

void Fusion::Place(int32_t p) {
  const Instruction& instruction = At(p);
  std::set<size_t> consumers;
  bool forced = forced_[p] || instruction.shapes.empty() || IsExchange(instruction) || CallsHost(module_, instruction);
  for (const auto& [user, unused] : users_[p]) {
    consumers.insert(groups_of_[user].begin(), groups_of_[user].end());
  }
  if (consumers.empty() && !forced) return;  // dead
  const bool alias = IsAliasOperation(instruction);
  const bool small = !instruction.shapes.empty() && Elements(p) == 1 && IsPerElement(instruction, c_) && Cost(p) <= 4;
  const bool repeated = IsFree(instruction) || (options_.fuse && (IsMove(instruction.op) || small || narrow_[p]));
  if (repeated) {
    for (size_t g : consumers) forced = !Join(p, g) || forced;
    if (!forced) return;
  } else if (!alias && !forced && consumers.size() == 1) {
    if (Join(p, *consumers.begin())) return;
  } else if (!alias && TryExtraOutput(p, consumers)) {
    return;
  }
  if (instruction.op == Op::kConstant) return;  // lies in a buffer of constants
  if (alias) {
    aliases_.push_back(p);
    for (const Value& operand : instruction.operands) forced_[operand.instruction] = true;
    return;
  }
  NewGroup(p);
}

}  // namespace mote
