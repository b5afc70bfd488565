// Row loops: every chain that is found in small programs, by every number of rows a turn, gives what the evaluator says of the program
// itself; and what must not be in a chain is not.
#include <gtest/gtest.h>

#include "passes/row_loops.h"
#include "pass_testing.h"

namespace mote {
namespace {

struct Case {
  const char *name, *inputs, *results, *body;
  size_t chains;  // that are found, of any size
};

const Case kCases[] = {
    {"elements", "%x: tensor<5x3xf32>", "tensor<5x3xf32>", R"(
  %a = stablehlo.exponential %x : tensor<5x3xf32>
  %r = stablehlo.add %a, %x : tensor<5x3xf32>
  return %r : tensor<5x3xf32>)", 1},  // the other dimension has three rows
    {"moves", "%x: tensor<4x6xf32>, %b: tensor<6xf32>", "tensor<2x6x8xf32>", R"(
  %p = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6xf32>) -> tensor<4x6xf32>
  %s = stablehlo.multiply %x, %p : tensor<4x6xf32>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %q = stablehlo.reshape %t : (tensor<6x4xf32>) -> tensor<6x2x2xf32>
  %c = stablehlo.slice %q [0:6, 1:2, 0:2] : (tensor<6x2x2xf32>) -> tensor<6x1x2xf32>
  %j = stablehlo.concatenate %c, %q, dim = 1 : (tensor<6x1x2xf32>, tensor<6x2x2xf32>) -> tensor<6x3x2xf32>
  %z = stablehlo.constant dense<2.0> : tensor<f32>
  %w = stablehlo.pad %j, %z, low = [0, 1, 0], high = [0, 0, 2], interior = [0, 0, 0] : (tensor<6x3x2xf32>, tensor<f32>) -> tensor<6x4x4xf32>
  %k = stablehlo.reshape %w : (tensor<6x4x4xf32>) -> tensor<6x2x8xf32>
  %r = stablehlo.transpose %k, dims = [1, 0, 2] : (tensor<6x2x8xf32>) -> tensor<2x6x8xf32>
  return %r : tensor<2x6x8xf32>)", 2},  // the other one is that of the product alone: what follows mixes its rows
    {"products", "%x: tensor<7x4xf32>, %w: tensor<5x4xf32>, %v: tensor<6x7x2xf32>", "tensor<6x7x5xf32>", R"(
  %a = stablehlo.negate %x : tensor<7x4xf32>
  %d = stablehlo.dot_general %a, %w, contracting_dims = [1] x [1] : (tensor<7x4xf32>, tensor<5x4xf32>) -> tensor<7x5xf32>
  %e = stablehlo.abs %d : tensor<7x5xf32>
  %m = stablehlo.broadcast_in_dim %e, dims = [1, 2] : (tensor<7x5xf32>) -> tensor<6x7x5xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [2] : (tensor<6x7x2xf32>, tensor<f32>) -> tensor<6x7xf32>
  %b = stablehlo.dot_general %n, %m, batching_dims = [0, 1] x [0, 1], contracting_dims = [] x [] : (tensor<6x7xf32>, tensor<6x7x5xf32>) -> tensor<6x7x5xf32>
  return %b : tensor<6x7x5xf32>)", 3},
    {"convolution", "%x: tensor<5x6x1x4xf32>, %w: tensor<1x3x4x8xf32>", "tensor<5x6x1x8xf32>", R"(
  %a = stablehlo.negate %x : tensor<5x6x1x4xf32>
  %v = stablehlo.abs %w : tensor<1x3x4x8xf32>
  %y = stablehlo.reshape %a : (tensor<5x6x1x4xf32>) -> tensor<1x5x6x4xf32>
  %c = stablehlo.convolution(%y, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x6x4xf32>, tensor<1x3x4x8xf32>) -> tensor<1x5x6x8xf32>
  %r = stablehlo.reshape %c : (tensor<1x5x6x8xf32>) -> tensor<5x6x1x8xf32>
  return %r : tensor<5x6x1x8xf32>)", 4},  // rows, features; columns and features of what the window mixes
    {"frames", "%x: tensor<40xf32>", "tensor<6x5xf32>", R"(
  %y = stablehlo.negate %x : tensor<40xf32>
  %i = stablehlo.iota dim = 0 : tensor<6x8xi32>
  %j = stablehlo.iota dim = 1 : tensor<6x8xi32>
  %h = stablehlo.constant dense<6> : tensor<6x8xi32>
  %s = stablehlo.multiply %i, %h : tensor<6x8xi32>
  %t = stablehlo.add %s, %j : tensor<6x8xi32>
  %k = stablehlo.reshape %t : (tensor<6x8xi32>) -> tensor<6x8x1xi32>
  %g = "stablehlo.gather"(%y, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1>}> : (tensor<40xf32>, tensor<6x8x1xi32>) -> tensor<6x8xf32>
  %u = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0, 2.0], [3.0, 4.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0], [1.0, 2.0, 3.0, 4.0, 0.0, 1.0, 2.0, 3.0],
    [4.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [2.0, 3.0, 4.0, 0.0, 1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0, 2.0]]> : tensor<6x8xf32>
  %w = stablehlo.multiply %g, %u : tensor<6x8xf32>
  %f = stablehlo.fft %w, type = RFFT, length = [8] : (tensor<6x8xf32>) -> tensor<6x5xcomplex<f32>>
  %a = stablehlo.real %f : (tensor<6x5xcomplex<f32>>) -> tensor<6x5xf32>
  %b = stablehlo.imag %f : (tensor<6x5xcomplex<f32>>) -> tensor<6x5xf32>
  %r = stablehlo.subtract %a, %b : tensor<6x5xf32>
  return %r : tensor<6x5xf32>)", 0},
    {"several results", "%x: tensor<9x4xf32>", "tensor<9x4xf32>, tensor<9xf32>, tensor<f32>", R"(
  %a = stablehlo.exponential %x : tensor<9x4xf32>
  %b = stablehlo.multiply %a, %a : tensor<9x4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [1] : (tensor<9x4xf32>, tensor<f32>) -> tensor<9xf32>
  %d = stablehlo.reduce(%c init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
  return %a, %c, %d : tensor<9x4xf32>, tensor<9xf32>, tensor<f32>)", 1},  // columns: nothing is inside
    // What needs all rows of a member, or comes back from outside, is behind the loop: softmax over the rows, a product with itself.
    {"needs all rows", "%x: tensor<8x5xf32>", "tensor<8x8xf32>", R"(
  %a = stablehlo.negate %x : tensor<8x5xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x5xf32>, tensor<f32>) -> tensor<5xf32>
  %m = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<5xf32>) -> tensor<8x5xf32>
  %b = stablehlo.divide %a, %m : tensor<8x5xf32>
  %c = stablehlo.abs %b : tensor<8x5xf32>
  %r = stablehlo.dot_general %c, %b, contracting_dims = [1] x [1] : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>)", 0},
    {"integers", "%x: tensor<6x4xui8>", "tensor<6x4xi16>", R"(
  %a = stablehlo.convert %x : (tensor<6x4xui8>) -> tensor<6x4xi16>
  %i = stablehlo.iota dim = 0 : tensor<6x4xi16>
  %b = stablehlo.multiply %a, %a : tensor<6x4xi16>
  %r = stablehlo.add %b, %i : tensor<6x4xi16>
  return %r : tensor<6x4xi16>)", 2},
};

