// A number or any of its names, whichever parameter has it first.
#include "hlo/parameter_number.h"

#include <algorithm>

namespace mote {

int32_t ParameterNumber(const Computation& computation, const std::string& name) {
  for (int32_t i = 0; i < computation.parameters.count(); ++i) {
    const std::vector<std::string> names = ParameterNames(computation, static_cast<size_t>(i));
    if (name == std::to_string(i) || std::find(names.begin(), names.end(), name) != names.end()) return i;
  }
  return -1;
}

}  // namespace mote
