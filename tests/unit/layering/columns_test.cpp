// Lines end at 140 columns, as .clang-format says. Programs in raw strings are somebody else's language, and keep their lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr int kColumns = 140;

int Width(const std::string& line) {
  return static_cast<int>(std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Numbers of the lines that are too wide and do not belong to a raw string.
std::vector<int> WideLines(std::istream& text) {
  std::vector<int> wide;
  std::string line;
  bool raw = false;
  for (int number = 1; std::getline(text, line); ++number) {
    const size_t begin = line.rfind("R\"("), end = line.rfind(")\"");
    const bool begins = begin != std::string::npos && (end == std::string::npos || end < begin);
    if (Width(line) > kColumns && !raw && line.find("R\"(") == std::string::npos) wide.push_back(number);
    raw = begins || (raw && end == std::string::npos);
  }
  return wide;
}

TEST(Columns, EndAt140) {
  const fs::path root = MOTE_SOURCE_DIR;
  const std::set<std::string> kinds = {".cpp", ".h", ".c", ".inc", ".def", ".fbs"};
  int files = 0;
  for (const char* folder : {"host_tools", "runtime", "schema", "ports", "demo", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file() || kinds.count(entry.path().extension().string()) == 0) continue;
      ++files;
      std::ifstream in(entry.path(), std::ios::binary);
      for (const int line : WideLines(in)) ADD_FAILURE() << fs::relative(entry.path(), root).string() << ":" << line;
    }
  }
  EXPECT_GT(files, 400);
}

TEST(Columns, WideLinesAreFound) {
  const std::string wide(141, 'x'), full(140, 'x');
  const std::string raw = "auto a = R\"(" + wide + "\n" + wide + "\n)\";\n";
  std::istringstream text(full + "\n" + wide + "\n" + raw + wide + "\nauto b = R\"(c)\";\n" + wide + "\n");
  EXPECT_EQ(WideLines(text), (std::vector<int>{2, 6, 8}));
}

}  // namespace
