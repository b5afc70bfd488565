// The parallel axes of a kernel: the dimensions of its domain, each taken apart into factors where a reshape asks for it.
#pragma once

#include <utility>
#include <vector>

#include "lower/emitter.h"

namespace mote {

// One list of factors per dimension, outermost first: a dimension that a reshape takes apart becomes several axes.
using Factors = std::vector<std::vector<int64_t>>;
Factors FactorsOf(const Dims& dims);

struct Domain {
  std::vector<AxisId> axes;
  std::vector<Coordinate> index;
  std::vector<std::pair<size_t, size_t>> places;  // of every axis in the factors
};

Domain MakeDomain(Emitter& emitter, const Factors& factors, Axis::Kind kind);
// Splits the factor whose axis the emitter wants split, if it wants one of these.
bool ApplySplit(const Emitter& emitter, const Domain& domain, Factors* factors);

}  // namespace mote
