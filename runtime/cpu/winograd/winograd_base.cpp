// The transforms channel by channel, for machines without vectors of their own: what every other instance must equal bit for bit.
#include "cpu/winograd/winograd.h"

#include "cpu/exact_fma.h"
#include "cpu/f32_routines.h"

namespace mote::runtime {

namespace {

constexpr int kLanes = 1;

struct Whole {
  using Vector = float;
  static constexpr int kCount = 1;
  Vector Load(const float* from) const { return *from; }
  void Store(float* to, Vector value) const { *to = value; }
};
template <class Block>
inline void Rest(int32_t, int32_t, const Block&) {}

inline void Broadcast(float value, float& to) { to = value; }
inline float Fma(float a, float b, float c) { return FmaF32(a, b, c); }
inline float Add(float a, float b) { return a + b; }
inline float Multiply(float a, float b) { return a * b; }
inline float Greater(float a, float b) { return a > b ? a : b; }
inline float Less(float a, float b) { return a < b ? a : b; }

#include "cpu/f32_finish.h"
#include "cpu/winograd/winograd_vector.h"

}  // namespace

const WinogradInstance kPortableWinograd = {InputTransform, OutputTransform};

}  // namespace mote::runtime
