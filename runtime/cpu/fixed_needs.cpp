// The rules of schema/fixed_layout.h, one function a row; a binary links those of its rows.
#include "core/fixed.h"

namespace mote::runtime {

#if defined(MOTE_SMALL_RUNTIME)  // linked_parts.cpp
#define MOTE_FIXED_DSP(...)
#define MOTE_FIXED_HELIUM(...)
#endif
#define MOTE_FIXED(id, number, name, rule, ...) \
  void NeedsOfFixed##id(const int32_t* fields, MoteFixedNeeds* needs) { Mote##rule##Needs(fields, needs); }
#include "schema/fixed_routines.def"
#undef MOTE_FIXED

}  // namespace mote::runtime
