// Routine: tuned code for the sums of a step, one row of routines.def. For who links it, reads its steps, proves and runs them.
#ifndef MOTE_CORE_ROUTINE_H_
#define MOTE_CORE_ROUTINE_H_

#include <stddef.h>
#include <stdint.h>

#include "mote/status.h"
#include "schema/routine_geometry.h"

namespace mote::runtime {

// An epilogue that routines may carry out where they store a sum: out[i] = the sum of output i, and to it bias[i % columns], then
// residual[i], then no less than `least` and no more than `most`, each where there is one. `out` may be the residual itself.
struct DirectFinish {
  float* out;
  const float *bias, *residual;  // null: none
  uint32_t columns;              // outputs that biases come again after; not 0 where there are any
  bool raises, lowers;
  float least, most;  // numbers; `most` is none of the zeros, `least` not -0
};

// Takes the sums of the outputs first … first+count-1 in the order of the epilogue's axes, flattened; 32 bits each.
struct Finish {
  void* context;
  void (*run)(void* context, uint32_t first, uint32_t count, const void* sums);
  // The same for rows of `columns` sums each, the first output of one `step` behind that of the last; null: to be finished one by one.
  void (*rows)(void* context, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, const void* sums) = nullptr;
  // In their place, if the routine likes; null: it may not.
#if defined(MOTE_FIRMWARE)
  static constexpr const DirectFinish* direct = nullptr;
#else
  const DirectFinish* direct = nullptr;
#endif
};

// A step's operands, at their offsets, and fields. Where it reads nothing its strides are 0.
struct RoutineCall {
  const void *lhs, *rhs;
  const int32_t* fields;
  uint8_t isa;  // of mote_program
#if !defined(MOTE_FIRMWARE)
  int32_t first_column = 0, last_column = 0;  // of a part that goes by columns (Routine::columns)
#endif
};

#if !defined(MOTE_FIRMWARE)
// How a step is shared out by the columns of its right-hand side, which then no two threads read: `total`, in units of so many.
struct ColumnParts {
  int32_t unit, total;
};
#endif

struct StepContext;

struct Routine {
  const MoteRoutineGeometry* geometry;
  uint8_t lhs_type, rhs_type;            // codes of element_types.def
  mote_code (*run)(StepContext& context);  // a StepFunction
  // Sums of [begin, end) of the rows. `scratch` is aligned to 4 and has at least kMoteRoutineMinimum bytes (schema/routine_scratch.h); more
  // makes larger tiles.
  void (*sums)(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish);
#if !defined(MOTE_FIRMWARE)
  // Units of parts by columns, by a step's fields alone: parts of a run that was cut short must fit. Of unit 0, or null: parts are of rows.
  ColumnParts (*columns)(const int32_t* fields) = nullptr;
#endif
};

// Codes of element_types.def by name.
#define MOTE_ELEMENT_TYPE(id, code, ...) kElement##id = code,
enum : uint8_t {
#include "schema/element_types.def"
};
#undef MOTE_ELEMENT_TYPE

// Every routine of the archive, and the number of codes in the table.
#define MOTE_ROUTINE(id, ...) extern const Routine k##id;
#include "schema/routines.def"
#undef MOTE_ROUTINE
constexpr uint32_t EndOfRoutines() {
  uint32_t end = kMoteFirstRoutine;
#define MOTE_ROUTINE(id, code, ...) end = code >= end ? code + 1 : end;
#include "schema/routines.def"
#undef MOTE_ROUTINE
  return end;
}
inline constexpr uint32_t kRoutines = EndOfRoutines() - kMoteFirstRoutine;
struct RoutineTable {
  const Routine* of[kRoutines];  // by code - kMoteFirstRoutine
};

#if !defined(MOTE_FIRMWARE)
constexpr Routine WithColumns(Routine routine, decltype(Routine::columns) columns) {
  routine.columns = columns;
  return routine;
}
#endif

// Runs a step whose sums an epilogue takes, on the instance's threads (cpu/routine_steps.cpp).
mote_code RunRoutine(StepContext& context);

// A row of the table as the runtime needs it: `sums` is the routine's own.
#define MOTE_ROUTINE(id, code, name, geometry, lhs, rhs, ...) \
  inline constexpr Routine Make##id(decltype(Routine::sums) sums) { \
    return {&kMote##geometry##Geometry, kElement##lhs, kElement##rhs, RunRoutine, sums}; \
  }
#include "schema/routines.def"
#undef MOTE_ROUTINE

}  // namespace mote::runtime

#endif
