// Random cases of fixed-point steps: fields, constants, inputs, and the output by plain 64-bit arithmetic from the definition in
// schema/fixed_layout.h, that of a softmax by the evaluator. For images (fixed_cases.cpp) and for routines of this machine (unit/runtime).
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "target/fixed_table.h"

namespace mote::test {

using Numbers = std::vector<int64_t>;

struct FixedCase {
  Numbers fields;  // MoteFixedField, of a plain row
  Numbers input, other, start, multiplier, addend, shift, weights, expected;  // halfwords as their bytes
  std::vector<uint8_t> stream;     // of the plain row
};

class FixedCaseMaker {
 public:
  // large: also rows of up to 40 pixels and 150 channels, more than an image has memory for.
  explicit FixedCaseMaker(uint64_t seed, bool large = false) : random_(seed), large_(large) {}

  FixedCase Make();
  FixedCase Of(FixedRoutine routine);  // of a plain row
  // A case of this shape, not of extreme constants: routine, in height, width, channels, out height, width, channels, kernel height, width,
  // stride, padding above, on the left.
  FixedCase Shaped(const Numbers& shape);
  // A case of this row as no compiler writes it: fields near and far, any stream; expected are zeros, as many as there are outputs. Nothing
  // where its rule does not take what came out.
  FixedCase Hostile(int64_t row);
  int64_t In(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_); }

 private:
  Numbers Bytes(int64_t count);
  void Geometry(FixedCase& c, FixedRoutine routine, int64_t in_channels, int64_t out_channels, bool windows);
  int64_t Channels();
  void Finish(FixedCase& c, const Numbers& bounds);
  void StartsAndBounds(FixedCase& c, int64_t channels, const Numbers& absolute);
  void Convolution(FixedCase& c);
  void Depthwise(FixedCase& c);
  void Pool(FixedCase& c, FixedRoutine routine);
  void Table(FixedCase& c);
  void Element(FixedCase& c);
  void Add(FixedCase& c);
  void Multiply(FixedCase& c);
  void Lines(FixedCase& c);
  void Sigmoidal(FixedCase& c);
  void Softmax(FixedCase& c);

  std::mt19937_64 random_;
  const bool large_;
  Numbers shape_;  // empty: any
};

}  // namespace mote::test
