// Sums of products of 8-bit integers, for any machine.
#include "cpu/s8_products.h"

namespace mote::runtime {
namespace {

uint32_t Word(int8_t value) { return static_cast<uint32_t>(int32_t{value}); }

// Four columns that lie side by side share each element of a and keep their sums in registers; out of line, so that nothing else takes
// those.
__attribute__((noinline)) void AddFour(const int8_t* a, const int8_t* b, ptrdiff_t a_k, ptrdiff_t b_k, int32_t k, uint32_t zero,
                                       uint32_t* sums) {
  uint32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (; k > 0; --k, a += a_k, b += b_k) {
    const uint32_t x = Word(*a) - zero;
    s0 += x * Word(b[0]);
    s1 += x * Word(b[1]);
    s2 += x * Word(b[2]);
    s3 += x * Word(b[3]);
  }
  sums[0] += s0, sums[1] += s1, sums[2] += s2, sums[3] += s3;
}

}  // namespace

// Σ x·(b - zero) = Σ x·b - zero·Σ x.
void AddProducts(const Products& r, ZeroPoints zeros, uint32_t* sums) {
  const ptrdiff_t a_k = r.k > 1 ? r.a_k : 0, b_k = r.k > 1 ? r.b_k : 0;
  uint32_t all = 0;
  const int8_t* a = r.a;
  for (int32_t p = zeros.b != 0 ? r.k : 0; p > 0; --p, a += a_k) all += Word(*a) - zeros.a;
  all *= zeros.b;
  for (int32_t j = 0; j < r.columns;) {
    const int8_t* b = r.b + static_cast<ptrdiff_t>(j) * r.b_n;
    if (r.b_n == 1 && j + 4 <= r.columns) {
      AddFour(r.a, b, a_k, b_k, r.k, zeros.a, sums + j);
      for (const int32_t end = j + 4; j < end; ++j) sums[j] -= all;
      continue;
    }
    uint32_t s = 0;
    a = r.a;
    for (int32_t p = r.k; p > 0; --p, a += a_k, b += b_k) s += (Word(*a) - zeros.a) * Word(*b);
    sums[j++] += s - all;
  }
}

void AddElementwise(const Products& r, ZeroPoints zeros, uint32_t* sums) {
  const ptrdiff_t a_k = r.columns > 1 ? r.a_k : 0, b_n = r.columns > 1 ? r.b_n : 0;
  const int8_t *a = r.a, *b = r.b;
  for (int32_t j = 0; j < r.columns; ++j, a += a_k, b += b_n) sums[j] += (Word(*a) - zeros.a) * (Word(*b) - zeros.b);
}

}  // namespace mote::runtime
