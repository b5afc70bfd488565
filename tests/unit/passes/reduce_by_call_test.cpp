// Which reductions over members become calls of an MPI library's, and with which configuration: where MPI has the operation.
#include <gtest/gtest.h>

#include "hlo/member_reduction.h"
#include "pass_testing.h"

namespace mote {
namespace {

struct Case {
  std::string type, body;  // of the region: %c from %a and %b
  bool call;
};

Module AllReduce(const Case& c, const std::string& groups) {
  const std::string tensor = "tensor<4x" + c.type + ">", scalar = "tensor<" + c.type + ">";
  Module module = Parse("func.func @main(%x: " + tensor + ") -> " + tensor +
                        " {\n  %y = \"stablehlo.all_reduce\"(%x) ({\n  ^bb0(%a: " + scalar + ", %b: " + scalar +
                        "):\n    " + c.body + " : " + scalar +
                        "\n    stablehlo.return %c : " + scalar +
                        "\n  }) {replica_groups = dense<" + groups + "> : tensor<2x2xi64>} : (" + tensor + ") -> " + tensor +
                        "\n  return %y : " + tensor + "\n}\n");
  module.replicas = 4;
  return module;
}

Pass By(std::set<std::string> calls) {
  return [calls = std::move(calls)](const Module& module) { return ReduceByCalls(module, calls); };
}

const Instruction* CallIn(const Module& module) {
  for (const Instruction& i : module.main().instructions) {
    if (i.op == Op::kCustomCall) return &i;
  }
  return nullptr;
}

TEST(ReduceByCall, WhatTheLibraryHasAnOperationFor) {
  const Case cases[] = {{"f32", "%c = stablehlo.add %a, %b", true},        {"f32", "%c = stablehlo.add %b, %a", true},
                        {"f64", "%c = stablehlo.multiply %a, %b", true},   {"f32", "%c = stablehlo.maximum %a, %b", false},
                        {"f32", "%c = stablehlo.subtract %a, %b", false},  {"f32", "%c = stablehlo.add %a, %a", false},
                        {"bf16", "%c = stablehlo.add %a, %b", false},      {"f16", "%c = stablehlo.multiply %a, %b", false},
                        {"i32", "%c = stablehlo.maximum %a, %b", true},    {"ui8", "%c = stablehlo.xor %a, %b", true},
                        {"i1", "%c = stablehlo.or %a, %b", true},          {"i1", "%c = stablehlo.xor %a, %b", false},
                        {"i4", "%c = stablehlo.add %a, %b", false}};
  for (const Case& c : cases) {
    const Module after = Applied(By({kAllReduceCall}), AllReduce(c, "[[2, 0], [1, 3]]"));
    EXPECT_EQ(CallIn(after) != nullptr, c.call) << c.type << " " << c.body;
    EXPECT_EQ(Count(after, Op::kAllReduce), c.call ? 0 : 1) << c.type << " " << c.body;
  }
}

TEST(ReduceByCall, ItsConfigurationNamesOperationAndGroups) {
  const Module after = Applied(By({kAllReduceCall}), AllReduce({"i32", "%c = stablehlo.minimum %a, %b", true}, "[[2, 0], [1, -1]]"));
  const Instruction* call = CallIn(after);
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->Text(Attr::kCallTarget), "mote.all_reduce");
  EXPECT_EQ(call->Text(Attr::kBackendConfig), "minimum 2,0;1");
}

TEST(ReduceByCall, OnlyFunctionsThatTheApplicationHas) {
  const Module module = AllReduce({"f32", "%c = stablehlo.add %a, %b", true}, "[[2, 0], [1, 3]]");
  EXPECT_EQ(Count(Applied(By({}), module), Op::kCustomCall), 0);
  EXPECT_EQ(Count(Applied(By({kReduceScatterCall}), module), Op::kCustomCall), 0);
}

// [4, 6] along dimension 1, of three members, is three blocks of [4, 2].
TEST(ReduceByCall, BlocksOfAReduceScatterStandInFront) {
  Module module = Parse(R"(func.func @main(%x: tensor<4x6xi32>) -> tensor<4x2xi32> {
  %y = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 2, 1]]> : tensor<1x3xi64>} : (tensor<4x6xi32>) -> tensor<4x2xi32>
  return %y : tensor<4x2xi32>
})");
  module.replicas = 3;
  const Module after = Applied(By({kReduceScatterCall}), module);
  const Instruction* call = CallIn(after);
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->Text(Attr::kBackendConfig), "add 0,2,1");
  EXPECT_EQ(after.main().shape(call->operands[0]).dims, (Dims{3, 4, 2}));
  EXPECT_EQ(call->shape().dims, (Dims{4, 2}));
}

}  // namespace
}  // namespace mote
