// Adding an operation touches few places: one operation, the cube root, is named by the op table, the evaluator, the expansion and the
// builder, one file each, and by tests; by nothing else. Pages that scripts print do not count.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

constexpr const char* kOperation = "cbrt";

// Which of the places of host_tools/README.md a file is; the file itself when it is none of them.
std::string PlaceOf(const std::string& file) {
  const auto below = [&](const char* folder) { return file.rfind(folder, 0) == 0; };
  if (file == "host_tools/hlo/ops.def") return "op table";
  if (file == "host_tools/hlo/builder.h") return "builder line";
  if (below("host_tools/evaluate/")) return "evaluator";
  if (below("host_tools/expand/") || below("host_tools/passes/expand")) return "expansion";
  if (below("tests/")) return "test";
  return file;
}

bool Names(const fs::path& path, const std::string& word) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  std::string lower = text.str();
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find(word) != std::string::npos;
}

TEST(Places, OneOperationIsNamedInAtMostFive) {
  const fs::path root = MOTE_SOURCE_DIR;
  std::map<std::string, std::set<std::string>> files;  // by place
  for (const char* folder : {"host_tools", "runtime", "schema", "shaders", "ports", "scripts", "cmake", "demo", "tests"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path relative = fs::relative(entry.path(), root);
      const bool corpus = relative.string().rfind("tests/fuzz/corpus", 0) == 0;
      if (!entry.is_regular_file() || entry.path().extension() == ".md" || corpus || relative.filename() == "places_test.cpp") continue;
      if (Names(entry.path(), kOperation)) files[PlaceOf(relative.string())].insert(relative.string());
    }
  }
  for (const auto& [place, names] : files) {
    std::printf("%s:", place.c_str());
    for (const std::string& name : names) std::printf(" %s", name.c_str());
    std::printf("\n");
    EXPECT_TRUE(place == "test" || names.size() == 1) << "the place '" << place << "' is several files";
  }
  EXPECT_LE(files.size(), 5u);
  for (const char* place : {"op table", "evaluator", "expansion", "builder line", "test"}) EXPECT_EQ(files.count(place), 1u) << place;
}

}  // namespace
