// mote check: self-checking files, each in a process of its own, counted by outcome and stratum.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "tool/check_file.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/verb.h"
#include "tool/worker_pool.h"

namespace mote {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> paths;
  std::string backend = "evaluate", kernels = "microcode", json, list;
  BoardChoice board;
  bool no_fallback = false, minimal_features = false, validation = false, self_test = false, allow_fp16 = false, verbose = false;
  unsigned jobs = 1;
  uint32_t threads = 1;
  double timeout = 60;
};

bool IsCase(const std::filesystem::path& path) { return path.extension() == ".mlir" || path.extension() == ".hlo"; }

// Files as given; directories searched for .mlir and .hlo; a --list file names one path a line.
Result<std::vector<std::string>> CollectFiles(const Options& o) {
  std::vector<std::string> arguments = o.paths;
  if (!o.list.empty()) {
    MOTE_ASSIGN(const std::string text, ReadFile(o.list));
    size_t start = 0;
    while (start < text.size()) {
      const size_t end = std::min(text.find('\n', start), text.size());
      if (end > start) arguments.push_back(text.substr(start, end - start));
      start = end + 1;
    }
  }
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (std::filesystem::is_directory(argument, error)) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(argument, error)) {
        if (entry.is_regular_file() && IsCase(entry.path())) files.push_back(entry.path().string());
      }
    } else if (argument == "-" || std::filesystem::exists(argument, error)) {
      files.push_back(argument);
    } else {
      return FileError(argument, Rule::kIo, "there is no such file or directory");
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

// The operation family: the file's name up to the first element type, or its folder.
std::string StratumOf(const std::string& file) {
  const std::filesystem::path path(file);
  const std::string name = path.stem().string();
  for (const char* type : {"_bfloat16", "_float", "_int", "_uint", "_bool", "_complex"}) {
    if (const size_t at = name.find(type); at != std::string::npos) return name.substr(0, at);
  }
  const std::string folder = path.parent_path().filename().string();
  return folder.empty() ? "." : folder;
}

Json ToJson(const std::string& file, const FileOutcome& outcome) {
  return {{"file", file},           {"stratum", StratumOf(file)},           {"outcome", outcome.outcome},
          {"reason", outcome.reason}, {"steps_cpu", outcome.steps_cpu}, {"steps_vulkan", outcome.steps_vulkan},
          {"checks", outcome.checks}, {"digest", fmt::format("{:016x}", outcome.digest)}};
}

Json OutcomeOf(const std::string& file, const WorkResult& result) {
  FileOutcome ended;
  if (result.end == WorkResult::End::kDone) {
    Json parsed = Json::parse(result.output, nullptr, false);
    if (!parsed.is_discarded()) return parsed;
  }
  ended.outcome = result.end == WorkResult::End::kTimedOut ? "timeout" : "crash";
  ended.reason = result.end == WorkResult::End::kTimedOut ? "took longer than --timeout"
                 : result.signal != 0                     ? fmt::format("ended by signal {}", result.signal)
                                                          : "the process ended early";
  return ToJson(file, ended);
}

void PrintSummary(const Json& files, std::map<std::string, int64_t>& totals) {
  std::map<std::string, std::map<std::string, int64_t>> strata;
  for (const Json& file : files) {
    ++totals[file["outcome"]];
    ++strata[file["stratum"]][file["outcome"]];
  }
  for (const auto& [stratum, counts] : strata) {
    std::string row;
    for (const auto& [outcome, count] : counts) row += fmt::format("  {} {}", count, outcome);
    if (counts.size() > 1 || !counts.count("pass")) fmt::print("{:<40}{}\n", stratum, row);
  }
  std::string row;
  for (const char* outcome : {"pass", "fail", "refused", "folded", "fallback", "crash", "timeout"}) {
    row += fmt::format("{}{} {}", row.empty() ? "" : ", ", totals[outcome], outcome);
  }
  fmt::print("{} files: {}\n", files.size(), row);
}

int Check(const Options& o) {
  CheckFileOptions options;
  if (const std::string wrong = BoardOf(o.board, o.backend, options.runner); !wrong.empty()) return Report(kUsage, wrong);
  const bool known = o.backend == "board" || ParseBackend(o.backend, options.runner.backend);
  if (!known || options.runner.backend == BackendKind::kAuto) {
    return Report(kUsage, "--backend is evaluate, cpu, vulkan or board, not '" + o.backend + "'");
  }
  if (o.kernels != "microcode" && o.kernels != "c") return Report(kUsage, "--kernels is microcode or c, not '" + o.kernels + "'");
  options.runner.native_kernels = o.kernels == "c";
  options.runner.device.natives_first = true;  // all of the C is to be seen
  options.runner.device.threads = o.threads;
  options.runner.device.minimal_features = o.minimal_features;
  options.runner.device.validation = o.validation;
  options.runner.device.self_test = o.self_test;
  options.no_fallback = o.no_fallback;
  options.float16 = o.allow_fp16;
  Result<std::vector<std::string>> found = CollectFiles(o);
  if (!found) return Report(found.errors());
  const std::vector<std::string>& files = *found;
  if (files.empty()) {
    return Report(kUsage, o.paths.empty() && o.list.empty() ? "files or directories are wanted" : "there are no .mlir or .hlo files there");
  }

  std::vector<Json> results(files.size());
  size_t finished = 0;
  const bool progress = isatty(STDERR_FILENO);
  RunInProcesses(
      files.size(), o.jobs, o.timeout,
      [&](size_t i) { return ToJson(files[i], CheckFile(files[i], options)).dump(-1, ' ', false, Json::error_handler_t::replace); },
      [&](size_t i, const WorkResult& result) {
        results[i] = OutcomeOf(files[i], result);
        ++finished;
        const std::string outcome = results[i]["outcome"];
        if (progress) fmt::print(stderr, "\r\033[K");
        if (outcome != "pass" && (o.verbose || outcome == "fail" || outcome == "crash" || outcome == "timeout")) {
          fmt::print("{:<8} {}: {}\n", outcome, files[i], results[i]["reason"].get<std::string>());
        }
        if (progress) fmt::print(stderr, "{}/{}", finished, files.size());
      });
  if (progress) fmt::print(stderr, "\r\033[K");
  const Json all(results);
  std::map<std::string, int64_t> totals;
  PrintSummary(all, totals);
  if (!o.json.empty()) {
    const Json document = {{"files", all}, {"totals", totals}};
    if (Status s = WriteFile(o.json, document.dump(1) + "\n"); !s) return Report(s.errors());
  }
  if (!o.verbose && totals["refused"] > 0) fmt::print("--verbose says why files were refused\n");
  if (totals["fail"] + totals["crash"] + totals["timeout"] > 0) return kComparisonFailed;
  return totals["refused"] > 0 ? kNotSupported : kDone;
}

}  // namespace

void AddCheckVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("check", "Run self-checking .mlir modules and .hlo cases");
  auto o = std::make_shared<Options>();
  verb.Value("paths", o->paths, "Files, directories to search, or - for standard input");
  verb.Value("--list", o->list, "A file with one path a line");
  verb.Value("--backend", o->backend, "evaluate, cpu, vulkan or board").ShowDefault();
  AddBoard(verb, o->board);
  verb.Value("--kernels", o->kernels, "On the CPU: microcode or c").ShowDefault();
  verb.Value("--json", o->json, "Write every outcome and the totals there");
  verb.Value("--jobs", o->jobs, "Files at once").Between(1, 256).ShowDefault();
  verb.Value("--threads", o->threads, "Threads of the CPU backend; on Vulkan they make pipelines").Between(1, 256).ShowDefault();
  verb.Value("--timeout", o->timeout, "Seconds a file").BetweenReals(0.001, 86400.0).ShowDefault();
  verb.Flag("--no-fallback", o->no_fallback, "With --backend vulkan: a file with steps on the CPU is refused");
  verb.Flag("--minimal-features", o->minimal_features, "Vulkan: no optional device feature except robustBufferAccess");
  verb.Flag("--validation", o->validation, "Vulkan: validation layers; a message fails the file");
  verb.Flag("--self-test", o->self_test, "Vulkan: try each shader against the CPU first, on devices that are CPUs too");
  AddFloat16(verb, o->allow_fp16);
  verb.Flag("-v,--verbose", o->verbose, "Print every file that is not a pass, refused ones too");
  verb.Run([o, &exit_code] { exit_code = Check(*o); });
}

}  // namespace mote
