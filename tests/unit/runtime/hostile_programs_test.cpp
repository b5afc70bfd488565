// Programs that break one rule each and used to be accepted. The names are those of the list in tests/README.md.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>

#include "core/failure.h"
#include "core/kernel_code.h"
#include "cpu/f32_routines.h"
#include "kernel/kernel_builder.h"
#include "print/printers.h"
#include "sample_programs.h"

namespace mote {
namespace {

using runtime::Site;

constexpr ElementType kU8 = ElementType::kU8, kF32 = ElementType::kF32, kF64 = ElementType::kF64, kS32 = ElementType::kS32;
enum StepCode : uint32_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#define MOTE_ROUTINE MOTE_STEP
#include "schema/routines.def"
#include "schema/steps.def"
#undef MOTE_ROUTINE
#undef MOTE_STEP
};

Site SiteOf(const TestProgram& program, const mote_open_options* options = nullptr) {
  return static_cast<Site>(Running(program, options).status.site);
}

// The words of the first step of this kind.
uint32_t* FindStep(TestProgram& program, uint32_t kind) {
  for (size_t at = 0; at < program.words.size(); at += program.words[at] >> 16) {
    if ((program.words[at] & 0xff) == kind) return program.words.data() + at;
  }
  return nullptr;
}
// Fields of a step with four operands.
uint32_t* FieldsOf(uint32_t* step) { return step + 2 + 2; }

struct LaneAccess {
  std::vector<int64_t> strides;  // one a lane axis
  int64_t offset = 0;
};

// out[write] = in[read] over lanes of these extents, elements of one type; input 0 has `in_dims`, output 0 `out_dims`.
TestProgram MapProgram(ElementType type, const std::vector<int64_t>& extents, const LaneAccess& read, const LaneAccess& write,
                       const std::vector<int32_t>& in_dims, const std::vector<int32_t>& out_dims) {
  KernelBuilder b("map");
  const int32_t in = b.AddOperand(type, true, false), out = b.AddOperand(type, false, true);
  std::vector<AxisId> axes;
  for (const int64_t extent : extents) axes.push_back(b.AddAxis(Axis::Kind::kLane, extent));
  const auto access = [&](int32_t operand, const LaneAccess& lanes) {
    Access made;
    made.operand = operand;
    if (lanes.offset != 0) made.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, lanes.offset);
    for (size_t i = 0; i < extents.size(); ++i) {
      made.terms.push_back({axes[i], b.AddParam(Parameter::Role::kStride, Reg::kI32, lanes.strides[i])});
    }
    return b.AddAccess(made);
  };
  b.BeginStage(Stage::Kind::kMap, axes);
  const int32_t from = access(in, read), to = access(out, write);
  b.Store(to, b.Load(from, type == kF32 ? Reg::kF32 : type == kF64 ? Reg::kF64 : Reg::kI32));
  b.EndStage();
  const std::vector<ParamValue> values = b.TakeValues();
  const Kernel kernel = b.Take();
  TestProgram program;
  program.strip = 256;
  program.kernels.push_back(PrintMicrocode(kernel));
  program.scratch_bytes = program.arena_bytes = static_cast<uint64_t>(MicrocodeScratchBytes(kernel, 256) + 7) / 8 * 8;
  const auto bytes = [&](const std::vector<int32_t>& dims) {
    int64_t product = StorageBytes(type);
    for (int32_t d : dims) product *= d;
    return static_cast<uint32_t>(product);
  };
  const uint16_t x = program.AddView(kMoteInput, type, 0, 0, bytes(in_dims)), y = program.AddView(kMoteOutput, type, 0, 0, bytes(out_dims));
  program.inputs = {{"x", type, in_dims, x}};
  program.outputs = {{"y", type, out_dims, y}};
  program.AddStep(kLaunch, 0, {x, y}, {}, ParamWords(kernel, values));
  program.EndBlock();
  return program;
}

TestProgram CopyMap(ElementType type, int32_t count) { return MapProgram(type, {count}, {{1}}, {{1}}, {count}, {count}); }

TEST(Hostile, A01_PlannedScratchWraps) {
  TestProgram program = RoutineProgram();
  ASSERT_EQ(SiteOf(program), Site::kNone);
  program.strip = 65535;
  EXPECT_EQ(SiteOf(program), Site::kVariantSizes);
  program.strip = 4096 + 32;
  EXPECT_EQ(SiteOf(program), Site::kVariantSizes);
  program.strip = 100;  // no multiple of 32
  EXPECT_EQ(SiteOf(program), Site::kVariantSizes);
  program.strip = 4096;
  EXPECT_EQ(SiteOf(program), Site::kNone);
  const uint64_t buffers = program.arena_bytes - program.scratch_bytes;
  program.scratch_bytes = uint64_t{1} << 31;
  program.arena_bytes = buffers + program.scratch_bytes;
  EXPECT_EQ(SiteOf(program), Site::kVariantSizes);
}

