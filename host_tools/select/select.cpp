// SelectSteps: walks a module's entry and makes the steps of every group: a routine where the target has one that fits, the generic kernel
// otherwise; buffers for values; copies for what control flow carries.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "fixed/form_fixed.h"
#include "hlo/complex_pairs.h"
#include "hlo/host_transfer.h"
#include "hlo/known_call.h"
#include "hlo/linear_algebra_call.h"
#include "hlo/parameter_number.h"
#include "kernel/trips.h"
#include "lower/comparator.h"
#include "lower/cut_loops.h"
#include "lower/lower.h"
#include "lower/merge_axes.h"
#include "lower/radix_sort.h"
#include "print/printers.h"
#include "schema/microcode_layout.h"
#include "schema/routine_scratch.h"
#include "schema/step_layout.h"
#include "select/arrange_weights.h"
#include "schema/vulkan_layout.h"
#include "select/choose_forms.h"
#include "select/exchange_fields.h"
#include "select/pack_fixed.h"
#include "select/parallel_copy.h"
#include "select/step.h"
#include "select/trip_count.h"
#include "select/wide_weights.h"
#include "target/fixed_table.h"

namespace mote {

MOTE_DEFINE_COPIES(StepGraph);
namespace {

constexpr BufferId kNoBuffer = -1;
constexpr int64_t kMuchWork = 1 << 20;  // iterations of all points: from here workers get scratch of their own

Diagnostic Unsupported(const Instruction& instruction, const std::string& why) {
  std::string text = OpName(instruction.op);
  if (!instruction.shapes.empty()) text += " of " + ToString(instruction.shape());
  return Error(Rule::kUnsupported, text + ": " + why, instruction.location);
}

// What a step takes of the scratch region to run as fast as it can: a routine's own sums and panels, then the kernel's registers.
int64_t ScratchBytes(const Step& step, const Kernel& kernel, int strip) {
  const int64_t registers = MicrocodeScratchBytes(kernel, MotePlannedStrip(strip, PointsOf(kernel, step.params)));
  if (step.kind == StepKind::kSort) {
    return registers + MoteSortScratch(step.fields[kMoteSortN], step.fields[kMoteSortLanes], step.fields[kMoteSortOrder]);
  }
  return registers + (step.kind == StepKind::kRoutine ? RowOf(step.routine).scratch(strip, step.fields.data()) : 0);
}

// Workers that scratch is planned for. They share the region, and strips or tiles of a part of the length cost more than memory where there
// is much to do: the target's workers get the planned length then, others as much as the machine takes.
int64_t WorkersAtOnce(const Step& step, const Kernel& kernel, const TargetFacts& target) {
  const int64_t points = PointsOf(kernel, step.params);
  int64_t shared = points / target.strip, trips = 1 + TripsOf(kernel, step.params);  // what workers share out, and what a point takes
  if (step.kind == StepKind::kRoutine) {
    const MoteRoutineGeometry& geometry = *RowOf(step.routine).geometry;
    shared = 1;
    for (int i = 0; i < kMoteRoutineRows; ++i) shared = MoteRoutineProduct(shared, step.fields[geometry.domain[i]]);
    for (const uint8_t* sum = geometry.sum; *sum != kMoteNoField; ++sum) trips = MoteRoutineProduct(trips, step.fields[*sum]);
  } else if (step.kind != StepKind::kLaunch || !IsFlat(kernel)) {
    return 1;
  }
  return shared >= target.workers && trips > 0 && points >= kMuchWork / trips ? target.workers : 1;
}

// None where the loops of a launch would be too long.
void ChooseShaders(const Kernel& kernel, const IdVector<Buffer>& buffers, Step* step) {
  const int64_t trips = TripsOf(kernel, step->params);
  if (trips > kMoteMaxTrips) return;
  std::vector<int64_t> counts;
  for (size_t i = 0; i < kernel.operands.size(); ++i) {
    counts.push_back(buffers[step->operands[i]].bytes / StorageBytes(kernel.operands[i].type));
  }
  step->forms = ChooseForms(kernel, step->params, counts);
  const bool rows = !step->forms.empty() && step->forms[0].pattern == ShaderForm::Template::kRows;
  step->trips = rows ? std::max(trips, TripsOf(kernel, step->params, kMoteLoneRowPoints)) : trips;
}

class Selector {
 public:
  Selector(const Module& module, const TargetFacts& target, const SelectOptions& options)
      : module_(module), target_(target), options_(options) {
    lower_.fuse = options.fuse;
    lower_.routines = options.routines ? target.routines : RoutineSet();
    wide_ = WideProducts(module, target.fixed_packing, options.packed_ratio);
  }

  Result<StepGraph> Run();

 private:
  // One computation being walked: where its values lie, and which buffers its results should be written to when they can.
  struct Scope {
    const Computation* computation;
    int32_t block;
    std::map<Value, BufferId> buffers;
    std::map<Value, Value> alias;         // result → source
    std::map<Value, BufferId> wanted;     // value → output buffer to make it in
  };

