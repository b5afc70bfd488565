// How elements of every type get into registers and back: one ElementAccess (core/linked.h) a type, by name, so that a build links only
// those it needs.
#ifndef MOTE_CPU_ELEMENT_ACCESS_H_
#define MOTE_CPU_ELEMENT_ACCESS_H_

#include "core/linked.h"

namespace mote::runtime {

#define MOTE_ELEMENT_TYPE(id, ...) extern const ElementAccess kAccess##id;
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE

}  // namespace mote::runtime

#endif
