// What the public headers promise: questions about a program, instances that share one, threads that change no bit.
#include <gtest/gtest.h>
#include <mote/mote.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "sample_programs.h"

extern "C" int RunC99(void);

namespace mote {
namespace {

TEST(Api, RefusesNothingInHand) { EXPECT_EQ(RunC99(), 8); }

class Opened {
 public:
  explicit Opened(const TestProgram& made) : file_(made.Make(&size_)), memory_(mote_program_size() / 8 + 1) {
    EXPECT_EQ(mote_open(memory_.data(), memory_.size() * 8, file_.data(), size_, nullptr, &program).code, MOTE_OK);
  }
  const mote_program* program = nullptr;

 private:
  size_t size_ = 0;
  std::vector<uint64_t> file_, memory_;
};

TEST(Api, AnswersQuestions) {
  const Opened opened(LoopProgram());
  EXPECT_EQ(mote_entry_count(opened.program), 1u);
  EXPECT_EQ(mote_input_count(opened.program, 0), 2u);
  EXPECT_EQ(mote_output_count(opened.program, 0), 1u);
  EXPECT_EQ(mote_input_count(opened.program, 1), 0u);
  mote_tensor tensor;
  ASSERT_EQ(mote_input(opened.program, 0, 1, &tensor).code, MOTE_OK);
  EXPECT_EQ(std::string(tensor.name, tensor.name_size), "table");
  EXPECT_EQ(tensor.rank, 1u);
  EXPECT_EQ(tensor.dims[0], 8);
  EXPECT_EQ(tensor.bytes, 32u);
  EXPECT_EQ(mote_input(opened.program, 0, 2, &tensor).code, MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(mote_output(opened.program, 7, 0, &tensor).code, MOTE_INVALID_ARGUMENT);
}

struct Owned {
  explicit Owned(const mote_program* program) {
    mote_sizes sizes;
    EXPECT_EQ(mote_query_sizes(program, &sizes).code, MOTE_OK);
    memory.resize(sizes.instance / 8 + 1);
    arena.resize(sizes.arena / 8 + 1);
    const mote_memory given = {.instance = memory.data(), .instance_size = memory.size() * 8, .arena = arena.data(),
                               .arena_size = arena.size() * 8, .state = nullptr, .state_size = 0};
    EXPECT_EQ(mote_instance_init(&given, program, 0, &instance).code, MOTE_OK);
  }
  std::vector<uint64_t> memory, arena;
  mote_instance* instance = nullptr;
};

std::vector<float> RunRoutines(const mote_program* program, float scale, const mote_threads* threads, int times) {
  Owned owned(program);
  if (threads != nullptr) mote_set_threads(owned.instance, threads);
  std::vector<float> x(72), y(180);
  for (size_t i = 0; i < x.size(); ++i) x[i] = scale * static_cast<float>(i % 7);
  EXPECT_EQ(mote_bind_input(owned.instance, 0, x.data(), x.size() * 4).code, MOTE_OK);
  EXPECT_EQ(mote_bind_output(owned.instance, 0, y.data(), y.size() * 4).code, MOTE_OK);
  for (int i = 0; i < times; ++i) EXPECT_EQ(mote_run(owned.instance, 0).code, MOTE_OK);
  return y;
}

TEST(Api, TwoInstancesInTwoThreads) {
  const Opened opened(RoutineProgram());
  const std::vector<float> once = RunRoutines(opened.program, 1, nullptr, 1), twice = RunRoutines(opened.program, 2, nullptr, 1);
  std::vector<float> first, second;
  std::thread a([&] { first = RunRoutines(opened.program, 1, nullptr, 50); }),
      b([&] { second = RunRoutines(opened.program, 2, nullptr, 50); });
  a.join();
  b.join();
  EXPECT_EQ(first, once);
  EXPECT_EQ(second, twice);
}

TEST(Api, ThreadsChangeNoBit) {
  const Opened opened(RoutineProgram());
  const std::vector<float> plain = RunRoutines(opened.program, 1, nullptr, 1);
  for (const uint32_t count : {2u, 3u, 8u}) {
    const mote_threads threads = {count, nullptr, [](void*, uint32_t parts, mote_work work, void* context) {
                                    std::vector<std::thread> running;
                                    for (uint32_t i = 0; i < parts; ++i) running.emplace_back(work, context, i);
                                    for (std::thread& thread : running) thread.join();
                                  }, 0};
    const std::vector<float> parted = RunRoutines(opened.program, 1, &threads, 1);
    EXPECT_EQ(std::memcmp(plain.data(), parted.data(), plain.size() * 4), 0) << count;
  }
}

struct Asked {
  uint32_t most = 0;
};

// Steps are cut into parts that are worth `least_work`, so a larger one never makes more of them.
TEST(Api, SmallStepsAreNotCut) {
  const Opened opened(RoutineProgram());
  const std::vector<float> plain = RunRoutines(opened.program, 1, nullptr, 1);
  uint32_t before = 9;
  for (const uint32_t least : {0u, 1u, 1000u, UINT32_MAX}) {
    Asked asked;
    const mote_threads threads = {8, &asked, [](void* user, uint32_t parts, mote_work work, void* context) {
                                    static_cast<Asked*>(user)->most = std::max(static_cast<Asked*>(user)->most, parts);
                                    for (uint32_t i = 0; i < parts; ++i) work(context, i);
                                  }, least};
    const std::vector<float> parted = RunRoutines(opened.program, 1, &threads, 1);
    EXPECT_EQ(std::memcmp(plain.data(), parted.data(), plain.size() * 4), 0) << least;
    EXPECT_LE(asked.most, before) << least;
    EXPECT_TRUE(least > 1 || asked.most > 1) << least;
    EXPECT_TRUE(least != UINT32_MAX || asked.most == 0);
    before = asked.most;
  }
}

struct Told {
  std::vector<uint32_t> begun, ended;
};

TEST(Api, AHookIsToldOfEveryStep) {
  const Opened opened(RoutineProgram());
  Owned owned(opened.program);
  std::vector<float> x(72, 1), y(180), again(180);
  ASSERT_EQ(mote_bind_input(owned.instance, 0, x.data(), x.size() * 4).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(owned.instance, 0, y.data(), y.size() * 4).code, MOTE_OK);
  ASSERT_EQ(mote_run(owned.instance, 0).code, MOTE_OK);
  Told told;
  const mote_hook hook = {&told, [](void* user, uint32_t step) { static_cast<Told*>(user)->begun.push_back(step); },
                          [](void* user, uint32_t step) { static_cast<Told*>(user)->ended.push_back(step); }};
  for (int times = 0; times < 2; ++times) mote_set_hook(owned.instance, &hook);  // twice is once
  ASSERT_EQ(mote_bind_output(owned.instance, 0, again.data(), again.size() * 4).code, MOTE_OK);
  ASSERT_EQ(mote_run(owned.instance, 0).code, MOTE_OK);
  EXPECT_EQ(again, y);
  ASSERT_FALSE(told.begun.empty());
  EXPECT_EQ(told.begun, told.ended);
  EXPECT_TRUE(std::is_sorted(told.begun.begin(), told.begun.end()));  // no loops here: places ascend
  const size_t whole = told.begun.size();
  mote_code code = MOTE_MORE;  // in pieces there are at least as many
  while (code == MOTE_MORE) code = mote_run(owned.instance, 50).code;
  ASSERT_EQ(code, MOTE_OK);
  EXPECT_GT(told.begun.size(), 2 * whole);
  mote_set_hook(owned.instance, nullptr);
  const size_t before = told.begun.size();
  ASSERT_EQ(mote_run(owned.instance, 0).code, MOTE_OK);
  EXPECT_EQ(told.begun.size(), before);
}

}  // namespace
}  // namespace mote