  BufferId NewBuffer(const Shape& shape, const std::string& name) {
    Buffer buffer;
    buffer.kind = Buffer::Kind::kTemporary;
    buffer.type = shape.element_type;
    buffer.dims = shape.dims;
    buffer.bytes = shape.ByteSize();
    buffer.name = name;
    graph_.buffers.push_back(std::move(buffer));
    return graph_.buffers.count() - 1;
  }
  Buffer& At(BufferId b) { return graph_.buffers[b]; }
  std::vector<Step>& Steps(int32_t block) { return graph_.blocks[block].steps; }
  int32_t NewBlock() {
    graph_.blocks.emplace_back();
    return graph_.blocks.count() - 1;
  }
  const Computation& Called(const Instruction& i, size_t which) const {
    return module_.computations[i.called[which]];
  }

  Value Resolve(const Scope& scope, Value v) const {
    for (auto found = scope.alias.find(v); found != scope.alias.end(); found = scope.alias.find(v)) v = found->second;
    return v;
  }
  BufferId ConstantBuffer(const Literal& literal, const std::string& name);
  Result<BufferId> BufferOf(Scope& scope, Value v);
  BufferId MakeResult(Scope& scope, Value v);
  int32_t KernelIndex(Kernel kernel);

  Result<std::vector<BufferId>> Walk(const Computation& computation, int32_t block, const std::vector<BufferId>& parameters,
                                     const std::vector<BufferId>& wanted);
  Status AddGroup(Scope& scope, const Group& group);
  Status AddControl(Scope& scope, const Group& group);
  Status AddWhile(Scope& scope, int32_t at);
  Status AddConditional(Scope& scope, int32_t at);
  Status AddSort(Scope& scope, int32_t at);
  Status AddRadixSort(Scope& scope, int32_t at);
  void AddRadixKernel(Scope& scope, RadixKernel made, IdVector<BufferId> operands, const Step& like);
  Status AddFixed(Scope& scope, int32_t at);
  Status AddCall(Scope& scope, int32_t at);
  Status AddExchange(Scope& scope, int32_t at, IdVector<int64_t> fields);
  Result<BufferId> AddParameter(size_t p);
  Status AddResults();
  Status FinishEntry(const std::vector<BufferId>& results);
  const StateBinding* StateOf(size_t p) const;
  Result<bool> AddRoutine(Scope& scope, const Group& group, std::string* why);
  Status BindKernel(Scope& scope, const Group& group, BoundKernel bound, Step step);
  Status BindOperands(Scope& scope, const BoundKernel& bound, Step* step);
  Status AddPieces(Scope& scope, const Group& group, const BoundKernel& bound, CutKernel cut, int64_t trips, const std::string& why);
  void AddCopy(int32_t block, BufferId from, BufferId to, const std::string& why, Location location);
  void AddCopies(int32_t block, const std::vector<BufferId>& from, const std::vector<BufferId>& to, const std::string& why,
                 Location location);

  const Module& module_;
  const TargetFacts& target_;
  const SelectOptions& options_;
  std::map<const Instruction*, WeightForm> wide_;  // whose weights take more than a byte
  LowerOptions lower_;
  StepGraph graph_;
  EntryPoint entry_;
  std::map<size_t, BufferId> state_results_;  // by the number of a result that becomes a state
  std::map<uint64_t, int32_t> kernels_;
  std::multimap<std::string_view, BufferId> constants_;
};

BufferId Selector::ConstantBuffer(const Literal& literal, const std::string& name) {
  const auto bytes = literal.bytes();
  const std::string_view key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto [from, to] = constants_.equal_range(key);
  for (auto at = from; at != to; ++at) {
    if (At(at->second).type == literal.type()) return at->second;
  }
  const BufferId b = NewBuffer(literal.shape(), name);
  At(b).kind = Buffer::Kind::kConstant;
  At(b).constant = literal;
  // The key's bytes are the literal's, which the buffer shares from now on.
  constants_.insert({key, b});
  return b;
}

// Constants get their buffer when somebody reads it from memory; everything else has been made by then.
Result<BufferId> Selector::BufferOf(Scope& scope, Value v) {
  v = Resolve(scope, v);
  const auto found = scope.buffers.find(v);
  if (found != scope.buffers.end()) return found->second;
  const Instruction& i = scope.computation->at(v);
  if (i.op != Op::kConstant) return Unsupported(i, "its value has no buffer");
  const BufferId b = ConstantBuffer(i.LiteralValue(), i.name);
  scope.buffers[v] = b;
  return b;
}

BufferId Selector::MakeResult(Scope& scope, Value v) {
  v = Resolve(scope, v);
  const auto found = scope.buffers.find(v);
  if (found != scope.buffers.end()) return found->second;
  const auto wanted = scope.wanted.find(v);
  const Instruction& i = scope.computation->at(v);
  const BufferId b =
      wanted != scope.wanted.end() ? wanted->second : NewBuffer(scope.computation->shape(v), i.name.empty() ? OpName(i.op) : i.name);
  scope.buffers[v] = b;
  return b;
}

int32_t Selector::KernelIndex(Kernel kernel) {
  const auto [at, fresh] = kernels_.try_emplace(ContentHash(kernel), graph_.kernels.count());
  if (fresh) graph_.kernels.push_back(std::move(kernel));
  return at->second;
}

void Selector::AddCopy(int32_t block, BufferId from, BufferId to, const std::string& why, Location location) {
  if (from == to || At(to).bytes == 0) return;
  Step step;
  step.kind = StepKind::kCopy;
  step.operands = {from, to};
  step.name = "copy";
  step.why = why;
  step.location = location;
  Steps(block).push_back(std::move(step));
}

void Selector::AddCopies(int32_t block, const std::vector<BufferId>& from, const std::vector<BufferId>& to, const std::string& why,
                         Location location) {
  const auto spare = [&](int32_t b) {
    const BufferId copy = NewBuffer(Shape::Array(At(b).type, At(b).dims), At(b).name + ", set aside");
    return copy;
  };
  for (const auto& [source, destination] : SequenceCopies(from, to, spare)) AddCopy(block, source, destination, why, location);
}

Result<std::vector<BufferId>> Selector::Walk(const Computation& computation, int32_t block, const std::vector<BufferId>& parameters,
                                             const std::vector<BufferId>& wanted) {
  Scope scope{&computation, block, {}, {}, {}};
  for (size_t p = 0; p < parameters.size(); ++p) scope.buffers[Value{static_cast<int32_t>(p), 0}] = parameters[p];
  MOTE_ASSIGN(const Grouping grouping, FormGroups(module_, computation, lower_));
  for (const auto& [result, source] : grouping.aliases) scope.alias[result] = source;
  for (size_t r = 0; r < wanted.size(); ++r) {
    const Value v = Resolve(scope, computation.results[r]);
    const bool made_here = scope.buffers.count(v) == 0 && computation.at(v).op != Op::kConstant;
    if (made_here && wanted[r] != kNoBuffer && At(wanted[r]).type == computation.shape(v).element_type) {
      scope.wanted.try_emplace(v, wanted[r]);
    }
  }
  for (const Group& group : grouping.groups) {
    MOTE_CHECK_OK(group.kind == Group::Kind::kControl ? AddControl(scope, group) : AddGroup(scope, group));
  }
  std::vector<BufferId> results;
  for (const Value& v : computation.results) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, v));
    results.push_back(b);
  }
  return results;
}