TEST(Hostile, A02_EmptyKernelWithAHugeDilation) {
  for (const auto& [field, value] : {std::pair<uint32_t, uint32_t>{kMoteConvDilationX, 0x7fffffff},
                                     {kMoteConvDilationY, 0x7fffffff},
                                     {kMoteConvStrideX, 0x7fffffff},
                                     {kMoteConvStrideY, (1u << 29) + 1}}) {
    TestProgram program = RoutineProgram();
    uint32_t* fields = FieldsOf(FindStep(program, kConvolutionF32));
    fields[kMoteConvKernelH] = fields[kMoteConvKernelW] = 0;
    ASSERT_EQ(SiteOf(program), Site::kNone);
    fields[field] = value;
    EXPECT_EQ(SiteOf(program), Site::kStepFields) << field;
  }
}

// A native kernel that writes its first operand, which the program has as a constant.
void WriteFirst(unsigned char* const* operands, uint32_t, uint32_t) { operands[0][0] = 77; }

TEST(Hostile, A03_NativeKernelWritesWhatIsReadOnly) {
  TestProgram program = CopyMap(kU8, 16);
  program.hashes = {0x1234};
  const uint32_t* step = FindStep(program, kLaunch);
  const std::vector<uint32_t> params(step + 3, step + (step[0] >> 16));
  const uint32_t bytes[] = {16, 16};
  const auto u8 = static_cast<uint8_t>(kU8);
  for (const bool honest : {false, true}) {
    const uint8_t types[] = {static_cast<uint8_t>(u8 | (honest ? 0x40 : 0x80)), static_cast<uint8_t>(u8 | 0x80)};
    const mote_native_kernel kernel = {0x1234, params.data(), static_cast<uint16_t>(params.size()), 2, bytes, types, 16, WriteFirst};
    const mote_native_table table = {&kernel, 1};
    mote_open_options options = {};
    options.natives = &table;
    Running running(program, &options);
    ASSERT_EQ(running.status.code, MOTE_OK);
    std::vector<uint8_t> x(16, 5), y(16, 0);
    ASSERT_EQ(mote_bind_input(running.instance, 0, x.data(), 16).code, MOTE_OK);
    ASSERT_EQ(mote_bind_output(running.instance, 0, y.data(), 16).code, MOTE_OK);
    ASSERT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
    EXPECT_EQ(x[0], honest ? 77 : 5);  // used only where it says what the microcode says, lie as it may
    EXPECT_EQ(y[0], honest ? 0 : 5);
  }
}

// Hosts run launches in vector registers before they ask a native kernel, but small ones and where they are told.
TEST(Natives, RunWhatVectorRegistersDoNot) {
  for (const uint32_t n : {16u, 1u << 16}) {
    TestProgram program = CopyMap(kF32, static_cast<int32_t>(n));
    program.hashes = {0x1234};
    const uint32_t* step = FindStep(program, kLaunch);
    const std::vector<uint32_t> params(step + 3, step + (step[0] >> 16));
    const uint32_t bytes[] = {n * 4, n * 4};
    const auto f32 = static_cast<uint8_t>(kF32);
    const uint8_t types[] = {static_cast<uint8_t>(f32 | 0x40), static_cast<uint8_t>(f32 | 0x80)};
    const mote_native_kernel kernel = {0x1234, params.data(), static_cast<uint16_t>(params.size()), 2, bytes, types, n, WriteFirst};
    const mote_native_table table = {&kernel, 1};
    for (const bool first : {false, true}) {
      mote_open_options options = {};
      options.natives = &table;
      options.natives_first = first;
      Running running(program, &options);
      ASSERT_EQ(running.status.code, MOTE_OK);
      std::vector<uint8_t> x(n * 4, 5), y(n * 4, 0);
      ASSERT_EQ(mote_bind_input(running.instance, 0, x.data(), x.size()).code, MOTE_OK);
      ASSERT_EQ(mote_bind_output(running.instance, 0, y.data(), y.size()).code, MOTE_OK);
      ASSERT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
      const bool native = first || n == 16;
      EXPECT_EQ(x[0], native ? 77 : 5) << n;
      EXPECT_EQ(y[0], native ? 0 : 5) << n;
    }
  }
}

