// The audit accepts what the planner makes and finds every kind of seeded damage. Damage is done to the bytes, by flatc's mutable reader.
#include "audit/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "../plan/graph_maker.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "plan/plan.h"
#include "schema/file_layout.h"
#include "schema/microcode_layout.h"
#include "schema/program_generated.h"
#include "schema/step_layout.h"

namespace mote {
namespace {

std::vector<uint8_t> Emitted(const StepGraph& graph, const TargetFacts& target) {
  const auto plan = MakePlan(graph, target);
  EXPECT_TRUE(plan.ok());
  if (!plan.ok()) return {};
  const auto bytes = EmitProgram(PlaceConstants({*plan}));
  EXPECT_TRUE(bytes.ok()) << (bytes.ok() ? "" : bytes.error().text);
  return bytes.ok() ? *bytes : std::vector<uint8_t>{};
}

// in → reverse → a → sum with weights → b → sum with a → out; scratch where steps need it.
StepGraph Straight() {
  GraphMaker g;
  const BufferId in = g.Input(100), weights = g.Constant(100, 2), a = g.Temporary(100), b = g.Temporary(100), out = g.Output(100);
  g.Reverse(in, a).scratch_bytes = 4096;
  g.Sum({a, weights}, b).scratch_bytes = 4096;
  g.graph.blocks[0].steps.back().in_place.clear();
  g.Sum({a, b}, out).scratch_bytes = 4096;
  return g.graph;
}

// while (i < 1) { i = i + one; x = reverse(x) }
StepGraph Loop() {
  GraphMaker g;
  const BufferId start = g.Input(1), first = g.Input(100), one = g.Constant(1, 1), i = g.Temporary(1), j = g.Temporary(1),
                 x = g.Temporary(100), y = g.Temporary(100), predicate = g.Predicate(), out = g.Output(100);
  g.Copy(start, i);
  g.Copy(first, x);
  const int32_t condition = g.Block(), body = g.Block();
  g.While(predicate, condition, body);
  g.Test(i, predicate, condition).scratch_bytes = 4096;
  g.Reverse(x, y, body).scratch_bytes = 4096;
  g.Sum({i, one}, j, body).scratch_bytes = 4096;
  g.Copy(y, x, body);
  g.Copy(j, i, body);
  g.Reverse(x, out).scratch_bytes = 4096;
  return g.graph;
}

class Damage {
 public:
  explicit Damage(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {
    MoteFileHeader header;
    std::memcpy(&header, bytes_.data(), sizeof header);
    root_ = fb::GetMutableProgram(bytes_.data() + header.flat_offset);
  }
  fb::Variant& variant() { return *root_->mutable_variants()->GetMutableObject(0); }
  uint32_t View(uint32_t view, uint32_t word) { return variant().views()->Get(view * kMoteViewWords + word); }
  void SetView(uint32_t view, uint32_t word, uint32_t value) { variant().mutable_views()->Mutate(view * kMoteViewWords + word, value); }
  uint32_t Word(uint32_t at) { return variant().words()->Get(at); }
  void SetWord(uint32_t at, uint32_t value) { variant().mutable_words()->Mutate(at, value); }
  uint32_t Block(uint32_t block, uint32_t word) { return variant().blocks()->Get(block * 2 + word); }
  void SetBlock(uint32_t block, uint32_t word, uint32_t value) { variant().mutable_blocks()->Mutate(block * 2 + word, value); }
  // First word of step `step` of block `block`.
  uint32_t Step(uint32_t block, uint32_t step) {
    uint32_t at = variant().blocks()->Get(block * 2);
    for (; step > 0; --step) at += Word(at) >> 16;
    return at;
  }
  // First word of the first step of this kind or routine in the entry block.
  template <typename Kind>  // StepKind or Routine
  uint32_t Find(Kind kind) {
    uint32_t at = variant().blocks()->Get(0);
    while ((Word(at) & 0xff) != static_cast<uint32_t>(kind)) at += Word(at) >> 16;
    return at;
  }
  uint32_t Operand(uint32_t step_word, uint32_t operand) { return Word(step_word + 2 + operand / 2) >> (operand % 2 * 16) & 0xffff; }
  void SetOperand(uint32_t step_word, uint32_t operand, uint32_t view) {
    const uint32_t at = step_word + 2 + operand / 2, shift = operand % 2 * 16;
    SetWord(at, (Word(at) & ~(0xffffu << shift)) | view << shift);
  }
  std::vector<std::string> Problems() const { return AuditProgram(bytes_).problems; }

 private:
  std::vector<uint8_t> bytes_;
  fb::Program* root_;
};

TargetFacts Firmware() { return *FindTarget("cortex-m4"); }
TargetFacts Vulkan() { return *FindTarget("vulkan"); }

// Damaged bytes must give a problem that says `expected`; undamaged ones none.
void ExpectFound(const StepGraph& graph, const TargetFacts& target, const std::function<void(Damage&)>& damage,
                 const std::string& expected) {
  Damage bytes(Emitted(graph, target));
  const std::vector<std::string> before = bytes.Problems();
  ASSERT_TRUE(before.empty()) << before[0];
  damage(bytes);
  const std::vector<std::string> problems = bytes.Problems();
  ASSERT_FALSE(problems.empty()) << "nothing found";
  std::string all;
  bool found = false;
  for (const std::string& p : problems) {
    all += p + "\n";
    found |= p.find(expected) != std::string::npos;
  }
  EXPECT_TRUE(found) << all;
}

TEST(Audit, RecomputesPeakAndBound) {
  const AuditReport report = AuditProgram(Emitted(Straight(), Firmware()));
  ASSERT_TRUE(report.problems.empty()) << report.problems[0];
  ASSERT_EQ(report.variants.size(), 1u);
  // in, a, b and out of 400 bytes each: at most two are live at once.
  EXPECT_EQ(report.variants[0].live_bound_bytes, 800);
  EXPECT_EQ(report.variants[0].peak_bytes, 800);
  EXPECT_EQ(report.variants[0].steps, 3);
}

TEST(Audit, AcceptsLoopsAndBranches) {
  EXPECT_TRUE(AuditProgram(Emitted(Loop(), Firmware())).problems.empty());
  GraphMaker g;
  const BufferId in = g.Input(10), flag = g.Predicate(), a = g.Temporary(10), result = g.Temporary(10), out = g.Output(10);
  g.Test(in, flag).scratch_bytes = 4096;
  const int32_t yes = g.Block(), no = g.Block();
  g.If(flag, {yes, no});
  g.Sum({in}, a, yes).scratch_bytes = 4096;
  g.Reverse(a, result, yes).scratch_bytes = 4096;
  g.Reverse(in, result, no).scratch_bytes = 4096;
  g.Reverse(result, out).scratch_bytes = 4096;
  const std::vector<std::string> problems = AuditProgram(Emitted(g.graph, Firmware())).problems;
  EXPECT_TRUE(problems.empty()) << problems[0];
}

TEST(Audit, OverlappingLiveBuffers) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    // The second result is put half over `a`, which is read again.
    const uint32_t step = d.Step(0, 1), a = d.Operand(step, 0), b = d.Operand(step, 2);
    d.SetView(b, kMoteViewOffset, d.View(a, kMoteViewOffset) == 0 ? 200 : d.View(a, kMoteViewOffset) - 200);
  }, "over operand 0");
}

