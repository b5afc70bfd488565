// Parts of names, compared from their ends.
#include "tool/tensor_name.h"

#include <algorithm>
#include <charconv>

namespace mote {
namespace {

bool EndsWith(const std::vector<std::string>& whole, const std::vector<std::string>& end, size_t from) {
  const size_t count = end.size() - from;
  return count > 0 && count <= whole.size() &&
         std::equal(end.begin() + static_cast<std::ptrdiff_t>(from), end.end(), whole.end() - static_cast<std::ptrdiff_t>(count));
}

}  // namespace

std::vector<std::string> NameParts(std::string_view name) {
  constexpr std::string_view kBetween = "/.[]'\"";
  std::vector<std::string> parts;
  while (!name.empty()) {
    const size_t end = std::min(name.find_first_of(kBetween), name.size());
    if (end > 0) parts.emplace_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return parts;
}

int NameFit(std::string_view array, std::string_view parameter) {
  if (array == parameter) return 4;
  const std::vector<std::string> of_array = NameParts(array), of_parameter = NameParts(parameter);
  const bool tail_ends = of_parameter.size() > 1 && EndsWith(of_array, of_parameter, 1);
  if (of_array == of_parameter) return of_array.empty() ? 0 : 3;
  if (tail_ends && of_array.size() + 1 == of_parameter.size()) return 2;
  return tail_ends || EndsWith(of_parameter, of_array, 0) ? 1 : 0;
}

std::optional<size_t> AsNumber(std::string_view text) {
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<NumberedName> AsNumberedName(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789");
  const size_t digits = last == std::string_view::npos ? 0 : last + 1;
  const std::optional<size_t> number = AsNumber(name.substr(digits));
  if (!number) return std::nullopt;
  return NumberedName{std::string(name.substr(0, digits)), *number};
}

}  // namespace mote