TEST(Hostile, A03_ConstantsOverTheTables) {
  const TestProgram program = RoutineProgram();
  size_t size = 0;
  const std::vector<uint64_t> file = program.Make(&size);
  MoteFileHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  const uint64_t flat_end = header.flat_offset + header.flat_bytes;
  std::vector<uint64_t> memory(mote_program_size() / 8 + 1);
  for (const uint64_t place : {uint64_t{0}, uint64_t{8}, uint64_t{header.flat_offset}, (flat_end - 1) / 8 * 8, (flat_end + 7) / 8 * 8}) {
    std::vector<uint64_t> damaged = file;
    damaged.resize((flat_end + program.constants.size()) / 8 + 2);
    const uint64_t bytes = damaged.size() * 8;
    std::memcpy(reinterpret_cast<uint8_t*>(damaged.data()) + offsetof(MoteFileHeader, file_bytes), &bytes, 8);
    fb::GetMutableProgram(reinterpret_cast<uint8_t*>(damaged.data()) + header.flat_offset)
        ->mutable_variants()
        ->GetMutableObject(0)
        ->mutate_constants_offset(place);
    const mote_program* opened = nullptr;
    const mote_status status = mote_open(memory.data(), memory.size() * 8, damaged.data(), bytes, nullptr, &opened);
    EXPECT_EQ(static_cast<Site>(status.site), place >= flat_end ? Site::kNone : Site::kVariantSizes) << place;
  }
}

TEST(Hostile, A05_CountersOfLongDots) {
  constexpr uint32_t kRows = 0x7fffffff;
  const float one = 1;
  runtime::DotArguments a = {&one, &one, 1, static_cast<int32_t>(kRows), 1, 1, 0, 0, 0, 0, 0, 1};
  struct Seen {
    uint64_t rows = 0;
    bool ones = true;
  } seen;
  const runtime::Finish finish = {&seen, [](void* self, uint32_t, uint32_t count, const void* sums) {
                                    auto* s = static_cast<Seen*>(self);
                                    s->rows += count;
                                    for (uint32_t i = 0; i < count; ++i) s->ones &= static_cast<const float*>(sums)[i] == 1;
                                  }};
  std::vector<float> scratch(64);
  runtime::DotSumsF32(runtime::kPortableF32, a, nullptr, kRows - 100, kRows, scratch.data(), 256, finish);
  EXPECT_EQ(seen.rows, 100u);
  EXPECT_TRUE(seen.ones);
}

TEST(Hostile, A05_CountersOfWideConvolutions) {
  runtime::ConvolutionArguments c = {};
  const float one = 1;
  c.lhs = c.rhs = &one;
  c.batch = c.in_h = c.in_w = c.out_h = c.out_w = c.groups = c.stride_y = c.stride_x = c.dilation_y = c.dilation_x = 1;
  c.out_per_group = 0x7fffffff;  // no taps: sums of nothing
  c.rhs_o = 1;
  uint64_t outputs = 0;
  const runtime::Finish finish = {&outputs,
                                  [](void* self, uint32_t, uint32_t count, const void*) { *static_cast<uint64_t*>(self) += count; }};
  std::vector<float> scratch(4096);
  runtime::ConvolutionSumsF32(runtime::kPortableF32, c, 0, 1, scratch.data(), scratch.size() * 4, finish);
  EXPECT_EQ(outputs, 0x7fffffffu);
}

