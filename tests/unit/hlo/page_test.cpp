// Every operation that XLA's operation page names (OPS.md section 2, in the folder `shared`) is a method of the builder.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace mote {
namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// The names in bold in the first cells of the tables: "| **Add** | …", "| **Fft FFT** | …", "| **Variadic Reduce** | …".
std::set<std::string> PageNames(const std::string& page) {
  std::set<std::string> names;
  std::stringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| **", 0) != 0) continue;
    const std::string cell = line.substr(0, line.find(" |", 4));
    for (size_t open = cell.find("**"); open != std::string::npos; open = cell.find("**", open)) {
      const size_t close = cell.find("**", open + 2);
      if (close == std::string::npos) break;
      std::string name = cell.substr(open + 2, close - open - 2);
      open = close + 2;
      if (name.rfind("Variadic ", 0) == 0) name = name.substr(9);
      name = name.substr(0, name.find(' '));
      if (!name.empty() && std::isupper(static_cast<unsigned char>(name[0])) != 0) names.insert(name);
    }
  }
  return names;
}

bool HasMethod(const std::string& builder, const std::string& name) {
  for (size_t at = builder.find(name + "("); at != std::string::npos; at = builder.find(name + "(", at + 1)) {
    if (builder[at - 1] == ' ') return true;
  }
  return false;
}

TEST(Page, EveryOperationIsABuilderMethod) {
  const char* shared = std::getenv("MOTE_SHARED");
  const std::string page = ReadFile(std::filesystem::path(shared != nullptr ? shared : MOTE_SOURCE_DIR "/../shared") / "OPS.md");
  const std::string builder = ReadFile(std::filesystem::path(MOTE_SOURCE_DIR) / "host_tools/hlo/builder.h");
  if (page.empty()) GTEST_SKIP() << "OPS.md is absent";
  const size_t begin = page.find("## 2. "), end = page.find("## 3. ");
  ASSERT_LT(begin, end);
  const std::set<std::string> names = PageNames(page.substr(begin, end - begin));
  EXPECT_GE(names.size(), 100u);
  size_t missing = 0;
  for (const std::string& name : names) {
    const bool there = HasMethod(builder, name == "Concatenate" ? "ConcatInDim" : name);  // XLA's builder calls it so
    EXPECT_TRUE(there) << name;
    missing += there ? 0 : 1;
  }
  std::printf("%zu operations of the page, %zu missing\n", names.size(), missing);
}

}  // namespace
}  // namespace mote
