// Loops that one workgroup runs whole: each as the evaluator computes it, and no file that says other things of them than are so.
#include <gtest/gtest.h>

#include "evaluate/evaluate.h"
#include "executor_session.h"
#include "vulkan_device_program.h"

namespace mote {
namespace {

std::vector<float> Ramp(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>((i * 37) % 101) / 16 - 3;
  return values;
}

Tensors Evaluated(const std::string& text, const Tensors& inputs) {
  const Result<Module> module = ReadOneModule(text, "test.mlir", {}, "");
  EXPECT_TRUE(module.ok());
  std::vector<RuntimeValue> values(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    values[i].literal = Literal(module->main().parameters[i]);
    EXPECT_EQ(values[i].literal.bytes().size(), inputs[i].size());
    std::memcpy(values[i].literal.mutable_bytes().data(), inputs[i].data(), inputs[i].size());
  }
  const auto results = Evaluate(*module, values);
  EXPECT_TRUE(results.ok()) << (results.ok() ? "" : results.error().text);
  Tensors all;
  for (size_t r = 0; results.ok() && r < results->size(); ++r) {
    const auto bytes = (*results)[r].literal.bytes();
    const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
    all.emplace_back(data, data + bytes.size());
  }
  return all;
}

// While steps that have a shader; chains apart.
uint32_t LoopsOf(const CompiledProgram& program) {
  const auto* variant = fb::GetProgram(program.bytes.data() + sizeof(MoteFileHeader))->variants()->Get(0);
  uint32_t loops = 0;
  if (variant->entries()->Get(0)->loops() == nullptr) return 0;
  for (const fb::Loop* loop : *variant->entries()->Get(0)->loops()) {
    loops += (variant->words()->Get(loop->word()) & 0xff) == static_cast<uint32_t>(StepKind::kWhile);
  }
  return loops;
}

// `whole`: one loop has a shader; of a turn or none the compiler may leave no loop.
void Check(const std::string& text, const Tensors& inputs, bool whole = true) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  if (whole) {
    EXPECT_EQ(LoopsOf(Compiled({text}, "vulkan")), 1u);
  }
  const Tensors expected = Evaluated(text, inputs);
  for (mote_vulkan_device* device : {Devices().full, Devices().minimal}) {
    if (device == nullptr) continue;
    Session session({text}, device);
    ASSERT_EQ(session.status.code, MOTE_OK) << mote_site_text(session.status.site);
    for (int run = 0; run < 2; ++run) {
      session.Give(0, inputs);
      session.RunAll(0, 0);
      EXPECT_EQ(session.Outputs(0), expected) << run;
    }
  }
}

// x is a row that is turned by a product, scaled and kept beside its old self; n turns.
std::string Counted(int turns) {
  return R"(func.func @main(%x: tensor<20xf32>, %w: tensor<20x20xf32>) -> (tensor<20xf32>, tensor<20xf32>, tensor<i32>) {
    %n = stablehlo.constant dense<)" + std::to_string(turns) + R"(> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %e = stablehlo.constant dense<0.0078125> : tensor<20xf32>
    %r:3 = stablehlo.while(%i = %z, %v = %x, %old = %x) : tensor<i32>, tensor<20xf32>, tensor<20xf32>
      cond {
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.add %i, %one : tensor<i32>
        %p = stablehlo.dot_general %v, %w, contracting_dims = [0] x [0] : (tensor<20xf32>, tensor<20x20xf32>) -> tensor<20xf32>
        %q = stablehlo.multiply %p, %e : tensor<20xf32>
        %s = stablehlo.add %q, %old : tensor<20xf32>
        stablehlo.return %k, %s, %v : tensor<i32>, tensor<20xf32>, tensor<20xf32>
      }
    return %r#1, %r#2, %r#0 : tensor<20xf32>, tensor<20xf32>, tensor<i32>
  })";
}

