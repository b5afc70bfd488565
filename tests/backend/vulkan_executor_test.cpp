// The one executor on both paths, through the public API: budgets that end inside steps, functions of the application that complete, wait
// and fail at every step, entries that share a state, steps that leave the device for the CPU.
#include <gtest/gtest.h>

#include <functional>

#include "core/failure.h"
#include "executor_session.h"

namespace mote {
namespace {

using runtime::Site;
Bytes Ramp(size_t elements) {
  std::vector<float> values(elements);
  for (size_t i = 0; i < elements; ++i) values[i] = static_cast<float>((i * 37) % 101) / 16 - 3;
  return BytesOf(values);
}

constexpr char kMixed[] = R"(func.func @main(%x: tensor<12x20xf32>, %w: tensor<20x9xf32>) -> (tensor<12x9xf32>, tensor<12x9xf32>, tensor<9xf32>, tensor<i32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x20xf32>, tensor<20x9xf32>) -> tensor<12x9xf32>
  %1 = stablehlo.exponential %0 : tensor<12x9xf32>
  %s = "stablehlo.sort"(%1) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %lt = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<12x9xf32>) -> tensor<12x9xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<12x9xf32>, tensor<f32>) -> tensor<9xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %v = %sum) : tensor<i32>, tensor<9xf32>
    cond {
      %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %p = stablehlo.cosine %v : tensor<9xf32>
      stablehlo.return %n, %p : tensor<i32>, tensor<9xf32>
    }
  return %1, %s, %r#1, %r#0 : tensor<12x9xf32>, tensor<12x9xf32>, tensor<9xf32>, tensor<i32>
})";

TEST(Executor, AnyBudgetGivesTheSameBits) {
  for (mote_vulkan_device* device : Paths()) {
    Session session({kMixed, {""}}, device);
    ASSERT_EQ(session.status.code, MOTE_OK);
    session.Give(0, {Ramp(240), Ramp(180)});
    EXPECT_EQ(session.RunAll(0, 0), 1);
    const Tensors expected = session.Outputs(0);
    int before = 1 << 30;
    for (const uint64_t budget : {1, 2, 3, 7, 31, 100, 1000, 5000, 100000}) {
      const int calls = session.RunAll(0, budget);
      EXPECT_EQ(session.Outputs(0), expected) << "budget " << budget;
      EXPECT_LE(calls, before);
      before = calls;
    }
    EXPECT_EQ(before, 1);
  }
}

// A step takes at least one of its units a call, and on the CPU no call works much longer than it may.
TEST(Executor, BudgetsEndInsideSteps) {
  Session session({R"(func.func @main(%x: tensor<4096xf32>) -> tensor<4096xf32> {
    %0 = stablehlo.add %x, %x : tensor<4096xf32>
    return %0 : tensor<4096xf32>
  })", {""}}, nullptr);
  ASSERT_EQ(session.status.code, MOTE_OK);
  session.Give(0, {Ramp(4096)});
  const int calls = session.RunAll(0, session.sizes.work / 16);
  EXPECT_GE(calls, 16);
  EXPECT_LE(calls, 20);
}

// What a function does when it is called the n-th time of a run.
struct Script {
  std::function<mote_code(int)> at = [](int) { return MOTE_OK; };
  int called = 0;
  static mote_code Double(void* user, const mote_call* call) {
    Script& script = *static_cast<Script*>(user);
    const mote_operand in = mote_call_input(call, 0), out = mote_call_output(call, 0);
    EXPECT_EQ(mote_call_input_count(call), 1u);
    EXPECT_EQ(mote_call_output_count(call), 1u);
    EXPECT_EQ(in.bytes, out.bytes);
    EXPECT_EQ(mote_call_input(call, 1).data, nullptr);
    uint32_t size = 0;
    const char* config = mote_call_config(call, &size);
    EXPECT_EQ(std::string(config == nullptr ? "" : config, size), "twice");
    for (uint32_t i = 0; i < in.bytes / 4; ++i) static_cast<float*>(out.data)[i] = 2 * static_cast<const float*>(in.data)[i];
    return script.at(script.called++);
  }
};

