// The reader of einsum_config.
#include "hlo/einsum.h"

#include <algorithm>

namespace mote {
namespace {

constexpr int kMostEllipsis = ' ' - 1;

// The ellipsis in `labels` as `count` labels, the last one being 1.
void Expand(std::string* labels, int count) {
  std::string names;
  for (int d = count; d > 0; --d) names += static_cast<char>(d);
  labels->replace(labels->find("..."), 3, names);
}

}  // namespace

Result<EinsumLabels> ReadEinsum(const std::string& config, std::span<const int> ranks) {
  const auto wrong = [&](const std::string& what) { return Error(Rule::kAttribute, "einsum_config '" + config + "' " + what); };
  const size_t arrow = config.find("->");
  if (arrow == std::string::npos) return wrong("has no '->'");
  EinsumLabels labels;
  labels.operands.emplace_back();
  for (const char ch : config.substr(0, arrow)) {
    if (ch == ',') labels.operands.emplace_back();
    else if (ch != ' ') labels.operands.back() += ch;
  }
  for (const char ch : config.substr(arrow + 2)) {
    if (ch != ' ') labels.result += ch;
  }
  if (labels.operands.size() != ranks.size()) {
    return Error(Rule::kCount, "einsum_config '" + config + "' describes " + std::to_string(labels.operands.size()) +
                                   " operands, there are " + std::to_string(ranks.size()));
  }
  int most = 0;
  for (size_t i = 0; i < ranks.size(); ++i) {
    std::string& own = labels.operands[i];
    const bool ellipsis = own.find("...") != std::string::npos;
    const int count = ellipsis ? ranks[i] + 3 - static_cast<int>(own.size()) : 0;
    if (count < 0 || count > kMostEllipsis || (!ellipsis && static_cast<int>(own.size()) != ranks[i])) {
      return Error(Rule::kCount, "'" + own + "' of einsum_config describes no operand of rank " + std::to_string(ranks[i]));
    }
    if (ellipsis) Expand(&own, count);
    most = std::max(most, count);
  }
  if (labels.result.find("...") != std::string::npos) Expand(&labels.result, most);
  for (const std::string& own : labels.operands) {
    if (own.find('.') != std::string::npos) return wrong("has a '.' outside of an ellipsis");
  }
  for (const char ch : labels.result) {
    const bool known = std::any_of(labels.operands.begin(), labels.operands.end(),
                                   [&](const std::string& own) { return own.find(ch) != std::string::npos; });
    if (!known) return wrong(std::string("names ") + ch + " in the result only");
  }
  return labels;
}

}  // namespace mote
