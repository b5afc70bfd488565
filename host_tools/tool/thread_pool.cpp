#include "tool/thread_pool.h"

#include <chrono>
#include <system_error>

namespace mote {

namespace {

// How long a thread stays awake without work: longer than most steps that run on one thread, shorter than anybody notices.
constexpr std::chrono::microseconds kAwake{100};
constexpr int kTurns = 64;  // between two looks at the clock

void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

// Returns once `ready()` holds, or false when it did not for as long as a thread stays awake.
template <class Ready>
bool Spin(Ready ready) {
  const auto end = std::chrono::steady_clock::now() + kAwake;
  do {
    for (int i = 0; i < kTurns; ++i) {
      if (ready()) return true;
      Pause();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace

ThreadPool::ThreadPool(uint32_t count) {
  for (uint32_t i = 1; i < count && i < kMost; ++i) {
    try {
      threads_.emplace_back([this] { Wait(); });
    } catch (const std::system_error&) {
      break;
    }
  }
}

ThreadPool::~ThreadPool() {
  stop_ = true;
  state_.fetch_add(uint64_t{1} << kJobShift);
  state_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// Takes a part of the present job and carries it out; false when none is left. `seen`: the state that had none.
bool ThreadPool::RunOne(uint64_t* seen) {
  uint64_t state = state_.load(std::memory_order_acquire);
  for (;;) {
    const uint32_t next = (state >> kNextShift) & 0xffff, parts = state & 0xffff;
    *seen = state;
    if (next >= parts) return false;
    if (!state_.compare_exchange_weak(state, state + (1u << kNextShift), std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    // The job cannot end before this part does.
    work_(context_, next);
    if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == parts) done_.notify_one();
    return true;
  }
}

void ThreadPool::Wait() {
  uint64_t seen = 0;
  while (!stop_) {
    if (RunOne(&seen)) continue;
    if (Spin([&] { return stop_ || state_.load(std::memory_order_relaxed) != seen; })) continue;
    state_.wait(seen);
  }
}

void ThreadPool::Run(uint32_t count, mote_work work, void* context) {
  if (threads_.empty() || count <= 1) {
    for (uint32_t part = 0; part < count; ++part) work(context, part);
    return;
  }
  work_ = work;
  context_ = context;
  done_.store(0, std::memory_order_relaxed);
  const uint64_t job = (state_.load(std::memory_order_relaxed) >> kJobShift) + 1;
  state_.store(job << kJobShift | count, std::memory_order_release);
  state_.notify_all();  // no system call while all are awake
  uint64_t seen = 0;
  while (RunOne(&seen)) {
  }
  const auto all = [&] { return done_.load(std::memory_order_acquire) == count; };
  if (Spin(all)) return;
  for (uint32_t done = done_.load(); done != count; done = done_.load()) done_.wait(done);
}

}  // namespace mote