Status Selector::BindOperands(Scope& scope, const BoundKernel& bound, Step* step) {
  for (size_t k = 0; k < bound.operands.size(); ++k) {
    if (bound.kernel.operands[k].written) {
      step->operands.push_back(MakeResult(scope, bound.operands[k]));
    } else {
      MOTE_ASSIGN(const BufferId b, BufferOf(scope, bound.operands[k]));
      step->operands.push_back(b);
    }
  }
  return Ok();
}

// A kernel that loops longer than a launch may, as launches that hand on what its loops carry.
Status Selector::AddPieces(Scope& scope, const Group& group, const BoundKernel& bound, CutKernel cut, int64_t trips,
                           const std::string& why) {
  const Location location = scope.computation->instructions[group.instructions.back()].location;
  Step whole;
  MOTE_CHECK_OK(BindOperands(scope, bound, &whole));
  IdVector<BufferId> buffers = whole.operands;
  const size_t own = buffers.size();
  buffers.resize(own + cut.carried.size(), kNoBuffer);
  for (size_t p = 0; p < cut.pieces.size(); ++p) {
    KernelPiece& piece = cut.pieces[p];
    Step step;
    step.kind = StepKind::kLaunch;
    for (const int32_t operand : piece.operands) {
      BufferId& b = buffers[operand];
      if (b == kNoBuffer) {
        b = NewBuffer(Shape::Array(cut.carried[static_cast<size_t>(operand) - own], {cut.points}), bound.kernel.name + ", so far");
      }
      step.operands.push_back(b);
    }
    step.in_place = InPlacePairs(piece.kernel, piece.values);
    step.params = std::move(piece.values);
    step.name = bound.kernel.name;
    step.why = "part " + std::to_string(p + 1) + " of " + std::to_string(cut.pieces.size()) + ": " + std::to_string(trips) +
               " iterations are too many for a launch; " + why;
    step.location = location;
    ChooseShaders(piece.kernel, graph_.buffers, &step);
    step.kernel = KernelIndex(std::move(piece.kernel));
    Steps(scope.block).push_back(std::move(step));
  }
  return Ok();
}

