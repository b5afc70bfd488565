// Walking arrays by strides: the one copy loop behind every operation that only moves data. Strides count elements and may be negative.
#pragma once

#include <cstdint>

#include "hlo/shape.h"

namespace mote::evaluation {

// Copies an array of `dims` elements of `bytes` bytes each from one strided place to another.
void CopyStrided(int bytes, const Dims& dims, const uint8_t* from, const Dims& from_strides, uint8_t* to, const Dims& to_strides);

// The offsets of all indices of `dims` in row-major order.
std::vector<int64_t> Offsets(const Dims& dims, const Dims& strides);

// Steps a row-major index; false after the last one.
inline bool NextIndex(Dims& index, const Dims& dims) {
  for (size_t d = dims.size(); d-- > 0;) {
    if (++index[d] < dims[d]) return true;
    index[d] = 0;
  }
  return false;
}

int64_t Count(const Dims& dims);
int64_t Offset(const Dims& index, const Dims& strides);
Dims Pick(const Dims& from, const std::vector<int64_t>& which);

}  // namespace mote::evaluation