TEST(VulkanLoop, CountedOnes) {
  // Small integers: the sums are exact, in whatever way they are made.
  std::vector<float> w(400), x(20);
  for (size_t i = 0; i < w.size(); ++i) w[i] = static_cast<float>(i % 3) - 1;
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 5) * 128;
  for (const int turns : {0, 1, 2, 3}) Check(Counted(turns), {BytesOf(x), BytesOf(w)}, turns > 1);
}

// More iterations than a launch may make: several of them. An integer recurrence, which shows each turn that is left out.
TEST(VulkanLoop, LongOnesAreCut) {
  const auto text = [](int turns) {
    return R"(func.func @main(%x: tensor<5xi32>) -> tensor<5xi32> {
      %n = stablehlo.constant dense<)" + std::to_string(turns) + R"(> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %m = stablehlo.constant dense<1664525> : tensor<5xi32>
      %r:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<5xi32>
        cond {
          %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %k = stablehlo.add %i, %one : tensor<i32>
          %p = stablehlo.multiply %v, %m : tensor<5xi32>
          %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> tensor<5xi32>
          %q = stablehlo.add %p, %b : tensor<5xi32>
          stablehlo.return %k, %q : tensor<i32>, tensor<5xi32>
        }
      return %r#1 : tensor<5xi32>
    })";
  };
  for (const int turns : {1000, 40000}) Check(text(turns), {BytesOf<int32_t>({1, 2, 3, 4, -5})});
}

// Only a run tells how often: Collatz' sequences, side by side, until all of them have come to 1; then those of Fibonacci, whose two values
// change places, in elements of one byte. False at the start, and more turns than a launch takes.
TEST(VulkanLoop, UntilTheDataSaysSo) {
  const std::string collatz = R"(func.func @main(%x: tensor<7xi32>, %limit: tensor<i32>) -> (tensor<7xi32>, tensor<i32>) {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %o = stablehlo.constant dense<1> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<7xi32>
    %two = stablehlo.constant dense<2> : tensor<7xi32>
    %three = stablehlo.constant dense<3> : tensor<7xi32>
    %r:2 = stablehlo.while(%v = %x, %i = %z) : tensor<7xi32>, tensor<i32>
      cond {
        %most = stablehlo.reduce(%v init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<7xi32>, tensor<i32>) -> tensor<i32>
        %c = stablehlo.compare GT, %most, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %odd = stablehlo.remainder %v, %two : tensor<7xi32>
        %is = stablehlo.compare EQ, %odd, %one : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
        %t = stablehlo.multiply %v, %three : tensor<7xi32>
        %up = stablehlo.add %t, %one : tensor<7xi32>
        %down = stablehlo.divide %v, %two : tensor<7xi32>
        %next = stablehlo.select %is, %up, %down : tensor<7xi1>, tensor<7xi32>
        %end = stablehlo.compare LE, %v, %one : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
        %kept = stablehlo.select %end, %v, %next : tensor<7xi1>, tensor<7xi32>
        %n = stablehlo.add %i, %o : tensor<i32>
        stablehlo.return %kept, %n : tensor<7xi32>, tensor<i32>
      }
    return %r#0, %r#1 : tensor<7xi32>, tensor<i32>
  })";
  const Bytes x = BytesOf<int32_t>({1, 7, 27, 97, 871, 6171, 3});
  for (const int32_t limit : {1, 50, 1000000}) Check(collatz, {x, BytesOf<int32_t>({limit})});
  const std::string fibonacci = R"(func.func @main(%a: tensor<13xi8>, %b: tensor<13xi8>, %n: tensor<i32>) -> (tensor<13xi8>, tensor<13xi8>) {
    %o = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %r:3 = stablehlo.while(%i = %n, %x = %a, %y = %b) : tensor<i32>, tensor<13xi8>, tensor<13xi8>
      cond {
        %c = stablehlo.compare GT, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.subtract %i, %o : tensor<i32>
        %s = stablehlo.add %x, %y : tensor<13xi8>
        stablehlo.return %k, %y, %s : tensor<i32>, tensor<13xi8>, tensor<13xi8>
      }
    return %r#1, %r#2 : tensor<13xi8>, tensor<13xi8>
  })";
  Bytes a(13), b(13);
  for (size_t i = 0; i < 13; ++i) a[i] = static_cast<uint8_t>(i * 11), b[i] = static_cast<uint8_t>(255 - i);
  for (const int32_t turns : {0, 1, 3, 20000}) Check(fibonacci, {a, b, BytesOf<int32_t>({turns})});
}