Status Selector::BindKernel(Scope& scope, const Group& group, BoundKernel bound, Step step) {
  MOTE_CHECK_OK(BindOperands(scope, bound, &step));
  const int32_t first = static_cast<int32_t>(step.operands.size() - bound.operands.size());
  for (const auto& [in, out] : bound.in_place) step.in_place.push_back({first + in, first + out});
  step.params = std::move(bound.values);
  step.name = bound.kernel.name;
  step.location = scope.computation->instructions[group.instructions.back()].location;
  if (target_.path == TargetFacts::Path::kCpu) {
    step.scratch_bytes = ScratchBytes(step, bound.kernel, target_.strip) * WorkersAtOnce(step, bound.kernel, target_);
  }
  if (target_.path == TargetFacts::Path::kVulkan) ChooseShaders(bound.kernel, graph_.buffers, &step);
  step.kernel = KernelIndex(std::move(bound.kernel));
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

// Of a product that fixed/ has looked at.
std::string WhyNotFixed(const Computation& computation, const Group& group) {
  for (const int32_t at : group.instructions) {
    const auto& extra = computation.instructions[at].extra;
    if (const auto why = extra.find(kWhyNotFixed); why != extra.end()) return "; no fixed-point step: " + why->second;
  }
  return "";
}

// True when a routine took the group; otherwise `why` tells what stood against it.
Result<bool> Selector::AddRoutine(Scope& scope, const Group& group, std::string* why) {
  std::optional<BoundRoutine> form = AsRoutine(module_, *scope.computation, group, lower_.routines, why);
  if (!form) return false;
  for (const int64_t field : form->fields) {
    if (field < INT32_MIN || field > INT32_MAX) {
      *why = "an extent or stride does not fit 32 bits";
      return false;
    }
  }
  Step step;
  step.kind = StepKind::kRoutine;
  step.routine = form->row->id;
  step.fields = std::move(form->fields);
  for (const Value& v : {form->lhs, form->rhs}) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, v));
    step.operands.push_back(b);
  }
  step.why = "routine" + WhyNotFixed(*scope.computation, group) + "; " + group.why;
  MOTE_CHECK_OK(BindKernel(scope, group, std::move(form->epilogue), std::move(step)));
  return true;
}

Status Selector::AddGroup(Scope& scope, const Group& group) {
  // Results without elements need no step, unless the caller asked for them: then the operation is run over nothing, like any other.
  const bool empty = std::all_of(group.outputs.begin(), group.outputs.end(), [&](const Value& v) {
    return scope.computation->shape(v).ElementCount() == 0 && !scope.wanted.count(v);
  });
  if (empty) {
    for (const Value& v : group.outputs) MakeResult(scope, v);
    return Ok();
  }
  std::string why = group.why;
  if (group.kind == Group::Kind::kDot || group.kind == Group::Kind::kConvolution) {
    std::string against = options_.routines ? "target " + target_.name + " has no routines" : "routines are switched off";
    if (!lower_.routines.empty()) {
      MOTE_ASSIGN(const bool taken, AddRoutine(scope, group, &against));
      if (taken) return Ok();
    }
    why = "generic kernel, " + against + WhyNotFixed(*scope.computation, group) + (why.empty() ? "" : "; " + why);
  }
  const Location location = scope.computation->instructions[group.instructions.back()].location;
  if (group.kind == Group::Kind::kUpdate) {
    MOTE_ASSIGN(const BufferId source, BufferOf(scope, group.inputs[0]));
    AddCopy(scope.block, source, MakeResult(scope, group.outputs[0]), "the update starts from its operand", location);
    const Instruction& update = scope.computation->instructions[group.instructions.back()];
    if (scope.computation->shape(UpdateOf(update)).ElementCount() == 0) return Ok();
  }
  MOTE_ASSIGN(BoundKernel bound, LowerGroup(module_, *scope.computation, group, lower_));
  if (target_.path == TargetFacts::Path::kVulkan) {
    const int64_t trips = TripsOf(bound.kernel, bound.values);
    if (trips > kMoteMaxTrips) {
      std::optional<CutKernel> cut = CutLoops(bound.kernel, bound.values, kMoteMaxTrips);
      if (cut) return AddPieces(scope, group, bound, std::move(*cut), trips, why);
      why = "on the CPU: " + std::to_string(trips) + " iterations are too many for a launch, and its loops cannot be cut; " + why;
    }
  }
  Step step;
  step.kind = StepKind::kLaunch;
  step.why = std::move(why);
  return BindKernel(scope, group, std::move(bound), std::move(step));
}

Status Selector::AddControl(Scope& scope, const Group& group) {
  const int32_t at = group.instructions.back();
  const Instruction& i = scope.computation->instructions[at];
  if (i.op == Op::kCall || i.op == Op::kComposite) {
    std::vector<BufferId> arguments;
    for (const Value& v : i.operands) {
      MOTE_ASSIGN(const BufferId b, BufferOf(scope, v));
      arguments.push_back(b);
    }
    MOTE_ASSIGN(const std::vector<BufferId> results, Walk(Called(i, 0), scope.block, arguments, {}));
    for (size_t r = 0; r < results.size(); ++r) scope.buffers[Value{at, static_cast<int32_t>(r)}] = results[r];
    return Ok();
  }
  if (i.op == Op::kSort) return target_.sorts ? AddSort(scope, at) : AddRadixSort(scope, at);
  if (i.op == Op::kFixed) return AddFixed(scope, at);
  if (i.op == Op::kCustomCall) return AddCall(scope, at);
  if (auto exchange = ExchangeFields(i, module_.replicas * module_.partitions)) return AddExchange(scope, at, std::move(*exchange));
  const bool loop = i.op == Op::kWhile, choice = i.op == Op::kIf || i.op == Op::kCase;
  if (!loop && !choice) return Unsupported(i, "no step kind runs it yet");
  return loop ? AddWhile(scope, at) : AddConditional(scope, at);
}