TEST(Audit, LiveBufferOverwrittenByAStepThatDoesNotReadIt) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    const uint32_t first = d.Step(0, 0), second = d.Step(0, 1);
    d.SetOperand(second, 0, d.Operand(second, 1));  // b = weights + weights …
    d.SetView(d.Operand(second, 2), kMoteViewOffset, d.View(d.Operand(first, 1), kMoteViewOffset));  // … written where a lies
  }, "last overwritten by step");
}

TEST(Audit, ReadBeforeWrite) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    const uint32_t first = d.Step(0, 0), last = d.Step(0, 2);
    d.SetOperand(first, 0, d.Operand(last, 1));  // reads b, which comes later
  }, "where it is not written");
}

TEST(Audit, AccessPastTheEnd) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) { d.SetView(d.Operand(d.Step(0, 0), 1), kMoteViewBytes, 396); }, "past its end");
}

TEST(Audit, ExtentGrownPastTheEnd) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    d.SetWord(d.Step(0, 1) + 4, 101);  // the kernel's first parameter: its extent
  }, "past its end");
}

TEST(Audit, OffsetBeforeTheStart) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    d.SetWord(d.Step(0, 0) + 3 + 1, 98);  // reverse starts one element too low
  }, "reads elements -1");
}

// What a launch loops in an invocation: the word's own limit, and what the reference microcode says with these parameters.
StepGraph Rows() {
  GraphMaker g;
  const BufferId in = g.Input(3000), out = g.Output(3);
  g.RowSums(in, out);
  return g.graph;
}

