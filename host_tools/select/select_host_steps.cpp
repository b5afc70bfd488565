// Steps that the runtime's own code carries out: sorts, fixed-point routines, calls and exchanges.
#include <algorithm>

#include "hlo/fft_call.h"
#include "hlo/linear_algebra_call.h"
#include "lower/comparator.h"
#include "schema/microcode_layout.h"
#include "schema/step_layout.h"
#include "select/pack_fixed.h"
#include "select/selector.h"
#include "target/fixed_table.h"

namespace mote {

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

namespace {

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

}  // namespace

IdVector<Shape> OperandShapes(const Computation& computation, const Instruction& i) {
  IdVector<Shape> shapes;
  for (const Value& operand : i.operands) shapes.push_back(computation.shape(operand));
  return shapes;
}

// The application or the runtime computes it, row by row in memory as everything else.
Status Selector::AddCall(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  CallTarget target = {i.Text(Attr::kCallTarget), i.Text(Attr::kBackendConfig)};
  int64_t scratch = 0;
  const IdVector<Shape> operands = OperandShapes(*scope.computation, i);
  const auto fft = FftCallOf(i, operands);
  if (fft && target_.path == TargetFacts::Path::kVulkan) return AddFft(scope, at, *fft);
  const bool known = IsLinearAlgebraCall(i) || fft;
  if (fft) {
    target.config = fft->Configuration(target_.workers, &scratch);
  } else if (known) {
    MOTE_ASSIGN(const LinearAlgebraCall call, LinearAlgebraCallOf(i, operands));
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

}  // namespace mote
