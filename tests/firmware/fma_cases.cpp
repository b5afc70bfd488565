// Writes operands of a fused multiply-add and what this machine makes of them, for an image to run (integer_fma/main.cpp): 4 096 ordinary
// ones, 4 096 others, and so on.
// usage: fma_cases COUNT SEED OUT_FILE
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "firmware/fma_operands.h"

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "usage: fma_cases COUNT SEED OUT_FILE\n"), 2;
  std::mt19937_64 random(std::strtoull(argv[2], nullptr, 10));
  std::ofstream out(argv[3], std::ios::binary);
  const long count = std::strtol(argv[1], nullptr, 10);
  for (long i = 0; i < count; ++i) {
    const mote::test::FmaOperands o = i / 4096 % 2 == 0 ? mote::test::OrdinaryFma(random) : mote::test::ExtremeFma(random);
    const uint32_t words[] = {o.a, o.b, o.c, mote::test::ExpectedFma(o)};
    out.write(reinterpret_cast<const char*>(words), sizeof words);  // both machines are little-endian
  }
  return out.flush() ? 0 : 1;
}
