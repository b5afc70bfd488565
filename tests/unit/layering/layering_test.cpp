// The include rules of DESIGN section 1, proven from the sources. A planted bad include must be found.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// Folder of host_tools → folders, or single headers, it may include, itself and schema/*.def aside.
const std::map<std::string, std::set<std::string>> kHostRules = {
    {"hlo", {}},
    {"frontend", {"hlo"}},
    {"evaluate", {"hlo"}},
    {"passes", {"hlo", "evaluate"}},
    {"fixed", {"hlo", "evaluate", "passes", "target"}},
    {"quantize", {"hlo", "evaluate", "passes", "fixed/known_value.h"}},
    {"kernel", {"hlo"}},
    {"expand", {"hlo", "kernel"}},
    {"lower", {"hlo", "kernel", "expand", "target"}},
    {"print", {"hlo", "kernel"}},
    {"target", {"hlo"}},
    {"select", {"hlo", "fixed", "kernel", "lower", "print", "target"}},
    {"plan", {"hlo", "target", "select"}},
    {"emit", {"hlo", "kernel", "print", "target", "select", "plan"}},
    {"audit", {}},
    {"compile", {"hlo", "frontend", "passes", "fixed", "kernel", "print", "target", "select", "plan", "emit", "mote/compiler.h"}},
    // With the mediums and the MPI members of ports/, for mote launch.
    {"tool", {"hlo", "frontend", "evaluate", "passes", "quantize", "target", "plan", "audit", "compile", "mote", "blocking",
              "mbedtls", "mpi", "relay", "shared_memory", "tcp", "trace", "uart_socket", "udp"}},
};
// Folder of runtime/ → folders it may include with quotes; system headers are checked apart.
const std::map<std::string, std::set<std::string>> kRuntimeRules = {
    {"core", {"core", "mote"}},
    {"collective", {"core", "collective", "link", "mote"}},
    {"cpu", {"core", "cpu", "mote"}},
    {"link", {"link", "mote"}},
    {"vulkan", {"core", "vulkan", "mote"}},
    {"include", {"mote"}},
};
const std::set<std::string> kFreestandingHeaders = {"stdint.h", "stddef.h", "limits.h"};
// What the host folders may take from outside: the C++ library, and per folder these prefixes.
const std::map<std::string, std::set<std::string>> kLibraries = {
    {"frontend", {"flatbuffers/"}}, {"emit", {"flatbuffers/"}}, {"audit", {"flatbuffers/"}},
    {"print", {"glslang/", "SPIRV/", "StandAlone/", "spirv-tools/"}},
    {"compile", {"flatbuffers/", "fmt/"}}, {"tool", {"CLI/", "fmt/", "nlohmann/", "netinet/", "arpa/"}},
};

struct Include {
  std::string file;
  int line;
  std::string path;
  bool system;
};

std::vector<Include> IncludesOf(const std::string& name, std::istream& text) {
  std::vector<Include> found;
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    const size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line.compare(hash, 8, "#include") != 0) continue;
    const size_t open = line.find_first_of("<\"", hash);
    if (open == std::string::npos) continue;
    const size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
    if (close != std::string::npos) found.push_back({name, number, line.substr(open + 1, close - open - 1), line[open] == '<'});
  }
  return found;
}

std::string FolderOf(const std::string& path) { return path.substr(0, path.find('/')); }

// What is wrong with one include of a file in `folder`, or empty.
std::string HostProblem(const std::string& folder, const Include& include) {
  if (include.system) {
    if (include.path.find('/') == std::string::npos || include.path.rfind("sys/", 0) == 0) return "";
    const auto allowed = kLibraries.find(folder);
    if (allowed != kLibraries.end()) {
      for (const std::string& prefix : allowed->second) {
        if (include.path.rfind(prefix, 0) == 0) return "";
      }
    }
    return folder + "/ may not use the library of <" + include.path + ">";
  }
  const std::string target = FolderOf(include.path);
  if (target == include.path || target == folder) return "";
  if (target == "schema") {
    const bool generated = include.path == "schema/program_generated.h";
    const bool reader = folder == "emit" || folder == "audit" || folder == "compile";
    return !generated || reader ? "" : folder + "/ may not read the program file's schema";
  }
  const std::set<std::string>& allowed = kHostRules.at(folder);
  if (!allowed.count(target) && !allowed.count(include.path)) return folder + "/ may not include \"" + include.path + "\"";
  return "";
}

