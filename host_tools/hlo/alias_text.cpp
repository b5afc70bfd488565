// The two spellings of output aliases.
#include "hlo/alias_text.h"

#include <algorithm>

namespace mote {
namespace {

// Reads either spelling: punctuation, words and lists of indices.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool Take(std::string_view word) {
    const size_t at = text_.find_first_not_of(" \t\r\n");
    if (at == std::string_view::npos || text_.substr(at, word.size()) != word) return false;
    text_.remove_prefix(at + word.size());
    return true;
  }
  bool AtEnd() const { return text_.find_first_not_of(" \t\r\n") == std::string_view::npos; }

  // "1, 2" up to the closing bracket, which is taken too.
  std::optional<std::string> List(std::string_view open, std::string_view close) {
    if (!Take(open)) return std::nullopt;
    std::string list;
    while (!Take(close)) {
      const std::string number = Number();
      if (number.empty()) return std::nullopt;
      list += (list.empty() ? "" : ", ") + number;
      Take(",");
    }
    return list;
  }
  std::string Number() {
    const size_t begin = text_.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return "";
    text_.remove_prefix(begin);
    const size_t end = std::min(text_.find_first_not_of("0123456789"), text_.size());
    const std::string number(text_.substr(0, end));
    text_.remove_prefix(end);
    return number;
  }

 private:
  std::string_view text_;
};

}  // namespace

std::optional<std::string> AliasesFromHlo(std::string_view text) {
  Reader in(text);
  std::string out;
  if (!in.Take("{")) return std::nullopt;
  while (!in.Take("}")) {
    const auto result = in.List("{", "}");
    if (!result || !in.Take(":") || !in.Take("(")) return std::nullopt;
    const std::string operand = in.Number();
    if (operand.empty()) return std::nullopt;
    std::optional<std::string> inside = "";
    if (in.Take(",")) inside = in.List("{", "}");
    if (inside && in.Take(",") && !in.Take("may-alias") && !in.Take("must-alias")) return std::nullopt;
    if (!inside || !in.Take(")")) return std::nullopt;
    out += std::string(out.empty() ? "" : ", ") + "#stablehlo.output_operand_alias<output_tuple_indices = [" + *result +
           "], operand_index = " + operand + ", operand_tuple_indices = [" + *inside + "]>";
    in.Take(",");
  }
  if (!in.AtEnd()) return std::nullopt;
  return "[" + out + "]";
}

std::optional<std::string> AliasesToHlo(std::string_view text) {
  Reader in(text);
  std::string out;
  if (!in.Take("[")) return std::nullopt;
  while (!in.Take("]")) {
    if (!in.Take("#stablehlo.output_operand_alias") || !in.Take("<") || !in.Take("output_tuple_indices") || !in.Take("=")) {
      return std::nullopt;
    }
    const auto result = in.List("[", "]");
    if (!result || !in.Take(",") || !in.Take("operand_index") || !in.Take("=")) return std::nullopt;
    const std::string operand = in.Number();
    if (operand.empty() || !in.Take(",") || !in.Take("operand_tuple_indices") || !in.Take("=")) return std::nullopt;
    const auto inside = in.List("[", "]");
    if (!inside || !in.Take(">")) return std::nullopt;
    out += std::string(out.empty() ? "" : ", ") + "{" + *result + "}: (" + operand + ", {" + *inside + "})";
    in.Take(",");
  }
  return "{" + out + "}";
}

}  // namespace mote
