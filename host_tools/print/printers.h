// The printers of kernels. All give the same bits for the same kernel, parameter values and operands
// (f64 in GLSL only with shaderFloat64; FmaF in GLSL may round twice).
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "kernel/kernel.h"
#include "kernel/shader_form.h"

namespace mote {

// Microcode: the words that stand in the program file; the format is described in schema/SPEC.md. Empty when the kernel is larger than the
// format can say (more than 31 axes of a kind, 63 stages, 511 operands, 65 535 words of code…).
std::vector<uint32_t> PrintMicrocode(const Kernel& kernel);
// Values of a kernel's parameters as they stand in a step: one word for i32 and f32, two (low first) for i64 and f64.
std::vector<uint32_t> ParamWords(const Kernel& kernel, const IdVector<ParamValue>& values);
// An operand's byte in microcode and in tables of native kernels: element type code | read | written.
inline uint32_t OperandByte(const KernelOperand& operand) {
  return static_cast<uint32_t>(operand.type) | (operand.read ? 0x40u : 0u) | (operand.written ? 0x80u : 0u);
}
std::string DisassembleMicrocode(std::span<const uint32_t> words);
// Scratch bytes that running the kernel in strips of `strip` elements takes, on every target.
int64_t MicrocodeScratchBytes(const Kernel& kernel, int strip);
// What a build of the runtime must be linked with to run these words: codes of scalar_ops.def (from 16 on) and of element_types.def.
struct MicrocodeNeeds {
  std::set<int> operations, element_types;
  bool checked = false;  // loads or stores that are looked at element by element
};
MicrocodeNeeds NeedsOfMicrocode(std::span<const uint32_t> words);
// Element operations of running printed words with a step's parameter words (SPEC.md section 3); the largest number where they are more.
uint64_t WorkOfMicrocode(std::span<const uint32_t> words, std::span<const uint32_t> params);
// Of these, how often it multiplies and adds f32, and how often it multiplies integers in loops, which sums of products do.
struct MicrocodeProducts {
  uint64_t floats = 0, integers = 0;
};
MicrocodeProducts ProductsOfMicrocode(std::span<const uint32_t> words, std::span<const uint32_t> params);

// C: one function for this kernel with these parameter values, freestanding C99:
//   void NAME(unsigned char* const* operands, uint32_t begin, uint32_t end)
// over [begin, end) of the outermost parallel extent (groups when there are group axes, else flattened map points: COuterExtent).
// `operand_elements` are the operands' sizes in elements, against which computed and predicated accesses are checked.
// The preamble defines what the functions use and is printed once per file.
std::string CPreamble();
std::string PrintC(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> operand_elements,
                   const std::string& name);
int64_t COuterExtent(const Kernel& kernel, const IdVector<ParamValue>& values);

// What a printed shader asks of a device: the fields of the same names of the program's Shader table.
struct GlslShape {
  uint32_t local_size = 0;    // invocations of a workgroup
  uint32_t shared_bytes = 0;  // of shared memory
  uint32_t features = 0;      // MoteVulkanFeature
  uint32_t tiles = 0;         // dimensions of the flat domain and sizes
  uint32_t texels = 0;        // operands that it may read as texels
  uint32_t alignment = 4;     // of operands, in bytes
  std::vector<uint32_t> constants;  // parameter words that are specialization constants, as bits
};
struct GlslShader {
  std::string text;
  GlslShape shape;
};
// What is known of a kernel's parameters in the launches of one shader.
struct ShaderParams {
  IdVector<std::vector<ParamValue>> values;  // per parameter, all that a launch may give it; none: nothing is known
  IdVector<bool> constant;  // per parameter: a specialization constant, else words of the step; none: all are words
  int32_t loop_invocations = 0;  // of the loop's shader that the kernel is a part of; 0: it has one of its own
  IdVector<int32_t> texels;      // then, per operand: its number among those of the loop that may be read as texels, or kNone
};
// GLSL compute shader text. `spaces` gives the space (MoteSpace) of every operand.
Result<GlslShader> PrintGlsl(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form,
                             const ShaderParams& params = {});
// A step of a loop that one workgroup runs whole: a launch, or a copy.
struct LoopPart {
  const Kernel* kernel = nullptr;  // null: a copy of its first operand to its second
  ShaderForm form;                 // flat or by groups, no optional features
  IdVector<ParamValue> params;     // of the kernel
  std::vector<uint8_t> spaces;     // of the operands
  std::vector<int64_t> bytes;
  // Points of a flat kernel, groups of any other.
  int64_t Domain() const;
};
struct LoopParts {
  std::vector<LoopPart> condition, body;
  uint8_t predicate_space = 0;
};
// GLSL compute shader text of one workgroup that runs the body while the condition's predicate is true, so many turns at most. It is
// handed the places of the parts' operands, condition first, then the predicate's; its one parameter is the number of turns. kUnsupported
// where a part has no such form.
Result<GlslShader> PrintGlslLoop(const LoopParts& loop, int32_t invocations);
// Likewise of parts that run once, one behind the other, for processors (that read storage quickly); its parameter says nothing.
Result<GlslShader> PrintGlslChain(const std::vector<LoopPart>& parts, int32_t invocations, bool quick_storage);
// Whether the shader takes the number of elements of its operands: it has accesses that are checked as it runs.
bool HasCheckedAccess(const Kernel& kernel);
// Per node the axes that its value or place depends on, axis a as bit a; of a kernel with at most 64.
std::vector<uint64_t> AxesOfNodes(const Kernel& kernel);
// glslang on the host; deterministic, stripped of debug names.
Result<std::vector<uint32_t>> CompileGlsl(const std::string& glsl);

}  // namespace mote
