// Inputs and outputs that are one piece of memory keep the shapes that callers know them by.
#include <gtest/gtest.h>

#include "compile/compile_program.h"
#include "compile/read_modules.h"

namespace mote {
namespace {

TEST(TensorShapes, OfAnInputThatIsAnOutputReshaped) {
  Result<Module> module = ReadOneModule(R"(func.func @main(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x3xi32>) {
    %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return %0, %1 : tensor<3x2xf32>, tensor<2x3xi32>
  })", "test.mlir");
  ASSERT_TRUE(module.ok());
  for (const char* target : {"linux", "cortex-m4"}) {
    CompileRequest request;
    request.targets = {target};
    const Result<CompiledProgram> compiled = CompileProgram(*module, request);
    ASSERT_TRUE(compiled.ok());
    const StepGraph& graph = compiled->plans[0].graph;
    const EntryPoint& entry = graph.entries[0];
    const auto shape = [&](BufferId b) { return graph.buffers[b].TensorShape(); };
    EXPECT_EQ(shape(entry.outputs[0]), Shape::Array(ElementType::kF32, {3, 2})) << target;
    EXPECT_EQ(shape(entry.outputs[1]), Shape::Array(ElementType::kS32, {2, 3})) << target;
    EXPECT_EQ(shape(entry.inputs[0]), Shape::Array(ElementType::kF32, {2, 3})) << target;
  }
}

}  // namespace
}  // namespace mote