std::vector<RuntimeValue> InputsOf(const Module& module) {
  std::vector<double> values;
  for (int k = 0; k < 61; ++k) values.push_back(k * 37 % 61 * 0.25);
  std::vector<RuntimeValue> inputs;
  for (const Shape& shape : module.main().parameters) inputs.push_back(Array(shape.element_type, shape.dims, values));
  return inputs;
}

Module ModuleOf(const Case& c) {
  return Parse(std::string("func.func @main(") + c.inputs + ") -> (" + c.results + ") {" + c.body + "\n}");
}

const Pass kAll = [](const Module& m) { return OptimiseForKernels(m); };

TEST(RowLoops, EveryChainByAnyNumberOfRows) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Module module = ModuleOf(c);
    const std::vector<RowChain> chains = FindRowChains(module, 1);
    if (c.chains > 0) {
      EXPECT_EQ(chains.size(), c.chains);
    } else {
      EXPECT_FALSE(chains.empty());
    }
    for (const RowChain& chain : chains) {
      for (int64_t rows = 1; rows < chain.rows; ++rows) {
        SCOPED_TRACE(std::to_string(rows) + " of " + std::to_string(chain.rows));
        const Module rolled = Applied([&](const Module& m) -> Result<Module> { return RollRowChain(m, chain, rows); }, module);
        EXPECT_EQ(CountIn(rolled.main(), Op::kWhile), 1);
        ExpectSame(module, rolled, InputsOf(module));
        ExpectSame(Applied(kAll, module), Applied(kAll, rolled), InputsOf(module));
      }
    }
  }
}

// Of two calls with effects, the first reads what the loop makes: the second, which reads nothing of it, stays behind the first, and what
// is made of the second's result is in no chain with what the first reads.
TEST(RowLoops, EffectsKeepTheirOrder) {
  const Module module = Parse(R"(func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %a = stablehlo.exponential %x : tensor<8x4xf32>
  %b = stablehlo.negate %a : tensor<8x4xf32>
  %first = stablehlo.custom_call @first(%b) {has_side_effect = true} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %second = stablehlo.custom_call @second(%x) {has_side_effect = true} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %c = stablehlo.add %b, %second : tensor<8x4xf32>
  %d = stablehlo.abs %c : tensor<8x4xf32>
  return %first, %d : tensor<8x4xf32>, tensor<8x4xf32>
})");
  const std::vector<RowChain> chains = FindRowChains(module, 1);
  ASSERT_FALSE(chains.empty());
  for (const RowChain& chain : chains) {
    const Module rolled = Applied([&](const Module& m) -> Result<Module> { return RollRowChain(m, chain, 2); }, module);
    std::vector<std::string> calls;
    for (const Instruction& i : rolled.main().instructions) {
      if (i.op == Op::kCustomCall) calls.push_back(i.Text(Attr::kCallTarget));
    }
    EXPECT_EQ(calls, (std::vector<std::string>{"first", "second"}));
  }
}

}  // namespace
}  // namespace mote
