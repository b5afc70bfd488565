// Domains from factors.
#include "lower/domain.h"

namespace mote {

Factors FactorsOf(const Dims& dims) {
  Factors factors;
  for (int64_t dim : dims) factors.push_back({dim});
  return factors;
}

Domain MakeDomain(Emitter& emitter, const Factors& factors, Axis::Kind kind) {
  Domain domain;
  for (size_t d = 0; d < factors.size(); ++d) {
    Coordinate coordinate;
    for (size_t f = 0; f < factors[d].size(); ++f) {
      const size_t before = domain.axes.size();
      coordinate = coordinate * factors[d][f] + emitter.NewCoordinate(kind, factors[d][f], &domain.axes);
      if (domain.axes.size() > before) domain.places.emplace_back(d, f);
    }
    domain.index.push_back(std::move(coordinate));
  }
  return domain;
}

bool ApplySplit(const Emitter& emitter, const Domain& domain, Factors* factors) {
  if (!emitter.wanted_split) return false;
  const auto [axis, inner] = *emitter.wanted_split;
  for (size_t i = 0; i < domain.axes.size(); ++i) {
    if (domain.axes[i] != axis) continue;
    auto& list = (*factors)[domain.places[i].first];
    const size_t at = domain.places[i].second;
    list[at] /= inner;
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(at) + 1, inner);
    return true;
  }
  return false;
}

}  // namespace mote
