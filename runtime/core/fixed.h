// FixedRoutine: a whole step from stored integers to stored integers, one row of fixed_routines.def. For who links, proves and runs them.
#ifndef MOTE_CORE_FIXED_H_
#define MOTE_CORE_FIXED_H_

#include "core/routine.h"
#include "schema/fixed_layout.h"

namespace mote::runtime {

// A step's operands and fields, for rows [begin, end) of batch · height. `scratch` is aligned to 8 and as long as MoteFixedNeeds says.
struct FixedCall {
  const int32_t* fields;
  const int8_t *input, *other;  // other: the second input, where there is one
  const uint8_t* stream;        // aligned to 4
  int8_t* output;
  uint32_t begin, end;
  uint8_t* scratch;
  uint8_t isa;  // of mote_program
  bool again = false;  // scratch is as the last call left it, which was of the same step
  bool down = false;   // kRows: from the last row on
  bool later = false, more = false;  // AveragePoolRows: scratch has the sums of earlier rows; more rows come
};

// How a routine goes through the rows of a call, where its output may lie over its input.
enum class FixedOrder : uint8_t {
  kAny,     // any
  kBlocks,  // upwards; of up to four rows all is read before any is written
  kRows,    // one by one, upwards or, where the call says so, downwards
};

struct FixedRoutine {
  void (*needs)(const int32_t* fields, MoteFixedNeeds* needs);
  void (*run)(const FixedCall& call);  // null: programs with it are proven here, and not run
  FixedOrder order = FixedOrder::kAny;
};

enum : uint32_t {
#define MOTE_FIXED(id, number, ...) kFixedNumber##id = number,
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
};
#define MOTE_FIXED(id, ...) extern const FixedRoutine kFixed##id;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
constexpr uint32_t EndOfFixed() {
  uint32_t end = 0;
#define MOTE_FIXED(id, number, ...) end = number >= end ? number + 1 : end;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
  return end;
}
inline constexpr uint32_t kFixedRoutines = EndOfFixed();
struct FixedTable {
  const FixedRoutine* of[kFixedRoutines];
};

// A row of the table as the runtime needs it: `run` is the routine's own. The rules are compiled once (cpu/fixed_needs.cpp): they share
// much.
#define MOTE_FIXED(id, number, name, rule, ...)                   \
  void NeedsOfFixed##id(const int32_t* fields, MoteFixedNeeds* needs); \
  inline constexpr FixedRoutine MakeFixed##id(decltype(FixedRoutine::run) run, FixedOrder order = FixedOrder::kAny) { \
    return {NeedsOfFixed##id, run, order};                        \
  }
#include "schema/fixed_routines.def"
#undef MOTE_FIXED

}  // namespace mote::runtime

#endif