constexpr char kCalls[] = R"(func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.custom_call @double(%x) {backend_config = "twice"} : (tensor<6xf32>) -> tensor<6xf32>
  %1 = stablehlo.sine %0 : tensor<6xf32>
  %2 = stablehlo.custom_call @double(%1) {backend_config = "twice"} : (tensor<6xf32>) -> tensor<6xf32>
  %3 = stablehlo.add %2, %x : tensor<6xf32>
  %4 = stablehlo.custom_call @double(%3) {backend_config = "twice"} : (tensor<6xf32>) -> tensor<6xf32>
  return %4 : tensor<6xf32>
})";

TEST(Executor, FunctionsOfTheApplicationComplete) {
  for (mote_vulkan_device* device : Paths()) {
    Script script;
    Session session({kCalls, {""}, {}, {"double"}}, device, {{"double", Script::Double, &script}});
    ASSERT_EQ(session.status.code, MOTE_OK);
    const std::vector<float> x = {0, 0.5f, -0.25f, 1, 2, -3};
    session.Give(0, {BytesOf(x)});
    EXPECT_EQ(session.RunAll(0, 0), 1);
    const Tensors expected = session.Outputs(0);
    const std::vector<float> values = ValuesOf<float>(expected[0]);
    for (size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(values[i], 2 * (2 * std::sin(2 * x[i]) + x[i]), 1e-5f);
    EXPECT_EQ(script.called, 3);
    EXPECT_EQ(session.HostSteps(0), device != nullptr ? 3u : 0u);
    EXPECT_GT(session.RunAll(0, 1), 3);
    EXPECT_EQ(session.Outputs(0), expected);
  }
}

TEST(Executor, FunctionsWaitAndFailAtEveryStep) {
  for (mote_vulkan_device* device : Paths()) {
    Script script;
    Session session({kCalls, {""}, {}, {"double"}}, device, {{"double", Script::Double, &script}});
    ASSERT_EQ(session.status.code, MOTE_OK);
    session.Give(0, {Ramp(6)});
    session.RunAll(0, 0);
    const Tensors expected = session.Outputs(0);
    EXPECT_EQ(session.Complete(0, MOTE_OK).site, static_cast<uint16_t>(Site::kNotWaiting));
    for (int step = 0; step < 3; ++step) {
      script = {[=](int n) { return n == step ? MOTE_WAIT : MOTE_OK; }};
      const mote_status waits = session.Run(0, 0);
      EXPECT_EQ(waits.code, MOTE_WAIT);
      EXPECT_EQ(session.Run(0, 0).code, MOTE_WAIT);  // as often as it is asked
      EXPECT_EQ(session.Run(0, 0).detail, waits.detail);
      EXPECT_EQ(script.called, step + 1);
      EXPECT_EQ(session.Complete(0, MOTE_OK).code, MOTE_OK);
      EXPECT_EQ(session.Complete(0, MOTE_OK).code, MOTE_INVALID_ARGUMENT);
      session.RunAll(0, 0);
      EXPECT_EQ(session.Outputs(0), expected) << step;
      EXPECT_EQ(script.called, 3);

      script = {[=](int n) { return n == step ? MOTE_WAIT : MOTE_OK; }};
      EXPECT_EQ(session.Run(0, 0).code, MOTE_WAIT);
      EXPECT_EQ(session.Complete(0, MOTE_TIMEOUT).code, MOTE_OK);
      script = {};
      session.RunAll(0, 0);  // from the beginning
      EXPECT_EQ(script.called, 3);
      EXPECT_EQ(session.Outputs(0), expected) << step;

      script = {[=](int n) { return n == step ? MOTE_DEVICE_ERROR : MOTE_OK; }};
      const mote_status failed = session.Run(0, 0);
      EXPECT_EQ(failed.code, MOTE_FAILED);
      EXPECT_EQ(failed.site, static_cast<uint16_t>(Site::kCallFailed));
      EXPECT_EQ(failed.detail, waits.detail);
      script = {};
      session.RunAll(0, 0);
      EXPECT_EQ(session.Outputs(0), expected) << step;
    }
  }
}

TEST(Executor, UnknownFunctionsAreRefusedAtLoad) {
  for (mote_vulkan_device* device : Paths()) {
    Session none({kCalls, {""}, {}, {"double"}}, device);
    EXPECT_EQ(none.status.code, MOTE_MISSING_FEATURE);
    EXPECT_EQ(none.status.site, static_cast<uint16_t>(Site::kCallMissing));
    Session other({kCalls, {""}, {}, {"double"}}, device, {{"doubled", Script::Double, nullptr}, {"doubl", Script::Double, nullptr}});
    EXPECT_EQ(other.status.site, static_cast<uint16_t>(Site::kCallMissing));
  }
  Result<Module> module = ReadOneModule(kCalls, "test.mlir");
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(CompileProgram(*module, {}).error().rule, Rule::kUnsupported);
}

constexpr char kCounter[] = R"(
func.func public @add(%sum: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %sum, %x : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
func.func public @take(%n: tensor<i32>, %sum: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<i32>) {
  %z = stablehlo.constant dense<0.0> : tensor<4xf32>
  %m = stablehlo.negate %n : tensor<i32>
  return %z, %sum, %m : tensor<4xf32>, tensor<4xf32>, tensor<i32>
})";

TEST(Executor, EntriesShareAState) {
  for (mote_vulkan_device* device : Paths()) {
    Session session({kCounter, {"add", "take"}, {"sum=0"}}, device);
    ASSERT_EQ(session.status.code, MOTE_OK);
    EXPECT_EQ(session.sizes.state, 16u);
    const uint32_t add = session.Entry("add"), take = session.Entry("take");
    ASSERT_EQ(add, 0u);
    ASSERT_EQ(take, 1u);
    EXPECT_EQ(session.Entry("other"), UINT32_MAX);
    std::vector<float> sum(4, 0);
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 5; ++i) {
        const std::vector<float> x = {1.0f * i, 0.5f, -2, 1.0f * round};
        for (size_t k = 0; k < 4; ++k) sum[k] += x[k];
        session.Give(add, {BytesOf(x)});
        session.RunAll(add, i == 2 ? 1 : 0);
        std::vector<float> squares;
        for (float s : sum) squares.push_back(s * s);
        EXPECT_EQ(ValuesOf<float>(session.Outputs(add)[0]), squares);
      }
      session.Give(take, {BytesOf<int32_t>({round})});
      session.RunAll(take, 0);
      EXPECT_EQ(ValuesOf<float>(session.Outputs(take)[0]), sum);
      EXPECT_EQ(ValuesOf<int32_t>(session.Outputs(take)[1]), std::vector<int32_t>{-round});
      sum.assign(4, 0);
    }
  }
}

