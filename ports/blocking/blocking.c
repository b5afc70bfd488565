/* Polling loops: without a pause while frames come, since answers mostly come at once. */
#include "blocking/blocking.h"

#include <sched.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

uint32_t mote_clock_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)((uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u);
}

uint32_t mote_random_start(void) {
  uint32_t number = 0;
  while (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number || number == 0) {
  }
  return number;
}

/* How long nothing came, in microseconds, until one who waits lets others have the processor, sleeps between looks, sleeps longer. */
enum { kAlone = 20, kAwake = 2000, kLightSleep = 50000, kPause = 500 };

/* Processors are counted once, since asking takes as long as an exchange. */
int mote_is_crowded(uint32_t members) {
  static int processors;
  int count = __atomic_load_n(&processors, __ATOMIC_RELAXED);
  if (count == 0) {
    cpu_set_t set;
    count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1 << 16;
    __atomic_store_n(&processors, count, __ATOMIC_RELAXED);
  }
  return count < (int)members;
}

static void Sleep(uint32_t us) {
  const struct timespec nap = {0, (long)us * 1000};
  nanosleep(&nap, NULL);
}

void mote_pause_after(uint32_t us) {
  if (us > kAwake) Sleep(us < kLightSleep ? 50 : 500);
}

mote_code mote_group_wait(mote_group* group) { return mote_group_wait_by(group, NULL); }

mote_code mote_group_wait_by(mote_group* group, const mote_group_pause* pause) {
  const int crowded = mote_is_crowded((uint32_t)__builtin_popcount(mote_group_members(group)));
  int paused = 0; /* what woke this member up may be of no use yet, and stay */
  uint32_t now = mote_clock_us(), last = now, frames = mote_group_frames(group);
  for (uint32_t turns = 1;; ++turns) {
    const mote_code code = mote_group_poll(group, now);
    if (code != MOTE_WAIT) return code;
    const int came = mote_group_frames(group) != frames;
    if (turns % 4 == 0 || came) now = mote_clock_us(); /* it costs as much as a look at a medium */
    if (came) {
      frames = mote_group_frames(group);
      last = now;
      paused = 0;
    } else if (crowded || (turns % 16 == 0 && now - last > kAlone)) {
      paused = pause != NULL && !paused;
      if (paused) {
        pause->until(pause->user, kPause);
        now = mote_clock_us();
        continue;
      }
      sched_yield();
    }
    mote_pause_after(now - last);
  }
}

mote_code mote_group_serve(mote_group* group, uint32_t us) {
  const uint32_t begin = mote_clock_us();
  for (;;) {
    const mote_code code = mote_group_poll(group, mote_clock_us());
    if (mote_clock_us() - begin >= us) return code;
    Sleep(50);
  }
}
