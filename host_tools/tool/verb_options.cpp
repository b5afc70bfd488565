// Options that several verbs share, so that each reads the same everywhere. A wrong value is wrong usage: it ends before any file is read.
#include <algorithm>
#include <filesystem>

#include "compile/compile_program.h"
#include "target/target_facts.h"
#include "tool/byte_size.h"
#include "tool/budgets.h"
#include "tool/firmware_program.h"
#include "tool/runner.h"
#include "tool/verb.h"

namespace mote {

namespace {

std::string TargetNames(bool firmware_only) {
  std::string names;
  for (const TargetFacts& target : AllTargets()) {
    if (!firmware_only || target.io_in_arena) names += (names.empty() ? "" : ", ") + target.name;
  }
  return names;
}

std::string WrongTarget(const std::string& name, bool firmware_only) {
  const TargetFacts* target = FindTarget(name);
  if (target != nullptr && (!firmware_only || target->io_in_arena)) return "";
  return "there is no " + std::string(firmware_only ? "firmware " : "") + "target '" + name + "'; there are " + TargetNames(firmware_only);
}

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool NamesArrays(const std::string& value) {
  std::error_code error;
  return EndsWith(value, ".npy") || EndsWith(value, ".npz") || std::filesystem::is_directory(value, error);
}

}  // namespace

void AddTrust(const Verb& verb, bool& trust) {
  verb.Flag("--trust", trust, "Vulkan: run the shaders of a .mote file, which are not verified; those compiled here are trusted");
}

void AddPipelineCache(const Verb& verb, std::string& file) {
  verb.Value("--pipeline-cache", file, "Vulkan: the file that keeps compiled shaders; made where it is missing or damaged");
}

bool TakeProgram(std::string& program, std::vector<std::vector<std::string>*> lists) {
  for (std::vector<std::string>* list : lists) {
    const auto found = std::find_if_not(list->begin(), list->end(), NamesArrays);
    if (!program.empty() || found == list->end()) continue;
    program = *found;
    list->erase(found);
  }
  return !program.empty();
}

void AddSourceOptions(const Verb& verb, SourceOptions& options) {
  verb.List("--dim", options.dims,
          "A size of a source program: NAME=SIZE, NAME.DIMENSION=SIZE, or SIZE for all `?`; NAME also as jax.export calls it (b)")
      .CheckedBy(WrongDimension);
  verb.List("--weights", options.weights,
          "Parameters of a source program that become constants: a .npz or a folder of .npy, by name. params/Dense_0/kernel is "
          "variables['params']['Dense_0']['kernel']: a name ends the other's, the Python argument's own apart; arr_N is parameter N")
      .CheckedBy([](const std::string& path) { return path.empty() ? std::string("a file or folder is wanted") : std::string(); });
  verb.List("--entry", options.entries,
          "A public function of a source program, or an entry point of a .mote file; compile takes several")
      .Separated(',');
  verb.List("--bind", options.binds, "One of them: NAME=FILE.npy or NUMBER=FILE.npy").CheckedBy(WrongBinding);
  verb.Value("--tflite-arithmetic", options.tflite_arithmetic,
                  "Of a TFLite file: litert (LiteRT's reference kernels, the default) or tflm (TFLite Micro's); single roundings differ")
      .OneOf({"litert", "tflm"});
}

void AddStateOptions(const Verb& verb, SourceOptions& options) {
  verb.List("--state", options.states,
          "IN=OUT: keep an input between runs, its next value is that output; both leave the entry point. IN: read only. "
          "ENTRY:IN=OUT: of one entry. donated: what the source marks as tf.aliasing_output. Entries share a state by the input's name")
      .CheckedBy(WrongState);
  constexpr int64_t kMostOfAxis = 32767;
  verb.Value("--replicas", options.replicas,
                  "Members that run the program together: so many replicas; unless told, as the source says")
      .Between(1, kMostOfAxis);
  verb.Value("--partitions", options.partitions, "The same for partitions; member = replica * partitions + partition")
      .Between(1, kMostOfAxis);
  verb.List("--custom-call", options.custom_calls, "A custom call's target that the application has a function for (mote/call.h)");
}

void AddFloat16(const Verb& verb, bool& allowed) {
  verb.Flag("--allow-fp16", allowed,
            "Vulkan: dots and convolutions of a source program may multiply in f16 where a device can. A sum of n products a*b is off by "
            "at most (6.1/1024 + n/2^23) * sum |a*b| + 2^-14 * sum (|a| + |b| + 2), where |a|, |b| <= 65504 and |a*b| <= 16000; beyond "
            "that it may be infinite or NaN");
}

void AddVulkanOptions(const Verb& verb, SourceOptions& options) {
  AddFloat16(verb, options.allow_fp16);
  verb.List("--vulkan-tiers", options.vulkan_tiers,
            "Vulkan: what a source program has shaders for, beside those for every device, which alone are floor: " +
                TierWords(UINT32_MAX) + "; default: " + TierWords(kUsualTiers))
      .Separated(',')
      .CheckedBy([](const std::string& word) {
        return TierOf(word) ? std::string() : "there is no tier '" + word + "'; there are floor, " + TierWords(UINT32_MAX);
      });
}

void AddTopology(const Verb& verb, SourceOptions& options) {
  verb.Value("--topology", options.topology, "Who is wired to whom: a source program's collectives are lowered to what is fastest there");
}

void AddTargets(const Verb& verb, std::vector<std::string>& targets, const std::string& otherwise) {
  verb.List("--target", targets, TargetNames(false) + "; default: " + otherwise).Separated(',').CheckedBy([](const std::string& name) {
    return WrongTarget(name, false);
  });
}

void AddFirmwareTarget(const Verb& verb, std::string& target) {
  verb.Value("--target", target, TargetNames(true)).ShowDefault().CheckedBy([](const std::string& name) {
    return WrongTarget(name, true);
  });
}

void AddBoard(const Verb& verb, BoardChoice& board) {
  verb.Value("--runner", board.runner,
                  "With --backend board: a command that is given a folder with program.mote and inputs.bin and leaves outputs.bin there");
  verb.Value("--target", board.target, "With --backend board: what programs are compiled for").ShowDefault();
  verb.Value("--ram", board.ram, "With --backend board: programs whose arena is larger are refused (256K)");
}

std::string BoardOf(const BoardChoice& board, const std::string& backend, RunnerOptions& options) {
  if (backend != "board") return board.runner.empty() ? "" : "--runner goes with --backend board";
  if (board.runner.empty()) return "--backend board wants a --runner";
  if (const Status known = CheckTargets({board.target}); !known) return known.error().text;
  int64_t ram = 0;
  if (!ParseByteSize(board.ram, ram)) return "--ram wants a size such as 256K, not '" + board.ram + "'";
  options.backend = BackendKind::kBoard;
  options.device.board_runner = board.runner, options.device.board_target = board.target;
  options.device.board_ram = static_cast<uint64_t>(ram);
  return "";
}

void AddBudgets(const Verb& verb, Budgets& budgets) {
  verb.Value("--ram", budgets.ram,
                  "Fit every target's arena into so much (64K, 1M), chains of steps a few rows at a time where they must be; "
                  "fail (exit 4) where it does not fit: --target names what is wanted");
  verb.Value("--flash", budgets.flash,
                  "The same for the whole .mote file; on Cortex-M4, M7 and M33 what it leaves goes to wider weights, which are faster");
  verb.List("--region", budgets.regions,
          "NAME:SIZE: a memory for a part of the arena, as dtcm:64K and then psram:2M; the first has the scratch and what is used most");
}

void AddFirmwareOptions(const Verb& verb, FirmwareRequest& request) {
  AddSourceOptions(verb, request.source);
  AddStateOptions(verb, request.source);
  AddFirmwareTarget(verb, request.target);
  verb.Value("--kernels", request.kernels, "microcode, or c: the kernels as C as well").ShowDefault();
  AddBudgets(verb, request.budgets);
  verb.Value("--arena-section", request.arena_section, "NAME_ARENA_SECTION, for the application's arena").ShowDefault();
  verb.Value("--state-section", request.state_section, "NAME_STATE_SECTION").ShowDefault();
}

}  // namespace mote
