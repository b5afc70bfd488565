// Inputs and outputs that lie at pointers of the caller: the views of them, binding, and what must hold when a run begins. A file of its
// own: firmware keeps its inputs and outputs in the arena and does not link it.
#include "core/instance.h"
#include "core/linked.h"
#include "core/verifier.h"

namespace mote::runtime {
namespace {

// The view of tensor `i`: inputs, then outputs.
ViewInfo ViewOfTensor(const mote_program& program, const EntryInfo& entry, uint32_t i) {
  const bool output = i >= entry.inputs;
  return ViewOf(program, TensorView(program, entry, output, output ? i - entry.inputs : i));
}

uint32_t AlignmentOf(const ViewInfo& view) {
  const uint32_t element = ElementOf(view.type).bytes;
  return element > 8 ? 8 : element;
}

// A view of an entry's tensor lies in it. A tensor is aligned to its own elements, and so no view of it may hold wider ones.
Site CheckView(const mote_program& program, const EntryInfo& entry, uint32_t number, WorkAccount* work) {
  const ViewInfo view = ViewOf(program, number);
  const bool output = view.space == kMoteOutput;
  if (!output && view.space != kMoteInput) return Site::kNone;
  if (!work->Spend(4)) return Site::kWork;
  if (view.number >= (output ? entry.outputs : entry.inputs)) return work->At(Site::kViewRange, number);
  const ViewInfo tensor = ViewOfTensor(program, entry, output ? entry.inputs + view.number : view.number);
  if (AlignmentOf(view) > AlignmentOf(tensor)) return work->At(Site::kViewShape, number);
  const bool inside = view.offset <= tensor.bytes && view.bytes <= tensor.bytes - view.offset;
  return inside ? Site::kNone : work->At(Site::kViewRange, number);
}

// Bytes that a run is given, as numbers: ranges of different objects have no order otherwise.
struct Bytes {
  uintptr_t first, count;
  Bytes(const void* data, size_t bytes) : first(reinterpret_cast<uintptr_t>(data)), count(bytes) {}
  bool Overlaps(const Bytes& o) const { return count != 0 && o.count != 0 && (first - o.first < o.count || o.first - first < count); }
};

// Tensors are bound, and outputs share no byte with the arena, the state or other tensors, where a step would write what another still
// reads.
mote_status Bound(mote_instance& instance) {
  if (instance.bound) return Done();
  const mote_program& program = *instance.program;
  const EntryInfo& entry = instance.entry;
  const Bytes state(instance.kept, program.state_bytes);
  for (uint32_t i = 0; i < entry.inputs + entry.outputs; ++i) {
    const bool output = i >= entry.inputs;
    const uint32_t number = output ? i - entry.inputs : i;
    const Bytes one(instance.tensors[i], ViewOfTensor(program, entry, i).bytes);
    if (one.first == 0 && one.count != 0) return Fail(output ? Site::kOutputUnbound : Site::kInputUnbound, number);
    bool apart = !one.Overlaps(state);
    for (uint32_t r = 0; r == 0 || r < program.regions.count; ++r) {
      const RegionRange range = RegionOf(program, r);
      apart = apart && !one.Overlaps(Bytes(instance.arena[r], range.end - range.begin));
    }
    for (uint32_t j = 0; output && apart && j < i; ++j) {
      apart = !one.Overlaps(Bytes(instance.tensors[j], ViewOfTensor(program, entry, j).bytes));
    }
    if (!apart) return Fail(output ? Site::kOutputOverlaps : Site::kInputOverlaps, number);
  }
  instance.bound = true;
  return Done();
}

mote_status Bind(mote_instance* instance, bool output, uint32_t number, const void* data, size_t size) {
  if (instance == nullptr) return Fail(Site::kNullArgument);
  const mote_program& program = *instance->program;
  if (number >= (output ? instance->entry.outputs : instance->entry.inputs)) return Fail(Site::kNoSuchTensor, number);
  if (program.io_in_arena) return Fail(Site::kBoundInArena);
  const uint32_t index = output ? instance->entry.inputs + number : number;
  const ViewInfo view = ViewOfTensor(program, instance->entry, index);
  if (size < view.bytes) return Fail(Site::kSmallTensor, view.bytes);
  if (data == nullptr && view.bytes != 0) return Fail(Site::kNullArgument);
  if (reinterpret_cast<uintptr_t>(data) % AlignmentOf(view) != 0) return Fail(Site::kMisaligned, AlignmentOf(view));
  // Input views are never written: the verifier saw to it.
  instance->bound = false;
  instance->tensors[index] = const_cast<uint8_t*>(static_cast<const uint8_t*>(data));
  return Done();
}

}  // namespace

const CallerTensors kCallerTensors = {CheckView, Bound};

}  // namespace mote::runtime

extern "C" {

mote_status mote_bind_input(mote_instance* instance, uint32_t number, const void* data, size_t size) {
  return mote::runtime::Bind(instance, false, number, data, size);
}

mote_status mote_bind_output(mote_instance* instance, uint32_t number, void* data, size_t size) {
  return mote::runtime::Bind(instance, true, number, data, size);
}

}  // extern "C"
