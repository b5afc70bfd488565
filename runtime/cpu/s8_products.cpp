// Sums of products of 8-bit integers, for any machine.
#include "cpu/s8_products.h"

namespace mote::runtime {
namespace {

uint32_t Word(int8_t value) { return static_cast<uint32_t>(int32_t{value}); }

// Elements from the first to element `count` of a stride, modulo the size of the address space: the last step of a loop leads nowhere.
ptrdiff_t Away(int32_t count, int32_t stride) {
  return static_cast<ptrdiff_t>(static_cast<size_t>(count) * static_cast<size_t>(static_cast<ptrdiff_t>(stride)));
}

}  // namespace

// Four columns share each element of a and keep their sums in registers. Σ x·(b - zero) = Σ x·b - zero·Σ x, so that b is taken as it is.
void AddProducts(const Products& r, ZeroPoints zeros, uint32_t* sums) {
  int32_t j = 0;
  for (; j + 4 <= r.columns; j += 4) {
    const int8_t* const b0 = r.b + Away(j, r.b_n);
    const int8_t *const b1 = b0 + r.b_n, *const b2 = b1 + r.b_n, *const b3 = b2 + r.b_n;
    uint32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0, all = 0;
    for (int32_t p = 0; p < r.k; ++p) {
      const ptrdiff_t at = Away(p, r.b_k);
      const uint32_t x = Word(r.a[Away(p, r.a_k)]) - zeros.a;
      s0 += x * Word(b0[at]);
      s1 += x * Word(b1[at]);
      s2 += x * Word(b2[at]);
      s3 += x * Word(b3[at]);
      all += x;
    }
    all *= zeros.b;
    sums[j] += s0 - all, sums[j + 1] += s1 - all, sums[j + 2] += s2 - all, sums[j + 3] += s3 - all;
  }
  for (; j < r.columns; ++j) {
    const int8_t* const b = r.b + Away(j, r.b_n);
    uint32_t s = 0;
    for (int32_t p = 0; p < r.k; ++p) s += (Word(r.a[Away(p, r.a_k)]) - zeros.a) * (Word(b[Away(p, r.b_k)]) - zeros.b);
    sums[j] += s;
  }
}

void AddElementwise(const Products& r, ZeroPoints zeros, uint32_t* sums) {
  for (int32_t j = 0; j < r.columns; ++j) {
    sums[j] += (Word(r.a[Away(j, r.a_k)]) - zeros.a) * (Word(r.b[Away(j, r.b_n)]) - zeros.b);
  }
}

}  // namespace mote::runtime