Status Selector::AddWhile(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  const size_t carried = i.declared_operands();
  const Computation& body = Called(i, 1);
  std::vector<BufferId> bound;
  for (size_t o = 0; o < i.operands.size(); ++o) {
    MOTE_ASSIGN(const BufferId initial, BufferOf(scope, i.operands[o]));
    const Value result{at, static_cast<int32_t>(o)};
    // A value that the body hands on untouched needs no buffer of its own.
    const bool changes = o < carried && body.results[o] != Value{static_cast<int32_t>(o), 0};
    if (!changes) {
      bound.push_back(initial);
      if (o < carried) scope.buffers[result] = initial;
      continue;
    }
    bound.push_back(MakeResult(scope, result));
    AddCopy(scope.block, initial, bound.back(), "initial value of a loop", i.location);
  }
  Step step;
  step.kind = StepKind::kWhile;
  step.blocks = {NewBlock(), NewBlock()};
  step.name = "while";
  step.turns = TripCount(module_, *scope.computation, at).value_or(-1);
  step.why = "carried values lie in one buffer each, captured ones are read where they are";
  if (const auto rows = i.extra.find("mote.rows"); rows != i.extra.end()) step.name += ", " + rows->second;
  step.location = i.location;
  MOTE_ASSIGN(const std::vector<BufferId> predicate, Walk(Called(i, 0), step.blocks[0], bound, {}));
  step.operands = {predicate[0]};
  MOTE_ASSIGN(const std::vector<BufferId> next, Walk(body, step.blocks[1], bound, {}));
  AddCopies(step.blocks[1], next, {bound.begin(), bound.begin() + static_cast<ptrdiff_t>(carried)}, "next value of a loop", i.location);
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

Status Selector::AddConditional(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  Step step;
  step.kind = StepKind::kConditional;
  step.name = i.op == Op::kIf ? "if" : "case";
  step.why = "every branch writes the results";
  step.location = i.location;
  MOTE_ASSIGN(const BufferId index, BufferOf(scope, i.operands[0]));
  step.operands = {index};
  std::vector<BufferId> captured, results;
  for (size_t o = i.declared_operands(); o < i.operands.size(); ++o) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, i.operands[o]));
    captured.push_back(b);
  }
  for (size_t r = 0; r < i.shapes.size(); ++r) results.push_back(MakeResult(scope, {at, static_cast<int32_t>(r)}));
  for (size_t branch = 0; branch < i.called.size(); ++branch) {
    step.blocks.push_back(NewBlock());
    MOTE_ASSIGN(const std::vector<BufferId> made, Walk(Called(i, branch), step.blocks.back(), captured, {}));
    AddCopies(step.blocks.back(), made, results, "result of a branch", i.location);
  }
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

Status Selector::AddSort(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  const size_t arrays = i.declared_operands();
  const auto [rows, n, inner] = LinesOf(i);
  const int64_t lanes = MotePlannedStrip(target_.strip, n);
  if (i.shapes[0].ElementCount() > lower_.max_index || n > kMoteMostSorted) return Unsupported(i, "it has too many elements");
  MOTE_ASSIGN(ComparatorKernel comparator, LowerComparator(module_, *scope.computation, at, lanes));
  const SortKey key = KeyOfComparator(Called(i, 0));
  Step step;
  step.kind = StepKind::kSort;
  step.fields = {rows, n, inner, static_cast<int64_t>(arrays), lanes, key.order, key.array};
  for (size_t k = 0; k < arrays; ++k) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, i.operands[k]));
    step.operands.push_back(b);
  }
  for (size_t k = 0; k < arrays; ++k) step.operands.push_back(MakeResult(scope, {at, static_cast<int32_t>(k)}));
  step.operands.push_back(NewBuffer(Shape::Array(ElementType::kS32, {2, lanes}), "pairs of a sort"));
  for (const Value& v : comparator.reads) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, v));
    step.operands.push_back(b);
  }
  step.operands.push_back(NewBuffer(Shape::Array(ElementType::kPred, {lanes}), "answers of a comparator"));
  step.params = std::move(comparator.values);
  step.name = "sort";
  step.why = key.order != 0 ? "a merge sort of the keys of array " + std::to_string(key.array)
                            : "a merge sort whose comparator answers " + std::to_string(lanes) + " questions at once";
  step.location = i.location;
  step.scratch_bytes = ScratchBytes(step, comparator.kernel, target_.strip);
  step.kernel = KernelIndex(std::move(comparator.kernel));
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

void Selector::AddRadixKernel(Scope& scope, RadixKernel made, IdVector<BufferId> operands, const Step& like) {
  Step step = like;
  step.kind = StepKind::kLaunch;
  step.operands = std::move(operands);
  step.params = std::move(made.values);
  step.name = made.kernel.name;
  ChooseShaders(made.kernel, graph_.buffers, &step);
  step.kernel = KernelIndex(std::move(made.kernel));
  Steps(scope.block).push_back(std::move(step));
}

