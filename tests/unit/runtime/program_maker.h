// Makes program files for tests of the runtime: FlatBuffers by flatc's code, header and segments by hand. Not the emitter: it places what
// it is told, right or wrong.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "mote/mote.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "schema/step_layout.h"

namespace mote {

struct TestTensor {
  std::string name;
  ElementType type{};
  std::vector<int32_t> dims;
  uint16_t view = 0;
};

struct TestProgram {
  std::string target = "linux";
  uint8_t unit_shift = 0;
  bool io_in_arena = false;
  uint16_t strip = 256;
  uint64_t arena_bytes = 0, scratch_offset = 0, scratch_bytes = 0, state_bytes = 0;
  std::vector<uint8_t> constants;
  std::vector<uint32_t> views, words, blocks;
  std::vector<uint32_t> regions;  // ends of the arena's; none: one
  std::vector<std::vector<uint32_t>> kernels;
  std::vector<uint64_t> hashes;  // of the kernels, 0 where absent
  std::vector<TestTensor> inputs, outputs;
  uint64_t step_budget = 0;
  uint32_t replicas = 0, partitions = 0;
  uint64_t plan = 0;
  size_t kernel_copies = 1, entry_copies = 1;  // how often the vectors name the same tables: bytes that are shared
  size_t padding = 0;                          // bytes of the FlatBuffer that nobody reads

  uint16_t AddView(uint32_t space, ElementType type, uint32_t number, uint32_t offset, uint32_t bytes);
  // Appends a step; `kernel` -1: none.
  void AddStep(uint32_t kind, int kernel, const std::vector<uint16_t>& operands, const std::vector<uint32_t>& fields,
               const std::vector<uint32_t>& params);
  // Makes a block of this level of all words since the last one.
  void EndBlock(uint32_t level = 0);
  // The file, in memory aligned to 8; `size` bytes of it count.
  std::vector<uint64_t> Make(size_t* size) const;

 private:
  uint32_t block_start_ = 0;
};

// An open program with an instance, its memory included.
class Running {
 public:
  explicit Running(const TestProgram& program, const mote_open_options* options = nullptr);
  mote_status status = {};
  mote_instance* instance = nullptr;
  const mote_program* program = nullptr;
  uint8_t* arena() { return reinterpret_cast<uint8_t*>(arena_.data()); }

 private:
  std::vector<uint64_t> file_, program_memory_, instance_memory_, arena_, state_;
};

// Runs one kernel as a Launch step over external operands: written ones are outputs, others inputs. `scratch` 0: as planned for `strip`.
// `isa`: number of an instruction set that this machine has; -1: the best.
mote_status RunKernel(const Kernel& kernel, const std::vector<ParamValue>& values, std::vector<std::vector<uint8_t>>& operands,
                      int strip = 256, const mote_threads* threads = nullptr, int isa = -1);
// Those numbers.
std::vector<int> InstructionSets();

}  // namespace mote