std::string RuntimeProblem(const std::string& folder, const Include& include) {
  if (include.system) {
    if (folder == "vulkan" || kFreestandingHeaders.count(include.path)) return "";
    if (include.path.rfind("mote/", 0) == 0) return "";
    // Instances for one ISA may use its intrinsics.
    if (folder == "cpu" &&
        (include.path == "immintrin.h" || include.path == "cpuid.h" || include.path == "arm_neon.h" || include.path == "arm_mve.h")) {
      return "";
    }
    return "runtime/" + folder + " may not include <" + include.path + ">: a freestanding compiler lacks it";
  }
  const std::string target = FolderOf(include.path);
  if (target == include.path || target == "schema" || kRuntimeRules.at(folder).count(target)) return "";
  return "runtime/" + folder + " may not include \"" + include.path + "\"";
}

bool IsSource(const fs::path& path) {
  static const std::set<std::string> kExtensions = {".h", ".hpp", ".cpp", ".c", ".inc"};
  return kExtensions.count(path.extension().string()) != 0;
}

std::vector<std::string> ProblemsUnder(const fs::path& root, const std::string& folder,
                                       std::string (*problem)(const std::string&, const Include&)) {
  std::vector<std::string> problems;
  if (!fs::exists(root)) return problems;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || !IsSource(entry.path())) continue;
    std::ifstream text(entry.path());
    for (const Include& include : IncludesOf(entry.path().string(), text)) {
      const std::string what = problem(folder, include);
      if (!what.empty()) problems.push_back(include.file + ":" + std::to_string(include.line) + ": " + what);
    }
  }
  return problems;
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(Layering, HostFoldersIncludeOnlyWhatTheyMay) {
  for (const auto& [folder, allowed] : kHostRules) {
    EXPECT_EQ(Joined(ProblemsUnder(fs::path(MOTE_SOURCE_DIR) / "host_tools" / folder, folder, HostProblem)), "");
  }
}

TEST(Layering, EveryHostFolderHasARule) {
  for (const auto& entry : fs::directory_iterator(fs::path(MOTE_SOURCE_DIR) / "host_tools")) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(!entry.is_directory() || kHostRules.count(name)) << name;
  }
}

TEST(Layering, RuntimeIsFreestanding) {
  for (const auto& [folder, allowed] : kRuntimeRules) {
    EXPECT_EQ(Joined(ProblemsUnder(fs::path(MOTE_SOURCE_DIR) / "runtime" / folder, folder, RuntimeProblem)), "");
  }
}

TEST(Layering, PlantedIncludesAreFound) {
  const auto host = [](const std::string& folder, const std::string& line) {
    std::istringstream text(line);
    return HostProblem(folder, IncludesOf("planted", text).at(0));
  };
  EXPECT_NE(host("hlo", "#include \"frontend/frontend.h\""), "");
  EXPECT_NE(host("evaluate", "  #include \"kernel/kernel.h\""), "");
  EXPECT_NE(host("audit", "#include \"plan/plan.h\""), "");
  EXPECT_NE(host("kernel", "#include \"schema/program_generated.h\""), "");
  EXPECT_NE(host("plan", "#include <fmt/format.h>"), "");
  EXPECT_NE(host("compile", "#include \"tool/source.h\""), "");
  EXPECT_NE(host("compile", "#include \"mote/mote.h\""), "");
  EXPECT_NE(host("compile", "#include <CLI/App.hpp>"), "");
  EXPECT_EQ(host("compile", "#include \"mote/compiler.h\""), "");
  EXPECT_EQ(host("plan", "#include \"select/step.h\""), "");
  EXPECT_EQ(host("hlo", "#include <vector>"), "");
  std::istringstream bad("#include <string>"), good("#include <stdint.h>");
  EXPECT_NE(RuntimeProblem("core", IncludesOf("planted", bad).at(0)), "");
  EXPECT_EQ(RuntimeProblem("cpu", IncludesOf("planted", good).at(0)), "");
}

}  // namespace