// Digit by digit, between the results and other arrays to and fro. Which elements a move writes is known when it runs, so that both begin
// as copies.
Status Selector::AddRadixSort(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  const SortKey order = KeyOfComparator(Called(i, 0));
  const RadixShape shape = RadixShapeOf(LinesOf(i));
  if (!HasDigits(i, order)) return Unsupported(i, "only its comparator knows the order");
  if (i.shapes[0].ElementCount() > lower_.max_index) return Unsupported(i, "it has too many elements");
  IdVector<BufferId> from, to, other;
  std::vector<ElementType> types;
  for (int64_t k = 0; k < i.declared_operands(); ++k) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, i.operands[static_cast<size_t>(k)]));
    from.push_back(b);
    types.push_back(i.shapes[static_cast<size_t>(k)].element_type);
    to.push_back(MakeResult(scope, {at, static_cast<int32_t>(k)}));
  }
  RadixKey key{types[static_cast<size_t>(order.array)], order.order, 0};
  const std::vector<int64_t> shifts = RadixShifts(key.type);
  Step like;
  like.why = "a sort of array " + std::to_string(order.array) + " by its digits, " + std::to_string(shifts.size()) + " of them";
  like.location = i.location;
  for (size_t k = 0; k < to.size(); ++k) {
    if (shifts.size() > 1) other.push_back(NewBuffer(i.shapes[k], "sorted so far"));
    for (const BufferId b : {to[k], shifts.size() > 1 ? other.back() : to[k]}) AddCopy(scope.block, from[k], b, like.why, i.location);
  }
  const auto numbers = [&](int64_t count, const char* name) {
    return NewBuffer(Shape::Array(ElementType::kS32, {shape.Lines(), count}), name);
  };
  const BufferId counts = numbers(shape.Counts(), "counts of digits"), places = numbers(shape.Counts(), "places of digits");
  const BufferId sums = shape.groups > 1 ? numbers(shape.groups, "sums of counts") : kNoBuffer;
  if (shifts.size() % 2 == 0) std::swap(to, other);
  for (const int64_t shift : shifts) {
    key.shift = shift;
    AddRadixKernel(scope, CountDigits(shape, key), {from[static_cast<size_t>(order.array)], counts}, like);
    IdVector<BufferId> placed{counts};
    if (sums != kNoBuffer) {
      AddRadixKernel(scope, SumCounts(shape), {counts, sums}, like);
      placed.push_back(sums);
    }
    placed.push_back(places);
    AddRadixKernel(scope, PlaceBlocks(shape), std::move(placed), like);
    IdVector<BufferId> moved = from;
    moved.push_back(places);
    moved.insert(moved.end(), to.begin(), to.end());
    AddRadixKernel(scope, MoveElements(shape, key, types, static_cast<size_t>(order.array)), std::move(moved), like);
    from = to;
    std::swap(to, other);
  }
  return Ok();
}

// Inputs, then the stream as the target packs it.
Status Selector::AddFixed(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  Step step;
  step.kind = StepKind::kFixed;
  const auto stream = i.attributes.find(Attr::kFixedStream);
  const Literal plain = stream == i.attributes.end() ? Literal() : std::get<Literal>(stream->second);
  const auto wide = wide_.find(&i);
  const WeightForm form = wide == wide_.end() ? WeightForm::kBytes : wide->second;
  PackedFixed packed = PackFixed(i.Ints(Attr::kFixedFields), plain.bytes(), target_.fixed_packing, {form, options_.planes});
  step.fields = packed.fields;
  const auto routine = static_cast<FixedRoutine>(step.fields[kMoteFixedRoutine]);
  const MoteFixedNeeds needs = FixedNeeds(step.fields);
  for (const Value& input : i.operands) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, input));
    step.operands.push_back(b);
  }
  if (!packed.stream.empty()) {
    const Shape shape = Shape::Array(ElementType::kU8, {static_cast<int64_t>(packed.stream.size())});
    step.operands.push_back(ConstantBuffer(Literal(shape, std::move(packed.stream)), i.name));
  }
  const auto output = static_cast<int32_t>(step.operands.size());
  step.operands.push_back(MakeResult(scope, {at, 0}));
  if (MayBeginAtItsInput(routine)) {
    for (int32_t k = 0; k < needs.inputs; ++k) step.in_place.push_back({k, output});
  } else if (target_.workers == 1) {  // rows are one after the other
    const RowDistances distances = DistancesOf(step.fields);
    step.overlap = {0, output, distances.below, distances.above};
  }
  step.name = NameOf(routine);
  step.why = "bytes to bytes, its constants proven for every input" + packed.why;
  if (const auto channels = i.extra.find("mote.channels"); channels != i.extra.end()) step.why += "; " + channels->second;
  step.location = i.location;
  if (target_.workers > 1) {
    step.scratch_bytes = needs.scratch * (needs.work >= kMuchWork ? target_.workers : 1);
  } else if (needs.scratch > 0) {
    step.operands.push_back(NewBuffer(Shape::Array(ElementType::kU8, {needs.scratch}), "scratch"));
  }
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

// The application computes it, row by row in memory as everything else.
IdVector<Shape> OperandShapes(const Computation& computation, const Instruction& i) {
  IdVector<Shape> shapes;
  for (const Value& operand : i.operands) shapes.push_back(computation.shape(operand));
  return shapes;
}

// As schema/known_calls.def has it; `scratch`: elements of the matrix's type.
CallTarget KnownCallOf(const LinearAlgebraCall& call, int64_t* scratch) {
  const int64_t n = call.rows;
  CallTarget target;
  const auto take = [&](const char* name, int64_t elements) {
    target.name = name;
    *scratch = elements;
  };
  switch (call.decomposition) {
#define MOTE_KNOWN_CALL(id, name, elements, what) case Decomposition::k##id: take(name, elements); break;
#include "schema/known_calls.def"
#undef MOTE_KNOWN_CALL
    default: break;
  }
  for (const int64_t number : {int64_t{call.type == ElementType::kF64 ? 8 : 4}, call.matrices(), n, call.columns, int64_t{call.lower}}) {
    target.config += (target.config.empty() ? "" : " ") + std::to_string(number);
  }
  return target;
}