TEST(Audit, TripsWordBelowWhatTheLoopsMake) {
  ExpectFound(Rows(), Vulkan(), [](Damage& d) {
    ASSERT_EQ(d.Word(d.Step(0, 0) + 3), 1000u);
    d.SetWord(d.Step(0, 0) + 3, 999);
  }, "loops 1000 times in an invocation, its trips word says 999");
}

// Rows by single invocations turn more often than those of workgroups.
TEST(Audit, TripsWordBelowWhatLoneRowsMake) {
  const Result<Module> module = ReadStablehlo(R"(func.func @main(%x: tensor<32x6400xf32>) -> tensor<32x6400xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [1] :
      (tensor<32x6400xf32>, tensor<f32>) -> tensor<32xf32>
    %b = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<32xf32>) -> tensor<32x6400xf32>
    %d = stablehlo.subtract %x, %b : tensor<32x6400xf32>
    return %d : tensor<32x6400xf32>
  })", "rows.mlir");
  ASSERT_TRUE(module.ok());
  const auto rows = SelectSteps(*module, Vulkan());
  ASSERT_TRUE(rows.ok());
  ExpectFound(*rows, Vulkan(), [](Damage& d) {
    const size_t trips = d.Step(0, 0) + 3;
    ASSERT_EQ(d.Word(trips), 1805u);  // 6400 elements in 32 partials, 5 halvings, 6400 points in fours
    d.SetWord(trips, 1804);
  }, "loops 1805 times in an invocation, its trips word says 1804");
}

TEST(Audit, LoopGrownBehindTheTripsWord) {
  ExpectFound(Rows(), Vulkan(), [](Damage& d) {
    const uint32_t step = d.Step(0, 0), end = step + (d.Word(step) >> 16);
    for (uint32_t at = step + 4; at < end; ++at) {
      if (d.Word(at) == 1000) d.SetWord(at, 70000);  // the loop's extent, and the stride of the rows
    }
  }, "loops 70000 times in an invocation");
}

TEST(Audit, LaunchWithoutATripsWord) {
  ExpectFound(Straight(), Vulkan(), [](Damage& d) {
    const uint32_t step = d.Step(0, 0);
    d.variant().mutable_blocks()->Mutate(1, 3);  // one step, which ends with its operands
    d.SetWord(step, (d.Word(step) & 0xffff) | 3 << 16);
  }, "is too short");
}

TEST(Audit, TripsWordAboveTheLimit) {
  const Result<Module> module =
      ReadStablehlo("func.func @main(%a: tensor<9xf32>) -> tensor<9xf32> {\n%0 = stablehlo.negate %a : tensor<9xf32>\n"
                    "return %0 : tensor<9xf32>\n}", "one.mlir");
  ASSERT_TRUE(module.ok());
  const auto graph = SelectSteps(*module, Vulkan());
  ASSERT_TRUE(graph.ok());
  ExpectFound(*graph, Vulkan(), [](Damage& d) { d.SetWord(d.Step(0, 0) + 3, kMoteMaxTrips + 1); }, "a launch takes 32768");
}

TEST(Audit, ViewOutsideItsSpace) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    d.SetView(d.Operand(d.Step(0, 0), 1), kMoteViewOffset, static_cast<uint32_t>(d.variant().arena_bytes()) - 8);
  }, "leaves its space");
}

