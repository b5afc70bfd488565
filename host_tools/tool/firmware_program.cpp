// Compiles a program for firmware, and asks the runtime what it takes.
#include "tool/firmware_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <span>

#include "compile/compile_program.h"
#include "compile/native_kernels.h"
#include "mote/mote.h"
#include "tool/backend.h"
#include "tool/source.h"
#include "tool/stand_in_calls.h"

namespace mote {

std::string IdentifierOf(const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string();
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? "_" + name : name;
}

std::string UpperCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

namespace {

Result<FirmwareProgram> Compiled(const std::string& input, const std::string& name, const FirmwareRequest& o) {
  FirmwareProgram program;
  program.name = name;
  MOTE_ASSIGN(Source source, LoadSource(input, o.source));
  program.kernels_c = "/* No native kernels: the program runs from its microcode. */\n";
  if (source.compiled()) {
    if (o.kernels == "c") return Error(Rule::kUnsupported, "--kernels c needs the source program, not a compiled one");
    program.bytes = std::move(source.bytes);
    return program;
  }
  CompileRequest request;
  request.targets = {o.target};
  request.skip_unsupported = false;
  request.strip = true;
  request.reproducible = true;  // firmware has no other rows, nor has the C library of a host
  request.c_kernels = o.kernels == "c";
  if (const std::string wrong = o.budgets.SetIn(request); !wrong.empty()) return Error(Rule::kAttribute, wrong);
  MOTE_ASSIGN(const CompiledProgram compiled, CompileSource(source, request));
  program.bytes.assign(compiled.bytes.begin(), compiled.bytes.end());
  if (o.kernels == "c") {
    MOTE_ASSIGN(program.kernels_c, PrintNativeKernels(compiled.plans[0], name + "_natives"));
  }
  return program;
}

// Sizes for static buffers. This machine's pointers are at least as wide as the target's, so the handles are at most this large there.
Result<std::string> Header(const FirmwareProgram& program, const FirmwareRequest& o) {
  std::vector<uint64_t> aligned(program.bytes.size() / sizeof(uint64_t) + 1), memory(mote_program_size() / sizeof(uint64_t) + 1);
  std::copy(program.bytes.begin(), program.bytes.end(), reinterpret_cast<char*>(aligned.data()));
  mote_open_options options = {};
  options.target = o.target.c_str();
  const StandInCalls calls({reinterpret_cast<const uint8_t*>(program.bytes.data()), program.bytes.size()});
  calls.AddTo(options);
  const mote_program* opened = nullptr;
  mote_status status = mote_open(memory.data(), memory.size() * sizeof(uint64_t), aligned.data(), program.bytes.size(), &options, &opened);
  mote_sizes sizes = {};
  if (status.code == MOTE_OK) status = mote_query_sizes(opened, &sizes);
  if (status.code != MOTE_OK) return StatusError(status, "opening the program for " + o.target);
  const bool natives = o.kernels == "c";
  const std::string& name = program.name;
  std::string regions;
  for (size_t r = 1; r < o.budgets.regions.size(); ++r) {
    const std::string memory = o.budgets.regions[r].substr(0, o.budgets.regions[r].find(':'));
    regions += fmt::format("#define {0}_REGION_{1}_BYTES {2} /* in {3}, for regions[{4}] of mote_instance_init_regions */\n"
                           "#define {0}_REGION_{1}_SECTION \".mote_region_{1}\"\n",
                           UpperCase(name), r, sizes.regions[r - 1], memory, r - 1);
  }
  return fmt::format(
      "/* Printed by mote: the program {0}, in flash, and the sizes of its static buffers. */\n"
      "#ifndef MOTE_PROGRAM_{0}_H_\n#define MOTE_PROGRAM_{0}_H_\n"
      "#include <stddef.h>\n\n#include <mote/native.h>\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n"
      "extern const unsigned char {0}_program[]; /* aligned to 16 */\nextern const size_t {0}_program_size;\n{2}"
      "#ifdef __cplusplus\n}}\n#endif\n"
      "#define {1}_TARGET \"{3}\"\n#define {1}_NATIVES {4}\n#define {1}_PROGRAM_SIZE {5}\n"
      "#define {1}_ARENA_BYTES {6}\n#define {1}_STATE_BYTES {7}\n"
      "#define {1}_PROGRAM_WORDS {8} /* of 8 bytes, for mote_open */\n"
      "#define {1}_INSTANCE_WORDS {9} /* for mote_instance_init */\n"
      "#define {1}_ARENA_SECTION \"{10}\" /* where its buffers are to lie: __attribute__((section({1}_ARENA_SECTION), aligned(8))) */\n"
      "#define {1}_STATE_SECTION \"{11}\"\n{12}#endif\n",
      name, UpperCase(name), natives ? fmt::format("extern const mote_native_table {}_natives;\n", name) : "", o.target,
      natives ? fmt::format("(&{}_natives)", name) : "0", program.bytes.size(), sizes.arena, sizes.state, (mote_program_size() + 7) / 8,
      (sizes.instance + 7) / 8, o.arena_section, o.state_section, regions);
}

}  // namespace

Result<FirmwareProgram> PrepareFirmware(const std::string& input, const std::string& name, const FirmwareRequest& request,
                                        ProgramNeeds& needs) {
  MOTE_ASSIGN(FirmwareProgram program, Compiled(input, name, request));
  MOTE_ASSIGN(program.header, Header(program, request));
  const std::span bytes(reinterpret_cast<const uint8_t*>(program.bytes.data()), program.bytes.size());
  MOTE_ASSIGN(needs, NeedsOf(bytes, request.target, std::move(needs)));
  return program;
}

}  // namespace mote
