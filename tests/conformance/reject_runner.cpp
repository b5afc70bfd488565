// Runs the rejection suite: every line that a file annotates with expected-error must be reported with the rule code that reject_rules.txt
// gives to the annotation's text. Prints counts per folder and each file that misses. Usage: reject_runner RULES [least per cent]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace {

struct RulePattern {
  std::string code, pattern;
};

struct Annotation {
  size_t line;
  std::string text;
};

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<RulePattern> ReadRules(const std::filesystem::path& path) {
  std::vector<RulePattern> rules;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const size_t blank = line.find(' ');
    if (line.empty() || line[0] == '#' || blank == std::string::npos) continue;
    rules.push_back({line.substr(0, blank), line.substr(blank + 1)});
  }
  return rules;
}

// `*` matches any run of characters; the whole text counts.
bool Matches(const std::string& text, const std::string& pattern) {
  size_t t = 0, p = 0, star = std::string::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string CodeOf(const std::string& text, const std::vector<RulePattern>& rules) {
  for (const RulePattern& rule : rules) {
    if (Matches(text, rule.pattern)) return rule.code;
  }
  return "";
}

// `expected-error@+2 {{text}}`: the text ends at the last }} of the line.
std::vector<Annotation> ReadAnnotations(const std::string& source) {
  std::vector<Annotation> annotations;
  size_t number = 0;
  for (size_t begin = 0; begin < source.size();) {
    const size_t end = std::min(source.find('\n', begin), source.size());
    const std::string line = source.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    const size_t at = line.find("expected-error"), open = line.find("{{", at), close = line.rfind("}}");
    if (at == std::string::npos || open == std::string::npos || close < open) continue;
    const size_t sign = line.find('@', at + 1);
    long offset = 0;
    if (sign < open) offset = line.compare(sign, 6, "@below") == 0 ? 1 : std::strtol(line.c_str() + sign + 1, nullptr, 10);
    annotations.push_back({static_cast<size_t>(static_cast<long>(number) + offset), line.substr(open + 2, close - open - 2)});
  }
  return annotations;
}

struct Count {
  int files = 0, passed = 0;
};

bool RunFile(const std::filesystem::path& path, const std::vector<RulePattern>& rules) {
  const std::string source = ReadFile(path);
  mote::FrontendOptions options;
  options.max_errors = 100;
  const mote::Result<mote::Module> module = mote::ReadStablehlo(source, path.filename().string(), options);
  bool passed = true;
  std::string report;
  for (const Annotation& annotation : ReadAnnotations(source)) {
    const std::string want = CodeOf(annotation.text, rules);
    bool found = false;
    std::string got;
    for (size_t i = 0; !module.ok() && i < module.errors().list.size(); ++i) {
      const mote::Diagnostic& d = module.errors().list[i];
      if (d.location.line != annotation.line) continue;
      found = found || want == "any" || want == mote::RuleCode(d.rule);
      got += std::string(got.empty() ? "" : "; ") + mote::RuleCode(d.rule) + " " + d.text;
    }
    if (found) continue;
    passed = false;
    report += "  line " + std::to_string(annotation.line) + ": want " + (want.empty() ? "(no rule)" : want) + " for {{" + annotation.text +
              "}}, got " + (got.empty() ? "nothing" : got) + "\n";
  }
  if (passed) return true;
  for (size_t i = 0; !module.ok() && i < module.errors().list.size(); ++i) {
    const mote::Diagnostic& d = module.errors().list[i];
    report += "    reported at line " + std::to_string(d.location.line) + ": " + mote::RuleCode(d.rule) + " " + d.text + "\n";
  }
  std::printf("%s\n%s", path.string().c_str(), report.c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const char* shared = std::getenv("MOTE_SHARED");
  const std::filesystem::path folder =
      std::filesystem::path(shared != nullptr ? shared : MOTE_SOURCE_DIR "/../shared") / "conformance" / "reject";
  if (!std::filesystem::exists(folder)) {
    std::printf("skipped: %s is absent\n", folder.string().c_str());
    return 77;
  }
  const std::vector<RulePattern> rules = ReadRules(argv[1]);
  const double least = argc > 2 ? std::strtod(argv[2], nullptr) : 97;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".mlir") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::map<std::string, Count> counts;
  Count total;
  for (const std::filesystem::path& file : files) {
    const bool passed = RunFile(file, rules);
    for (Count* count : {&counts[file.parent_path().filename().string()], &total}) {
      ++count->files;
      count->passed += passed ? 1 : 0;
    }
  }
  for (const auto& [name, count] : counts) std::printf("%-36s %4d of %4d\n", name.c_str(), count.passed, count.files);
  const double share = total.files == 0 ? 0 : 100.0 * total.passed / total.files;
  std::printf("%-36s %4d of %4d = %.1f %%\n", "all", total.passed, total.files, share);
  return share >= least ? 0 : 1;
}
