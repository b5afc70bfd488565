// Vectors of four channels for fixed_vector.h without any instruction set: what its functions mean.
#ifndef MOTE_CPU_FIXED_SCALAR_H_
#define MOTE_CPU_FIXED_SCALAR_H_

#include <stddef.h>
#include <stdint.h>

namespace mote::runtime {

struct FourChannels {
  static constexpr int kLanes = 4;   // channels of 32 bits
  static constexpr int kBytes = 16;  // of a vector
  struct Vector {
    uint32_t of[4];
  };
  using Sums = Vector;  // sums of products; a sum may be in parts until Total
  struct Bytes {
    int8_t of[16];
  };
  using X = Bytes;  // four bytes of the input for each channel
  using W = Bytes;  // four weights of each channel

  static Vector Load(const void* from) {
    Vector v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
  }
  static void Store(void* to, Vector v) { __builtin_memcpy(to, &v, sizeof v); }
  // Pixels `step` bytes apart side by side, as many as vectors of 16·n bytes have room in this one, at least one. kNear: step is 16·n.
  template <int n, bool kNear>
  static Vector LoadPixels(const int8_t* from, ptrdiff_t) {
    return Load(from);
  }
  // Back again, at most `left` bytes of each.
  template <int n>
  static void StorePixels(int8_t* to, ptrdiff_t, Vector v, int32_t left) {
    __builtin_memcpy(to, &v, static_cast<size_t>(left < kBytes ? left : kBytes));
  }
  // 16·n bytes for each pixel.
  template <int n>
  static Vector Repeated(const void* from) {
    return Load(from);
  }
  static Vector Broadcast(int32_t value) {
    const auto bits = static_cast<uint32_t>(value);
    return {{bits, bits, bits, bits}};
  }
  static Vector Widen(const int8_t* from) { return Each([&](int i) { return static_cast<uint32_t>(int32_t{from[i]}); }); }

  static Sums Zero() { return Broadcast(0); }
  // The start of the sums of x · w, and that of (x + 128) · w: whichever Dot computes.
  static Sums Start(const uint8_t* start, const uint8_t*) { return Load(start); }
  template <int n>
  static Sums RepeatedStart(const uint8_t* start, const uint8_t*) {
    return Load(start);
  }
  static X Quad(const int8_t* from) {  // the same four bytes for all
    X x;
    for (int i = 0; i < 16; i += 4) __builtin_memcpy(x.of + i, from, 4);
    return x;
  }
  static X Positions(Vector v) { return Cast(v); }
  static W Weights(Vector v) { return Cast(v); }
  static void Dot(Sums& sums, const X& x, const W& w) {
    for (int i = 0; i < 16; ++i) sums.of[i / 4] += static_cast<uint32_t>(x.of[i] * w.of[i]);
  }
  static Vector Total(Sums sums) { return sums; }
  // Four positions of kBytes channels to kLanes channels each; the channels of vector a are 16·l + 4·a + (0 to 3), of vectors longer than
  // 16 bytes for every l. Pack has them back in order.
  static void Transpose(const Vector (&positions)[4], Vector (&channels)[4]) {
    for (int a = 0; a < 4; ++a) {
      Bytes quads;
      for (int k = 0; k < 4; ++k) {
        const Bytes position = Cast(positions[k]);
        for (int i = 0; i < 4; ++i) quads.of[4 * i + k] = position.of[4 * a + i];
      }
      channels[a] = Load(&quads);
    }
  }

  static Vector Add(Vector a, Vector b) { return Each([&](int i) { return a.of[i] + b.of[i]; }); }
  static Vector Multiply(Vector a, Vector b) { return Each([&](int i) { return a.of[i] * b.of[i]; }); }
  static Vector ShiftLeft(Vector a, Vector by) { return Each([&](int i) { return a.of[i] << (by.of[i] & 31); }); }
  static Vector ShiftRight(Vector a, int32_t by) {
    return Each([&](int i) { return static_cast<uint32_t>(static_cast<int32_t>(a.of[i]) >> by); });
  }
  // The upper halves of signed products.
  static Vector MultiplyHigh(Vector a, Vector b) {
    return Each([&](int i) {
      const int64_t product = static_cast<int64_t>(static_cast<int32_t>(a.of[i])) * static_cast<int32_t>(b.of[i]);
      return static_cast<uint32_t>(static_cast<uint64_t>(product) >> 32);
    });
  }
  // 2^(shift - 1), of shift 0 nothing.
  static Vector HalfOf(Vector shift) {
    return Each([&](int i) { return (uint32_t{1} << (shift.of[i] & 31)) >> 1; });
  }
  static Vector SubtractWhereNegative(Vector a, Vector b, Vector sign) {
    return Each([&](int i) { return a.of[i] - ((sign.of[i] >> 31) != 0 ? b.of[i] : 0); });
  }

  // Saturated to bytes in [low, high]: `count` at most of one vector; of four, in the order that Transpose has left.
  static void StoreBytes(int8_t* to, Vector v, int32_t low, int32_t high, int32_t count) {
    for (int i = 0; i < 4 && i < count; ++i) to[i] = Clamped(static_cast<int32_t>(v.of[i]), low, high);
  }
  static Vector Pack(const Vector (&v)[4]) {
    Bytes bytes;
    for (int i = 0; i < 16; ++i) bytes.of[i] = Clamped(static_cast<int32_t>(v[i / 4].of[i % 4]), -128, 127);
    return Load(&bytes);
  }
  // Four vectors one after the other, as bytes, and their way to kColumns vectors a row, rows `step` apart.
  static Vector PackInOrder(const Vector (&v)[4]) { return Pack(v); }
  template <int kColumns>
  static void StoreFour(int8_t* to, ptrdiff_t step, Vector v) {
    const Bytes bytes = Cast(v);
    for (int k = 0; k < 4; ++k) __builtin_memcpy(to + k / kColumns * step + k % kColumns * kLanes, bytes.of + k * kLanes, kLanes);
  }
  static Vector Clamp(Vector v, int32_t low, int32_t high) {
    Bytes bytes = Cast(v);
    for (int8_t& b : bytes.of) b = Clamped(b, low, high);
    return Load(&bytes);
  }

 private:
  template <class F>
  static Vector Each(const F& f) {
    return {{f(0), f(1), f(2), f(3)}};
  }
  static Bytes Cast(Vector v) {
    Bytes bytes;
    __builtin_memcpy(&bytes, &v, sizeof bytes);
    return bytes;
  }
  static int8_t Clamped(int32_t value, int32_t low, int32_t high) {
    return static_cast<int8_t>(value < low ? low : value > high ? high : value);
  }
};

}  // namespace mote::runtime

#endif
