// KeptOperations: one line an operation that a row runs whole.
#include "select/kept_operations.h"

namespace mote {

std::set<Op> KeptOperations(RoutineSet) { return {}; }

}  // namespace mote
