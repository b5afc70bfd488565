// ByteSoftmax: softmax of stored bytes in integers, as TFLite's reference kernels compute it. Written once for who makes such programs and
// for who finds them again (fixed/).
#pragma once

#include <cstdint>
#include <vector>

#include "hlo/builder.h"

namespace mote {

inline constexpr int kByteSoftmaxSumBits = 12;  // integer bits of the sum of exponentials

// Over the last dimension of x (s8 or u8, at least one dimension), to [low, high] of `out`. table: 256 exponentials of no integer bits, of
// differences to the largest element from -255 to 0.
Operand ByteSoftmax(Builder& b, Operand x, ElementType out, int64_t low, int64_t high, const std::vector<int64_t>& table);

// Its second half: each exponential (s32, no integer bits, one of 1 a row) over the sum of its row.
Operand SharesOfPowers(Builder& b, Operand power, ElementType out, int64_t low, int64_t high);

}  // namespace mote