Status Selector::AddCall(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  CallTarget target = {i.Text(Attr::kCallTarget), i.Text(Attr::kBackendConfig)};
  int64_t scratch = 0;
  const bool known = IsLinearAlgebraCall(i);
  if (known) {
    MOTE_ASSIGN(const LinearAlgebraCall call, LinearAlgebraCallOf(i, OperandShapes(*scope.computation, i)));
    target = KnownCallOf(call, &scratch);
  }
  if (!i.called.empty()) return Unsupported(i, "a custom call with computations of its own");
  Step step;
  step.kind = StepKind::kCall;
  step.name = target.name;
  step.why = known ? "a routine of the runtime" : "a function of the application";
  step.location = i.location;
  for (const Value& v : i.operands) {
    if (!scope.computation->shape(v).IsArray()) return Unsupported(i, "an operand of type " + ToString(scope.computation->shape(v)));
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, v));
    step.operands.push_back(b);
  }
  const auto inputs = static_cast<int64_t>(step.operands.size());
  for (size_t r = 0; r < i.shapes.size(); ++r) {
    if (!i.shapes[r].IsArray()) return Unsupported(i, "a result of type " + ToString(i.shapes[r]));
    step.operands.push_back(MakeResult(scope, {at, static_cast<int32_t>(r)}));
  }
  if (scratch != 0) step.operands.push_back(NewBuffer(Shape::Array(i.shapes[0].element_type, {scratch}), "scratch"));
  const auto number = std::find(graph_.calls.begin(), graph_.calls.end(), target);
  step.fields = {number - graph_.calls.begin(), inputs};
  if (number == graph_.calls.end()) graph_.calls.push_back(target);
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

// Data for other members, or this one's number.
Status Selector::AddExchange(Scope& scope, int32_t at, IdVector<int64_t> fields) {
  const Instruction& i = scope.computation->instructions[at];
  Step step;
  step.kind = StepKind::kExchange;
  step.name = OpName(i.op);
  step.why = i.operands.empty() ? "who this member is" : "between members, in one order everywhere";
  step.location = i.location;
  step.fields = std::move(fields);
  if (!i.operands.empty()) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, i.operands[0]));
    step.operands.push_back(b);
  }
  step.operands.push_back(MakeResult(scope, {at, 0}));
  if (i.shape().ByteSize() > 0) Steps(scope.block).push_back(std::move(step));
  return Ok();
}

// An operation that SplitComplex left whole is what has no kernel, not the conversions around it that come first.
Status CheckNoComplex(const Module& module) {
  const auto is_complex = [](const Shape& shape) { return shape.IsArray() && IsComplex(shape.element_type); };
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op == Op::kComplex) continue;
      for (const Value& operand : i.operands) {
        if (is_complex(computation.shape(operand))) return Unsupported(i, "it has no kernel for complex values");
      }
    }
  }
  return Ok();
}

// Before anything else: a callback into Python has tokens around it, which are not what the user should hear of.
Status CheckCustomCalls(const Module& module, const std::set<std::string>& custom_calls) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op != Op::kCustomCall || custom_calls.count(i.Text(Attr::kCallTarget)) != 0 || IsHostCall(i.Text(Attr::kCallTarget))) continue;
      const IdVector<Shape> operands = OperandShapes(computation, i);
      if (IsLinearAlgebraCall(i)) {
        const auto call = LinearAlgebraCallOf(i, operands);
        if (call.ok() && call->HasRoutine()) continue;
      }
      Diagnostic refused = RefusedCall(i, operands);
      if (refused.hint.empty()) refused.hint = "--custom-call " + i.Text(Attr::kCallTarget) + " leaves it to a function of the application";
      return refused;
    }
  }
  return Ok();
}

// What the program file can say of an input or output.
Status CheckTensor(const Shape& shape, const char* what, Location location) {
  if (!shape.IsArray() || !shape.IsStatic()) {
    Diagnostic d = Error(Rule::kUnsupported, std::string(what) + " of type " + ToString(shape), location);
    if (shape.IsArray()) d.hint = "--dim gives sizes that are not known";
    return d;
  }
  for (const int64_t size : shape.dims) {
    if (size > INT32_MAX) {
      return Error(Rule::kLimit, std::string(what) + " of type " + ToString(shape) + ": a dimension has more than 2147483647 elements",
                   location);
    }
  }
  return Ok();
}

std::string NameAt(const std::vector<std::string>& names, size_t i, const char* prefix) {
  return i < names.size() && !names[i].empty() ? names[i] : prefix + std::to_string(i);
}

bool HasPairs(const std::vector<std::map<std::string, std::string>>& extra, size_t i) {
  return i < extra.size() && extra[i].count(std::string(kComplexPairs)) != 0;
}

bool Names(const std::string& wanted, const std::vector<std::string>& names, size_t i) {
  return wanted == std::to_string(i) || (i < names.size() && !wanted.empty() && wanted == names[i]);
}

