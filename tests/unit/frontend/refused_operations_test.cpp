// Every line of refused_operations.txt is refused with its code, at its line: the reject column of each operation's row in OPS.md. The file
// says how its lines read. A line that is read otherwise fails with the program and what was reported.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace mote {
namespace {

struct Case {
  std::string code, operation, condition, parameters, body, functions;
};

std::vector<std::string> Split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, begin)) {
    parts.push_back(text.substr(begin, at - begin));
    begin = at + separator.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  return text;
}

std::vector<Case> ReadCases() {
  std::vector<Case> cases;
  std::ifstream in(MOTE_SOURCE_DIR "/tests/unit/frontend/refused_operations.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> columns = Split(line, " |");
    for (std::string& column : columns) column = Trimmed(column);
    columns.resize(6);
    for (const std::string& name : Split(columns[1], ",")) {
      cases.push_back({columns[0], name, columns[2], columns[3], Replaced(columns[4], "$", name), columns[5]});
    }
  }
  return cases;
}

const std::map<std::string, std::string>& MlirNames() {
  static const std::map<std::string, std::string> names = {{"s8", "i8"},    {"s16", "i16"},          {"s32", "i32"},
                                                           {"s64", "i64"},  {"u8", "ui8"},           {"u32", "ui32"},
                                                           {"u64", "ui64"}, {"c64", "complex<f32>"}, {"c128", "complex<f64>"}};
  return names;
}

// "f32[2,?]" → "tensor<2x?xf32>".
std::string WithMlirTypes(const std::string& text) {
  static const std::regex type(R"(\b(i1|[su](?:8|16|32|64)|f16|f32|f64|bf16|c64|c128)\[([0-9?,]*)\])");
  std::string out;
  auto begin = text.cbegin();
  for (std::smatch match; std::regex_search(begin, text.cend(), match, type); begin = match[0].second) {
    const auto name = MlirNames().find(match[1]);
    out.append(begin, match[0].first);
    out += "tensor<" + Replaced(match[2], ",", "x") + (match[2].length() > 0 ? "x" : "") +
           (name == MlirNames().end() ? match[1].str() : name->second) + ">";
  }
  return out.append(begin, text.cend());
}

std::string ZeroOf(const std::string& type) {
  if (type.find("complex") != std::string::npos) return "(0.0, 0.0)";
  if (type.find("xi1>") != std::string::npos || type.find("<i1>") != std::string::npos) return "false";
  return type.find('f') != std::string::npos ? "0.0" : "0";
}

// "f32[], f32[] -> f32[]" → a region that returns zeros.
std::string Region(const std::string& signature) {
  const std::vector<std::string> sides = Split(signature, "->");
  const std::string parameters = Trimmed(WithMlirTypes(sides[0])), results = Trimmed(WithMlirTypes(sides[1]));
  std::string text = "{ ", names;
  int count = 0;
  if (!parameters.empty()) {
    for (const std::string& type : Split(parameters, ", ")) {
      text += (count == 0 ? "^bb0(%p" : ", %p") + std::to_string(count) + ": " + type, ++count;
    }
    text += "): ";
  }
  count = 0;
  for (const std::string& type : Split(results, ", ")) {
    text += "%z" + std::to_string(count) + " = stablehlo.constant dense<" + ZeroOf(type) + "> : " + type + " ";
    names += (count == 0 ? "%z" : ", %z") + std::to_string(count);
    ++count;
  }
  return text + "\"stablehlo.return\"(" + names + ") : (" + results + ") -> () }";
}

std::string Stablehlo(const Case& c) {
  std::string body;
  for (size_t at = 0; at < c.body.size();) {
    const size_t open = c.body.find("{{", at), close = c.body.find("}}", open);
    body += WithMlirTypes(c.body.substr(at, open - at));
    if (open == std::string::npos) break;
    body += Region(c.body.substr(open + 2, close - open - 2));
    at = close + 2;
  }
  return "func.func @main(" + WithMlirTypes(c.parameters) + ") {\n  " + Replaced(body, " ; ", "\n  ") + "\n  return\n}\n" +
         WithMlirTypes(c.functions) + "\n";
}

std::string HloText(const Case& c) {
  return "HloModule m\n"
         "add { p = f32[] parameter(0) q = f32[] parameter(1) ROOT s = f32[] add(p, q) }\n"
         "ge { p = f32[] parameter(0) q = f32[] parameter(1) ROOT s = pred[] compare(p, q), direction=GE }\n"
         "ge4 { p = f32[] parameter(0) q = f32[] parameter(1) t = f32[] parameter(2) u = f32[] parameter(3) ROOT s = pred[] compare(p, q), "
         "direction=GE }\n"
         "neg { p = f32[] parameter(0) ROOT s = f32[] negate(p) }\n"
         "to_s32 { p = f32[] parameter(0) ROOT s = s32[] convert(p) }\n"
         "positive { p = f32[] parameter(0) z = f32[] constant(0) ROOT s = pred[] compare(p, z), direction=GT }\n"
         "ENTRY e {\n  " +
         Replaced(c.body, "; ", "\n  ") + "\n}\n";
}

TEST(RefusedOperations, HaveTheCodeOfTheirRow) {
  const std::vector<Case> cases = ReadCases();
  ASSERT_GE(cases.size(), 700u);
  size_t hits = 0, accepted = 0, neighbours = 0;
  std::set<std::string> operations;
  for (const Case& c : cases) {
    const bool hlo = c.parameters == "hlo";
    const std::string text = hlo ? HloText(c) : Stablehlo(c), line_of = hlo ? "\n}\n" : "\n  return\n}\n";
    // The violation stands on the last line before the end of the entry.
    const std::string before = text.substr(0, text.find(line_of, hlo ? text.find("ENTRY") : 0));
    const uint32_t line = 1 + static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
    const Result<Module> module = hlo ? ReadHloText(text, "text") : ReadStablehlo(text, "text");
    operations.insert(c.operation);
    const std::string what = c.operation + " (" + c.condition + ") must be " + c.code + ":\n" + text;
    if (c.code == "ok") {
      ++neighbours;
      EXPECT_TRUE(module.ok()) << what << (module.ok() ? "" : FormatDiagnostic(module.error()));
      continue;
    }
    if (module.ok()) {
      ++accepted;
      ADD_FAILURE() << "accepted: " << what;
      continue;
    }
    const Diagnostic& d = module.error();
    const bool hit = RuleCode(d.rule) == c.code && d.location.line == line;
    hits += hit ? 1 : 0;
    EXPECT_TRUE(hit) << what << FormatDiagnostic(d);
  }
  std::printf("%zu operations, %zu invalid programs, %zu refused as they must be, %zu accepted; %zu valid neighbours\n", operations.size(),
              cases.size() - neighbours, hits, accepted, neighbours);
}

}  // namespace
}  // namespace mote
