// Rules and names by the numbers of fixed_routines.def.
#include "target/fixed_table.h"

#include <algorithm>

namespace mote {

const char* NameOf(FixedRoutine routine) {
  switch (routine) {
#define MOTE_FIXED(id, number, name, ...) \
  case FixedRoutine::k##id: return name;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
  }
  return "?";
}

MoteFixedNeeds FixedNeeds(const std::vector<int64_t>& fields) {
  MoteFixedNeeds needs{};
  if (fields.size() != kMoteFixedFields || std::any_of(fields.begin(), fields.end(), [](int64_t f) { return f != static_cast<int32_t>(f); })) {
    return needs;
  }
  std::vector<int32_t> words(fields.begin(), fields.end());
  switch (words[kMoteFixedRoutine]) {
#define MOTE_FIXED(id, number, name, rule, ...) \
  case number: Mote##rule##Needs(words.data(), &needs); break;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
    default: break;
  }
  return needs;
}

}  // namespace mote
