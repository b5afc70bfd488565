// Microcode as the audit sees it: which memory a kernel touches, in which order. Decodes what it needs of the words and no more.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mote::audit {

struct CodeOperand {
  uint8_t type = 0;
  bool read = false, written = false;
};

// A load or store instruction.
struct MemoryEvent {
  int32_t stage = 0, position = 0;  // position in the code of the stage, combiner after body
  bool store = false, checked = false;
  int32_t operand = 0;
  int32_t offset_word = -1;  // parameter word of the offset, -1: 0
  struct Term {
    int32_t axis, stride_word;
  };
  std::vector<Term> terms;
  struct OpenLoop {
    int32_t axis, position;  // position of the loop instruction tells loops over one axis apart
    bool operator==(const OpenLoop&) const = default;
  };
  std::vector<OpenLoop> loops;  // that enclose it, outermost first
};

struct CodeStage {
  uint32_t kind = 0;
  int32_t lanes = 1;  // of a reduce stage
  std::vector<int32_t> lane_axes;
};

// A loop instruction. Loops stand in the order in which they begin.
struct CodeLoop {
  int32_t stage, axis;
  int32_t around;  // the loop that encloses it, -1: none
};

struct Microcode {
  std::vector<CodeOperand> operands;
  std::vector<int32_t> extent_words;  // of every axis: group, loop, lane
  int32_t groups = 0, loops = 0, lanes = 0;
  std::vector<CodeStage> stages;
  std::vector<MemoryEvent> events;
  std::vector<CodeLoop> code_loops;
  int32_t param_words = 0;
  bool epilogue = false;
  std::vector<uint32_t> header;
  uint32_t local_size = 0;  // points of a map stage in one turn, the least of its shaders
  uint32_t alignment = 4;   // that the operands of launches begin at for all of them
};

// Empty text when the words are well formed, else what is wrong.
std::string DecodeMicrocode(std::span<const uint32_t> words, Microcode& code);

}  // namespace mote::audit
