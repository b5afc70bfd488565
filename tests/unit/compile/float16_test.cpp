// allow_fp16 of the compiler's options: whose programs may multiply in f16.
#include <gtest/gtest.h>

#include <cstring>

#include "compile/program_facts.h"
#include "mote/compiler.h"

namespace mote {
namespace {

constexpr char kProduct[] = R"(func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
})";

struct Compiled {
  explicit Compiled(const mote_compile_options& options) : result(mote_compile(kProduct, std::strlen(kProduct), &options)) {}
  ~Compiled() { mote_compiled_destroy(result); }
  std::span<const uint8_t> bytes() const { return {result->bytes, result->size}; }
  mote_compiled* const result;
};

TEST(CompilerFloat16, IsOfProgramsThatAllowIt) {
  mote_compile_options options = {};
  const Compiled exact(options);
  options.allow_fp16 = 1;
  const Compiled near(options);
  ASSERT_EQ(exact.result->code, MOTE_COMPILE_OK);
  ASSERT_EQ(near.result->code, MOTE_COMPILE_OK);
  EXPECT_FALSE(AllowsFloat16(exact.bytes()));
  EXPECT_TRUE(AllowsFloat16(near.bytes()));
  options.reproducible = 1;
  EXPECT_EQ(Compiled(options).result->code, MOTE_COMPILE_OPTIONS);
}

}  // namespace
}  // namespace mote