const StateBinding* Selector::StateOf(size_t p) const {
  for (const StateBinding& state : options_.states) {
    if (ParameterNumber(module_.main(), state.input) == static_cast<int32_t>(p)) return &state;
  }
  return nullptr;
}

Result<BufferId> Selector::AddParameter(size_t p) {
  const Computation& main = module_.main();
  const Shape& shape = main.parameters[p];
  const StateBinding* state = StateOf(p);
  MOTE_CHECK_OK(CheckTensor(shape, state != nullptr ? "a state" : "an input", main.location));
  const BufferId b = NewBuffer(shape, NameAt(main.parameter_names, p, "input"));
  At(b).complex_pairs = HasPairs(main.parameter_extra, p);
  if (state == nullptr) {
    At(b).kind = Buffer::Kind::kInput;
    At(b).number = entry_.inputs.count();
    entry_.inputs.push_back(b);
    entry_.input_names.push_back(p < main.parameter_names.size() ? main.parameter_names[p] : "");
    MOTE_ASSIGN(std::optional<Split> split, SplitOf(main.parameter_extra, p, At(b).TensorShape(), module_));
    entry_.input_splits.push_back(std::move(split));
    return b;
  }
  At(b).kind = Buffer::Kind::kState;
  if (state->output.empty()) return b;
  for (size_t r = 0; r < main.results.size(); ++r) {
    if (!Names(state->output, main.result_names, r)) continue;
    const Shape& result = main.shape(main.results[r]);
    if (!(result == shape)) {
      return Error(Rule::kShape,
                   "state " + state->input + " is " + ToString(shape) + ", its output " + state->output + " " + ToString(result),
                   main.location);
    }
    if (!state_results_.try_emplace(r, b).second) {
      return Error(Rule::kCount, "output " + state->output + " is the next value of two states", main.location);
    }
    return b;
  }
  return Error(Rule::kAttribute, "there is no output '" + state->output + "' to be the next value of state " + state->input, main.location);
}

Status Selector::AddResults() {
  const Computation& main = module_.main();
  for (size_t r = 0; r < main.results.size(); ++r) {
    if (state_results_.count(r) != 0) continue;
    const Shape& shape = main.shape(main.results[r]);
    MOTE_CHECK_OK(CheckTensor(shape, "an output", main.location));
    const BufferId b = NewBuffer(shape, NameAt(main.result_names, r, "output"));
    At(b).kind = Buffer::Kind::kOutput;
    At(b).complex_pairs = HasPairs(main.result_extra, r);
    At(b).number = entry_.outputs.count();
    entry_.outputs.push_back(b);
    entry_.output_names.push_back(r < main.result_names.size() ? main.result_names[r] : "");
    MOTE_ASSIGN(std::optional<Split> split, SplitOf(main.result_extra, r, At(b).TensorShape(), module_));
    entry_.output_splits.push_back(std::move(split));
  }
  return Ok();
}

// Outputs first: one may be a state's old value.
Status Selector::FinishEntry(const std::vector<BufferId>& results) {
  const Location location = module_.main().location;
  std::vector<BufferId> next, states;
  size_t output = 0;
  for (size_t r = 0; r < results.size(); ++r) {
    const auto state = state_results_.find(r);
    if (state == state_results_.end()) {
      AddCopy(entry_.block, results[r], entry_.outputs[output++], "an output that is an input, a constant or returned twice", location);
    } else {
      next.push_back(results[r]);
      states.push_back(state->second);
    }
  }
  AddCopies(entry_.block, next, states, "next value of a state", location);
  return Ok();
}

Result<StepGraph> Selector::Run() {
  const Computation& main = module_.main();
  entry_.name = main.name.empty() ? "main" : main.name;
  std::vector<BufferId> parameters, wanted;
  for (size_t p = 0; p < main.parameters.size(); ++p) {
    MOTE_ASSIGN(const BufferId b, AddParameter(p));
    parameters.push_back(b);
  }
  MOTE_CHECK_OK(AddResults());
  for (size_t r = 0, output = 0; r < main.results.size(); ++r) {
    wanted.push_back(state_results_.count(r) != 0 ? kNoBuffer : entry_.outputs[output++]);
  }
  entry_.block = NewBlock();
  MOTE_ASSIGN(const std::vector<BufferId> results, Walk(main, entry_.block, parameters, wanted));
  MOTE_CHECK_OK(FinishEntry(results));
  graph_.entries.push_back(std::move(entry_));
  return std::move(graph_);
}

}  // namespace

const char* KindName(const Step& step) {
  switch (step.kind) {
#define MOTE_STEP(id, code, name, ...) \
  case StepKind::k##id: return name;
#include "schema/steps.def"
#undef MOTE_STEP
    case StepKind::kRoutine: return RowOf(step.routine).name;
  }
  return "?";
}

Result<StepGraph> SelectSteps(const Module& module, const TargetFacts& target, const SelectOptions& options) {
  MOTE_CHECK_OK(CheckCustomCalls(module, options.custom_calls));
  MOTE_CHECK_OK(CheckNoComplex(module));
  const Module arranged = ArrangeWeights(module);
  return Selector(arranged, target, options).Run();
}

}  // namespace mote
