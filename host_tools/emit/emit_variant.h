// EmitVariant: one plan as the words of schema/step_layout.h and the tables around them. Not the file: that is emit.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/emit.h"
#include "plan/blobs.h"
#include "print/printers.h"

namespace mote {

struct EmittedShader {
  int64_t place = 0;  // in the SPIR-V segment
  uint32_t bytes = 0;
  GlslShape shape;
};

struct EmittedKernel {
  uint64_t hash = 0;
  std::vector<uint32_t> code, reference;
  std::vector<EmittedShader> shaders;
};

struct EmittedNote {
  uint32_t word = 0, line = 0;
  std::string name;
};

struct EmittedLoop {
  uint32_t word = 0, turns = 0, trips = 0;
  EmittedShader shader;
};

struct EmittedVariant {
  std::vector<uint32_t> views, words, blocks;
  std::vector<EmittedKernel> kernels;
  std::vector<EmittedNote> notes;
  struct Entry {
    std::vector<uint16_t> input_views, output_views;
    uint64_t step_budget = 0;
    std::vector<EmittedLoop> loops;
  };
  std::vector<Entry> entries;
};

// Places the plan's shaders in `spirv`, and their texts in `texts` unless it is null. kLimit when a number does not fit its field.
Result<EmittedVariant> EmitVariant(const Plan& plan, Blobs& spirv, std::vector<PrintedShader>* texts = nullptr);

}  // namespace mote
