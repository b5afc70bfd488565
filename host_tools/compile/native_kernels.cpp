// The kernels of a plan's launch steps, each parameter set once, as one C file.
#include "compile/native_kernels.h"

#include <fmt/format.h>

#include <map>

#include "kernel/kernel.h"
#include "print/printers.h"

namespace mote {

namespace {

// What distinguishes two native functions: the kernel and the words of its parameters.
struct NativeKey {
  uint64_t hash;
  std::vector<uint32_t> words;
  bool operator<(const NativeKey& o) const { return hash != o.hash ? hash < o.hash : words < o.words; }
};

struct NativeUse {
  int32_t kernel = 0;
  const Step* step = nullptr;
};

std::map<NativeKey, NativeUse> UsesOf(const Plan& plan) {
  std::map<NativeKey, NativeUse> uses;
  for (const Block& block : plan.graph.blocks) {
    for (const Step& step : block.steps) {
      if (step.kind != StepKind::kLaunch) continue;
      const Kernel& kernel = plan.graph.kernels[step.kernel];
      uses.try_emplace({ContentHash(kernel), ParamWords(kernel, step.params)}, NativeUse{step.kernel, &step});
    }
  }
  return uses;
}

std::string WordList(const std::vector<uint32_t>& words) {
  std::string text;
  for (const uint32_t w : words) text += fmt::format("{}{}u", text.empty() ? "" : ", ", w);
  return text.empty() ? "0u" : text;
}

}  // namespace

Result<std::string> PrintNativeKernels(const Plan& plan, const std::string& table_name) {
  const std::map<NativeKey, NativeUse> uses = UsesOf(plan);
  std::string text = "/* Printed by mote: the kernels of one program as C, found by content hash and parameters (mote/native.h). */\n";
  text += "#include <mote/native.h>\n";
  if (!uses.empty()) text += CPreamble();
  std::string rows;
  int number = 0;
  for (const auto& [key, use] : uses) {
    const Kernel& kernel = plan.graph.kernels[use.kernel];
    std::vector<int64_t> elements;
    std::vector<uint32_t> bytes, types;
    for (size_t o = 0; o < use.step->operands.size(); ++o) {
      const Buffer& buffer = plan.graph.buffers[use.step->operands[o]];
      elements.push_back(buffer.bytes / StorageBytes(buffer.type));
      bytes.push_back(static_cast<uint32_t>(buffer.bytes));
      types.push_back(OperandByte(kernel.operands[o]));
    }
    const std::string name = fmt::format("mote_kernel_{}", number);
    text += fmt::format("\n/* {} */\nstatic ", kernel.name) + PrintC(kernel, use.step->params, elements, name);
    text +=
        fmt::format("static const uint32_t params_{0}[] = {{{1}}}, bytes_{0}[] = {{{2}}};\nstatic const uint8_t types_{0}[] = {{{3}}};\n",
                    number, WordList(key.words), WordList(bytes), WordList(types));
    rows += fmt::format("  {{0x{0:016x}u, params_{1}, {2}, {3}, bytes_{1}, types_{1}, {4}u, {5}}},\n", key.hash, number, key.words.size(),
                        bytes.size(), COuterExtent(kernel, use.step->params), name);
    ++number;
  }
  if (uses.empty()) return text + fmt::format("\nconst mote_native_table {} = {{0, 0}};\n", table_name);
  text += "\nstatic const mote_native_kernel kernels[] = {\n" + rows + "};\n";
  text += fmt::format("const mote_native_table {} = {{kernels, {}u}};\n", table_name, number);
  return text;
}

}  // namespace mote
