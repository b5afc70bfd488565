// Sources of an exported library: which files of the runtime, and what stands in front of them.
#include "tool/c_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string_view>

#include "compile/c_array.h"
#include "compile/firmware_config.h"
#include "target/fixed_table.h"
#include "tool/exported_files.h"

namespace mote {

namespace {

// Folders of runtime/cpu with instructions that not every core has.
struct InstructionSet {
  const char *folder, *define, *value, *condition;
};
constexpr InstructionSet kInstructionSets[] = {
    {"arm_dsp", "MOTE_ARM_DSP", "1", "defined(__ARM_FEATURE_DSP) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'"},
    {"helium", "MOTE_HELIUM", "1", "defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 1) != 0"},
    {"armv7m", "MOTE_PRODUCTS_BY_HAND", "3", "defined(__ARM_ARCH_7M__)"},
    {"armv6m", "MOTE_PRODUCTS_BY_HAND", "2", "defined(__ARM_ARCH_6M__)"},
    {"riscv32", "MOTE_PRODUCTS_BY_HAND", "4", "defined(__riscv) && __riscv_xlen == 32 && defined(__riscv_mul)"},
};

// Of the rows that a file defines (kFixed<Id>, k<Routine>, Run<Step>), the ids.
std::set<std::string> RowsDefined(const std::string& text) {
  static const std::regex kRow(R"(const FixedRoutine kFixed(\w+) =|const Routine k(\w+) =|mote_code Run(\w+)\(StepContext)");
  std::set<std::string> rows;
  for (std::sregex_iterator at(text.begin(), text.end(), kRow), end; at != end; ++at) {
    for (size_t group = 1; group <= 3; ++group) {
      if ((*at)[group].matched) rows.insert((*at)[group].str());
    }
  }
  return rows;
}

// Ids of everything that a binary may leave out, and of what this one needs.
struct Rows {
  std::set<std::string> all, needed;
};
Rows RowsOf(const ProgramNeeds& needs) {
  Rows rows;
  const auto add = [&](const char* id, bool needed) {
    rows.all.insert(id);
    if (needed) rows.needed.insert(id);
  };
#define MOTE_STEP(id, code, ...) add(#id, needs.steps.contains(code));
#include "schema/steps.def"
#undef MOTE_STEP
#define MOTE_ROUTINE(id, code, ...) add(#id, needs.steps.contains(code));
#include "schema/routines.def"
#undef MOTE_ROUTINE
#define MOTE_FIXED(id, number, ...) add(#id, needs.fixed.contains(number));
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
  return rows;
}

// A file that defines rows, none of them needed.
bool LeftOut(const std::string& text, const Rows& rows) {
  bool left = false;
  for (const std::string& row : RowsDefined(text)) {
    if (!rows.all.contains(row)) continue;
    if (rows.needed.contains(row)) return false;
    left = true;
  }
  return left;
}

std::string BuildHeader() {
  std::string text =
      "/* How this library is built, whatever the build system says: exact arithmetic, one loop an operation, and the instructions that\n"
      "   the compiler has. */\n#ifndef MOTE_BUILD_H_\n#define MOTE_BUILD_H_\n\n#define MOTE_STRIDED 1\n#define MOTE_FIRMWARE 1\n";
  for (const InstructionSet& set : kInstructionSets) {
    text += fmt::format("#if {}\n#define {} {}\n#endif\n", set.condition, set.define, set.value);
  }
  return text +
         "#if defined(__clang__)\n#pragma clang fp contract(off)\n#elif defined(__GNUC__)\n"
         "#pragma GCC optimize(\"fp-contract=off\", \"no-math-errno\", \"no-trapping-math\")\n#endif\n\n#endif\n";
}

// Where a file of the repository stands in the library; empty: it is not for it.
std::string PlaceOf(const std::string& path) {
  constexpr std::string_view kInclude = "runtime/include/", kRuntime = "runtime/";
  if (path.starts_with(kInclude)) return "src/" + path.substr(kInclude.size());
  if (path.starts_with(kRuntime)) return "src/" + path.substr(kRuntime.size());
  return path.starts_with("schema/") ? "src/" + path : path;
}

const InstructionSet* SetOf(const std::string& path) {
  for (const InstructionSet& set : kInstructionSets) {
    if (path.find(fmt::format("/{}/", set.folder)) != std::string::npos) return &set;
  }
  return nullptr;
}

// Whether rows of this folder are needed at all.
bool Wanted(const InstructionSet& set, const ProgramNeeds& needs, const Rows& rows) {
  const std::string folder = set.folder;
  const auto plain = [&](FixedRoutine row) { return needs.fixed.contains(static_cast<int>(row)); };
  if (folder.starts_with("armv") || folder == "riscv32") return plain(FixedRoutine::kConvolution) || plain(FixedRoutine::kDepthwise);
#define MOTE_FIXED(...)
#define MOTE_FIXED_DSP(id, number, ...) \
  if (folder == "arm_dsp" && needs.fixed.contains(number)) return true;
#define MOTE_FIXED_HELIUM(id, number, ...) \
  if (folder == "helium" && needs.fixed.contains(number)) return true;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
  // Pipelines copy and sum rows by it, whatever their members are.
  return folder == "helium" && rows.needed.contains("Pipeline");
}

// Native kernels are for speed, whatever the build is for.
constexpr const char* kKernels =
    "#include \"mote_build.h\"\n#if defined(__clang__)\n#pragma clang diagnostic ignored \"-Wpass-failed\"\n"
    "#elif defined(__GNUC__)\n#pragma GCC optimize(\"O3\")\n#endif\n";
// What assemblers of hosted systems ask of every file.
constexpr const char* kPlainStack = "#if defined(__linux__) && defined(__ELF__)\n  .section .note.GNU-stack, \"\", %progbits\n#endif\n";

constexpr const char* kMain =
    R"(/* Runs {0} over samples: their inputs one after the other, and out come its outputs. Where there are files, they are the standard input
   and output; a board without gives two functions of its own. */
#include "{0}.h"

#include {2}

#if __STDC_HOSTED__
#include <stdio.h>
static int read_input(void* data, size_t size) {{ return fread(data, 1, size, stdin) == size; }}
static void write_output(const void* data, size_t size) {{ fwrite(data, 1, size, stdout); }}
#else
int read_input(void* data, size_t size); /* 0: there are no more */
void write_output(const void* data, size_t size);
#endif

#ifdef {1}_IN_SECTIONS /* for a linker script that has them */
#define PLACED(name) __attribute__((section(name), aligned(16)))
#else
#define PLACED(name) __attribute__((aligned(16)))
#endif
PLACED({1}_ARENA_SECTION) static unsigned char arena[{1}_ARENA_BYTES];
#if {1}_STATE_BYTES
PLACED({1}_STATE_SECTION) static unsigned char state[{1}_STATE_BYTES]; /* zeros at first */
#endif
{3}static uint64_t program_memory[{1}_PROGRAM_WORDS], instance_memory[{1}_INSTANCE_WORDS];

int main(void) {{
  mote_open_options options = {{0}};
  mote_memory memory = {{0}};
  const mote_program* program = 0;
  mote_instance* instance = 0;
  mote_tensor tensor;
  uint32_t i;
  options.target = {1}_TARGET;
  options.natives = {1}_NATIVES;
  if (mote_open(program_memory, sizeof program_memory, {0}_program, {0}_program_size, &options, &program).code != MOTE_OK) return 1;
  memory.instance = instance_memory;
  memory.instance_size = sizeof instance_memory;
  memory.arena = arena;
  memory.arena_size = sizeof arena;
#if {1}_STATE_BYTES
  memory.state = state;
  memory.state_size = sizeof state;
#endif
  if ({4}.code != MOTE_OK) return 2;
  for (;;) {{
    for (i = 0; i < mote_input_count(program, 0); ++i) {{
      if (mote_input(program, 0, i, &tensor).code != MOTE_OK || !read_input(mote_input_data(instance, i), (size_t)tensor.bytes)) return 0;
    }}
    if (mote_run(instance, 0).code != MOTE_OK) return 3;
    for (i = 0; i < mote_output_count(program, 0); ++i) {{
      if (mote_output(program, 0, i, &tensor).code == MOTE_OK) write_output(mote_output_data(instance, i), (size_t)tensor.bytes);
    }}
  }}
}}
)";

// Memories for parts of the arena behind the first: declarations for main.c, and how it makes an instance.
struct RegionTexts {
  std::string declared, init;
};
RegionTexts RegionsOf(const std::string& name, size_t regions) {
  if (regions < 2) return {"", "mote_instance_init(&memory, program, 0, &instance)"};
  RegionTexts texts;
  std::string list;
  for (size_t r = 1; r < regions; ++r) {
    texts.declared += fmt::format("#if {0}_REGION_{1}_BYTES\n"
                                  "PLACED({0}_REGION_{1}_SECTION) static unsigned char region_{1}[{0}_REGION_{1}_BYTES];\n"
                                  "#define REGION_{1} {{region_{1}, sizeof region_{1}}}\n#else\n#define REGION_{1} {{0, 0}}\n#endif\n",
                                  name, r);
    list += fmt::format("{}REGION_{}", r == 1 ? "" : ", ", r);
  }
  texts.declared += fmt::format("static const mote_region regions[] = {{{}}};\n", list);
  texts.init = fmt::format("mote_instance_init_regions(&memory, regions, {}, program, 0, &instance)", regions - 1);
  return texts;
}

}  // namespace

