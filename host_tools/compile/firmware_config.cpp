// Codes of the tables in schema/ as the names of their rows.
#include "compile/firmware_config.h"

#include <fmt/format.h>

#include "hlo/element_type.h"
#include "kernel/kernel.h"

namespace mote {

namespace {

const char* StepId(int code) {
  switch (code) {
#define MOTE_STEP(id, code, ...) \
  case code:                     \
    return #id;
#include "schema/steps.def"
#undef MOTE_STEP
    default: return nullptr;
  }
}

const char* RoutineId(int code) {
  switch (code) {
#define MOTE_ROUTINE(id, code, ...) \
  case code:                        \
    return #id;
#include "schema/routines.def"
#undef MOTE_ROUTINE
    default: return nullptr;
  }
}

const char* FixedId(int number) {
  switch (number) {
#define MOTE_FIXED(id, number, ...) \
  case number:                      \
    return #id;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
    default: return nullptr;
  }
}

const char* ElementId(int code) {
  switch (code) {
#define MOTE_ELEMENT_TYPE(id, code, ...) \
  case code:                             \
    return #id;
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
    default: return nullptr;
  }
}

template <typename Name>
std::string List(const char* macro, const std::set<int>& codes, Name name) {
  std::string text = fmt::format("#define {}(X)", macro);
  for (const int code : codes) {
    if (const char* id = name(code)) text += fmt::format(" X({})", id);
  }
  return text + "\n";
}

}  // namespace

std::string FirmwareConfig(const ProgramNeeds& needs, bool natives) {
  return "// Printed by mote: the parts of the runtime that the programs of one image need.\n" +
         List("MOTE_LINK_STEPS", needs.steps, StepId) + List("MOTE_LINK_ROUTINES", needs.steps, RoutineId) +
         List("MOTE_LINK_FIXED", needs.fixed, FixedId) +
         List("MOTE_LINK_OPERATIONS", needs.operations, [](int code) { return Info(static_cast<Scalar>(code)).id; }) +
         List("MOTE_LINK_ELEMENT_TYPES", needs.element_types, ElementId) +
         fmt::format("#define MOTE_LINK_CHECKED {}\n#define MOTE_LINK_NATIVES {}\n#define MOTE_LINK_CALLERS {}\n", needs.checked ? 1 : 0,
                     natives ? 1 : 0, needs.callers ? 1 : 0) +
         (needs.regions ? "#define MOTE_LINK_REGIONS 1\n" : "") +
         "#include \"cpu/linked_subset.h\"\n";
}

}  // namespace mote
