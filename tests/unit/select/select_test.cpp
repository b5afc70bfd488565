// SelectSteps on small modules: which steps come out, over which buffers.
#include "select/step.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "frontend/frontend.h"
#include "schema/vulkan_layout.h"
#include "select/arrange_weights.h"
#include "select/kept_operations.h"
#include "select/parallel_copy.h"

namespace mote {
namespace {

Result<StepGraph> Selected(const std::string& text, const char* target = "linux", const SelectOptions& options = {}) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  if (!module.ok()) return module.errors();
  return SelectSteps(*module, *FindTarget(target), options);
}

std::vector<StepKind> Kinds(const StepGraph& graph, int32_t block = 0) {
  std::vector<StepKind> kinds;
  for (const Step& s : graph.blocks[static_cast<size_t>(block)].steps) kinds.push_back(s.kind);
  return kinds;
}

TEST(SelectSteps, ElementWiseChainIsOneLaunchIntoTheOutput) {
  const auto graph = Selected(R"(func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.add %a, %b : tensor<8xf32>
    %1 = stablehlo.multiply %0, %b : tensor<8xf32>
    return %1 : tensor<8xf32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  ASSERT_EQ(Kinds(*graph), std::vector<StepKind>{StepKind::kLaunch});
  const Step& step = graph->blocks[0].steps[0];
  EXPECT_EQ(step.operands, (std::vector<BufferId>{graph->entries[0].inputs[0], graph->entries[0].inputs[1], graph->entries[0].outputs[0]}));
  EXPECT_EQ(graph->entries[0].name, "main");
}

TEST(SelectSteps, OutputsThatNothingComputesAreCopies) {
  const auto graph = Selected(R"(func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<2xf32>, tensor<8xf32>, tensor<8xf32>) {
    %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %0 = stablehlo.negate %a : tensor<8xf32>
    return %a, %c, %0, %0 : tensor<8xf32>, tensor<2xf32>, tensor<8xf32>, tensor<8xf32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  const std::vector<StepKind> kinds = Kinds(*graph);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), StepKind::kLaunch), 1);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), StepKind::kCopy), 3);
}

TEST(SelectSteps, EmptyValuesNeedNoStepUnlessTheyAreOutputs) {
  const auto graph = Selected(R"(func.func @main(%a: tensor<0x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %0 = stablehlo.reverse %a, dims = [1] : tensor<0x4xf32>
    %1 = stablehlo.concatenate %0, %b, dim = 0 : (tensor<0x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  EXPECT_EQ(Kinds(*graph).size(), 1u);
}

const char* const kLoop = R"(func.func @main(%a: tensor<4xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<4xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<4xf32>
      cond {
        %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        %y = stablehlo.add %x, %a : tensor<4xf32>
        stablehlo.return %j, %y : tensor<i32>, tensor<4xf32>
      }
    return %0#0, %0#1 : tensor<i32>, tensor<4xf32>
  })";

TEST(SelectSteps, LoopHasOneBufferACarriedValue) {
  const auto graph = Selected(kLoop);
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  const std::vector<Step>& steps = graph->blocks[0].steps;
  const auto loop = std::find_if(steps.begin(), steps.end(), [](const Step& s) { return s.kind == StepKind::kWhile; });
  ASSERT_NE(loop, steps.end());
  // Both initial values are copied straight into the outputs, which carry the loop's values.
  EXPECT_EQ(Kinds(*graph), (std::vector<StepKind>{StepKind::kCopy, StepKind::kCopy, StepKind::kWhile}));
  EXPECT_EQ(steps[0].operands[1], graph->entries[0].outputs[0]);
  EXPECT_EQ(steps[1].operands[1], graph->entries[0].outputs[1]);
  EXPECT_EQ(Kinds(*graph, loop->blocks[0]), std::vector<StepKind>{StepKind::kLaunch});
  const std::vector<StepKind> body = Kinds(*graph, loop->blocks[1]);
  EXPECT_EQ(std::count(body.begin(), body.end(), StepKind::kCopy), 2);
  for (int32_t block : loop->blocks) EXPECT_GT(block, graph->entries[0].block);
}

