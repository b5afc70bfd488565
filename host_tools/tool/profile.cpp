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

std::vector<StepSpeed> SpeedsOf(const Profile& profile, const std::map<uint32_t, std::string>& names,
                                const std::map<uint32_t, StepAmount>& amounts, const MachineLimits& limits) {
  std::map<uint32_t, std::vector<int64_t>> times;
  for (const StepSpan& s : profile) times[s.step].push_back(s.end - s.begin);
  double all = 0;
  std::vector<StepSpeed> speeds;
  for (auto& [step, spans] : times) {
    std::sort(spans.begin(), spans.end());
    StepSpeed speed{step, NameOf(names, step)};
    speed.runs = static_cast<int64_t>(spans.size());
    speed.seconds = static_cast<double>(std::max<int64_t>(1, spans[spans.size() / 2])) * 1e-9;
    speed.share = speed.seconds * static_cast<double>(speed.runs);
    all += speed.share;
    if (const auto found = amounts.find(step); found != amounts.end()) {
      const StepAmount& amount = found->second;
      speed.operations = 2 * static_cast<double>(amount.products) / speed.seconds;
      speed.bytes = static_cast<double>(amount.bytes) / speed.seconds;
      const double moved = static_cast<double>(amount.bytes) / limits.CopyRate(amount.bytes);
      const bool known = amount.products == 0 || (amount.floats && limits.multiply_adds > 0);
      const double multiplied = known && amount.products ? static_cast<double>(amount.products) / limits.multiply_adds : 0;
      if (known) speed.of_limit = std::max(moved, multiplied) / speed.seconds;
    }
    speeds.push_back(std::move(speed));
  }
  for (StepSpeed& speed : speeds) speed.share /= all;
  return speeds;
}

std::string SpeedTable(std::vector<StepSpeed> speeds) {
  std::stable_sort(speeds.begin(), speeds.end(), [](const StepSpeed& a, const StepSpeed& b) { return a.share > b.share; });
  const auto number = [](double value) { return value > 0 ? fmt::format("{:.1f}", value * 1e-9) : std::string("–"); };
  std::string text = fmt::format("{:>12} {:>6} {:>7} {:>7} {:>8}  step\n", "µs", "share", "Gop/s", "GB/s", "of limit");
  for (const StepSpeed& s : speeds) {
    const std::string limit = s.of_limit > 0 ? fmt::format("{:.0f}%", 100 * s.of_limit) : "–";
    text += fmt::format("{:12.2f} {:5.1f}% {:>7} {:>7} {:>8}  {} (word {})\n", s.seconds * 1e6, 100 * s.share, number(s.operations),
                        number(s.bytes), limit, s.name, s.step);
  }
  return text;
}

}  // namespace mote