TEST(Audit, WrongScratch) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) { d.variant().mutate_scratch_bytes(64); }, "bytes of scratch");
}

TEST(Audit, ScratchOverALiveBuffer) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    // The region lies at 0, below all buffers: they all move down to where it begins.
    uint32_t lowest = ~0u;
    const auto for_each_arena_view = [&](const std::function<void(uint32_t)>& f) {
      for (uint32_t view = 0; view * kMoteViewWords < d.variant().views()->size(); ++view) {
        if ((d.View(view, kMoteViewPlace) & 0xff) == kMoteArena) f(view);
      }
    };
    for_each_arena_view([&](uint32_t view) { lowest = std::min(lowest, d.View(view, kMoteViewOffset)); });
    for_each_arena_view([&](uint32_t view) { d.SetView(view, kMoteViewOffset, d.View(view, kMoteViewOffset) - lowest); });
  }, "scratch overlaps");
}

TEST(Audit, OutputNeverWritten) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    const uint32_t last = d.Step(0, 2);
    d.SetOperand(last, 2, d.Operand(last, 1));  // the last sum goes to b
  }, "not wholly written");
}

TEST(Audit, OutputPartlyWritten) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) { d.SetWord(d.Step(0, 2) + 4, 99); }, "output 0 is not wholly written");
}

TEST(Audit, ConstantWritten) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    const uint32_t step = d.Step(0, 1);
    d.SetOperand(step, 2, d.Operand(step, 1));
  }, "writes the constant");
}

TEST(Audit, CallersInputWritten) {
  StepGraph graph = Straight();
  for (Step& s : graph.blocks[0].steps) s.scratch_bytes = 16384;
  ExpectFound(graph, *FindTarget("linux"), [](Damage& d) {
    d.SetOperand(d.Step(0, 1), 2, d.Operand(d.Step(0, 0), 0));
  }, "writes the caller's input");
}

TEST(Audit, LoopBodyReadsWhatTheLastTurnOverwrote) {
  ExpectFound(Loop(), Firmware(), [](Damage& d) {
    // x is no longer written back, and the body's other result takes part of its place: right in the first turn, stale in the second.
    const uint32_t body = d.Word(d.Find(StepKind::kWhile) + 4);
    const uint32_t x = d.Operand(d.Step(body, 0), 0), y = d.Operand(d.Step(body, 0), 1);
    for (uint32_t step = 1; step < 3; ++step) {
      const uint32_t word = d.Step(body, step);
      if ((d.Word(word) & 0xff) == static_cast<uint32_t>(StepKind::kCopy)) d.SetOperand(word, 1, y);
    }
    for (uint32_t step = 1; step < 3; ++step) {
      const uint32_t word = d.Step(body, step);
      if ((d.Word(word) & 0xff) == static_cast<uint32_t>(StepKind::kLaunch)) {
        d.SetView(d.Operand(word, 0), kMoteViewOffset, d.View(x, kMoteViewOffset) + 40);
      }
    }
  }, "where it is not written");
}

TEST(Audit, InPlaceWithDifferentAccessMaps) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    const uint32_t first = d.Step(0, 0);  // reverse
    d.SetView(d.Operand(first, 1), kMoteViewOffset, d.View(d.Operand(first, 0), kMoteViewOffset));
  }, "which it may still read");
}

TEST(Audit, BadBlockNesting) {
  ExpectFound(Loop(), Firmware(), [](Damage& d) {
    d.SetWord(d.Find(StepKind::kWhile) + 4, 0);  // the body is the entry block itself
  }, "bad block nesting");
}

TEST(Audit, BlocksOfNoHigherLevel) {
  ExpectFound(Loop(), Firmware(), [](Damage& d) { d.SetBlock(1, 1, d.Block(1, 1) & kMoteBlockWords); }, "bad block nesting");
  ExpectFound(Loop(), Firmware(), [](Damage& d) { d.SetBlock(1, 1, d.Block(1, 1) | 16u << kMoteLevelShift); }, "has level");
}

TEST(Audit, ViewInTheScratchRegion) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    d.SetView(d.Operand(d.Step(0, 0), 1), kMoteViewOffset, static_cast<uint32_t>(d.variant().scratch_offset()));
  }, "lies in the scratch region");
}

