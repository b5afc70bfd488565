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
enum { kAlone = 100, kAwake = 2000, kLightSleep = 50000 };

/* Whether there are more members than processors: were all of them here, one who waits would keep another one from answering. */
static int IsCrowded(const mote_group* group) {
  cpu_set_t set;
  const int members = __builtin_popcount(mote_group_members(group));
  return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < members;
}

static void Sleep(uint32_t us) {
  const struct timespec nap = {0, (long)us * 1000};
  nanosleep(&nap, NULL);
}

mote_code mote_group_wait(mote_group* group) {
  uint32_t now = mote_clock_us(), last = now, frames = mote_group_frames(group);
  int crowded = 0;
  for (uint32_t turns = 1;; ++turns) {
    const mote_code code = mote_group_poll(group, now);
    if (code != MOTE_WAIT) return code;
    if (turns == 16) crowded = IsCrowded(group);
    if (turns % 16 == 0 && (crowded || now - last > kAlone)) sched_yield();
    now = mote_clock_us();
    if (mote_group_frames(group) != frames) {
      frames = mote_group_frames(group);
      last = now;
    } else if (now - last > kAwake) {
      Sleep(now - last < kLightSleep ? 50 : 500);
    }
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
