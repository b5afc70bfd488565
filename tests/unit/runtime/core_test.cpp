// Opening, binding and running programs: results by arithmetic, budgets, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/failure.h"
#include "core/program.h"
#include "print/printers.h"
#include "sample_programs.h"

namespace mote {
namespace {

using runtime::Site;

TEST(Core, RowsDivideByTheirSum) {
  Running running(RowsProgram(3, 40));
  ASSERT_EQ(running.status.code, MOTE_OK);
  std::vector<float> x(120), y(120);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 8 + 1);
  ASSERT_EQ(mote_bind_input(running.instance, 0, x.data(), 480).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(running.instance, 0, y.data(), 480).code, MOTE_OK);
  ASSERT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
  for (size_t i = 0; i < y.size(); ++i) EXPECT_EQ(y[i], x[i] / 180.0f) << i;  // 40 numbers of 1 … 8, five times each
}

TEST(Core, RoutinesFeedTheirEpilogues) {
  const TestProgram program = RoutineProgram();
  Running running(program);
  ASSERT_EQ(running.status.code, MOTE_OK) << running.status.site;
  std::vector<float> x(72), y(180), constants(101);
  std::memcpy(constants.data(), program.constants.data(), 404);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(static_cast<int>(i % 5) - 2);
  ASSERT_EQ(mote_bind_input(running.instance, 0, x.data(), 288).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(running.instance, 0, y.data(), 720).code, MOTE_OK);
  ASSERT_EQ(mote_run(running.instance, 0).code, MOTE_OK);
  for (int py = 0; py < 6; ++py) {
    for (int px = 0; px < 6; ++px) {
      float pixel[4];
      for (int o = 0; o < 4; ++o) {
        float sum = 0;
        for (int ky = 0; ky < 3; ++ky) {
          for (int kx = 0; kx < 3; ++kx) {
            const int iy = py + ky - 1, ix = px + kx - 1;
            if (iy < 0 || iy > 5 || ix < 0 || ix > 5) continue;
            for (int c = 0; c < 2; ++c) {
              sum = std::fma(x[static_cast<size_t>((iy * 6 + ix) * 2 + c)], constants[static_cast<size_t>(((ky * 3 + kx) * 2 + c) * 4 + o)],
                             sum);
            }
          }
        }
        pixel[o] = sum + constants[static_cast<size_t>(72 + o)];
      }
      for (int n = 0; n < 5; ++n) {
        float sum = 0;
        for (int k = 0; k < 4; ++k) sum = std::fma(pixel[k], constants[static_cast<size_t>(76 + k * 5 + n)], sum);
        sum += constants[static_cast<size_t>(96 + n)];
        EXPECT_EQ(y[static_cast<size_t>((py * 6 + px) * 5 + n)], sum > 0 ? sum : 0.0f) << py << " " << px << " " << n;
      }
    }
  }
}

float RunLoop(Running& running, int32_t n, uint64_t budget, uint32_t* calls) {
  std::vector<float> table = {1, 2, 3, 4, 5, 6, 7, 8};
  float sum = 0;
  EXPECT_EQ(mote_bind_input(running.instance, 0, &n, 4).code, MOTE_OK);
  EXPECT_EQ(mote_bind_input(running.instance, 1, table.data(), 32).code, MOTE_OK);
  EXPECT_EQ(mote_bind_output(running.instance, 0, &sum, 4).code, MOTE_OK);
  mote_status status;
  *calls = 0;
  do {
    status = mote_run(running.instance, budget);
    ++*calls;
  } while (status.code == MOTE_MORE && *calls < 1000);
  EXPECT_EQ(status.code, MOTE_OK);
  return sum;
}

TEST(Core, LoopsAndBranchesRunInAnyPortions) {
  for (const uint64_t budget : {0u, 1u, 20u, 70u}) {
    Running running(LoopProgram());
    ASSERT_EQ(running.status.code, MOTE_OK) << running.status.site;
    uint32_t calls = 0;
    EXPECT_EQ(RunLoop(running, 0, budget, &calls), 0.0f);
    EXPECT_EQ(RunLoop(running, 2, budget, &calls), 4.0f);    // 1 + 3
    EXPECT_EQ(RunLoop(running, 3, budget, &calls), -9.0f);   // -(1 + 3 + 5)
    EXPECT_EQ(RunLoop(running, 6, budget, &calls), 16.0f);   // elements 8 and 10 are outside: 0
    EXPECT_EQ(calls > 1, budget != 0);
  }
}

TEST(Core, StepBudgetEndsLoops) {
  TestProgram program = LoopProgram();
  program.step_budget = 1000;
  Running running(program);
  ASSERT_EQ(running.status.code, MOTE_OK);
  int32_t n = 1000000;
  float table[8] = {}, sum = 0;
  ASSERT_EQ(mote_bind_input(running.instance, 0, &n, 4).code, MOTE_OK);
  ASSERT_EQ(mote_bind_input(running.instance, 1, table, 32).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(running.instance, 0, &sum, 4).code, MOTE_OK);
  EXPECT_EQ(mote_run(running.instance, 0).code, MOTE_BUDGET);
  uint32_t calls = 0;
  EXPECT_EQ(RunLoop(running, 2, 0, &calls), 4.0f);  // a failure starts anew
}

TEST(Core, BindingsAreChecked) {
  Running running(RowsProgram(2, 3));
  ASSERT_EQ(running.status.code, MOTE_OK);
  alignas(8) uint8_t bytes[32] = {};
  EXPECT_EQ(mote_run(running.instance, 0).code, MOTE_UNBOUND);
  EXPECT_EQ(mote_bind_input(running.instance, 1, bytes, 24).site, static_cast<uint16_t>(Site::kNoSuchTensor));
  EXPECT_EQ(mote_bind_input(running.instance, 0, bytes, 23).site, static_cast<uint16_t>(Site::kSmallTensor));
  EXPECT_EQ(mote_bind_input(running.instance, 0, bytes + 2, 24).site, static_cast<uint16_t>(Site::kMisaligned));
  EXPECT_EQ(mote_bind_output(running.instance, 0, nullptr, 24).code, MOTE_INVALID_ARGUMENT);
}

Site SiteOf(const TestProgram& program, const mote_open_options* options = nullptr) {
  return static_cast<Site>(Running(program, options).status.site);
}

TEST(Core, RefusesWhatBreaksTheRules) {
  const auto damaged = [](void (*damage)(TestProgram&)) {
    TestProgram program = RowsProgram(2, 3);
    damage(program);
    return SiteOf(program);
  };
  EXPECT_EQ(damaged([](TestProgram&) {}), Site::kNone);
  EXPECT_EQ(damaged([](TestProgram& p) { p.target = "toaster"; p.target = "vulkan"; }), Site::kNoVariant);
  EXPECT_EQ(damaged([](TestProgram& p) { p.views[2] = 28; }), Site::kTensorView);
  EXPECT_EQ(damaged([](TestProgram& p) { p.views[0] = 9; }), Site::kViewShape);
  EXPECT_EQ(damaged([](TestProgram& p) { p.words[0] += 1 << 16; }), Site::kStepLength);
  EXPECT_EQ(damaged([](TestProgram& p) { p.words[0] = (p.words[0] & ~0xffu) | 99; }), Site::kStepKind);
  EXPECT_EQ(damaged([](TestProgram& p) { p.words[1] = (p.words[1] & ~0xffffu) | 7; }), Site::kStepKernel);
  EXPECT_EQ(damaged([](TestProgram& p) { p.words[2] = 9; }), Site::kStepOperands);
  EXPECT_EQ(damaged([](TestProgram& p) { p.words[2] = 0; }), Site::kStepOperandView);  // writes the input
  EXPECT_EQ(damaged([](TestProgram& p) { p.words[3] = 3; }), Site::kStepAccess);       // a third row
  EXPECT_EQ(damaged([](TestProgram& p) { p.words[3] = 0x80000000; }), Site::kStepExtents);
  EXPECT_EQ(damaged([](TestProgram& p) { p.blocks[1] += 1; }), Site::kBlockRange);
  EXPECT_EQ(damaged([](TestProgram& p) { p.scratch_bytes = 8; p.arena_bytes = 8; }), Site::kStepScratch);
  EXPECT_EQ(damaged([](TestProgram& p) { p.kernels[0].pop_back(); }), Site::kCodeStage);
  EXPECT_EQ(damaged([](TestProgram& p) { p.kernels[0].back() = 0xff; }), Site::kCodeOperation);
  EXPECT_EQ(damaged([](TestProgram& p) { p.kernels[0][1] &= 0xffff0000; }), Site::kCodeRegister);  // no slots
  TestProgram loop = LoopProgram();
  loop.words[loop.blocks[2]] = loop.words[loop.blocks[2]];
  for (size_t i = 0; i < loop.words.size(); ++i) {
    const bool is_while = (loop.words[i] & 0xff) == static_cast<uint32_t>(runtime::StepKind::kWhile);
    if (is_while && loop.words[i] >> 16 == 6) loop.words[i + 3] = 0;  // the condition's block is the caller itself
  }
  EXPECT_EQ(SiteOf(loop), Site::kStepBlocks);
}

// A field of 5 bytes behind the header.
TEST(Core, FieldsOfTheHeader) {
  const auto opened = [](uint32_t tag, uint32_t claimed) {
    size_t size = 0;
    const std::vector<uint64_t> plain = RowsProgram(3, 40).Make(&size);
    const uint32_t field[4] = {tag, claimed, 0x01020304, 5};
    std::vector<uint64_t> file(plain.begin(), plain.begin() + sizeof(MoteFileHeader) / 8);
    file.resize(file.size() + sizeof field / 8);
    std::memcpy(file.data() + sizeof(MoteFileHeader) / 8, field, sizeof field);
    file.insert(file.end(), plain.begin() + sizeof(MoteFileHeader) / 8, plain.end());
    auto* header = reinterpret_cast<MoteFileHeader*>(file.data());
    header->flat_offset += sizeof field;
    header->file_bytes += sizeof field;
    std::vector<uint64_t> memory(mote_program_size() / 8 + 1);
    const mote_program* program = nullptr;
    return mote_open(memory.data(), memory.size() * 8, file.data(), size + sizeof field, nullptr, &program);
  };
  EXPECT_EQ(opened(7, 5).code, MOTE_OK);
  const mote_status critical = opened(MOTE_FIELD_CRITICAL | 7, 5);
  EXPECT_EQ(critical.code, MOTE_UNSUPPORTED_VERSION);
  EXPECT_EQ(critical.site, static_cast<uint16_t>(Site::kHeaderField));
  EXPECT_EQ(critical.detail, MOTE_FIELD_CRITICAL | 7);
  EXPECT_EQ(opened(7, 9).site, static_cast<uint16_t>(Site::kHeaderFields));
  EXPECT_EQ(opened(7, 0xffffffff).site, static_cast<uint16_t>(Site::kHeaderFields));
}

// FlatBuffer vectors may share bytes, so a small file can ask for much work: it must be refused, not done.
TEST(Core, WorkIsBoundedByTheLength) {
  TestProgram program = RowsProgram(2, 3);
  const std::vector<uint32_t> step = program.words;
  for (int i = 0; i < 500; ++i) program.words.insert(program.words.end(), step.begin(), step.end());
  for (int i = 0; i < 1000; ++i) program.blocks.insert(program.blocks.end(), {0, static_cast<uint32_t>(program.words.size())});
  EXPECT_EQ(SiteOf(program), Site::kWork);
}

// Words of microcode a point, a group, a stage: 3 rows of 40 columns in a reduction of 32 partials and a map.
TEST(Core, WorkIsCountedInElementOperations) {
  const TestProgram rows = RowsProgram(3, 40);
  Running running(rows);
  ASSERT_EQ(running.status.code, MOTE_OK);
  mote_sizes sizes;
  ASSERT_EQ(mote_query_sizes(running.program, &sizes).code, MOTE_OK);
  const std::vector<uint32_t> params(rows.words.begin() + 3, rows.words.end());
  EXPECT_EQ(sizes.work, WorkOfMicrocode(rows.kernels[0], params));
  EXPECT_EQ(sizes.largest_step, sizes.work);
  EXPECT_GT(sizes.work, 3u * 40 * 4);   // two loads, a division and a store at least
  EXPECT_LT(sizes.work, 3u * 40 * 20);
}

TEST(Core, CallersLimitWork) {
  const TestProgram rows = RowsProgram(3, 40);
  mote_sizes sizes;
  ASSERT_EQ(mote_query_sizes(Running(rows).program, &sizes).code, MOTE_OK);
  mote_open_options options = {};
  options.step_limit = sizes.largest_step;
  EXPECT_EQ(SiteOf(rows, &options), Site::kNone);
  --options.step_limit;
  EXPECT_EQ(SiteOf(rows, &options), Site::kStepWork);
  options = {};
  options.require_budget = 1;
  EXPECT_EQ(SiteOf(rows, &options), Site::kBudgetMissing);
  TestProgram budgeted = rows;
  budgeted.step_budget = 1;
  EXPECT_EQ(SiteOf(budgeted, &options), Site::kNone);
}

// One that never ends by itself: the caller's budget hands control back after each step that uses it up.
TEST(Core, EndlessLoopsReturn) {
  Running running(LoopProgram());
  ASSERT_EQ(running.status.code, MOTE_OK);
  mote_sizes sizes;
  ASSERT_EQ(mote_query_sizes(running.program, &sizes).code, MOTE_OK);
  int32_t n = INT32_MAX;
  float table[8] = {}, sum = 0;
  ASSERT_EQ(mote_bind_input(running.instance, 0, &n, 4).code, MOTE_OK);
  ASSERT_EQ(mote_bind_input(running.instance, 1, table, 32).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(running.instance, 0, &sum, 4).code, MOTE_OK);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(mote_run(running.instance, 1000).code, MOTE_MORE);
}

TEST(Core, OutputsMayNotOverlap) {
  Running running(RowsProgram(2, 3));
  ASSERT_EQ(running.status.code, MOTE_OK);
  std::vector<float> memory(32);
  const auto run = [&](const void* in, void* out) {
    EXPECT_EQ(mote_bind_input(running.instance, 0, in, 24).code, MOTE_OK);
    EXPECT_EQ(mote_bind_output(running.instance, 0, out, 24).code, MOTE_OK);
    return static_cast<Site>(mote_run(running.instance, 0).site);
  };
  EXPECT_EQ(run(&memory[0], &memory[6]), Site::kNone);
  EXPECT_EQ(run(&memory[6], &memory[0]), Site::kNone);
  EXPECT_EQ(run(&memory[0], &memory[5]), Site::kOutputOverlaps);
  EXPECT_EQ(run(&memory[5], &memory[0]), Site::kOutputOverlaps);
  EXPECT_EQ(run(&memory[2], &memory[2]), Site::kOutputOverlaps);
  EXPECT_EQ(run(&memory[0], running.arena()), Site::kOutputOverlaps);
  EXPECT_EQ(run(running.arena(), &memory[0]), Site::kInputOverlaps);
}

}  // namespace
}  // namespace mote
