// The parts of a program and the bytes of its file: FlatBuffer by flatc's code, header and constants by hand. It writes what it is told,
// right or wrong. What the format allows is in format_today.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mote::fault {

struct FileTensor {
  uint8_t type = 0;
  std::vector<int32_t> dims;
  uint16_t view = 0;
};

struct FileEntry {
  uint16_t block = 0;
  uint64_t step_budget = 0;
  std::vector<FileTensor> inputs, outputs;
};

struct FileBlock {
  uint32_t first = 0, count = 0;  // words
  uint32_t level = 0;             // higher than those of its callers
};

struct FileShader {
  uint32_t local_size = 0, shared_bytes = 0, features = 0, tiles = 0, texels = 0, alignment = 4;
  std::vector<uint32_t> constants = {};  // bits
};

struct FileKernel {
  uint64_t hash = 0;
  std::vector<uint32_t> code;
  std::vector<FileShader> shaders;
};

struct ProgramFile {
  uint8_t unit_shift = 0;
  bool io_in_arena = false, device = false;
  uint16_t strip = 0;
  uint32_t replicas = 1, partitions = 1;
  uint64_t arena_bytes = 0, scratch_offset = 0, scratch_bytes = 0, state_bytes = 0;
  std::vector<uint8_t> constants;
  std::vector<uint32_t> views, words;
  std::vector<uint32_t> regions;  // ends; none: the arena is one piece
  std::vector<FileBlock> blocks;
  std::vector<FileKernel> kernels;
  std::vector<FileEntry> entries;  // by ascending block
  std::vector<std::string> calls;  // names of functions

  // Appends the words of a step; `kernel` kMoteNoKernel: none.
  static void AppendStep(std::vector<uint32_t>& words, uint32_t kind, uint32_t kernel, const std::vector<uint16_t>& operands,
                         const std::vector<uint32_t>& fields, const std::vector<uint32_t>& params);
  std::vector<uint8_t> Write() const;
};

}  // namespace mote::fault
