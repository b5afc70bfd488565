// Damaged texts: every truncation of small programs and seeded mutations of them are read without a crash; what is still accepted
// is printed and read again. The seed of a failing mutation is in its message; larger runs are for the fuzz targets.
#include <gtest/gtest.h>

#include <random>

#include "frontend/frontend.h"
#include "hlo/print.h"

namespace mote {
namespace {

const char* const kStablehlo = R"(#map = #stablehlo.bounds<4, ?>
!t = tensor<2x!quant.uniform<i8:f32:0, {0.5:-3, 0.25}>>
module @m attributes {mhlo.num_replicas = 2 : i32, a = [1, "x", @f, {b}]} {
  func.func private @f(%a: tensor<2x3xf32> {x.y = unit} loc("a")) -> (tensor<2x3xf32> {jax.result_info = "r"}) {
    %0 = stablehlo.constant dense<[[1.0, -2.5e1, 0x7FC00000], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
    %1 = stablehlo.add %a, %0 : tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  func.func public @main(%x: tensor<2x3xf32>, %p: tensor<i1>, %i: tensor<i32>, %q: !t, %d: tensor<?xf32, #stablehlo.bounds<4>>) -> (tensor<2xf32>, tensor<i32>) {
    %c = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
    %0 = call @f(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %2:2 = stablehlo.while(%k = %i, %v = %1) : tensor<i32>, tensor<2xf32> cond {
      %3 = stablehlo.compare LT, %k, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = "stablehlo.if"(%p) ({
        stablehlo.return %v : tensor<2xf32>
      }, {
        %4 = stablehlo.slice %0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
        stablehlo.return %1 : tensor<2xf32>
      }) : (tensor<i1>) -> tensor<2xf32>
      stablehlo.return %k, %3 : tensor<i32>, tensor<2xf32>
    }
    %5 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1], precision = [DEFAULT, HIGH] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %6 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
    %7 = stablehlo.custom_call @t(%x) {backend_config = "", api_version = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %2#1, %2#0 : tensor<2xf32>, tensor<i32>
  }
}
)";

const char* const kHlo = R"(HloModule m, replica_count=2, entry_computation_layout={(f32[2,3]{1,0})->f32[2]{0}}
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
t (x: f32[2]) -> f32[2] { ROOT x = f32[2]{0} parameter(0) }
%f { x = f32[2]{0} parameter(0)
  ROOT y = f32[2]{0} negate(x), metadata={op_name="n" source_line=3} }
ENTRY %main.1 (x: f32[2,3]) -> f32[2] {
  %x = f32[2,3]{1,0} parameter(0)
  %z = f32[] constant(-1.5e0)
  k = s32[2,2]{1,0} constant({ {1, -2}, /*i0=1*/ {3, 4} })
  %r = f32[2]{0} reduce(f32[2,3]{1,0} %x, f32[] %z), dimensions={1}, to_apply=add
  %p = pred[] constant(true)
  %q = f32[2]{0} conditional(%p, %r, %r), true_computation=t, false_computation=%f
  %s = (f32[2]{0}, s32[2]{0}) sort(%q, k1), dimensions={0}, to_apply=lt
  %b = f32[3,2]{0,1} bitcast(%x)
  %v = f32[1,2,1]{2,1,0} convolution(i, w), window={size=1 pad=0_0}, dim_labels=b0f_0io->b0f
  %g = f32[2,2]{1,0} all-reduce(k2), replica_groups=[1,2]<=[2], to_apply=add
  ROOT %o = f32[2]{0} dynamic-slice(%q, k3), dynamic_slice_sizes={2}
}
)";

void ReadDamaged(const std::string& text, const std::string& where) {
  FrontendOptions options;
  options.max_elements = 1 << 20;
  options.max_constant_bytes = 1 << 20;
  options.max_expanded_bytes = 1 << 24;
  options.max_errors = 5;
  const Result<Module> module = ReadProgram(text, "damaged", options);
  if (!module.ok()) {
    for (const Diagnostic& error : module.errors().list) EXPECT_FALSE(FormatDiagnostic(error).empty());
    return;
  }
  if (module->from_hlo_text) return;
  const Result<Module> again = ReadStablehlo(PrintStablehlo(*module), "printed", options);
  EXPECT_TRUE(again.ok()) << where << ": " << FormatDiagnostic(again.error()) << text;
}

std::string Mutate(std::string text, std::mt19937& random) {
  static const char* const kWords[] = {"-1",
                                       "9223372036854775807",
                                       "99999999999999999999",
                                       "{",
                                       "}",
                                       "(",
                                       ")",
                                       "<",
                                       ">",
                                       "[",
                                       "]",
                                       "%0",
                                       "\"",
                                       "?",
                                       "x",
                                       "tensor<",
                                       "dense<",
                                       "0x",
                                       "->",
                                       "stablehlo.",
                                       "f32",
                                       "[2147483648]",
                                       "4294967296x",
                                       ":",
                                       ",",
                                       "=",
                                       "\n",
                                       "ROOT",
                                       "//",
                                       "/*"};
  const int steps = 1 + static_cast<int>(random() % 4);
  for (int i = 0; i < steps && !text.empty(); ++i) {
    const size_t at = random() % text.size();
    const size_t length = random() % 12;
    switch (random() % 5) {
      case 0: text.erase(at, length); break;
      case 1: text[at] = static_cast<char>(random()); break;
      case 2: text.insert(at, kWords[random() % std::size(kWords)]); break;
      case 3: text.insert(random() % text.size(), text.substr(at, length * 4)); break;
      default: text.replace(at, length, kWords[random() % std::size(kWords)]); break;
    }
  }
  return text;
}

TEST(Damage, TruncationsAreRead) {
  for (const char* whole : {kStablehlo, kHlo}) {
    const std::string text = whole;
    for (size_t length = 0; length <= text.size(); ++length) ReadDamaged(text.substr(0, length), "length " + std::to_string(length));
  }
}

TEST(Damage, MutationsAreRead) {
  for (const char* whole : {kStablehlo, kHlo}) {
    for (uint32_t seed = 0; seed < 4000; ++seed) {
      std::mt19937 random(seed);
      ReadDamaged(Mutate(whole, random), "seed " + std::to_string(seed));
    }
  }
}

TEST(Damage, TheSeedProgramIsValid) {
  const Result<Module> module = ReadStablehlo(kStablehlo, "seed");
  EXPECT_TRUE(module.ok()) << FormatDiagnostic(module.error());
}

}  // namespace
}  // namespace mote
