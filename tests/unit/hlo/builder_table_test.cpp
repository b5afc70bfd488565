// The op table's column of builder methods against the public header, both ways: names that the table has are methods, and methods that
// make an instruction stand in the table. Reads hlo/builder.h as text: a method is "Operand Name(" or "Operands Name(" in the class's
// public part.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "hlo/op.h"

namespace mote {
namespace {

std::set<std::string> Methods() {
  std::ifstream in(MOTE_SOURCE_DIR "/host_tools/hlo/builder.h", std::ios::binary);
  const std::string header{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::string methods = header.substr(0, header.find(" private:"));
  std::set<std::string> names;
  for (const std::string result : {"  Operand ", "  Operands "}) {
    for (size_t at = methods.find(result); at != std::string::npos; at = methods.find(result, at + 1)) {
      const size_t begin = at + result.size(),
                   end = methods.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", begin);
      if (methods[at - 1] == '\n' && end > begin && methods[end] == '(') names.insert(methods.substr(begin, end - begin));
    }
  }
  return names;
}

std::set<std::string> TableNames() {
  std::set<std::string> names;
  for (const OpInfo& info : OpTable()) {
    std::stringstream words{std::string(info.builder)};
    for (std::string name; words >> name;) names.insert(name);
  }
  return names;
}

TEST(BuilderTable, EveryNameOfTheTableIsAMethod) {
  const std::set<std::string> methods = Methods();
  EXPECT_GE(methods.size(), 180u);
  for (const std::string& name : TableNames()) {
    EXPECT_TRUE(methods.count(name)) << name << " stands in ops.def, but is no method of Builder";
  }
}

TEST(BuilderTable, EveryMethodStandsInTheTable) {
  const std::set<std::string> table = TableNames();
  for (const std::string& name : Methods()) {
    EXPECT_TRUE(table.count(name)) << name << " is a method of Builder, but stands in no row of ops.def";
  }
}

}  // namespace
}  // namespace mote
