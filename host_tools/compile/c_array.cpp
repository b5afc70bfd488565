// Twenty-four bytes a line, decimal: short to read and to compile.
#include "compile/c_array.h"

#include <fmt/format.h>

#include <algorithm>

namespace mote {

std::string ProgramArray(const std::string& name, std::span<const uint8_t> bytes, const std::string& section) {
  std::string text = fmt::format("/* Printed by mote: the bytes of the program {0}. */\n#include \"{0}.h\"\n\n", name);
  const std::string place = section.empty() ? "" : fmt::format(", section(\"{}\")", section);
  text += fmt::format("__attribute__((aligned(16){})) const unsigned char {}_program[] = {{\n", place, name);
  constexpr size_t kLine = 24;
  for (size_t at = 0; at < bytes.size(); at += kLine) {
    text += fmt::format("{},\n", fmt::join(bytes.subspan(at, std::min(kLine, bytes.size() - at)), ","));
  }
  return text + fmt::format("}};\nconst size_t {0}_program_size = sizeof {0}_program;\n", name);
}

}  // namespace mote
