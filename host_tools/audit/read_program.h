// ReadVariant: a variant of the file as plain numbers, every index checked. Says nothing about what the steps do to memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "audit/microcode.h"
#include "schema/program_generated.h"
#include "schema/routine_geometry.h"

namespace mote::audit {

struct PlacedView {
  uint32_t space = 0, type = 0, number = 0;
  int64_t offset = 0, bytes = 0, element = 1;  // in bytes; `element`: of one element
  int64_t end() const { return offset + bytes; }
};

inline bool Overlap(const PlacedView& a, const PlacedView& b) {
  return a.space == b.space && a.number == b.number && a.offset < b.end() && b.offset < a.end();
}

// A row of schema/routines.def.
struct RoutineInfo {
  uint32_t code;
  const char* name;
  const MoteRoutineGeometry* geometry;
  uint32_t types[2];  // of lhs and rhs
  int64_t (*scratch)(int64_t strip, const int64_t* fields);
};

struct ReadStep {
  uint32_t kind = 0, word = 0;
  const RoutineInfo* routine = nullptr;
  bool barrier = false;
  int32_t kernel = -1;
  std::vector<int32_t> operands;
  size_t own = 0;                     // operands in front of the kernel's
  std::vector<int64_t> fields;        // of a routine, sort or exchange
  std::vector<int32_t> blocks;
  std::vector<uint32_t> params;       // of the kernel; of an exchange its members
  int64_t trips = -1;                 // Vulkan variants' launches
  std::string name;                   // for messages: "step at word 12 (launch)"
};

struct ReadVariantResult {
  std::string target;
  bool float16 = false;  // its shaders may multiply in f16; set before
  bool vulkan = false, io_in_arena = false;
  int32_t strip = 0;
  int64_t members = 1;  // of the program's grid; set before
  int64_t arena_bytes = 0, scratch_offset = 0, scratch_bytes = 0;
  std::vector<PlacedView> views;
  std::vector<Microcode> kernels;
  std::vector<std::vector<ReadStep>> blocks;
  struct Entry {
    int32_t block = 0;
    std::vector<int32_t> inputs, outputs;  // views
  };
  std::vector<Entry> entries;
};

// Appends what is wrong to `problems`; false when the variant cannot be looked at further. Segments lie between `tables_end` and
// `file_bytes`.
bool ReadVariant(const fb::Variant& variant, uint64_t tables_end, uint64_t file_bytes, ReadVariantResult& out,
                 std::vector<std::string>& problems);

int64_t ElementBytes(uint32_t type);  // 0 for an unknown code

}  // namespace mote::audit
