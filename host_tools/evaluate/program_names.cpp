// Reading the attribute's text.
#include "evaluate/program_names.h"

#include <cctype>

namespace mote {

std::vector<std::vector<std::string>> ProgramNames(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' && ++depth == 2) rows.emplace_back();
    if (text[i] == ']') --depth;
    if (text[i] != '@') continue;
    size_t end = i + 1;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_' || text[end] == '.' || text[end] == '$')) {
      ++end;
    }
    if (rows.empty()) rows.emplace_back();
    rows.back().push_back(text.substr(i + 1, end - i - 1));
    i = end - 1;
  }
  return rows;
}

}  // namespace mote
