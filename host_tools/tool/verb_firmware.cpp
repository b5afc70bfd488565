// mote firmware: what a firmware image needs besides its own code. Called by mote_add_firmware; nothing here knows a board.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "mote/mote.h"
#include "tool/backend.h"
#include "compile/c_array.h"
#include "compile/compile_program.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "compile/firmware_config.h"
#include "compile/native_kernels.h"
#include "compile/program_facts.h"
#include "tool/source.h"
#include "tool/stand_in_calls.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::vector<std::string> inputs, names;
  std::string target = "cortex-m4", kernels = "microcode", directory;
  std::string arena_section = ".mote_arena", state_section = ".bss.mote_state", program_section = ".mote_program";
  bool c_array = false;
  SourceOptions source;
};

struct FirmwareProgram {
  std::string name, bytes;
  std::string kernels_c;  // the native table as C
  std::string header;
  std::string array;  // the bytes as C, where they are wanted so
};

// A C identifier of the file's name without its last extension.
std::string IdentifierOf(const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string();
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? "_" + name : name;
}

std::string UpperCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

Result<FirmwareProgram> Prepare(const std::string& input, const std::string& name, const Options& o) {
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
  request.c_kernels = o.kernels == "c";
  MOTE_ASSIGN(const CompiledProgram compiled, CompileSource(source, request));
  program.bytes.assign(compiled.bytes.begin(), compiled.bytes.end());
  if (o.kernels == "c") {
    MOTE_ASSIGN(program.kernels_c, PrintNativeKernels(compiled.plans[0], name + "_natives"));
  }
  return program;
}

// Sizes for static buffers. This machine's pointers are at least as wide as the target's, so the handles are at most this large there.
Result<std::string> Header(const FirmwareProgram& program, const Options& o) {
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
      "#define {1}_STATE_SECTION \"{11}\"\n#endif\n",
      name, UpperCase(name), natives ? fmt::format("extern const mote_native_table {}_natives;\n", name) : "", o.target,
      natives ? fmt::format("(&{}_natives)", name) : "0", program.bytes.size(), sizes.arena, sizes.state, (mote_program_size() + 7) / 8,
      (sizes.instance + 7) / 8, o.arena_section, o.state_section);
}

// mote_firmware.h: every program of the image, and the names that code for any one program uses.
std::string ImageHeader(const std::vector<FirmwareProgram>& programs) {
  std::string text = "/* Printed by mote: the programs of one firmware image. */\n#pragma once\n";
  for (const FirmwareProgram& program : programs) text += fmt::format("#include \"{}.h\"\n", program.name);
  if (programs.size() != 1) return text;
  text += fmt::format("#define MOTE_FIRMWARE_PROGRAM {}_program\n", programs[0].name);
  for (const char* fact : {"TARGET", "NATIVES", "PROGRAM_SIZE", "ARENA_BYTES", "STATE_BYTES", "PROGRAM_WORDS", "INSTANCE_WORDS",
                           "ARENA_SECTION", "STATE_SECTION"}) {
    text += fmt::format("#define MOTE_FIRMWARE_{} {}_{}\n", fact, UpperCase(programs[0].name), fact);
  }
  return text;
}

int WriteFiles(const std::vector<FirmwareProgram>& programs, const std::string& config, const Options& o) {
  std::error_code error;
  std::filesystem::create_directories(o.directory, error);
  std::vector<std::pair<std::string, const std::string*>> files = {{"config.cpp", &config}};
  const std::string image = ImageHeader(programs);
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
  if (o.kernels != "microcode" && o.kernels != "c") return Report(kUsage, "--kernels is microcode or c, not '" + o.kernels + "'");
  if (!o.names.empty() && o.names.size() != o.inputs.size()) {
    return Report(kUsage, fmt::format("{} programs, but {} names: give each a --name, or none", o.inputs.size(), o.names.size()));
  }
  if (o.inputs.size() > 1 && !o.source.Empty()) {
    return Report(kUsage, "--dim, --weights and --bind are of one program: compile each by itself first");
  }
  std::vector<FirmwareProgram> programs;
  std::set<std::string> taken = {"MOTE_FIRMWARE"};  // the image's own header
  ProgramNeeds needs;
  for (size_t i = 0; i < o.inputs.size(); ++i) {
    const std::string name = o.names.empty() ? IdentifierOf(o.inputs[i]) : o.names[i];
    if (name != IdentifierOf(name + ".")) return Report(kUsage, "--name '" + name + "' is no C identifier");
    if (!taken.insert(UpperCase(name)).second) return Report(kUsage, "two programs are named '" + name + "': give each a --name");
    Result<FirmwareProgram> program = Prepare(o.inputs[i], name, o);
    if (!program) return Report(program.errors(), o.inputs[i]);
    Result<std::string> header = Header(*program, o);
    if (!header) return Report(header.errors(), o.inputs[i]);
    program->header = std::move(*header);
    const std::span bytes(reinterpret_cast<const uint8_t*>(program->bytes.data()), program->bytes.size());
    Result<ProgramNeeds> more = NeedsOf(bytes, o.target, std::move(needs));
    if (!more) return Report(more.errors(), o.inputs[i]);
    needs = std::move(*more);
    if (o.c_array) program->array = ProgramArray(name, bytes, o.program_section);
    programs.push_back(std::move(*program));
  }
  return WriteFiles(programs, FirmwareConfig(needs, o.kernels == "c"), o);
}

}  // namespace

void AddFirmwareVerb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("firmware", "Write the files of a firmware image: programs, sizes, what to link, native kernels");
  auto o = std::make_shared<Options>();
  verb->add_option("program", o->inputs, "Source programs or .mote files")->required();
  AddList(*verb, "--name", o->names, "A C identifier for each program; the file's name unless told");
  AddSourceOptions(*verb, o->source);
  AddStateOptions(*verb, o->source);
  AddFirmwareTarget(*verb, o->target);
  verb->add_option("--kernels", o->kernels, "microcode, or c: the kernels as C as well")->capture_default_str();
  verb->add_flag("--c-array", o->c_array, "The program's bytes as C as well: NAME_program.c");
  verb->add_option("--arena-section", o->arena_section, "NAME_ARENA_SECTION, for the application's arena")->capture_default_str();
  verb->add_option("--state-section", o->state_section, "NAME_STATE_SECTION")->capture_default_str();
  verb->add_option("--program-section", o->program_section, "Section of --c-array's bytes; may be empty")->capture_default_str();
  verb->add_option("-o,--output-dir", o->directory, "Directory for config.cpp, mote_firmware.h and each NAME.mote, NAME.h, NAME_kernels.c")
      ->required();
  verb->callback([o, &exit_code] { exit_code = Firmware(*o); });
}

}  // namespace mote
