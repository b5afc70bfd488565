// What a request says of kernels in C changes which routines a target uses.
#include <gtest/gtest.h>

#include "compile/compile_program.h"
#include "compile/read_modules.h"

namespace mote {
namespace {

StepKind KindOfTheOnlyStep(const char* text, bool c_kernels) {
  Result<Module> module = ReadOneModule(text, "test.mlir");
  EXPECT_TRUE(module.ok());
  CompileRequest request;
  request.targets = {"cortex-m4"};
  request.c_kernels = c_kernels;
  Result<CompiledProgram> program = CompileProgram(*module, request);
  EXPECT_TRUE(program.ok());
  const std::vector<Step>& steps = program->plans[0].graph.blocks[0].steps;
  EXPECT_EQ(steps.size(), 1u);
  return steps[0].kind;
}

TEST(CKernels, TakeSumsOfBytesFromRoutines) {
  constexpr char kBytes[] = R"(func.func @main(%x: tensor<9x40xi8>, %w: tensor<40x12xi8>) -> tensor<9x12xi32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<9x40xi8>, tensor<40x12xi8>) -> tensor<9x12xi32>
    return %0 : tensor<9x12xi32>
  })";
  EXPECT_EQ(KindOfTheOnlyStep(kBytes, false), StepKind::kRoutine);
  EXPECT_EQ(KindOfTheOnlyStep(kBytes, true), StepKind::kLaunch);
  constexpr char kFloats[] = R"(func.func @main(%x: tensor<9x40xf32>, %w: tensor<40x12xf32>) -> tensor<9x12xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<9x40xf32>, tensor<40x12xf32>) -> tensor<9x12xf32>
    return %0 : tensor<9x12xf32>
  })";
  EXPECT_EQ(KindOfTheOnlyStep(kFloats, true), StepKind::kRoutine);
}

}  // namespace
}  // namespace mote
