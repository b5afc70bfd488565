// Entry points by name. A file of its own: firmware knows their numbers.
#include "core/program.h"

using namespace mote::runtime;

extern "C" uint32_t mote_find_entry(const mote_program* program, const char* name) {
  if (program == nullptr || name == nullptr) return UINT32_MAX;
  FlatReader reader(program->flat, program->flat_bytes);
  for (uint32_t i = 0; i < program->entries.count; ++i) {
    if (SameText(reader.Vector(reader.TableOf(program->entries, i), kEntryName, 0), name)) return i;
  }
  return UINT32_MAX;
}