TEST(Audit, WiderElementsThanTheTensors) {
  GraphMaker g;
  const BufferId in = g.Input(10), out = g.Output(10);
  g.Reverse(in, out).scratch_bytes = 4096;
  ExpectFound(g.graph, *FindTarget("linux"), [](Damage& d) {
    const uint32_t view = d.Operand(d.Step(0, 0), 0);
    d.SetView(view, kMoteViewPlace, (d.View(view, kMoteViewPlace) & ~0xff00u) | static_cast<uint32_t>(ElementType::kF64) << 8);
  }, "names a view beyond its entry's tensors");
}

TEST(Audit, ConstantsOverTheTables) {
  GraphMaker g;
  const BufferId in = g.Input(10), w = g.Constant(10, 2), out = g.Output(10);
  g.Sum({in, w}, out).scratch_bytes = 4096;
  ExpectFound(g.graph, Firmware(), [](Damage& d) { d.variant().mutate_constants_offset(64); }, "share bytes with the FlatBuffer");
}

TEST(Audit, StripsOfNoMultiple) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) { d.variant().mutate_strip(65535); }, "strips of 65535");
}

// A kernel without taps reads nothing, and its positions are computed all the same.
TEST(Audit, FarPositionsOfAnEmptyWindow) {
  const char text[] = R"(func.func @main(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) -> tensor<1x4x4x4xf32> {
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x4x4xf32>
    return %0 : tensor<1x4x4x4xf32>
  })";
  const Result<Module> module = ReadStablehlo(text, "test.mlir");
  ASSERT_TRUE(module.ok()) << module.error().text;
  const Result<StepGraph> graph = SelectSteps(*module, *FindTarget("linux"));
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  ExpectFound(*graph, *FindTarget("linux"), [](Damage& d) {
    const uint32_t step = d.Find(Routine::kConvolutionF32), fields = step + 2 + ((d.Word(step + 1) >> 16) + 1) / 2;
    d.SetWord(fields + kMoteConvKernelH, 0);
    d.SetWord(fields + kMoteConvDilationY, 0x7fffffff);
  }, "beyond 2^29");
}

TEST(Audit, StepLongerThanItsBlock) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    const uint32_t last = d.Step(0, 2);
    d.SetWord(last, d.Word(last) + (1u << 16));
  }, "leaves its block");
}

TEST(Audit, MisalignedView) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    const uint32_t a = d.Operand(d.Step(0, 0), 1);
    d.SetView(a, kMoteViewOffset, d.View(a, kMoteViewOffset) + 2);
  }, "misaligned");
}

TEST(Audit, ElementTypeOfAnotherKernel) {
  ExpectFound(Straight(), Firmware(), [](Damage& d) {
    const uint32_t a = d.Operand(d.Step(0, 0), 1);
    d.SetView(a, kMoteViewPlace, (d.View(a, kMoteViewPlace) & ~0xff00u) | static_cast<uint32_t>(ElementType::kS32) << 8);
  }, "another element type");
}

TEST(Audit, CopyOfAnotherLength) {
  GraphMaker g;
  const BufferId in = g.Input(10), out = g.Output(10);
  g.Copy(in, out);
  ExpectFound(
      g.graph, *FindTarget("linux"), [](Damage& d) { d.SetView(d.Operand(d.Step(0, 0), 0), kMoteViewBytes, 36); }, "copies 36 bytes to 40");
}

TEST(Audit, MissingBarrier) {
  ExpectFound(Straight(), Vulkan(), [](Damage& d) {
    const uint32_t second = d.Step(0, 1);
    ASSERT_NE(d.Word(second) >> 8 & kMoteStepFlagBarrier, 0u);
    d.SetWord(second, d.Word(second) & ~(static_cast<uint32_t>(kMoteStepFlagBarrier) << 8));
  }, "without a barrier");
}

