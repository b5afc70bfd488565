// Codes of element types by name.
#pragma once

#include <cstdint>

namespace mote::fault {

enum ElementCode : uint32_t {
#define MOTE_ELEMENT_TYPE(id, code, ...) kType##id = code,
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
};

}  // namespace mote::fault
