// Adding an operation or a routine touches few places. One that is element-wise, the cube root, is named by the op table, the evaluator,
// the expansion and the builder, one file each, and by tests; one that moves elements, the reverse, likewise, with the index in place of
// the expansion; one routine, the f32 convolution, by its row, its file and tests. Nothing else names them; pages that scripts print do
// not count.
#include <gtest/gtest.h>

#include <algorithm>
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

using Place = std::string (*)(const std::string& file);

// Which of the places of host_tools/README.md a file is; the file itself when it is none of them.
std::string OfOperation(const std::string& file) {
  const auto below = [&](const char* folder) { return file.rfind(folder, 0) == 0; };
  if (file == "host_tools/hlo/ops.def") return "op table";
  if (file == "host_tools/hlo/builder.h" || file == "host_tools/hlo/builder_shape.cpp") return "builder line";
  if (below("host_tools/evaluate/")) return "evaluator";
  if (below("host_tools/expand/") || below("host_tools/passes/expand") || file == "host_tools/lower/emit_index.cpp") return "expansion";
  if (below("tests/")) return "test";
  return file;
}

std::string OfRoutine(const std::string& file) {
  if (file == "schema/routines.def") return "routine table";
  if (file.rfind("runtime/cpu/", 0) == 0) return "routine";
  return file.rfind("tests/", 0) == 0 ? "test" : file;
}

bool Names(const fs::path& path, const std::vector<std::string>& words) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  std::string lower = text.str();
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return lower.find(word) != std::string::npos; });
}

// The files that name one of the words, by place: one a place, apart from tests, and no others than `places`. Those that only make use of
// the operation, for others or to leave one out, are `users`, every one of them named.
void ExpectPlaces(const std::vector<std::string>& words, Place place_of, const std::set<std::string>& places,
                  const std::set<std::string>& users = {}) {
  const fs::path root = MOTE_SOURCE_DIR;
  std::map<std::string, std::set<std::string>> files;  // by place
  size_t used = 0;
  for (const char* folder : {"host_tools", "runtime", "schema", "shaders", "ports", "scripts", "cmake", "demo", "tests"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path relative = fs::relative(entry.path(), root);
      const bool corpus = relative.string().rfind("tests/fuzz/corpus", 0) == 0;
      if (!entry.is_regular_file() || entry.path().extension() == ".md" || corpus || relative.filename() == "places_test.cpp") continue;
      if (Names(entry.path(), words)) {
        if (users.count(relative.string()) == 0) files[place_of(relative.string())].insert(relative.string());
        else ++used;
      }
    }
  }
  for (const auto& [place, names] : files) {
    std::printf("%s:", place.c_str());
    for (const std::string& name : names) std::printf(" %s", name.c_str());
    std::printf("\n");
    EXPECT_TRUE(place == "test" || place == "builder line" || names.size() == 1) << "the place '" << place << "' is several files";
  }
  EXPECT_EQ(files.size(), places.size());
  for (const std::string& place : places) EXPECT_EQ(files.count(place), 1u) << place;
  EXPECT_EQ(used, users.size()) << "a user of it is gone";
}

TEST(Places, OneOperationIsNamedInAtMostFive) {
  ExpectPlaces({"cbrt"}, OfOperation, {"op table", "evaluator", "expansion", "builder line", "test"},
               {"host_tools/frontend/tflite/operators.def",   // the name of another format's operator
                "host_tools/passes/complex_math.cpp"});       // its form of complex numbers
}

TEST(Places, OneThatMovesElementsIsNamedInAtMostFive) {
  ExpectPlaces({"op::kreverse", "mote_op(reverse", "operand rev(", "stablehlo.reverse"}, OfOperation,
               {"op table", "evaluator", "expansion", "builder line", "test"},
               {"host_tools/passes/expand_sort.cpp", "host_tools/passes/expand_fft.cpp", "host_tools/passes/simplify.cpp"});
}

TEST(Places, OneRoutineIsNamedInAtMostFour) { ExpectPlaces({"convolutionf32"}, OfRoutine, {"routine table", "routine", "test"}); }

}  // namespace