// Strides of 65536 over 65536 elements, then of 0: modulo 2^32 they look like one long stride.
TEST(Hostile, A06_LanesMergeWhereStridesAreEqualNotModulo) {
  if (sizeof(void*) < 8) GTEST_SKIP() << "views of 4 GiB want 64-bit addresses";
  constexpr size_t kBytes = size_t{4} * 1073725441;  // the last element read is 65535 * 65536
  uint8_t* x =
      static_cast<uint8_t*>(mmap(nullptr, kBytes + (1 << 20), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  ASSERT_NE(x, MAP_FAILED);
  const size_t guard = (kBytes + 4095) / 4096 * 4096;
  ASSERT_EQ(mprotect(x + guard, kBytes + (1 << 20) - guard, PROT_NONE), 0);
  for (const size_t i : {0, 1, 65535}) x[i * 65536] = static_cast<uint8_t>(i % 251 + 1);
  Running running(MapProgram(kU8, {2, 65536}, {{0, 65536}}, {{65536, 1}}, {4, 1073725441}, {131072}));
  ASSERT_EQ(running.status.code, MOTE_OK);
  std::vector<uint8_t> y(131072, 9);
  ASSERT_EQ(mote_bind_input(running.instance, 0, x, kBytes).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(running.instance, 0, y.data(), y.size()).code, MOTE_OK);
  ASSERT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
  for (size_t i = 0; i < 65536; ++i) ASSERT_EQ(y[i], y[65536 + i]) << i;
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[1], 2);
  EXPECT_EQ(y[65535], 65535 % 251 + 1);
  munmap(x, kBytes + (1 << 20));
}

TEST(Hostile, A07_WiderElementsThanTheTensors) {
  for (const bool output : {false, true}) {
    TestProgram program = CopyMap(kF32, 4);
    (output ? program.outputs : program.inputs)[0] = {
        "bytes", kU8, {16}, program.AddView(output ? kMoteOutput : kMoteInput, kU8, 0, 0, 16)};
    EXPECT_EQ(SiteOf(program), Site::kViewShape);
  }
}

TEST(Hostile, A07_IndexInBytes) {
  TestProgram program = LoopProgram();
  const uint16_t bytes = program.AddView(kMoteArena, kU8, 0, 9, 4);
  FindStep(program, kConditional)[2] = bytes;
  EXPECT_EQ(SiteOf(program), Site::kStepOperandView);
}

// A convolution whose empty kernel has extents beside the 0: next to no time, and more work than can be counted. In a loop without end.
TestProgram UncountableLoop() {
  TestProgram program = RoutineProgram();
  uint32_t* fields = FieldsOf(FindStep(program, kConvolutionF32));
  fields[kMoteConvKernelH] = 0;
  fields[kMoteConvKernelW] = 1u << 29;
  fields[kMoteConvInPerGroup] = 0x7fffffff;
  const uint16_t predicate = program.AddView(kMoteArena, ElementType::kPred, 0, static_cast<uint32_t>(program.arena_bytes), 1);
  program.arena_bytes += 8;
  program.AddStep(kWhile, -1, {predicate}, {2, 1, 0}, {});
  program.EndBlock();
  const uint32_t body = program.blocks[1], loop = program.blocks[3], level = 1u << kMoteLevelShift;
  program.blocks = {body, loop, 0, body | level, 0, level};
  return program;
}

TEST(Hostile, A08_WorkBeyondCountingUsesBudgetsUp) {
  const TestProgram program = UncountableLoop();
  Running running(program);
  ASSERT_EQ(running.status.code, MOTE_OK);
  mote_sizes sizes;
  ASSERT_EQ(mote_query_sizes(running.program, &sizes).code, MOTE_OK);
  ASSERT_EQ(sizes.largest_step, UINT64_MAX);
  std::vector<float> x(72, 1), y(1000);
  ASSERT_EQ(mote_bind_input(running.instance, 0, x.data(), x.size() * 4).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(running.instance, 0, y.data(), y.size() * 4).code, MOTE_OK);
  uint8_t* predicate = running.arena() + program.arena_bytes - 8;
  *predicate = 1;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(mote_run(running.instance, 1000).code, MOTE_MORE);
  // Every call takes a part of the step, so that the turn ends, and the loop with it.
  *predicate = 0;
  mote_status status = {MOTE_MORE, 0, 0};
  int calls = 0;
  for (; status.code == MOTE_MORE && calls < 1000; ++calls) status = mote_run(running.instance, 1000);
  EXPECT_EQ(status.code, MOTE_OK);
  EXPECT_LT(calls, 1000);
}

// Registers that a kernel never writes show what lies in the scratch region.
TEST(Hostile, A10_NoAddressStaysInScratch) {
  for (const bool routines : {false, true}) {
    const TestProgram program = routines ? RoutineProgram() : RowsProgram(3, 40);
    Running running(program);
    ASSERT_EQ(running.status.code, MOTE_OK);
    std::vector<float> x(200, 1), y(200);
    ASSERT_EQ(mote_bind_input(running.instance, 0, x.data(), x.size() * 4).code, MOTE_OK);
    ASSERT_EQ(mote_bind_output(running.instance, 0, y.data(), y.size() * 4).code, MOTE_OK);
    ASSERT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
    const auto in = [](uintptr_t word, const void* from, size_t bytes) { return word - reinterpret_cast<uintptr_t>(from) < bytes; };
    for (uint64_t at = program.scratch_offset; at + sizeof(uintptr_t) <= program.scratch_offset + program.scratch_bytes; at += 4) {
      uintptr_t word = 0;
      std::memcpy(&word, running.arena() + at, sizeof word);
      EXPECT_FALSE(in(word, x.data(), x.size() * 4) || in(word, y.data(), y.size() * 4) || in(word, running.arena(), program.arena_bytes))
          << at;
    }
  }
}

TEST(Hostile, A10_ViewsInTheScratchRegion) {
  TestProgram program = RowsProgram(3, 40);
  program.arena_bytes += 8;
  const auto scratch = static_cast<uint32_t>(program.scratch_offset),
             end = static_cast<uint32_t>(program.scratch_offset + program.scratch_bytes);
  for (const uint32_t place : {scratch, end - 4}) {
    TestProgram damaged = program;
    damaged.AddView(kMoteArena, kF32, 0, place, 4);
    EXPECT_EQ(SiteOf(damaged), Site::kViewRange);
  }
  program.AddView(kMoteArena, kF32, 0, end, 4);
  EXPECT_EQ(SiteOf(program), Site::kNone);
}

TEST(Hostile, A11_SignExtensionOfNoBits) {
  // A map whose body is: load, sext by `bits`, store; the wide prefix makes the instruction's third number not 0 while the immediate is.
  for (const auto& [prefix, bits, fits] :
       {std::tuple<bool, uint32_t, bool>{false, 7, true}, {false, 0, false}, {true, 0, false}, {false, 32, false}}) {
    TestProgram program = CopyMap(kS32, 4);
    std::vector<uint32_t>& code = program.kernels[0];
    const runtime::KernelCode kernel(code.data());
    const runtime::StageCode stage(kernel.first_stage);
    runtime::AccessCode access{stage.access_words};
    for (uint32_t i = 0; i < stage.accesses; ++i) access = runtime::AccessCode{access.next()};
    const auto body = access.words - code.data();
    std::vector<uint32_t> more;
    if (prefix) more.push_back(kMoteOpWide | 1u << 24);
    more.push_back(runtime::kOpSextI | bits << 24);  // slot 0 to slot 0
    // body words
    code[static_cast<size_t>(stage.result_words - code.data()) - (stage.lane_count + 3u) / 4 - 1] += static_cast<uint32_t>(more.size());
    code.insert(code.begin() + body + 1, more.begin(), more.end());
    EXPECT_EQ(SiteOf(program), fits ? Site::kNone : Site::kCodeOperation) << prefix << " " << bits;
  }
}

// A chain of conditionals, each in the block of the one before.
TestProgram Nested(uint32_t levels) {
  TestProgram program;
  const uint16_t index = program.AddView(kMoteArena, ElementType::kPred, 0, 0, 1);
  program.arena_bytes = 8;
  for (uint32_t level = 0; level < levels; ++level) {
    if (level + 1 < levels) program.AddStep(kConditional, -1, {index}, {1}, {level + 1});
    program.EndBlock(level);
  }
  return program;
}

TEST(Hostile, A12_NestingIsProven) {
  Running running(Nested(16));
  ASSERT_EQ(running.status.code, MOTE_OK);
  EXPECT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
  EXPECT_EQ(SiteOf(Nested(17)), Site::kBlockRange);  // there is no level 16
  TestProgram level = Nested(3);
  level.blocks[5] &= kMoteBlockWords;  // the innermost says level 0: no deeper than who calls it
  EXPECT_EQ(SiteOf(level), Site::kStepBlocks);
  level.blocks[5] |= 1u << kMoteLevelShift;
  EXPECT_EQ(SiteOf(level), Site::kStepBlocks);
}

TEST(Hostile, CopiesThatOverlap) {
  TestProgram program;
  program.arena_bytes = 64;
  const uint16_t a = program.AddView(kMoteArena, kF32, 0, 0, 16), b = program.AddView(kMoteArena, kF32, 0, 12, 16),
                 same = program.AddView(kMoteArena, kF32, 0, 0, 16), apart = program.AddView(kMoteArena, kF32, 0, 16, 16);
  for (const auto& [from, to, fits] :
       {std::tuple<uint16_t, uint16_t, bool>{a, b, false}, {b, a, false}, {a, same, true}, {a, apart, true}}) {
    TestProgram copy = program;
    copy.AddStep(kCopy, -1, {from, to}, {}, {});
    copy.EndBlock();
    EXPECT_EQ(SiteOf(copy), fits ? Site::kNone : Site::kStepOperandView) << from << " " << to;
  }
}

}  // namespace
}  // namespace mote