// A loop in a loop that is launched turn by turn, and reductions by groups in it.
TEST(VulkanLoop, InsideOthers) {
  const std::string text = R"(func.func @main(%x: tensor<6x100xf32>) -> tensor<6x100xf32> {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %low = stablehlo.constant dense<-1000.0> : tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<6xf32>
    %r:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<6x100xf32>
      cond {
        %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %s:2 = stablehlo.while(%j = %z, %u = %v) : tensor<i32>, tensor<6x100xf32>
          cond {
            %d = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %d : tensor<i1>
          } do {
            %l = stablehlo.add %j, %one : tensor<i32>
            %m = stablehlo.reduce(%u init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<6x100xf32>, tensor<f32>) -> tensor<6xf32>
            %h = stablehlo.multiply %m, %half : tensor<6xf32>
            %b = stablehlo.broadcast_in_dim %h, dims = [0] : (tensor<6xf32>) -> tensor<6x100xf32>
            %t = stablehlo.subtract %b, %u : tensor<6x100xf32>
            stablehlo.return %l, %t : tensor<i32>, tensor<6x100xf32>
          }
        %k = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %k, %s#1 : tensor<i32>, tensor<6x100xf32>
      }
    return %r#1 : tensor<6x100xf32>
  })";
  Check(text, {BytesOf(Ramp(600))});
}

