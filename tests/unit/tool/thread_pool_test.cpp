// Every part of every job is carried out once, and jobs end when all parts have.
#include "tool/thread_pool.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>

namespace mote {
namespace {

struct Marks {
  std::array<std::atomic<uint32_t>, 300> of{};
  std::thread::id caller = std::this_thread::get_id();
  std::atomic<uint32_t> elsewhere{0};
  static void Note(void* context, uint32_t part) {
    auto* marks = static_cast<Marks*>(context);
    ++marks->of[part];
    if (std::this_thread::get_id() != marks->caller) ++marks->elsewhere;
  }
};

TEST(ThreadPool, EveryPartOnce) {
  for (const uint32_t threads : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(threads);
    for (const uint32_t parts : {0u, 1u, 2u, 3u, 7u, 300u}) {
      Marks marks;
      ThreadPool::Parallel(&pool, parts, Marks::Note, &marks);
      for (uint32_t part = 0; part < marks.of.size(); ++part) {
        ASSERT_EQ(marks.of[part], part < parts ? 1u : 0u) << threads << " threads, part " << part << " of " << parts;
      }
      EXPECT_TRUE(threads > 1 || marks.elsewhere == 0);
    }
  }
}

// Jobs one right after the other, with plain memory: a part must not see the job before or behind its own.
TEST(ThreadPool, JobsDoNotMix) {
  ThreadPool pool(4);
  struct Sum {
    uint64_t of[5];
    uint64_t job;
  };
  for (uint64_t job = 1; job <= 50000; ++job) {
    auto sum = std::make_unique<Sum>(Sum{{}, job});
    const uint32_t parts = 2 + static_cast<uint32_t>(job % 4);
    const auto work = [](void* context, uint32_t part) { static_cast<Sum*>(context)->of[part] += static_cast<Sum*>(context)->job; };
    pool.Run(parts, work, sum.get());
    for (uint32_t part = 0; part < 5; ++part) ASSERT_EQ(sum->of[part], part < parts ? job : 0);
  }
}

// Threads that went to sleep wake up for the next job: two parts that wait for each other need two of them.
TEST(ThreadPool, WakesUp) {
  ThreadPool pool(2);
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::atomic<uint32_t> met{0};
    pool.Run(2, [](void* context, uint32_t) {
      auto* both = static_cast<std::atomic<uint32_t>*>(context);
      ++*both;
      while (*both != 2) std::this_thread::yield();
    }, &met);
    EXPECT_EQ(met, 2u);
  }
}

}  // namespace
}  // namespace mote
