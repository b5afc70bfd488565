// The words of the probes' shader, which the runtime has no compiler for: whether runtime/vulkan/probe_shader.h is what shaders/probe.comp
// compiles to, and Vulkan 1.1 takes it. usage: vulkan_probe_shader SOURCE_DIR [--write]
#include "vulkan/probe_shader.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <spirv-tools/libspirv.hpp>
#include <string>

#include "print/printers.h"

namespace mote {
namespace {

constexpr size_t kWordsOfLine = 12, kGenerator = 2;  // the compiler's name and version, as a word

std::string TableOf(const std::vector<uint32_t>& words) {
  std::string text =
      "// Printed from shaders/probe.comp: vulkan_probe_shader SOURCE_DIR --write.\n#ifndef MOTE_VULKAN_PROBE_SHADER_H_\n"
      "#define MOTE_VULKAN_PROBE_SHADER_H_\n\n#include <stdint.h>\n\nnamespace mote::vulkan {\n\nconstexpr uint32_t kProbeWords[] = {";
  for (size_t i = 0; i < words.size(); ++i) {
    char word[16];
    std::snprintf(word, sizeof word, "0x%x,", words[i]);
    text += (i % kWordsOfLine == 0 ? "\n    " : " ") + std::string(word);
  }
  return text + "\n};\n\n}  // namespace mote::vulkan\n\n#endif\n";
}

int Fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  return 1;
}

int Run(const std::string& source, bool write) {
  std::ifstream in(source + "/shaders/probe.comp", std::ios::binary);
  const Result<std::vector<uint32_t>> words = CompileGlsl({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
  if (!words) return Fail(words.error().text);
  std::string said;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* text) { said += text; });
  if (!tools.Validate(*words)) return Fail("Vulkan 1.1 does not take it: " + said);
  std::printf("%zu bytes\n", words->size() * 4);
  if (write) return std::ofstream(source + "/runtime/vulkan/probe_shader.h", std::ios::binary) << TableOf(*words) ? 0 : 1;
  if (std::equal(words->begin(), words->end(), std::begin(vulkan::kProbeWords), std::end(vulkan::kProbeWords))) return 0;
  if ((*words)[kGenerator] == vulkan::kProbeWords[kGenerator]) return Fail("the table is not what the shader compiles to; see --write");
  std::printf("skipped: another glslang made the table\n");
  return 77;
}

}  // namespace
}  // namespace mote

int main(int argc, char** argv) { return argc < 2 ? 2 : mote::Run(argv[1], argc > 2 && std::string(argv[2]) == "--write"); }
