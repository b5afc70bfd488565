// mote firmware: what a firmware image needs besides its own code. Called by mote_add_firmware; nothing here knows a board.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "mote/mote.h"
#include "tool/backend.h"
#include "tool/compile_program.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/firmware_config.h"
#include "tool/native_kernels.h"
#include "tool/source.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::string input, target = "cortex-m4", kernels = "microcode", directory;
};

struct FirmwareProgram {
  std::string bytes;
  std::string kernels_c;  // the native table as C
};

Result<FirmwareProgram> Prepare(const Options& o) {
  FirmwareProgram program;
  MOTE_ASSIGN(Source source, LoadSource(o.input));
  if (source.compiled()) {
    if (o.kernels == "c") return Error(Rule::kUnsupported, "--kernels c needs the source program, not a compiled one");
    program.bytes = std::move(source.bytes);
    program.kernels_c = "/* No native kernels: the program runs from its microcode. */\n";
    return program;
  }
  CompileRequest request;
  request.targets = {o.target};
  request.skip_unsupported = false;
  request.strip = true;
  MOTE_ASSIGN(const CompiledProgram compiled, CompileProgram(*source.module, request));
  program.bytes.assign(compiled.bytes.begin(), compiled.bytes.end());
  program.kernels_c = "/* No native kernels: the program runs from its microcode. */\n";
  if (o.kernels == "c") {
    MOTE_ASSIGN(program.kernels_c, PrintNativeKernels(compiled.plans[0], "mote_native_kernels"));
  }
  return program;
}

// Sizes for static buffers. This machine's pointers are at least as wide as the target's, so the handles are at most this large there.
Result<std::string> Header(const FirmwareProgram& program, const Options& o) {
  std::vector<uint64_t> aligned(program.bytes.size() / sizeof(uint64_t) + 1), memory(mote_program_size() / sizeof(uint64_t) + 1);
  std::copy(program.bytes.begin(), program.bytes.end(), reinterpret_cast<char*>(aligned.data()));
  mote_open_options options = {};
  options.target = o.target.c_str();
  const mote_program* opened = nullptr;
  mote_status status = mote_open(memory.data(), memory.size() * sizeof(uint64_t), aligned.data(), program.bytes.size(), &options, &opened);
  mote_sizes sizes = {};
  if (status.code == MOTE_OK) status = mote_query_sizes(opened, &sizes);
  if (status.code != MOTE_OK) return StatusError(status, "opening the program for " + o.target);
  const bool natives = o.kernels == "c";
  return fmt::format(
      "/* Printed by mote: sizes of one program's static buffers. */\n#pragma once\n{}"
      "#define MOTE_FIRMWARE_TARGET \"{}\"\n#define MOTE_FIRMWARE_ARENA_BYTES {}\n#define MOTE_FIRMWARE_STATE_BYTES {}\n"
      "#define MOTE_FIRMWARE_PROGRAM_WORDS {}\n#define MOTE_FIRMWARE_INSTANCE_WORDS {}\n#define MOTE_FIRMWARE_NATIVES {}\n",
      natives ? "#include <mote/native.h>\nextern const mote_native_table mote_native_kernels;\n" : "", o.target, sizes.arena, sizes.state,
      (mote_program_size() + 7) / 8, (sizes.instance + 7) / 8, natives ? "(&mote_native_kernels)" : "0");
}

int Firmware(const Options& o) {
  if (o.kernels != "microcode" && o.kernels != "c") return Report(kUsage, "--kernels is microcode or c, not '" + o.kernels + "'");
  const auto failed = [&](Errors errors) {
    for (Diagnostic& d : errors.list) d.file = d.file.empty() ? o.input : d.file;
    return Report(errors);
  };
  Result<FirmwareProgram> program = Prepare(o);
  if (!program) return failed(program.errors());
  Result<std::string> header = Header(*program, o);
  if (!header) return failed(header.errors());
  Result<std::string> config = FirmwareConfig({reinterpret_cast<const uint8_t*>(program->bytes.data()), program->bytes.size()}, o.target, o.kernels == "c");
  if (!config) return failed(config.errors());
  std::error_code error;
  std::filesystem::create_directories(o.directory, error);
  for (const auto& [name, text] : {std::pair<const char*, const std::string&>{"program.mote", program->bytes},
                                   {"mote_firmware.h", *header},
                                   {"config.cpp", *config},
                                   {"kernels.c", program->kernels_c}}) {
    if (Status s = WriteFile(o.directory + "/" + name, text); !s) return failed(s.errors());
  }
  return kDone;
}

}  // namespace

void AddFirmwareVerb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("firmware", "Write the files of a firmware image: program, sizes, what to link, native kernels");
  auto o = std::make_shared<Options>();
  verb->add_option("program", o->input, "Source program or .mote file")->required();
  AddFirmwareTarget(*verb, o->target);
  verb->add_option("--kernels", o->kernels, "microcode, or c: the kernels as C as well")->capture_default_str();
  verb->add_option("-o,--output-dir", o->directory, "Directory for program.mote, mote_firmware.h, config.cpp, kernels.c")->required();
  verb->callback([o, &exit_code] { exit_code = Firmware(*o); });
}

}  // namespace mote