std::vector<NamedText> LibrarySources(const FirmwareProgram& program, const FirmwareRequest& request, const ProgramNeeds& needs) {
  const std::string& name = program.name;
  const std::span bytes(reinterpret_cast<const uint8_t*>(program.bytes.data()), program.bytes.size());
  const Rows rows = RowsOf(needs);
  const RegionTexts regions = RegionsOf(UpperCase(name), request.budgets.regions.size());
  std::vector<NamedText> files = {
      {"src/" + name + ".h", program.header},
      {"src/" + name + "_program.c", ProgramArray(name, bytes, "")},
      {"src/" + name + "_config.cpp", "#include \"mote_build.h\"\n" + FirmwareConfig(needs, request.kernels == "c")},
      {"src/mote_build.h", BuildHeader()},
      {"examples/main.c", fmt::format(kMain, name, UpperCase(name), "<mote/mote.h>", regions.declared, regions.init)},
  };
  if (request.kernels == "c") files.emplace_back("src/" + name + "_kernels.c", kKernels + program.kernels_c);
  for (const ExportedFile& file : ExportedFiles()) {
    const std::string path = file.path, place = PlaceOf(path);
    std::string text(file.begin, file.end);
    const InstructionSet* const set = SetOf(path);
    if (set != nullptr && !Wanted(*set, needs, rows)) continue;
    const bool compiled = path.ends_with(".cpp"), assembled = path.ends_with(".S");
    if (compiled && LeftOut(text, rows)) continue;  // headers declare rows
    const bool of_members = path.starts_with("runtime/collective/") || path == "runtime/core/split.cpp";
    if (compiled && of_members && !rows.needed.contains("Exchange")) continue;
    if (path == "runtime/core/queue.cpp" && !rows.needed.contains("Call")) continue;  // transfers with the host are calls
    if (compiled) text = "#include \"mote_build.h\"\n" + text;
    if (set != nullptr && (compiled || assembled)) text = fmt::format("#if {}\n{}#endif\n", set->condition, text);
    if (assembled) text += kPlainStack;
    files.emplace_back(place, std::move(text));
    if (path == "schema/element_types.def" || path == "schema/status.def") {  // public headers read these
      files.emplace_back("src/mote/tables/" + path.substr(path.find('/') + 1), std::string(file.begin, file.end));
    }
  }
  return files;
}

}  // namespace mote