TEST(Executor, StatesAreRefusedByName) {
  const auto compile = [](const std::string& entry, const std::string& state) {
    Result<Module> module = ReadOneModule(kCounter, "test.mlir", {}, entry);
    EXPECT_TRUE(module.ok());
    CompileRequest request;
    request.states = {*ParseState(state)};
    const Result<CompiledProgram> program = CompileProgram(*module, request);
    return program.ok() ? "" : program.error().text;
  };
  EXPECT_EQ(compile("add", "sum=1"), "");
  EXPECT_NE(compile("add", "total=1").find("no entry has an input 'total'"), std::string::npos);
  EXPECT_NE(compile("add", "sum=7").find("no output '7'"), std::string::npos);
  EXPECT_NE(compile("take", "n=0").find("its output 0"), std::string::npos);
  for (const char* wrong : {"", "=", "a=", "=b", ":a=b"}) EXPECT_FALSE(ParseState(wrong)) << wrong;
}

// A device without 64-bit floats: those steps run on the CPU, within the same program.
TEST(Executor, StepsLeaveTheDevice) {
  if (Devices().minimal == nullptr) GTEST_SKIP() << "no Vulkan device";
  const Program program = {R"(func.func @main(%x: tensor<33xf32>, %n: tensor<i32>) -> (tensor<33xf32>, tensor<33xf64>) {
    %0 = stablehlo.sine %x : tensor<33xf32>
    %1 = stablehlo.convert %0 : (tensor<33xf32>) -> tensor<33xf64>
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%i = %i0, %v = %1) : tensor<i32>, tensor<33xf64>
      cond {
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.add %i, %one : tensor<i32>
        %p = stablehlo.sqrt %v : tensor<33xf64>
        %q = stablehlo.add %p, %v : tensor<33xf64>
        stablehlo.return %k, %q : tensor<i32>, tensor<33xf64>
      }
    %2 = stablehlo.convert %r#1 : (tensor<33xf64>) -> tensor<33xf32>
    %3 = stablehlo.cosine %2 : tensor<33xf32>
    return %3, %r#1 : tensor<33xf32>, tensor<33xf64>
  })", {""}};
  std::vector<float> x(33);
  for (size_t i = 0; i < 33; ++i) x[i] = static_cast<float>(i) / 20;
  const Tensors inputs = {BytesOf(x), BytesOf<int32_t>({4})};
  Session cpu(program, nullptr), device(program, Devices().minimal);
  ASSERT_EQ(device.status.code, MOTE_OK) << mote_site_text(device.status.site);
  EXPECT_GT(device.HostSteps(0), 0u);
  for (Session* session : {&cpu, &device}) session->Give(0, inputs);
  cpu.RunAll(0, 0);
  for (const uint64_t budget : {0, 1, 40}) {
    device.RunAll(0, budget);
    EXPECT_EQ(device.Outputs(0), cpu.Outputs(0)) << budget;
  }
  if (Devices().float64) {
    EXPECT_EQ(Session(program, Devices().full).HostSteps(0), 0u);
  }
}

