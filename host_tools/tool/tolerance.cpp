#include "tool/tolerance.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace mote {

namespace {

template <typename T>
bool Number(std::string_view text, T& value) {
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
}

}  // namespace

std::optional<Criterion> ParseTolerance(const std::string& text) {
  Criterion criterion;
  if (text == "exact") return criterion;
  if (text.rfind("ulp:", 0) == 0) {
    criterion.kind = Criterion::Kind::kClose;
    return Number(std::string_view(text).substr(4), criterion.max_ulp) ? std::optional(criterion) : std::nullopt;
  }
  criterion.kind = Criterion::Kind::kAlmostEqual;
  criterion.tolerance = criterion.relative = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    double* field = part.rfind("rel:", 0) == 0 ? &criterion.relative : part.rfind("abs:", 0) == 0 ? &criterion.tolerance : nullptr;
    if (field == nullptr || !Number(part.substr(4), *field) || !(*field >= 0)) return std::nullopt;
  }
  return text.empty() ? std::nullopt : std::optional(criterion);
}

Criterion DefaultTolerance(ElementType type) {
  Criterion criterion;
  if (IsFloat(type) || IsComplex(type)) {
    criterion.kind = Criterion::Kind::kAlmostEqual;
    criterion.relative = 1e-4;
    criterion.tolerance = 1e-5;
  }
  return criterion;
}

Criterion Float16Tolerance(const Literal& expected) {
  double largest = 0;
  for (int64_t i = 0; i < expected.size(); ++i) {
    const double magnitude = std::fabs(expected.RealAt(i));
    if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
  }
  Criterion criterion = DefaultTolerance(expected.type());
  criterion.tolerance += std::ldexp(largest, -7);
  return criterion;
}

}  // namespace mote
