// The strided copy: odometer over the outer dimensions, a loop typed by element width over the innermost.
#include "evaluate/strided.h"

#include <cstring>

namespace mote::evaluation {
namespace {

struct Wide16 {
  uint64_t words[2];
};

template <typename T>
void CopyRow(const uint8_t* from, int64_t from_stride, uint8_t* to, int64_t to_stride, int64_t n) {
  constexpr int64_t kBytes = sizeof(T);
  if (from_stride == 1 && to_stride == 1) {
    std::memcpy(to, from, n * kBytes);
    return;
  }
  for (int64_t i = 0; i < n; ++i) std::memcpy(to + i * to_stride * kBytes, from + i * from_stride * kBytes, kBytes);
}

template <typename T>
void CopyAs(const Dims& dims, const uint8_t* from, const Dims& from_strides, uint8_t* to, const Dims& to_strides) {
  constexpr int64_t kBytes = sizeof(T);
  if (dims.empty()) {
    std::memcpy(to, from, kBytes);
    return;
  }
  size_t last = dims.size() - 1;
  Dims outer(dims.begin(), dims.end() - 1), index(last, 0);
  int64_t from_offset = 0, to_offset = 0;
  while (true) {
    CopyRow<T>(from + from_offset * kBytes, from_strides[last], to + to_offset * kBytes, to_strides[last], dims[last]);
    size_t d = last;
    while (d-- > 0) {
      from_offset += from_strides[d];
      to_offset += to_strides[d];
      if (++index[d] < outer[d]) break;
      from_offset -= from_strides[d] * outer[d];
      to_offset -= to_strides[d] * outer[d];
      index[d] = 0;
    }
    if (d == static_cast<size_t>(-1)) return;
  }
}

}  // namespace

void CopyStrided(int bytes, const Dims& dims, const uint8_t* from, const Dims& from_strides, uint8_t* to, const Dims& to_strides) {
  if (Count(dims) == 0) return;
  switch (bytes) {
    case 1: return CopyAs<uint8_t>(dims, from, from_strides, to, to_strides);
    case 2: return CopyAs<uint16_t>(dims, from, from_strides, to, to_strides);
    case 4: return CopyAs<uint32_t>(dims, from, from_strides, to, to_strides);
    case 8: return CopyAs<uint64_t>(dims, from, from_strides, to, to_strides);
    default: return CopyAs<Wide16>(dims, from, from_strides, to, to_strides);
  }
}

std::vector<int64_t> Offsets(const Dims& dims, const Dims& strides) {
  std::vector<int64_t> offsets;
  int64_t count = Count(dims);
  offsets.reserve(count);
  Dims index(dims.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    offsets.push_back(Offset(index, strides));
    NextIndex(index, dims);
  }
  return offsets;
}

int64_t Count(const Dims& dims) {
  int64_t count = 1;
  for (int64_t size : dims) count *= size;
  return count;
}

int64_t Offset(const Dims& index, const Dims& strides) {
  int64_t offset = 0;
  for (size_t d = 0; d < index.size(); ++d) offset += index[d] * strides[d];
  return offset;
}

Dims Pick(const Dims& from, const std::vector<int64_t>& which) {
  Dims picked;
  for (int64_t d : which) picked.push_back(from[d]);
  return picked;
}

}  // namespace mote::evaluation
