// What a generated program is, in words: sizes, views, steps with their numbers. For whoever replays a seed.
#include <cstdio>

#include "accepted_program.h"
#include "core/kernel_code.h"
#include "core/program.h"

namespace mote::fault {
namespace {

template <class... Arguments>
void Add(std::string& text, const char* format, Arguments... arguments) {
  char line[200];
  std::snprintf(line, sizeof line, format, arguments...);
  text += line;
}

void AddStep(std::string& text, const ProgramFile& file, const runtime::StepView& step) {
  const char* kind = "?";
  switch (static_cast<uint32_t>(step.kind)) {
#define MOTE_STEP(id, code, name, ...) \
  case code: kind = name; break;
#define MOTE_ROUTINE MOTE_STEP
#include "schema/routines.def"
#include "schema/steps.def"
#undef MOTE_ROUTINE
#undef MOTE_STEP
  }
  Add(text, "  %s", kind);
  if (step.kernel != kMoteNoKernel) {
    const runtime::KernelCode code(file.kernels[step.kernel].code.data());
    Add(text, " kernel %u (%u slots, %u uniforms, %u partials, %u accesses, %u stages, axes %u+%u+%u; extents", step.kernel, code.slots,
        code.uniforms, code.partials, code.accesses, code.stages, code.groups, code.loops, code.lanes);
    for (uint32_t i = 0; i < code.axis_count() && i < 12; ++i) Add(text, " %u", code.extent(step.params, i));
    text += ")";
  }
  text += " views";
  for (uint32_t i = 0; i < step.operands && i < 12; ++i) Add(text, " %u", step.operand(i));
  const auto fields = static_cast<uint32_t>(step.params - step.fields);
  if (fields > 0) text += " fields";
  for (uint32_t i = 0; i < fields; ++i) Add(text, " %d", static_cast<int>(step.fields[i]));
  text += " params";
  for (uint32_t i = 0; i < step.param_count && i < 24; ++i) Add(text, " %d", static_cast<int>(step.params[i]));
  text += "\n";
}

}  // namespace

std::string Describe(const AcceptedProgram& program) {
  const ProgramFile& file = program.file;
  std::string text;
  Add(text, "seed %llu: strip %u, unit 2^%u%s, arena %llu, scratch %llu + %llu, state %llu, constants %zu, threads %u, work %.3g%s\n",
      static_cast<unsigned long long>(program.seed), file.strip, file.unit_shift, file.io_in_arena ? ", io in arena" : "",
      static_cast<unsigned long long>(file.arena_bytes), static_cast<unsigned long long>(file.scratch_offset),
      static_cast<unsigned long long>(file.scratch_bytes), static_cast<unsigned long long>(file.state_bytes), file.constants.size(),
      program.threads, program.work, program.has_native ? ", native" : file.device ? ", for a device" : "");
  for (size_t i = 0; i + 2 < file.views.size(); i += 3) {
    const uint32_t place = file.views[i];
    Add(text, "  view %zu: space %u type %u number %u offset %llu bytes %u\n", i / 3, place & 0xff, (place >> 8) & 0xff, place >> 16,
        static_cast<unsigned long long>(file.views[i + 1]) << file.unit_shift, file.views[i + 2]);
  }
  for (size_t i = 0; i < file.blocks.size(); ++i) {
    Add(text, " block %zu, level %u\n", i, file.blocks[i].level);
    mote_program words = {};
    words.words = file.words.data();
    words.device = file.device;
    runtime::StepView step;
    const uint32_t end = file.blocks[i].first + file.blocks[i].count;
    for (uint32_t at = file.blocks[i].first; at < end && runtime::ReadStep(words, at, end, &step); at += step.length) {
      AddStep(text, file, step);
    }
  }
  return text;
}

}  // namespace mote::fault
