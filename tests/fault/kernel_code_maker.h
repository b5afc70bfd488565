// Makes microcode of kernels that the rules of SPEC.md section 4 allow, field by field, every field now and then at its limit. What the
// numbers of a step make of it is chosen in step_values.h.
#pragma once

#include <cstdint>
#include <vector>

#include "random.h"

namespace mote::fault {

struct MadeTerm {
  uint8_t axis;
  uint16_t stride;  // parameter word
};

struct MadeAccess {
  uint16_t operand = 0;
  bool checked = false;
  std::vector<MadeTerm> terms;
  uint32_t offset = 0;  // parameter word + 1, 0: none
};

// So many instructions inside these loops.
struct MadeCost {
  std::vector<uint8_t> loops;  // axes
  uint32_t instructions = 0;
};

struct MadeStage {
  uint8_t kind = 0;
  std::vector<uint8_t> lanes;  // axes
  std::vector<MadeAccess> accesses;
  std::vector<MadeCost> costs;
};

struct MadeKernel {
  bool epilogue = false, answers = false;
  std::vector<uint8_t> operands;  // as in the code: type | read 0x40 | written 0x80
  std::vector<uint16_t> axes;     // parameter words of the extents: group axes, loop axes, lane axes
  uint8_t groups = 0, loops = 0, lanes = 0;
  uint16_t param_words = 0;
  std::vector<MadeStage> stages;
  std::vector<uint32_t> words;
};

struct KernelWish {
  bool epilogue = false;
  bool limits = false;  // tables and registers near their limits rather than small
  bool answers = false; // a comparator's: first pairs, last answers
  bool bytes = false;   // operands of one byte an element: views of them have the most elements
};
MadeKernel MakeKernelCode(Random& random, const KernelWish& wish);

}  // namespace mote::fault