TEST(Audit, ShadersOfAKernel) {
  const auto shader = [](Damage& d) -> fb::Shader& {
    return *d.variant().mutable_kernels()->GetMutableObject(0)->mutable_shaders()->GetMutableObject(0);
  };
  ExpectFound(Straight(), Vulkan(), [&](Damage& d) { shader(d).mutate_place(shader(d).place() + 2); }, "leaves the file or is misaligned");
  ExpectFound(Straight(), Vulkan(), [&](Damage& d) { shader(d).mutate_bytes(1u << 30); }, "leaves the file or is misaligned");
  ExpectFound(Straight(), Vulkan(), [&](Damage& d) { shader(d).mutate_local_size(0); }, "no invocations");
  ExpectFound(Straight(), Vulkan(), [&](Damage& d) { ASSERT_TRUE(shader(d).mutate_texels(1u << 31)); }, "texels of an operand");
  ExpectFound(Straight(), Vulkan(), [&](Damage& d) { ASSERT_TRUE(shader(d).mutate_texels(1u << 15)); }, "texels of an operand");
  ExpectFound(Straight(), Vulkan(), [&](Damage& d) { ASSERT_TRUE(shader(d).mutate_alignment(8)); }, "neither 4 nor 16 bytes");
  ExpectFound(Straight(), Vulkan(), [&](Damage& d) { shader(d).mutable_constants()->Mutate(0, 1u << 31); },
              "a specialization constant of no parameter word");
  const Result<Module> module = ReadStablehlo(R"(func.func @main(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  })", "dot.mlir");
  ASSERT_TRUE(module.ok());
  const auto tiled = SelectSteps(*module, Vulkan());
  ASSERT_TRUE(tiled.ok());
  ExpectFound(*tiled, Vulkan(), [&](Damage& d) { ASSERT_TRUE(shader(d).mutate_tiles(2 | 2 << 8)); }, "a dimension that is not there");
}

TEST(Audit, LoopsInOneWorkgroup) {
  const Result<Module> module = ReadStablehlo(R"(func.func @main(%a: tensor<40xi32>) -> tensor<40xi32> {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.constant dense<9000> : tensor<i32>
    %r:2 = stablehlo.while(%i = %z, %v = %a) : tensor<i32>, tensor<40xi32>
      cond {
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.add %i, %one : tensor<i32>
        %w = stablehlo.multiply %v, %a : tensor<40xi32>
        stablehlo.return %k, %w : tensor<i32>, tensor<40xi32>
      }
    return %r#1 : tensor<40xi32>
  })", "loop.mlir");
  ASSERT_TRUE(module.ok());
  const auto graph = SelectSteps(*module, Vulkan());
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  const auto loop = [](Damage& d) -> fb::Loop& {
    return *d.variant().mutable_entries()->GetMutableObject(0)->mutable_loops()->GetMutableObject(0);
  };
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(loop(d).mutate_turns(loop(d).turns() + 1)); }, "iterations in");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(loop(d).mutate_turns(0)); }, "iterations in");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(loop(d).mutate_trips(kMoteMaxTrips + 1)); }, "iterations in");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(loop(d).mutate_word(1)); }, "no step of its entry");
  const auto shader = [&](Damage& d) -> fb::Shader& { return *loop(d).mutable_shader(); };
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(shader(d).mutate_local_size(1)); }, "iterations in");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(shader(d).mutate_bytes(1u << 30)); }, "a shader that is not there");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(shader(d).mutate_alignment(0)); }, "neither 4 nor 16 bytes");
}

TEST(Audit, ChainsInOneWorkgroup) {
  const Result<Module> module = ReadStablehlo(R"(func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  })", "chain.mlir");
  ASSERT_TRUE(module.ok());
  const auto graph = SelectSteps(*module, Vulkan());
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  const auto chain = [](Damage& d) -> fb::Loop& {
    return *d.variant().mutable_entries()->GetMutableObject(0)->mutable_loops()->GetMutableObject(0);
  };
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(chain(d).mutate_turns(chain(d).turns() + 1)); }, "in a chain of 3 steps");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(chain(d).mutate_turns(1)); }, "in a chain of 1 steps");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(chain(d).mutate_turns(UINT32_MAX)); }, "in a chain of 4294967295 steps");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(chain(d).mutate_trips(chain(d).trips() - 1)); }, "iterations in a chain");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(chain(d).mutate_trips(kMoteMaxTrips + 1)); }, "iterations in a chain");
  ExpectFound(*graph, Vulkan(), [&](Damage& d) { ASSERT_TRUE(chain(d).mutable_shader()->mutate_local_size(1)); }, "iterations in a chain");
}

