#include "tool/thread_pool.h"

#include <algorithm>
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

ThreadPool::ThreadPool(uint32_t count) : taken_(std::clamp(count, 1u, kMost)) {
  for (uint32_t i = 1; i < taken_.size(); ++i) {
    try {
      threads_.emplace_back([this, i] { Wait(i); });
    } catch (const std::system_error&) {
      break;
    }
  }
}

ThreadPool::~ThreadPool() {
  stop_ = true;
  state_.store(((state_.load() >> kJobShift) + 1) << kJobShift);  // a job without parts
  state_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// Whether the part is the calling thread's from now on. In a job that is over all parts are taken, by it or by a later one.
bool ThreadPool::Take(uint64_t state, uint32_t part) {
  const uint64_t job = state >> kJobShift;
  uint64_t last = taken_[part].load(std::memory_order_relaxed);
  while (last < job) {
    if (taken_[part].compare_exchange_weak(last, job, std::memory_order_acq_rel, std::memory_order_relaxed)) return true;
  }
  return false;
}

// Takes a part of a job, its own before others, and carries it out; false when none is left.
bool ThreadPool::RunOne(uint64_t state, uint32_t own) {
  const uint32_t parts = state & ((1u << kJobShift) - 1);
  for (uint32_t i = 0; i < parts; ++i) {
    const uint32_t part = (own + i) % parts;
    if (!Take(state, part)) continue;
    // The job cannot end before this part does.
    work_(context_, part);
    if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == parts) done_.notify_one();
    return true;
  }
  return false;
}

void ThreadPool::Wait(uint32_t own) {
  while (!stop_) {
    const uint64_t state = state_.load(std::memory_order_acquire);
    // A part that is another's is left to it for a moment.
    if (const uint32_t parts = state & ((1u << kJobShift) - 1); own >= parts) {
      for (int i = 0; i < kTurns && state_.load(std::memory_order_relaxed) == state; ++i) Pause();
    }
    while (RunOne(state, own)) {
    }
    if (Spin([&] { return stop_ || state_.load(std::memory_order_relaxed) != state; })) continue;
    state_.wait(state);
  }
}

void ThreadPool::Run(uint32_t count, mote_work work, void* context) {
  if (threads_.empty() || count <= 1 || count > taken_.size()) {
    for (uint32_t part = 0; part < count; ++part) work(context, part);
    return;
  }
  work_ = work;
  context_ = context;
  done_.store(0, std::memory_order_relaxed);
  const uint64_t job = (state_.load(std::memory_order_relaxed) >> kJobShift) + 1, state = job << kJobShift | count;
  state_.store(state, std::memory_order_release);
  state_.notify_all();  // no system call while all are awake
  while (RunOne(state, 0)) {
  }
  const auto all = [&] { return done_.load(std::memory_order_acquire) == count; };
  if (Spin(all)) return;
  for (uint32_t done = done_.load(); done != count; done = done_.load()) done_.wait(done);
}

}  // namespace mote
