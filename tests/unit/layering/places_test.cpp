// Adding an operation or a routine touches few places. One operation, the cube root, is named by the op table, the evaluator, the
// expansion and the builder, one file each, and by tests; one routine, the f32 convolution, by its row, its file and tests. Nothing else
// names them; pages that scripts print do not count.
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

using Place = std::string (*)(const std::string& file);

// Which of the places of host_tools/README.md a file is; the file itself when it is none of them.
std::string OfOperation(const std::string& file) {
  const auto below = [&](const char* folder) { return file.rfind(folder, 0) == 0; };
  if (file == "host_tools/hlo/ops.def") return "op table";
  if (file == "host_tools/hlo/builder.h") return "builder line";
  if (below("host_tools/evaluate/")) return "evaluator";
  if (below("host_tools/expand/") || below("host_tools/passes/expand")) return "expansion";
  if (below("tests/")) return "test";
  return file;
}

std::string OfRoutine(const std::string& file) {
  if (file == "schema/routines.def") return "routine table";
  if (file.rfind("runtime/cpu/", 0) == 0) return "routine";
  return file.rfind("tests/", 0) == 0 ? "test" : file;
}

bool Names(const fs::path& path, const std::string& word) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  std::string lower = text.str();
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find(word) != std::string::npos;
}

// The files that name a word, by place: one a place, apart from tests, and no others than `places`.
void ExpectPlaces(const char* word, Place place_of, const std::set<std::string>& places) {
  const fs::path root = MOTE_SOURCE_DIR;
  std::map<std::string, std::set<std::string>> files;  // by place
  for (const char* folder : {"host_tools", "runtime", "schema", "shaders", "ports", "scripts", "cmake", "demo", "tests"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path relative = fs::relative(entry.path(), root);
      const bool corpus = relative.string().rfind("tests/fuzz/corpus", 0) == 0;
      if (!entry.is_regular_file() || entry.path().extension() == ".md" || corpus || relative.filename() == "places_test.cpp") continue;
      if (Names(entry.path(), word)) files[place_of(relative.string())].insert(relative.string());
    }
  }
  for (const auto& [place, names] : files) {
    std::printf("%s:", place.c_str());
    for (const std::string& name : names) std::printf(" %s", name.c_str());
    std::printf("\n");
    EXPECT_TRUE(place == "test" || names.size() == 1) << "the place '" << place << "' is several files";
  }
  EXPECT_EQ(files.size(), places.size());
  for (const std::string& place : places) EXPECT_EQ(files.count(place), 1u) << place;
}

TEST(Places, OneOperationIsNamedInAtMostFive) {
  ExpectPlaces("cbrt", OfOperation, {"op table", "evaluator", "expansion", "builder line", "test"});
}

TEST(Places, OneRoutineIsNamedInAtMostFour) { ExpectPlaces("convolutionf32", OfRoutine, {"routine table", "routine", "test"}); }

}  // namespace