// A loop that turns more often than its step says.
TEST(Executor, LoopsTurnAsOftenAsTheySay) {
  const Program program = {R"(func.func @main(%x: tensor<i32>) -> tensor<i32> {
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<i32>
      cond {
        %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.add %i, %one : tensor<i32>
        %m = stablehlo.multiply %v, %v : tensor<i32>
        %n = stablehlo.add %m, %i : tensor<i32>
        stablehlo.return %k, %n : tensor<i32>, tensor<i32>
      }
    return %r#1 : tensor<i32>
  })", {""}};
  for (mote_vulkan_device* device : Paths()) {
    for (const uint32_t most : {0, 9, 10, 11}) {
      Program told = program;
      told.most_turns = most;
      Session session(told, device);
      ASSERT_EQ(session.status.code, MOTE_OK);
      session.Give(0, {BytesOf<int32_t>({3})});
      const mote_status status = session.Run(0, 0);
      EXPECT_EQ(status.site, static_cast<uint16_t>(most == 9 ? Site::kLoopTurns : Site::kNone)) << most;
      // Where it says that these are its turns, no device takes fewer or more of them either.
      told.counted = true;
      Session exact(told, device);
      ASSERT_EQ(exact.status.code, MOTE_OK);
      exact.Give(0, {BytesOf<int32_t>({3})});
      const bool wrong = most == 9 || (most == 11 && device != nullptr);
      EXPECT_EQ(exact.Run(0, 0).site, static_cast<uint16_t>(wrong ? Site::kLoopTurns : Site::kNone)) << most;
    }
  }
  const CompiledProgram compiled = Compiled(program, "linux");
  int64_t turns = -1;
  for (const Block& block : compiled.plans[0].graph.blocks) {
    for (const Step& step : block.steps) turns = std::max(turns, step.turns);
  }
  EXPECT_EQ(turns, 10);
}

}  // namespace
}  // namespace mote