TEST(SelectSteps, LoopsAreTheSameStepsOnADevice) {
  const auto host = Selected(kLoop), device = Selected(kLoop, "vulkan");
  ASSERT_TRUE(host.ok() && device.ok());
  ASSERT_EQ(host->blocks.size(), device->blocks.size());
  for (size_t b = 0; b < host->blocks.size(); ++b) {
    EXPECT_EQ(Kinds(*host, static_cast<int32_t>(b)), Kinds(*device, static_cast<int32_t>(b)));
  }
}

TEST(SelectSteps, SwappedCarriedValuesGoThroughASparePlace) {
  const auto graph = Selected(R"(func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0:2 = stablehlo.while(%x = %a, %y = %b) : tensor<4xf32>, tensor<4xf32>
      cond { stablehlo.return %p : tensor<i1> } do { stablehlo.return %y, %x : tensor<4xf32>, tensor<4xf32> }
    return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  const Step& loop = graph->blocks[0].steps.back();
  ASSERT_EQ(loop.kind, StepKind::kWhile);
  EXPECT_EQ(Kinds(*graph, loop.blocks[1]).size(), 3u);
  EXPECT_EQ(loop.operands[0], graph->entries[0].inputs[2]);
}

TEST(SelectSteps, BranchesWriteTheSameResult) {
  const auto graph = Selected(R"(func.func @main(%p: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.if"(%p) ({ %n = stablehlo.negate %a : tensor<4xf32>
      stablehlo.return %n : tensor<4xf32> }, { stablehlo.return %a : tensor<4xf32> }) : (tensor<i1>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  ASSERT_EQ(Kinds(*graph), std::vector<StepKind>{StepKind::kConditional});
  const Step& step = graph->blocks[0].steps[0];
  ASSERT_EQ(step.blocks.size(), 2u);
  for (int32_t block : step.blocks) {
    const Step& last = graph->blocks[static_cast<size_t>(block)].steps.back();
    EXPECT_EQ(last.operands.back(), graph->entries[0].outputs[0]);
  }
}

TEST(SelectSteps, KernelsAreShared) {
  const auto graph = Selected(R"(func.func @main(%a: tensor<8xf32>, %b: tensor<3x5xf32>) -> (tensor<8xf32>, tensor<3x5xf32>) {
    %0 = stablehlo.negate %a : tensor<8xf32>
    %1 = stablehlo.negate %b : tensor<3x5xf32>
    return %0, %1 : tensor<8xf32>, tensor<3x5xf32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  EXPECT_EQ(graph->blocks[0].steps.size(), 2u);
  EXPECT_EQ(graph->kernels.size(), 1u);
}

TEST(SelectSteps, UpdateCopiesItsOperandFirst) {
  const auto graph = Selected(R"(func.func @main(%a: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<8xf32> {
    %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  ASSERT_EQ(Kinds(*graph), (std::vector<StepKind>{StepKind::kCopy, StepKind::kLaunch}));
  EXPECT_EQ(graph->blocks[0].steps[0].operands, (std::vector<BufferId>{graph->entries[0].inputs[0], graph->entries[0].outputs[0]}));
  EXPECT_EQ(graph->blocks[0].steps[1].operands.back(), graph->entries[0].outputs[0]);
}

// Weights of half the size are read in place: no step widens them, on any target.
TEST(SelectSteps, HalfWeightsAreReadInPlace) {
  for (const std::string type : {"f16", "bf16"}) {
    const std::string text = "func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x3x" + type + ">) -> tensor<4x3xf32> {\n" +
                             "%0 = stablehlo.convert %w : (tensor<8x3x" + type + ">) -> tensor<8x3xf32>\n" +
                             "%1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x3xf32>) -> "
                             "tensor<4x3xf32>\nreturn %1 : tensor<4x3xf32>\n}";
    const auto host = Selected(text, "linux"), board = Selected(text, "cortex-m4"), device = Selected(text, "vulkan");
    ASSERT_TRUE(host.ok() && board.ok() && device.ok());
    EXPECT_EQ(Kinds(*host), std::vector<StepKind>{StepKind::kRoutine});
    EXPECT_EQ(host->blocks[0].steps[0].routine, type == "f16" ? Routine::kDotF32F16 : Routine::kDotF32BF16);
    EXPECT_EQ(Kinds(*board), std::vector<StepKind>{StepKind::kRoutine});
    EXPECT_EQ(Kinds(*device), std::vector<StepKind>{StepKind::kLaunch});
  }
}

TEST(SelectSteps, HalfWeightsOfConvolutionsAreReadInPlace) {
  for (const std::string type : {"f16", "bf16"}) {
    const std::string text = "func.func @main(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x4x" + type + ">) -> tensor<1x3x3x4xf32> {\n" +
                             "%0 = stablehlo.convert %w : (tensor<3x3x3x4x" + type + ">) -> tensor<3x3x3x4xf32>\n" +
                             "%1 = stablehlo.convolution(%x, %0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} "
                             "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x3xf32>, tensor<3x3x3x4xf32>) -> "
                             "tensor<1x3x3x4xf32>\nreturn %1 : tensor<1x3x3x4xf32>\n}";
    for (const char* target : {"linux", "cortex-m4", "vulkan"}) {
      const auto graph = Selected(text, target);
      ASSERT_TRUE(graph.ok());
      const bool device = std::string(target) == "vulkan";
      EXPECT_EQ(Kinds(*graph), std::vector<StepKind>{device ? StepKind::kLaunch : StepKind::kRoutine});
      const Routine row = type == "f16" ? Routine::kConvolutionF16 : Routine::kConvolutionBF16;
      EXPECT_TRUE(device || graph->blocks[0].steps[0].routine == row);
    }
  }
}

// A product of bytes, as frameworks write it: widened, less zero points, part of a larger array. One step, on any target.
std::string IntegerProduct(const std::string& type) {
  return "func.func @main(%x: tensor<4x9x" + type + ">, %w: tensor<8x3x" + type + ">) -> tensor<4x3xi32> {\n" +
         "%c = stablehlo.constant dense<-3> : tensor<i32>\n" +
         "%s = stablehlo.slice %x [0:4, 1:9] : (tensor<4x9x" + type + ">) -> tensor<4x8x" + type + ">\n" +
         "%0 = stablehlo.convert %s : (tensor<4x8x" + type + ">) -> tensor<4x8xi32>\n" +
         "%1 = stablehlo.convert %w : (tensor<8x3x" + type + ">) -> tensor<8x3xi32>\n" +
         "%z = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x8xi32>\n" +
         "%2 = stablehlo.subtract %0, %z : tensor<4x8xi32>\n" +
         "%3 = stablehlo.dot_general %2, %1, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x3xi32>) -> tensor<4x3xi32>\n" +
         "return %3 : tensor<4x3xi32>\n}";
}
TEST(SelectSteps, IntegersAreReadInPlace) {
  for (const char* target : {"linux", "cortex-m4", "vulkan"}) {
    const auto bytes = Selected(IntegerProduct("i8"), target), others = Selected(IntegerProduct("ui8"), target);
    ASSERT_TRUE(bytes.ok() && others.ok());
    const bool device = std::string(target) == "vulkan";
    EXPECT_EQ(Kinds(*bytes), std::vector<StepKind>{device ? StepKind::kLaunch : StepKind::kRoutine});
    EXPECT_EQ(Kinds(*others), std::vector<StepKind>{StepKind::kLaunch});
    if (device) continue;
    const Step& step = bytes->blocks[0].steps[0];
    EXPECT_EQ(step.routine, Routine::kDotS8);
    EXPECT_EQ(step.fields, (std::vector<int64_t>{1, 4, 3, 8, 0, 9, 1, 0, 3, 1, 1, 0, -3, 0}));
  }
}

// What widens is computed in each product that uses it, and ends the epilogue of the product that makes it: between products lie bytes.
TEST(SelectSteps, NothingIsStoredWiderThanItIs) {
  const auto graph = Selected(R"(func.func @main(%x: tensor<4x8xi8>, %w: tensor<8x8xi8>) -> (tensor<4x8xi32>, tensor<4x8xi32>) {
    %c = stablehlo.constant dense<5> : tensor<8x8xi32>
    %d = stablehlo.constant dense<2> : tensor<4x8xi32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xi8>, tensor<8x8xi8>) -> tensor<4x8xi32>
    %1 = stablehlo.convert %0 : (tensor<4x8xi32>) -> tensor<4x8xi8>
    %2 = stablehlo.convert %1 : (tensor<4x8xi8>) -> tensor<4x8xi32>
    %3 = stablehlo.subtract %2, %d : tensor<4x8xi32>
    %4 = stablehlo.convert %w : (tensor<8x8xi8>) -> tensor<8x8xi32>
    %5 = stablehlo.subtract %4, %c : tensor<8x8xi32>
    %6 = stablehlo.dot_general %3, %5, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x8xi32>) -> tensor<4x8xi32>
    %7 = stablehlo.dot_general %3, %5, contracting_dims = [1] x [1] : (tensor<4x8xi32>, tensor<8x8xi32>) -> tensor<4x8xi32>
    return %6, %7 : tensor<4x8xi32>, tensor<4x8xi32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  EXPECT_EQ(Kinds(*graph), std::vector<StepKind>(3, StepKind::kRoutine));
  for (const Buffer& buffer : graph->buffers) {
    EXPECT_TRUE(buffer.kind != Buffer::Kind::kTemporary || buffer.type == ElementType::kS8) << buffer.name;
  }
}

// An array without elements has no places to trace: no routine, and no crash.
TEST(SelectSteps, MovedArraysWithoutElements) {
  const auto graph = Selected(R"(func.func @main(%x: tensor<0x6xf32>, %w: tensor<0x2xf32>) -> tensor<2x3x2xf32> {
    %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<0x6xf32>) -> tensor<6x0xf32>
    %r = stablehlo.reshape %t : (tensor<6x0xf32>) -> tensor<2x3x0xf32>
    %d = stablehlo.dot_general %r, %w, contracting_dims = [2] x [0] : (tensor<2x3x0xf32>, tensor<0x2xf32>) -> tensor<2x3x2xf32>
    return %d : tensor<2x3x2xf32>
  })");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
}

TEST(SelectSteps, WithoutRoutinesADotIsALaunch) {
  SelectOptions options;
  options.routines = false;
  const auto graph = Selected(R"(func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  })", "linux", options);
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  ASSERT_EQ(Kinds(*graph), std::vector<StepKind>{StepKind::kLaunch});
  EXPECT_NE(graph->blocks[0].steps[0].why.find("generic kernel"), std::string::npos);
}

// Of a product both tiled axes let a load serve several points, fewer of them on a GPU where there would be few tiles; of stores narrower
// than words the form without the feature comes last.
TEST(SelectSteps, LaunchesOnADeviceHaveForms) {
  const auto product = [](const std::string& side, const char* target) {
    const std::string type = "tensor<" + side + "x" + side + "xf16>";
    SelectOptions options;
    options.routines = false;
    return Selected("func.func @main(%a: " + type + ") -> " + type +
                        " {\n%0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (" + type + ", " + type + ") -> " + type +
                        "\nreturn %0 : " + type + "\n}",
                    target, options);
  };
  const auto fours = product("512", "vulkan"), odd = product("511", "vulkan"), small = product("7", "vulkan");
  const auto host = product("512", "linux");
  ASSERT_TRUE(fours.ok() && odd.ok() && small.ok() && host.ok());
  const std::vector<ShaderForm>& best = fours->blocks[0].steps[0].forms;
  ASSERT_EQ(best.size(), 2u);  // stores whole words: no feature does better
  EXPECT_EQ(best[0].tier, uint32_t{kMoteProcessor});
  EXPECT_EQ(best[1].tier, 0u);
  const auto points = [](const ShaderForm& form) { return form.tiles[0].size * (form.tiles.size() > 1 ? form.tiles[1].size : 1); };
  EXPECT_EQ(points(best[0]), 64);
  EXPECT_EQ(points(best[1]), 8);
  for (const ShaderForm& form : best) {
    EXPECT_NE(form.vector, kNone);
    EXPECT_EQ(form.fours.size(), 3u);  // a row of b, a row of the result, terms of a side by side
  }
  const Step& step = odd->blocks[0].steps[0];
  EXPECT_EQ(step.trips, 511);
  ASSERT_EQ(step.forms.size(), 3u);
  EXPECT_EQ(step.forms[0].tier, uint32_t{kMoteProcessor | kMoteStorage16});
  EXPECT_EQ(step.forms[1].tier, uint32_t{kMoteStorage16});
  EXPECT_EQ(step.forms[2].tier, 0u);
  for (const ShaderForm& form : step.forms) {
    EXPECT_EQ(form.pattern, ShaderForm::Template::kFlat);
    EXPECT_TRUE(form.fours.empty() && form.vector == kNone && form.unrolled == kNone);
    ASSERT_EQ(form.tiles.size(), 2u);
    EXPECT_NE(form.tiles[0].axis, form.tiles[1].axis);
    EXPECT_GT(std::min(form.tiles[0].size, form.tiles[1].size), 1);
  }
  EXPECT_EQ(small->blocks[0].steps[0].forms.size(), 1u);  // not worth a second shader
  EXPECT_TRUE(host->blocks[0].steps[0].forms.empty());
}

// Processors take all updates by few invocations, in workgroups as small as their cores' vectors; other devices have a form as ever.
TEST(SelectSteps, ScattersAreSharedOutAmongCores) {
  const auto graph = Selected(R"(func.func @main(%x: tensor<512x64xf32>, %i: tensor<256x1xi32>, %u: tensor<256x64xf32>) -> tensor<512x64xf32> {
    %r = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<
        update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
        unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<256x1xi32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    return %r : tensor<512x64xf32>
  })",
                              "vulkan");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  const Step& scatter = graph->blocks[0].steps.back();
  ASSERT_EQ(scatter.kind, StepKind::kLaunch);
  ASSERT_EQ(scatter.forms.size(), 2u);
  EXPECT_EQ(scatter.forms[0].tier, uint32_t{kMoteProcessor});
  EXPECT_EQ(scatter.forms[0].group, 8);
  EXPECT_NE(scatter.forms[0].vector, kNone);  // 16 invocations of four columns
  EXPECT_EQ(scatter.forms[1].tier, 0u);
  EXPECT_EQ(scatter.forms[1].group, ShaderForm::kGroupInvocations);
}

