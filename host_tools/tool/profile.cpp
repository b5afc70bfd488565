// Steps that run several times (loops, samples) are one row.
#include "tool/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mote {

namespace {

std::string NameOf(const std::map<uint32_t, std::string>& names, uint32_t step) {
  const auto found = names.find(step);
  return found == names.end() ? fmt::format("step at {}", step) : found->second;
}

}  // namespace

std::string ChromeTrace(const Profile& profile, const std::map<uint32_t, std::string>& names, const std::string& device) {
  using Json = nlohmann::ordered_json;
  Json events = Json::array();
  events.push_back({{"name", "process_name"}, {"ph", "M"}, {"pid", 1}, {"args", {{"name", device}}}});
  for (const StepSpan& s : profile) {
    events.push_back({{"name", NameOf(names, s.step)},
                      {"ph", "X"},
                      {"pid", 1},
                      {"tid", 1},
                      {"ts", static_cast<double>(s.begin) / 1000},
                      {"dur", static_cast<double>(s.end - s.begin) / 1000},
                      {"args", {{"word", s.step}}}});
  }
  return Json({{"traceEvents", events}, {"displayTimeUnit", "ns"}}).dump(1) + "\n";
}

std::string ProfileTable(const Profile& profile, const std::map<uint32_t, std::string>& names) {
  struct Row {
    uint32_t step;
    int64_t runs = 0, sum = 0;
  };
  std::map<uint32_t, Row> by_step;
  int64_t all = 0;
  for (const StepSpan& s : profile) {
    Row& row = by_step.try_emplace(s.step, Row{s.step}).first->second;
    ++row.runs, row.sum += s.end - s.begin, all += s.end - s.begin;
  }
  std::vector<Row> rows;
  for (const auto& [step, row] : by_step) rows.push_back(row);
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.sum > b.sum; });
  std::string text = fmt::format("{:>12} {:>6} {:>7}  step\n", "µs", "share", "runs");
  for (const Row& row : rows) {
    text += fmt::format("{:12.3f} {:5.1f}% {:7}  {} (word {})\n", static_cast<double>(row.sum) / 1000,
                        all == 0 ? 0.0 : 100.0 * static_cast<double>(row.sum) / static_cast<double>(all), row.runs, NameOf(names, row.step),
                        row.step);
  }
  return text;
}

}  // namespace mote