TEST(Audit, RoutineWhoseKernelIsNoEpilogue) {
  const Result<Module> module = ReadStablehlo(R"(func.func @main(%a: tensor<4x5xf32>, %b: tensor<5x3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  })", "dot.mlir");
  ASSERT_TRUE(module.ok());
  const auto graph = SelectSteps(*module, Firmware());
  ASSERT_TRUE(graph.ok());
  ASSERT_EQ(graph->blocks[0].steps[0].kind, StepKind::kRoutine);
  ExpectFound(*graph, Firmware(), [](Damage& d) {
    flatbuffers::Vector<uint32_t>& code = *d.variant().mutable_kernels()->GetMutableObject(0)->mutable_code();
    code.Mutate(kMoteCodeFlags, code.Get(kMoteCodeFlags) & ~(uint32_t{kMoteCodeEpilogue} << 8));
  }, "does not take its sums");
}

TEST(Audit, SortsReachBeyondTheirArrays) {
  const Result<Module> module = ReadStablehlo(R"(func.func @main(%a: tensor<4x50xf32>) -> tensor<4x50xf32> {
    %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<4x50xf32>) -> tensor<4x50xf32>
    return %0 : tensor<4x50xf32>
  })", "sort.mlir");
  ASSERT_TRUE(module.ok());
  const auto graph = SelectSteps(*module, Firmware());
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  const auto field = [](uint32_t at, uint32_t value) {
    return [=](Damage& d) {
      const uint32_t step = d.Find(StepKind::kSort);
      d.SetWord(step + 2 + ((d.Word(step + 1) >> 16) + 1) / 2 + at, value);
    };
  };
  ExpectFound(*graph, Firmware(), field(kMoteSortRows, 5), "sorts more than");
  ExpectFound(*graph, Firmware(), field(kMoteSortN, ~0u), "lines of -1");
  ExpectFound(*graph, Firmware(), field(kMoteSortInner, 2), "sorts more than");
  ExpectFound(*graph, Firmware(), field(kMoteSortArrays, 2), "another number of operands");
  ExpectFound(*graph, Firmware(), field(kMoteSortArrays, 0), "fewer operands than arrays");
  ExpectFound(*graph, Firmware(), field(kMoteSortLanes, 64), "does not answer 64");
  ExpectFound(*graph, Firmware(), field(kMoteSortKey, 1), "its key is none");
  ExpectFound(*graph, Firmware(), field(kMoteSortOrder, 32), "its key is none");
  // Sorted in place, and pairs over the result.
  ExpectFound(*graph, Firmware(), [](Damage& d) {
    const uint32_t step = d.Find(StepKind::kSort);
    d.SetOperand(step, 1, d.Operand(step, 0));
  }, "over");
  ExpectFound(*graph, Firmware(), [](Damage& d) {
    const uint32_t step = d.Find(StepKind::kSort);
    d.SetView(d.Operand(step, 2), kMoteViewOffset, d.View(d.Operand(step, 1), kMoteViewOffset));
  }, "over");
}

TEST(Audit, TruncatedFilesNeverCrash) {
  const std::vector<uint8_t> bytes = Emitted(Loop(), Firmware());
  for (size_t size = 0; size < bytes.size(); size += 3) {
    EXPECT_FALSE(AuditProgram(std::span(bytes).first(size)).problems.empty()) << size;
  }
}

TEST(Audit, FlippedBytesNeverCrash) {
  const std::vector<uint8_t> bytes = Emitted(Loop(), Firmware());
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (uint8_t flip : {0x01, 0x80, 0xff}) {
      std::vector<uint8_t> damaged = bytes;
      damaged[at] ^= flip;
      AuditProgram(damaged);
    }
  }
}

}  // namespace
}  // namespace mote