// Forty values that wait for each other: a point of them each for an invocation, but where registers spill into caches.
TEST(SelectSteps, TilesOfManyValuesAreSmallButOnProcessors) {
  std::string text = "func.func @main(%x: tensor<65536xf32>) -> tensor<65536xf32> {\n";
  const auto line = [&](const std::string& name, const std::string& op) { text += "%" + name + " = " + op + " : tensor<65536xf32>\n"; };
  for (int i = 0; i < 40; ++i) {
    line("c" + std::to_string(i), "stablehlo.constant dense<" + std::to_string(i + 2) + ".5>");
    line("v" + std::to_string(i), "stablehlo.multiply %x, %c" + std::to_string(i));
  }
  std::string sum = "v39";
  for (int i = 39; i-- > 0; sum = "s" + std::to_string(i)) {
    line("s" + std::to_string(i), "stablehlo.add %v" + std::to_string(i) + ", %" + sum);
  }
  const auto graph = Selected(text + "return %s0 : tensor<65536xf32>\n}", "vulkan");
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  ASSERT_EQ(Kinds(*graph), std::vector<StepKind>{StepKind::kLaunch});
  const std::vector<ShaderForm>& forms = graph->blocks[0].steps[0].forms;
  ASSERT_EQ(forms.size(), 2u);
  EXPECT_EQ(forms[0].tier, uint32_t{kMoteProcessor});
  EXPECT_FALSE(forms[0].tiles.empty());
  EXPECT_EQ(forms[1].tier, 0u);
  EXPECT_TRUE(forms[1].tiles.empty());
}

