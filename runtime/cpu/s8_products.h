// Sums of products of 8-bit integers less their zero points, for the integer dot and convolution. Modulo 2^32, as StableHLO's s32 wraps.
#ifndef MOTE_CPU_S8_PRODUCTS_H_
#define MOTE_CPU_S8_PRODUCTS_H_

#include <stddef.h>
#include <stdint.h>

namespace mote::runtime {

struct ZeroPoints {
  uint32_t a, b;  // s32
};

// Where the elements of a run of products lie: strides in elements. Those that nobody takes (k or columns of 1) may be anything.
struct Products {
  const int8_t *a, *b;
  int32_t a_k, b_k, b_n;
  int32_t k, columns;
};

// sums[j] += (a[p·a_k] - zeros.a)·(b[p·b_k + j·b_n] - zeros.b), over p = 0 … k-1, for j = 0 … columns-1.
void AddProducts(const Products& r, ZeroPoints zeros, uint32_t* sums);
// The same for k = 1 with a column's own a[j·a_k].
void AddElementwise(const Products& r, ZeroPoints zeros, uint32_t* sums);

}  // namespace mote::runtime

#endif
