// mote firmware: what a firmware image needs besides its own code. Called by mote_add_firmware; nothing here knows a board.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "compile/c_array.h"
#include "compile/firmware_config.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/firmware_program.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::vector<std::string> inputs, names;
  std::string directory, program_section = ".mote_program";
  bool c_array = false;
  FirmwareRequest request;
};

// mote_firmware.h: every program of the image, and the names that code for any one program uses.
std::string ImageHeader(const std::vector<FirmwareProgram>& programs, size_t regions) {
  std::string text = "/* Printed by mote: the programs of one firmware image. */\n#pragma once\n";
  for (const FirmwareProgram& program : programs) text += fmt::format("#include \"{}.h\"\n", program.name);
  if (programs.size() != 1) return text;
  text += fmt::format("#define MOTE_FIRMWARE_PROGRAM {}_program\n", programs[0].name);
  for (const char* fact : {"TARGET", "NATIVES", "PROGRAM_SIZE", "ARENA_BYTES", "STATE_BYTES", "PROGRAM_WORDS", "INSTANCE_WORDS",
                           "ARENA_SECTION", "STATE_SECTION"}) {
    text += fmt::format("#define MOTE_FIRMWARE_{} {}_{}\n", fact, UpperCase(programs[0].name), fact);
  }
  for (size_t r = 1; r < regions; ++r) {
    for (const char* fact : {"BYTES", "SECTION"}) {
      text += fmt::format("#define MOTE_FIRMWARE_REGION_{0}_{1} {2}_REGION_{0}_{1}\n", r, fact, UpperCase(programs[0].name));
    }
  }
  return text;
}

int WriteFiles(const std::vector<FirmwareProgram>& programs, const std::string& config, const Options& o) {
  std::error_code error;
  std::filesystem::create_directories(o.directory, error);
  std::vector<std::pair<std::string, const std::string*>> files = {{"config.cpp", &config}};
  const std::string image = ImageHeader(programs, o.request.budgets.regions.size());
  files.emplace_back("mote_firmware.h", &image);
  for (const FirmwareProgram& p : programs) {
    files.emplace_back(p.name + ".mote", &p.bytes);
    files.emplace_back(p.name + ".h", &p.header);
    files.emplace_back(p.name + "_kernels.c", &p.kernels_c);
    if (!p.array.empty()) files.emplace_back(p.name + "_program.c", &p.array);
  }
  for (const auto& [name, text] : files) {
    if (Status s = WriteFile(o.directory + "/" + name, *text); !s) return Report(s.errors());
  }
  return kDone;
}

int Firmware(const Options& o) {
  const std::string& kernels = o.request.kernels;
  if (kernels != "microcode" && kernels != "c") return Report(kUsage, "--kernels is microcode or c, not '" + kernels + "'");
  if (!o.names.empty() && o.names.size() != o.inputs.size()) {
    return Report(kUsage, fmt::format("{} programs, but {} names: give each a --name, or none", o.inputs.size(), o.names.size()));
  }
  if (o.inputs.size() > 1 && !o.request.source.Empty()) {
    return Report(kUsage, "--dim, --weights and --bind are of one program: compile each by itself first");
  }
  std::vector<FirmwareProgram> programs;
  std::set<std::string> taken = {"MOTE_FIRMWARE"};  // the image's own header
  ProgramNeeds needs;
  for (size_t i = 0; i < o.inputs.size(); ++i) {
    const std::string name = o.names.empty() ? IdentifierOf(o.inputs[i]) : o.names[i];
    if (name != IdentifierOf(name + ".")) return Report(kUsage, "--name '" + name + "' is no C identifier");
    if (!taken.insert(UpperCase(name)).second) return Report(kUsage, "two programs are named '" + name + "': give each a --name");
    Result<FirmwareProgram> program = PrepareFirmware(o.inputs[i], name, o.request, needs);
    if (!program) return Report(program.errors(), o.inputs[i]);
    const std::span bytes(reinterpret_cast<const uint8_t*>(program->bytes.data()), program->bytes.size());
    if (o.c_array) program->array = ProgramArray(name, bytes, o.program_section);
    programs.push_back(std::move(*program));
  }
  return WriteFiles(programs, FirmwareConfig(needs, kernels == "c"), o);
}

}  // namespace

void AddFirmwareVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("firmware", "Write the files of a firmware image: programs, sizes, what to link, native kernels");
  auto o = std::make_shared<Options>();
  verb.Value("program", o->inputs, "Source programs or .mote files").Required();
  verb.List("--name", o->names, "A C identifier for each program; the file's name unless told");
  AddFirmwareOptions(verb, o->request);
  verb.Flag("--c-array", o->c_array, "The program's bytes as C as well: NAME_program.c");
  verb.Value("--program-section", o->program_section, "Section of --c-array's bytes; may be empty").ShowDefault();
  verb.Value("-o,--output-dir", o->directory, "Directory for config.cpp, mote_firmware.h and each NAME.mote, NAME.h, NAME_kernels.c")
      .Required();
  verb.Run([o, &exit_code] { exit_code = Firmware(*o); });
}

}  // namespace mote