// Four vectors an invocation and large workgroups where there are many points and nothing else takes time; of bytes in loops too, whose
// sixteen channels are one fetch. Launches of one kernel whose bytes do not all go by sixteens have forms of their own.
TEST(SelectSteps, ProcessorsTakeFourVectorsAtOnce) {
  const auto sum = [](const std::string& points) {
    const std::string type = "tensor<" + points + "xf32>";
    return Selected("func.func @main(%x: " + type + ") -> " + type + " {\n%0 = stablehlo.add %x, %x : " + type + "\nreturn %0 : " + type +
                        "\n}",
                    "vulkan");
  };
  const auto large = sum("4194304"), medium = sum("65536"), odd = sum("65540"), small = sum("4096");
  ASSERT_TRUE(large.ok() && medium.ok() && odd.ok() && small.ok());
  const auto forms = [](const Result<StepGraph>& graph) { return graph->blocks[0].steps[0].forms; };
  ASSERT_EQ(forms(large).size(), 2u);
  EXPECT_TRUE(forms(large)[0].HasQuad() && forms(large)[0].tier == uint32_t{kMoteProcessor});
  EXPECT_EQ(forms(large)[0].group, 128);
  EXPECT_FALSE(forms(large)[1].HasQuad());
  EXPECT_EQ(forms(large)[1].group, 128);
  ASSERT_EQ(forms(medium).size(), 2u);
  EXPECT_EQ(forms(medium)[0].group, 128);
  EXPECT_EQ(forms(medium)[1].group, ShaderForm::kGroupInvocations);  // a GPU would be left with few workgroups
  EXPECT_EQ(forms(odd).size(), 1u);                                  // no multiple of sixteen
  ASSERT_EQ(forms(small).size(), 1u);
  EXPECT_FALSE(forms(small)[0].HasQuad());
  const auto product = [](const std::string& terms) {
    const auto tensor = [&](const char* rows, const char* of) { return "tensor<" + std::string(rows) + "x" + terms + "x" + of + ">"; };
    return Selected("func.func @main(%x: " + tensor("64", "i8") + ", %w: " + tensor("32", "i8") + ") -> tensor<64x32xi32> {\n" +
                        "%0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (" + tensor("64", "i8") + ", " +
                        tensor("32", "i8") + ") -> tensor<64x32xi32>\nreturn %0 : tensor<64x32xi32>\n}",
                    "vulkan");
  };
  const auto sixteens = product("48"), words = product("24");
  ASSERT_TRUE(sixteens.ok() && words.ok());
  EXPECT_EQ(forms(sixteens)[0].sixteens.size(), 2u);
  EXPECT_TRUE(forms(words)[0].sixteens.empty());
}