// What a file may not say of a loop.
TEST(VulkanLoop, WrongOnesAreRefused) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  const auto create = [](const std::function<void(fb::Loop*)>& change) {
    Program program{Counted(1000)};
    program.change = [&](fb::Variant& variant) {
      change(variant.mutable_entries()->GetMutableObject(0)->mutable_loops()->GetMutableObject(0));
    };
    return Session(program, Devices().full).status;
  };
  EXPECT_EQ(create([](fb::Loop*) {}).code, MOTE_OK);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_turns(0); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_turns(l->turns() + 1); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_turns(UINT32_MAX); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_trips(l->trips() - 1); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_trips(kMoteMaxTrips + 1); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_word(l->word() + 1); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_word(0xffffff); }).code, MOTE_MALFORMED);
  const auto shader = [](fb::Loop* l) { return l->mutable_shader(); };
  EXPECT_EQ(create([&](fb::Loop* l) { shader(l)->mutate_local_size(1); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([&](fb::Loop* l) { shader(l)->mutate_bytes(0); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([&](fb::Loop* l) { shader(l)->mutate_place(uint64_t{1} << 40); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([&](fb::Loop* l) { shader(l)->mutate_texels(0x80); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([&](fb::Loop* l) { shader(l)->mutate_alignment(3); }).code, MOTE_MALFORMED);
}

// Two products, sums of rows and what becomes of them, a copy and odd bytes: steps that one workgroup runs one behind the other.
std::string Chained() {
  return R"(func.func @main(%a: tensor<24x24xf32>, %b: tensor<24x5xi8>) -> (tensor<24x24xf32>, tensor<24x5xi8>, tensor<24xf32>) {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
    %w = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<24xf32>) -> tensor<24x24xf32>
    %2 = stablehlo.dot_general %w, %0, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %c = stablehlo.reverse %b, dims = [0] : tensor<24x5xi8>
    %d = stablehlo.add %c, %b : tensor<24x5xi8>
    return %2, %d, %s : tensor<24x24xf32>, tensor<24x5xi8>, tensor<24xf32>
  })";
}

const fb::Loop* ChainOf(const CompiledProgram& program) {
  const auto* variant = fb::GetProgram(program.bytes.data() + sizeof(MoteFileHeader))->variants()->Get(0);
  const auto* loops = variant->entries()->Get(0)->loops();
  return loops == nullptr || loops->size() == 0 ? nullptr : loops->Get(0);
}

TEST(VulkanLoop, StepsOneBehindTheOtherAreAChain) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  const CompiledProgram compiled = Compiled({Chained()}, "vulkan");
  const fb::Loop* const chain = ChainOf(compiled);
  ASSERT_NE(chain, nullptr);
  EXPECT_GE(chain->turns(), 4u);
  std::vector<float> ramp(576);  // so small that all sums are exact
  for (size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<float>((i * i * 37 + i) % 3) - 1;
  std::vector<uint8_t> bytes(120);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 37);
  const Tensors inputs = {BytesOf(ramp), bytes};
  const Tensors expected = Evaluated(Chained(), inputs);
  for (const bool chains : {true, false}) {
    const WithChains with(chains);
    Session session({Chained()}, Devices().full);
    ASSERT_EQ(session.status.code, MOTE_OK) << mote_site_text(session.status.site);
    for (int run = 0; run < 2; ++run) {
      session.Give(0, inputs);
      session.RunAll(0, 0);
      EXPECT_EQ(session.Outputs(0), expected) << run << chains;
    }
  }
}

// Two products of so many rows and columns, of which the second reads what the first wrote.
std::string TwoProducts(int n) {
  const std::string type = "tensor<" + std::to_string(n) + "x" + std::to_string(n) + "xf32>";
  const std::string types = " : (" + type + ", " + type + ") -> " + type;
  return "func.func @main(%a: " + type + ") -> " + type + " {\n  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]" + types +
         "\n  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0]" + types + "\n  return %1 : " + type + "\n}";
}

// Whoever reads storage slowly takes chains that read little of it.
TEST(VulkanLoop, LongChainsAreForQuickStorage) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  for (const int n : {8, 28}) {
    const CompiledProgram compiled = Compiled({TwoProducts(n)}, "vulkan");
    const fb::Loop* const chain = ChainOf(compiled);
    ASSERT_NE(chain, nullptr) << n;
    EXPECT_EQ(chain->turns(), 2u) << n;
    EXPECT_EQ((chain->shader()->features() & kMoteQuickStorage) != 0, n == 28) << n;
    EXPECT_NE(chain->shader()->features() & kMoteProcessor, 0u) << n;
  }
}

// What a file may not say of a chain.
TEST(VulkanLoop, WrongChainsAreRefused) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  const auto create = [](const std::function<void(fb::Loop*)>& change) {
    Program program{Chained()};
    program.change = [&](fb::Variant& variant) {
      change(variant.mutable_entries()->GetMutableObject(0)->mutable_loops()->GetMutableObject(0));
    };
    return Session(program, Devices().full).status;
  };
  EXPECT_EQ(create([](fb::Loop*) {}).code, MOTE_OK);
  for (const uint32_t steps : {0u, 1u, 1000u, UINT32_MAX}) {
    EXPECT_EQ(create([&](fb::Loop* l) { l->mutate_turns(steps); }).code, MOTE_MALFORMED) << steps;
  }
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_trips(l->trips() - 1); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutate_trips(kMoteMaxTrips + 1); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutable_shader()->mutate_local_size(1); }).code, MOTE_MALFORMED);
  EXPECT_EQ(create([](fb::Loop* l) { l->mutable_shader()->mutate_texels(0x80); }).code, MOTE_MALFORMED);
}

}  // namespace
}  // namespace mote
