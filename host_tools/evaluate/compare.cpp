// Comparing values by the criteria of self-checking programs (CONFORMANCE.md section 2).
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "evaluate/check.h"
#include "evaluate/elements.h"

namespace mote {
namespace {

using evaluation::Complex;

std::string RealText(double value) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

// Parts of an element: one for real types, two for complex.
struct Parts {
  double part[2] = {0, 0};
  int count = 1;
};

Parts PartsAt(const Literal& literal, int64_t index) {
  if (!IsComplex(literal.type())) return {{literal.RealAt(index), 0}, 1};
  Complex z = literal.ComplexAt(index);
  return {{z.real(), z.imag()}, 2};
}

std::string ElementText(const Literal& literal, int64_t index) {
  ElementType type = literal.type();
  if (IsInteger(type) || IsPred(type)) {
    int64_t value = literal.IntegerAt(index);
    return type == ElementType::kU64 ? std::to_string(static_cast<uint64_t>(value)) : std::to_string(value);
  }
  Parts p = PartsAt(literal, index);
  return p.count == 1 ? RealText(p.part[0]) : "(" + RealText(p.part[0]) + ", " + RealText(p.part[1]) + ")";
}

// Magnitude bits of a float as an integer, so that neighbours differ by one.
uint64_t MagnitudeBits(ElementType type, double value) { return EncodeFloat(type, std::fabs(value)); }

// Distance in units in the last place; UINT64_MAX between finite and infinite.
uint64_t UlpDistance(ElementType type, double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  if (std::isnan(a) || std::isnan(b)) return UINT64_MAX;
  if (std::isinf(a) || std::isinf(b)) return a == b ? 0 : UINT64_MAX;
  uint64_t x = MagnitudeBits(type, a), y = MagnitudeBits(type, b);
  if (std::signbit(a) != std::signbit(b)) return x + y;
  return x > y ? x - y : y - x;
}

bool AlmostEqual(const Criterion& c, double got, double expected) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
  if (std::isinf(got) || std::isinf(expected)) return got == expected;
  return std::fabs(got - expected) <= c.tolerance + c.relative * std::fabs(expected);
}

// Empty when the part passes, else the distance as text.
std::string PartFails(const Criterion& c, ElementType type, double got, double expected) {
  switch (c.kind) {
    case Criterion::Kind::kEqual:
      return got == expected || (std::isnan(got) && std::isnan(expected)) ? "" : "differs";
    case Criterion::Kind::kAlmostEqual:
      return AlmostEqual(c, got, expected) ? ""
                                           : "difference " + RealText(std::fabs(got - expected)) + ", allowed " + RealText(c.tolerance);
    case Criterion::Kind::kClose: break;
  }
  uint64_t distance = UlpDistance(type, got, expected);
  if (distance <= c.max_ulp && distance >= c.min_ulp) return "";
  if (distance == UINT64_MAX && c.max_ulp == UINT64_MAX) return "";
  return std::to_string(distance) + " units in the last place, allowed " + std::to_string(c.min_ulp) + " to " + std::to_string(c.max_ulp);
}

bool IsExact(ElementType type) { return IsInteger(type) || IsPred(type); }

std::string ElementFails(const Criterion& c, const Literal& got, const Literal& expected, int64_t i) {
  if (IsExact(got.type())) {
    if (got.IntegerAt(i) == expected.IntegerAt(i)) return "";
    bool near = c.kind == Criterion::Kind::kAlmostEqual &&
                std::fabs(got.RealAt(i) - expected.RealAt(i)) <= c.tolerance + c.relative * std::fabs(expected.RealAt(i));
    return near ? "" : "differs";
  }
  ElementType type = RealPart(got.type());
  Parts g = PartsAt(got, i), e = PartsAt(expected, i);
  // The distance of a complex value is the larger of its parts'; the smallest distance holds for it, not for each part.
  Criterion part = c;
  if (g.count == 2) part.min_ulp = 0;
  for (int p = 0; p < g.count; ++p) {
    std::string why = PartFails(part, type, g.part[p], e.part[p]);
    if (!why.empty()) return why;
  }
  if (g.count == 2 && c.kind == Criterion::Kind::kClose && c.min_ulp > 0) {
    uint64_t distance = std::max(UlpDistance(type, g.part[0], e.part[0]), UlpDistance(type, g.part[1], e.part[1]));
    if (distance < c.min_ulp) return std::to_string(distance) + " units in the last place, at least " + std::to_string(c.min_ulp);
  }
  return "";
}

std::string IndexText(const Dims& dims, int64_t linear) {
  Dims index(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    index[d] = linear % dims[d];
    linear /= dims[d];
  }
  std::string text = "[";
  for (size_t d = 0; d < index.size(); ++d) text += (d > 0 ? "," : "") + std::to_string(index[d]);
  return text + "]";
}

double DistanceOf(double got, double expected) {
  if (got == expected || (std::isnan(got) && std::isnan(expected))) return 0;
  const double distance = std::fabs(got - expected);
  return std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

}  // namespace

Distance LargestDistance(const Literal& got, const Literal& expected) {
  Distance largest;
  for (int64_t i = 0; i < got.size(); ++i) {
    if (IsExact(got.type()) && got.IntegerAt(i) == expected.IntegerAt(i)) continue;
    const Parts g = PartsAt(got, i), e = PartsAt(expected, i);
    for (int p = 0; p < g.count; ++p) {
      const double distance = DistanceOf(g.part[p], e.part[p]);
      largest.absolute = std::max(largest.absolute, distance);
      if (e.part[p] != 0 && std::isfinite(e.part[p])) largest.relative = std::max(largest.relative, distance / std::fabs(e.part[p]));
    }
  }
  return largest;
}

Comparison Compare(const Criterion& criterion, const Literal& got, const Literal& expected) {
  if (got.type() != expected.type() || got.shape().dims != expected.shape().dims) {
    return {false, "got " + ToString(got.shape()) + ", expected " + ToString(expected.shape())};
  }
  int64_t failing = 0;
  std::string first;
  for (int64_t i = 0; i < got.size(); ++i) {
    std::string why = ElementFails(criterion, got, expected, i);
    if (why.empty()) continue;
    if (failing++ == 0) {
      first = "element " + IndexText(got.shape().dims, i) + ": got " + ElementText(got, i) + ", expected " + ElementText(expected, i) +
              " (" + why + ")";
    }
  }
  if (failing == 0) return {};
  return {false, first + "; " + std::to_string(failing) + " of " + std::to_string(got.size()) + " elements fail"};
}

}  // namespace mote
