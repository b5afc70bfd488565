// Threads that wait for the parts of one step after another: briefly awake, then asleep. For `mote_threads.parallel`.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "mote/instance.h"

namespace mote {

class ThreadPool {
 public:
  // `count` threads with the caller's own, 1 to kMost; threads that cannot be started are done without.
  explicit ThreadPool(uint32_t count);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  static constexpr uint32_t kMost = 1024;
  // Element operations that a part is worth, some 20 us: below, handing it over costs more than it saves.
  static constexpr uint32_t kLeastWork = 1u << 20;

  // Carries out work(context, part) for parts 0 … count - 1, at most as many as there may be threads, and returns when all are done. A
  // thread takes the part with its own number, the caller part 0, so that it finds in its caches what it wrote in the step before; then
  // what no other thread has taken yet, so nobody waits for one to wake up. One call at a time.
  void Run(uint32_t count, mote_work work, void* context);
  // `user` is the pool.
  static void Parallel(void* user, uint32_t count, mote_work work, void* context) {
    static_cast<ThreadPool*>(user)->Run(count, work, context);
  }

 private:
  static constexpr int kJobShift = 16;
  bool Take(uint64_t state, uint32_t part);
  bool RunOne(uint64_t state, uint32_t own);
  void Wait(uint32_t own);

  std::atomic<uint64_t> state_{0};  // [job number (16-63) | parts (0-15)]
  std::vector<std::atomic<uint64_t>> taken_;  // by part: the last job in which somebody took it
  std::atomic<uint32_t> done_{0};
  std::atomic<bool> stop_{false};
  mote_work work_ = nullptr;  // both: of the present job, written before `state_` tells of it
  void* context_ = nullptr;
  std::vector<std::thread> threads_;
};

}  // namespace mote
