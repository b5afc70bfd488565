// What a .mote file says about itself, read through flatc's code: for reports, `inspect` and step counts. Not for running it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

// Steps of a variant that compute or move data (control steps count, blocks are counted once); 0 when there is no such variant.
int64_t StepCount(std::span<const uint8_t> program, const std::string& target);
// Steps of a variant that only hand data to the host or take it from there (hlo/host_transfer.h).
int64_t HostTransferCount(std::span<const uint8_t> program, const std::string& target);
// Names of a variant's steps by their places in words, as mote_hook tells them: "fixed convolution_dsp", "launch kernel 3".
std::map<uint32_t, std::string> StepNames(std::span<const uint8_t> program, const std::string& target);
// What a step moves and multiplies, by its operands and fields.
struct StepAmount {
  int64_t bytes = 0;     // of its operands, each once
  int64_t products = 0;  // multiply-adds of a routine, or of a Vulkan variant's kernel; 0: it has none, or they are not known
  bool floats = false;   // of f32
};
std::map<uint32_t, StepAmount> StepAmounts(std::span<const uint8_t> program, const std::string& target);
// The targets of the program's variants, in file order; none when it is not a program.
std::vector<std::string> VariantTargets(std::span<const uint8_t> program);

// Whether its shaders may multiply in f16.
bool AllowsFloat16(std::span<const uint8_t> program);

// The functions of the application that its variants call, each once.
std::vector<std::string> CallNames(std::span<const uint8_t> program);

// Bytes of the constants segment; 0 when it is not a program.
int64_t ConstantsBytes(std::span<const uint8_t> program);

// What running a variant takes, on top of `needs`: codes of steps.def and routines.def, of scalar_ops.def and element_types.def; numbers
// of fixed_routines.def.
struct ProgramNeeds {
  std::set<int> steps, operations, element_types, fixed;
  bool checked = false;
  bool callers = false;  // inputs and outputs at the caller's pointers
  bool regions = false;  // an arena in several memories
};
Result<ProgramNeeds> NeedsOf(std::span<const uint8_t> program, const std::string& target, ProgramNeeds needs = {});

// The SPIR-V of form `form` of a Vulkan variant's kernel `kernel`, within the program's bytes.
struct ShaderBinary {
  size_t kernel = 0, form = 0;
  std::span<const uint8_t> spirv;
};
// In the program's order; none of a malformed file, and none of shaders that do not lie within it.
std::vector<ShaderBinary> ShadersOf(std::span<const uint8_t> program);

struct InspectOptions {
  bool code = false;  // disassemble every kernel's microcode
};
// The text of `mote inspect`. Malformed files are an error.
Result<std::string> InspectProgram(std::span<const uint8_t> program, const InspectOptions& options);

}  // namespace mote
