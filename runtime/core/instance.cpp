// Making an instance and binding memory to it.
#include "core/instance.h"

#include "core/executor.h"

namespace mote::runtime {

uint32_t AlignmentOf(const mote_program& program) { return program.unit_shift < 4 ? 8 : 64; }

uint8_t* PlaceOf(const mote_instance& instance, const ViewInfo& view) {
  switch (view.space) {
    case kMoteConstant: return const_cast<uint8_t*>(instance.program->constants) + view.offset;
    case kMoteState: return instance.kept + view.offset;
    case kMoteInput: return instance.tensors[view.number] + view.offset;
    case kMoteOutput: return instance.tensors[instance.entry.inputs + view.number] + view.offset;
    default: break;
  }
  if (view.number == 0) return instance.arena[0] + view.offset;
  return instance.arena[view.number] + (view.offset - RegionOf(*instance.program, view.number).begin);
}

}  // namespace mote::runtime

using namespace mote::runtime;

namespace {

uint32_t TensorBytes(const mote_program& program) {
  return program.io_in_arena ? 0 : static_cast<uint32_t>(program.max_tensors * sizeof(uint8_t*));
}
// The tensors' pointers stand behind the instance, and then the room.
uint32_t InstanceBytes(const mote_program& program) {
  return static_cast<uint32_t>(sizeof(mote_instance)) + TensorBytes(program) + program.room_bytes;
}

size_t RegionBytes(const mote_program& program, uint32_t region) {
  const RegionRange range = RegionOf(program, region);
  return range.end - range.begin;
}

// An input (outputs from entry.inputs on) by the caller's number, or false.
bool TensorIndex(const mote_instance& instance, bool output, uint32_t number, uint32_t* index) {
  *index = output ? instance.entry.inputs + number : number;
  return number < (output ? instance.entry.outputs : instance.entry.inputs);
}

uint8_t* TensorData(const mote_instance* instance, bool output, uint32_t number) {
  uint32_t index = 0;
  if (instance == nullptr || !TensorIndex(*instance, output, number, &index)) return nullptr;
  const mote_program& program = *instance->program;
  if (!program.io_in_arena) return instance->tensors[index];
  return PlaceOf(*instance, ViewOf(program, TensorView(program, instance->entry, output, number)));
}

}  // namespace

namespace mote::runtime {

uint8_t* RoomOf(const mote_instance& instance) {
  return reinterpret_cast<uint8_t*>(const_cast<mote_instance*>(&instance + 1)) + TensorBytes(*instance.program);
}

// Why no instance can be made, and the number that goes with it.
static Site Check(const mote_memory& memory, const mote_program& program, uint32_t entry, size_t* detail) {
  if (program.device) return Site::kDeviceProgram;
  *detail = program.foreign - size_t{1};
  if (program.foreign != 0) return Site::kRoutineForeign;
  *detail = entry;
  if (entry >= program.entries.count) return Site::kNoSuchEntry;
  *detail = InstanceBytes(program);
  if (memory.instance_size < *detail) return Site::kSmallMemory;
  *detail = 8;
  if (!Aligned(memory.instance, 8)) return Site::kMisaligned;
  *detail = program.regions.count == 0 ? program.arena_bytes : RegionOf(program, 0).end;
  if (memory.arena_size < *detail) return Site::kSmallMemory;
  if (memory.arena == nullptr && *detail != 0) {
    *detail = 0;
    return Site::kNullArgument;
  }
  *detail = program.state_bytes;
  if (memory.state_size < *detail || (memory.state == nullptr && *detail != 0)) return Site::kStateMissing;
  *detail = AlignmentOf(program);
  const bool aligned = Aligned(memory.arena, AlignmentOf(program)) && Aligned(memory.state, AlignmentOf(program));
  return aligned ? Site::kNone : Site::kMisaligned;
}

mote_status InitInstance(const mote_memory* memory, const mote_program* program, uint32_t entry, mote_instance** instance) {
  if (instance != nullptr) *instance = nullptr;
  if (memory == nullptr || memory->instance == nullptr || program == nullptr || instance == nullptr) return Fail(Site::kNullArgument);
  size_t detail = 0;
  if (const Site site = Check(*memory, *program, entry, &detail); site != Site::kNone) return Fail(site, Detail(detail));
  mote_instance* made = static_cast<mote_instance*>(memory->instance);
  made->program = program;
  made->driver = &kCpuDriver;
  made->threads.parallel = nullptr;  // the others mean nothing without it
  made->transport.begin = nullptr;
  made->state = kIdle;
  made->started = 0;
  made->tensors = nullptr;
  made->entry = EntryOf(*program, entry);
  made->arena[0] = static_cast<uint8_t*>(memory->arena);
  made->scratch = made->arena[0] + program->scratch_offset;
  made->scratch_bytes = program->scratch_bytes;
  made->kept = static_cast<uint8_t*>(memory->state);
  if (!program->io_in_arena) {
    made->tensors = reinterpret_cast<uint8_t**>(made + 1);
    made->bound = false;
    for (uint32_t i = 0; i < program->max_tensors; ++i) made->tensors[i] = nullptr;
  }
  *instance = made;
  return Done();
}

}  // namespace mote::runtime

extern "C" {

mote_status mote_query_sizes(const mote_program* program, mote_sizes* sizes) {
  if (program == nullptr || sizes == nullptr) return Fail(Site::kNullArgument);
  *sizes = {RegionBytes(*program, 0), program->state_bytes, AlignmentOf(*program),
            InstanceBytes(*program),  program->work,        program->largest_work, {}};
  for (uint32_t i = 1; i < kMoteMostRegions; ++i) sizes->regions[i - 1] = RegionBytes(*program, i);
  return Done();
}

mote_status mote_instance_init(const mote_memory* memory, const mote_program* program, uint32_t entry, mote_instance** instance) {
  const mote_status status = InitInstance(memory, program, entry, instance);
  if (status.code != MOTE_OK || program->regions.count == 0) return status;
  *instance = nullptr;
  return Fail(Site::kSmallRegion, 1);
}


void mote_set_threads(mote_instance* instance, const mote_threads* threads) {
  if (instance == nullptr) return;
  instance->threads = threads == nullptr ? mote_threads{} : *threads;
}

void* mote_input_data(mote_instance* instance, uint32_t number) { return TensorData(instance, false, number); }

const void* mote_output_data(mote_instance* instance, uint32_t number) { return TensorData(instance, true, number); }

}  // extern "C"
