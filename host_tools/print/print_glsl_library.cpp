// Splits the library into functions at blank lines and selects by name: a function is wanted when its name appears as a word.
#include "print/print_glsl_library.h"

#include <cctype>
#include <set>
#include <string_view>
#include <vector>

#include "schema/vulkan_layout.h"

namespace mote {
namespace {

struct Function {
  std::string name;
  std::string text;
};

bool IsWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::set<std::string, std::less<>> WordsOf(std::string_view text) {
  std::set<std::string, std::less<>> words;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && IsWordChar(text[end])) ++end;
    if (end > i) words.emplace(text.substr(i, end - i));
    i = end + 1;
  }
  return words;
}

// The name before the first parenthesis of the first line that is no comment; empty for a file's opening comment.
std::string NameOf(std::string_view chunk) {
  while (!chunk.empty()) {
    const size_t end = chunk.find('\n');
    const std::string_view line = chunk.substr(0, end);
    if (line.substr(0, 2) != "//") {
      const size_t paren = line.find('(');
      if (paren == std::string_view::npos) return {};
      size_t first = paren;
      while (first > 0 && IsWordChar(line[first - 1])) --first;
      return std::string(line.substr(first, paren - first));
    }
    if (end == std::string_view::npos) return {};
    chunk.remove_prefix(end + 1);
  }
  return {};
}

std::vector<Function> SplitLibrary() {
  std::vector<Function> functions;
  std::string_view rest = kGlslLibraryText;
  while (!rest.empty()) {
    const size_t end = rest.find("\n\n");
    const std::string_view chunk = rest.substr(0, end);
    const size_t start = chunk.find_first_not_of('\n');
    if (start != std::string_view::npos) {
      std::string name = NameOf(chunk.substr(start));
      if (!name.empty()) functions.push_back({std::move(name), std::string(chunk.substr(start)) + "\n"});
    }
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 2);
  }
  return functions;
}

}  // namespace

std::string GlslLibraryFor(const std::string& text) {
  static const std::vector<Function> kFunctions = SplitLibrary();
  std::set<std::string, std::less<>> wanted = WordsOf(text);
  std::vector<const Function*> taken;
  // From the back: whoever uses a function stands behind it.
  for (auto f = kFunctions.rbegin(); f != kFunctions.rend(); ++f) {
    if (!wanted.count(f->name)) continue;
    taken.push_back(&*f);
    wanted.merge(WordsOf(f->text));
  }
  std::string result;
  if (wanted.count("exact_floats")) {
    result = "layout(constant_id = " + std::to_string(kMoteExactConstant) + ") const bool exact_floats = false;\n\n";
  }
  for (auto f = taken.rbegin(); f != taken.rend(); ++f) result += (*f)->text + "\n";
  return result;
}

}  // namespace mote
