/* Polling loops: at first without a pause, since answers mostly come at once. */
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

static void Pause(uint32_t turns) {
  if (turns < 64) {
    sched_yield();
  } else {
    const struct timespec nap = {0, turns < 1000 ? 50000 : 500000};
    nanosleep(&nap, NULL);
  }
}

mote_code mote_group_wait(mote_group* group) {
  for (uint32_t turns = 0;; ++turns) {
    const mote_code code = mote_group_poll(group, mote_clock_us());
    if (code != MOTE_WAIT) return code;
    Pause(turns);
  }
}

mote_code mote_group_serve(mote_group* group, uint32_t us) {
  const uint32_t begin = mote_clock_us();
  for (;;) {
    const mote_code code = mote_group_poll(group, mote_clock_us());
    if (mote_clock_us() - begin >= us) return code;
    Pause(100);
  }
}
