// The words of the runtime's own shaders, which it has no compiler for: whether runtime/vulkan/*_shader.h are what shaders/*.comp compile
// to, and Vulkan 1.1 takes them. usage: vulkan_runtime_shaders SOURCE_DIR [--write]

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <spirv-tools/libspirv.hpp>
#include <string>

#include "print/printers.h"
#include "vulkan/gate_shader.h"
#include "vulkan/probe_shader.h"

namespace mote {
namespace {

constexpr size_t kWordsOfLine = 12, kGenerator = 2;  // the compiler's name and version, as a word

std::string TableOf(const std::string& name, const std::vector<uint32_t>& words) {
  std::string upper = name, title = name;
  for (char& c : upper) c = static_cast<char>(std::toupper(c));
  title[0] = upper[0];
  const std::string guard = "MOTE_VULKAN_" + upper + "_SHADER_H_";
  std::string text = "// Printed from shaders/" + name + ".comp: vulkan_runtime_shaders SOURCE_DIR --write.\n";
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <stdint.h>\n\nnamespace mote::vulkan {\n\n";
  text += "constexpr uint32_t k" + title + "Words[] = {";
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

// 0: as it should be, 77: not known, 1: neither.
int Check(const std::string& source, const std::string& name, std::span<const uint32_t> table, bool write) {
  std::ifstream in(source + "/shaders/" + name + ".comp", std::ios::binary);
  const Result<std::vector<uint32_t>> words = CompileGlsl({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
  if (!words) return Fail(words.error().text);
  std::string said;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* text) { said += text; });
  if (!tools.Validate(*words)) return Fail("Vulkan 1.1 does not take " + name + ": " + said);
  std::printf("%s: %zu bytes\n", name.c_str(), words->size() * 4);
  if (write) return std::ofstream(source + "/runtime/vulkan/" + name + "_shader.h", std::ios::binary) << TableOf(name, *words) ? 0 : 1;
  if (std::equal(words->begin(), words->end(), table.begin(), table.end())) return 0;
  if ((*words)[kGenerator] == table[kGenerator]) return Fail("the table is not what " + name + " compiles to; see --write");
  std::printf("skipped: another glslang made the table\n");
  return 77;
}

int Run(const std::string& source, bool write) {
  const int probe = Check(source, "probe", vulkan::kProbeWords, write), gate = Check(source, "gate", vulkan::kGateWords, write);
  return probe == 1 || gate == 1 ? 1 : std::max(probe, gate);
}

}  // namespace
}  // namespace mote

int main(int argc, char** argv) { return argc < 2 ? 2 : mote::Run(argv[1], argc > 2 && std::string(argv[2]) == "--write"); }
