// The inside of an instance: where its spaces lie, and where the executor stands. For the executor and the steps it calls.
#ifndef MOTE_CORE_INSTANCE_H_
#define MOTE_CORE_INSTANCE_H_

#include "core/program.h"
#include "mote/exchange.h"
#include "mote/instance.h"

namespace mote::runtime {

inline constexpr uint32_t kMostFrames = kMoteMaxLevel + 1;

// A block that is being run. `progress` belongs to the step at `at`: how far it is; 0: it has not begun.
struct Frame {
  uint32_t at, end;  // words
  uint32_t progress;
};

// Of a run. Waiting: for mote_complete; completed: by it, and not gone on with yet.
enum RunState : uint8_t { kIdle, kRunning, kWaiting, kCompleted };

inline constexpr uint8_t kUnderWay = MOTE_WAIT + 1;  // mote_instance.started

struct Driver;

// How far a step is, and how far it may go now.
struct Progress {
  uint32_t done;    // units of its outermost dimension
  uint64_t budget;  // element operations
  uint64_t work;    // of the whole step

  // Where the units of this call end; at least one is carried out.
  uint32_t EndOf(uint32_t total) const;
  // Notes that all up to `end` are done.
  mote_code Reach(uint32_t end, uint32_t total) {
    done = end;
    return end == total ? MOTE_OK : MOTE_MORE;
  }
};

// What a step is run with.
struct StepContext {
  const mote_instance* instance;
  StepView step;
  Progress progress;
  uint8_t* scratch;
  uint32_t scratch_bytes;
  bool completed;  // mote_complete was called for it

  ViewInfo view(uint32_t operand) const;
  uint8_t* place(uint32_t operand) const;
};

}  // namespace mote::runtime

struct mote_instance {
  const mote_program* program;
  const mote::runtime::Driver *driver, *hooked;  // hooked: the driver under a hook's
  const mote_hook* hook;
  mote::runtime::EntryInfo entry;
  uint8_t* arena[kMoteMostRegions];  // of each region that is there
  uint8_t* scratch;        // of a step
  uint32_t scratch_bytes;
  uint8_t* kept;     // the state
  mote_threads threads;
  mote_transport transport;  // begin: null until it is set, and the others of no meaning
  uint32_t members, member;  // of its grid, and which one it is: noted with the transport, since every exchange asks
  uint32_t exchanges;        // of this run that have begun
  const uint32_t* exchange;  // the step of the one that began last, which mote_exchange stands for
  // Of an exchange that was started and whose done has not been carried out: its code and 1, MOTE_WAIT while it is under way; 0: none. It
  // outlives a run that fails meanwhile. Between start and done mote_complete alone writes it, perhaps from another thread.
  uint8_t started;
  mote::runtime::RunState state;
  bool bound;  // tensors are, and lie where they may: nothing was bound since a run began with them
  uint32_t depth;
  uint64_t work;   // of this run so far, where it is counted
  mote::runtime::Frame frames[mote::runtime::kMostFrames];
  mote::runtime::StepContext context;  // here and not on the stack of a run
  union {
    uint8_t** tensors;  // of the caller: inputs, then outputs
    void* prepared;     // where inputs and outputs lie in the arena: behind the last fixed step that was prepared; null: none was
  };
};

namespace mote::runtime {

// mote_instance.started, which another thread may write; what the transport moved is there where this says that it has ended.
inline uint8_t StartedOf(const mote_instance& instance) { return __atomic_load_n(&instance.started, __ATOMIC_ACQUIRE); }

// Where a view starts. Inputs and outputs must be bound.
uint8_t* PlaceOf(const mote_instance& instance, const ViewInfo& view);
inline ViewInfo StepContext::view(uint32_t operand) const { return ViewOf(*instance->program, step.operand(operand)); }
inline uint8_t* StepContext::place(uint32_t operand) const { return PlaceOf(*instance, view(operand)); }

// The program's room_bytes, aligned as pointers are.
uint8_t* RoomOf(const mote_instance& instance);

uint32_t AlignmentOf(const mote_program& program);  // of arena and state, in bytes
inline bool Aligned(const void* address, uint32_t alignment) { return reinterpret_cast<uintptr_t>(address) % alignment == 0; }
// mote_instance_init, but for the arena's further regions.
mote_status InitInstance(const mote_memory* memory, const mote_program* program, uint32_t entry, mote_instance** instance);

// MOTE_OK, MOTE_MORE with context.progress moved on, MOTE_WAIT, or another code: the run fails.
using StepFunction = mote_code (*)(StepContext& context);

}  // namespace mote::runtime

#endif