// Rows of a multiple of 32, enough of them: first the form for processors, whose trips are the larger ones.
TEST(SelectSteps, RowsOnADeviceHaveTwoForms) {
  const auto step = [](const std::string& rows, const std::string& columns) {
    const std::string type = "tensor<" + rows + "x" + columns + "xf32>", sums = "tensor<" + rows + "xf32>";
    const auto graph = Selected("func.func @main(%x: " + type + ") -> " + sums +
                                    " {\n%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = stablehlo.reduce(%x init: %z) applies "
                                    "stablehlo.add across dimensions = [1] : (" + type + ", tensor<f32>) -> " + sums +
                                    "\nreturn %r : " + sums + "\n}",
                                "vulkan");
    EXPECT_TRUE(graph.ok());
    return graph->blocks[0].steps[0];
  };
  const Step rows = step("16", "128");
  ASSERT_EQ(rows.forms.size(), 2u);
  EXPECT_EQ(rows.forms[0].pattern, ShaderForm::Template::kRows);
  EXPECT_EQ(rows.forms[0].fours.size(), 1u);  // the loads
  EXPECT_EQ(rows.forms[1].pattern, ShaderForm::Template::kGroups);
  for (const Step& other : {step("15", "128"), step("16", "132"), step("16", "28")}) {
    for (const ShaderForm& form : other.forms) EXPECT_NE(form.pattern, ShaderForm::Template::kRows);
  }
}

// Their kernels take no sums, so they are no epilogues.
TEST(SelectSteps, RoutinesComputeSomething) {
  const auto dot = Selected(R"(func.func @main(%a: tensor<3x5xf32>, %b: tensor<5x0xf32>) -> tensor<3x0xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x0xf32>) -> tensor<3x0xf32>
    return %0 : tensor<3x0xf32>
  })");
  ASSERT_TRUE(dot.ok()) << dot.error().text;
  EXPECT_EQ(Kinds(*dot), std::vector<StepKind>{StepKind::kLaunch});
  // A window of 3 does not fit an extent of 2.
  const auto convolution = Selected(R"(func.func @main(%a: tensor<1x2x4x1xf32>, %b: tensor<3x1x1x2xf32>) -> tensor<1x0x4x2xf32> {
    %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x4x1xf32>, tensor<3x1x1x2xf32>) -> tensor<1x0x4x2xf32>
    return %0 : tensor<1x0x4x2xf32>
  })");
  ASSERT_TRUE(convolution.ok()) << convolution.error().text;
  EXPECT_EQ(Kinds(*convolution), std::vector<StepKind>{StepKind::kLaunch});
}

// Two taps 2^32 apart, the first before the padding's end.
TEST(SelectSteps, PositionsBeyond32BitsAreRefused) {
  const auto graph = Selected(R"(func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<4xf32> {
    %0 = "stablehlo.reduce_window"(%a, %b) <{padding = dense<[[4294967296, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 4294967296>,
        window_dimensions = array<i64: 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %1 = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  })");
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(graph.error().rule, Rule::kLimit) << graph.error().text;
}

TEST(SequenceCopies, GivesWhatCopiesAtOnceGive) {
  // All functions from 4 destinations to 5 sources: 5^4 cases against simultaneous assignment.
  for (int code = 0; code < 625; ++code) {
    std::vector<int32_t> from, to = {0, 1, 2, 3};
    for (int i = 0, rest = code; i < 4; ++i, rest /= 5) from.push_back(rest % 5);
    std::vector<int> memory = {10, 11, 12, 13, 14}, expected = memory;
    for (size_t i = 0; i < 4; ++i) expected[i] = memory[static_cast<size_t>(from[i])];
    const auto copies = SequenceCopies(from, to, [&](int32_t) {
      memory.push_back(-1);
      return static_cast<int32_t>(memory.size()) - 1;
    });
    for (const auto& [source, destination] : copies) memory[static_cast<size_t>(destination)] = memory[static_cast<size_t>(source)];
    for (size_t i = 0; i < 5; ++i) EXPECT_EQ(memory[i], expected[i]) << "case " << code;
  }
}

// Weights 0 … 23 as [output, input, y, x]; the target reads [y, x, input, output]. The second user of the constant keeps it as it is.
TEST(ArrangeWeights, ConstantKernelsLieAsTheTargetReadsThem) {
  std::string values;
  for (int o = 0; o < 3; ++o) {
    const int at = 8 * o;
    const auto number = [&](int k) { return std::to_string(at + k) + ".0"; };
    values += std::string(o == 0 ? "" : ", ") + "[[[" + number(0) + ", " + number(1) + "], [" + number(2) + ", " + number(3) + "]], [[" +
              number(4) + ", " + number(5) + "], [" + number(6) + ", " + number(7) + "]]]";
  }
  const Result<Module> before = ReadStablehlo(R"(
func.func @main(%a: tensor<1x2x4x4xf32>) -> (tensor<1x3x3x3xf32>, tensor<3x2x2x2xf32>) {
  %k = stablehlo.constant dense<[)" + values + R"(]> : tensor<3x2x2x2xf32>
  %1 = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x4x4xf32>, tensor<3x2x2x2xf32>) -> tensor<1x3x3x3xf32>
  return %1, %k : tensor<1x3x3x3xf32>, tensor<3x2x2x2xf32>
})", "test.mlir");
  ASSERT_TRUE(before.ok()) << before.error().text;
  const Module after = ArrangeWeights(*before);
  const Computation& main = after.main();
  const Instruction& conv = main.at(main.results[0]);
  ASSERT_EQ(conv.op, Op::kConvolution);
  EXPECT_EQ(conv.Int(Attr::kKernelInputFeatureDimension), 2);
  EXPECT_EQ(conv.Int(Attr::kKernelOutputFeatureDimension), 3);
  const Literal& weights = main.at(conv.operands[1]).LiteralValue();
  ASSERT_EQ(weights.shape().dims, (Dims{2, 2, 2, 3}));
  for (int64_t k = 0; k < 24; ++k) {
    const int64_t o = k % 3, i = k / 3 % 2, x = k / 6 % 2, y = k / 12;
    EXPECT_EQ(weights.RealAt(k), static_cast<double>(8 * o + 4 * i + 2 * y + x)) << k;
  }
  EXPECT_EQ(main.at(main.results[1]).LiteralValue().RealAt(5), 5.0);
}

TEST(KeptOperations, SortsAreOneStepWhereTheTargetHasIt) {
  EXPECT_EQ(KeptOperations(*FindTarget("linux")),
            (std::set<Op>{Op::kSort, Op::kScatter, Op::kFft, Op::kCustomCall, Op::kFixed, Op::kConvolution}));
  EXPECT_EQ(KeptOperations(*FindTarget("cortex-m4")), (std::set<Op>{Op::kSort, Op::kScatter, Op::kFixed}));
  EXPECT_EQ(KeptOperations(*FindTarget("vulkan")), ((std::set<Op>{Op::kScatter, Op::kMulhi, Op::kFft})));
  const auto sort = [](const std::string& direction) {
    return R"(func.func @main(%a: tensor<16x1024xf32>, %b: tensor<16x1024xi32>) -> (tensor<16x1024xf32>, tensor<16x1024xi32>) {
    %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
        %c = stablehlo.compare )" + direction + R"( : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<16x1024xf32>, tensor<16x1024xi32>) -> (tensor<16x1024xf32>, tensor<16x1024xi32>)
    return %0#0, %0#1 : tensor<16x1024xf32>, tensor<16x1024xi32>
  })";
  };
  struct Case {
    const char* compare;
    int64_t order;
  };
  for (const Case& c : {Case{"LT, %x, %y, TOTALORDER", kMoteSortByKey},
                        Case{"LT, %y, %x, TOTALORDER", kMoteSortByKey | kMoteSortDescending},
                        Case{"GT, %x, %y, FLOAT", kMoteSortByKey | kMoteSortDescending | kMoteSortZerosEqual | kMoteSortNansAsk},
                        Case{"LE, %x, %y, FLOAT", 0}, Case{"LT, %x, %x, FLOAT", 0}}) {
    const auto graph = Selected(sort(c.compare));
    ASSERT_TRUE(graph.ok()) << graph.error().text;
    ASSERT_EQ(Kinds(*graph), std::vector<StepKind>{StepKind::kSort}) << c.compare;
    const std::vector<int64_t> fields = {16, 1024, 1, 2, 256, c.order, 0};
    EXPECT_EQ(graph->blocks[0].steps[0].fields, fields) << c.compare;
  }
  EXPECT_FALSE(Selected(sort("LT, %x, %y, FLOAT"), "vulkan").ok());  // a network by then
}

}  // namespace
}  // namespace mote
