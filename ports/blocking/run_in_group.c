/* A run with its exchanges. A file of its own: who only joins does not link the runtime's executor. */
#include "blocking/blocking.h"

void mote_pace_note(mote_pace* pace, uint32_t took_us) {
  enum { kFirst = 1 << 20, kLeast = 1 << 10, kShort = 50, kLong = 100, kLongest = 2000 }; /* element operations; microseconds */
  if (pace->budget == 0) {
    pace->budget = kFirst;
    return;
  }
  const uint64_t rate = pace->budget / (took_us == 0 ? 1 : took_us);
  pace->best = rate > pace->best ? rate : pace->best - pace->best / 16;
  const int wasteful = rate < pace->best / 4 * 3;
  if (took_us < kShort || (wasteful && took_us < kLongest)) {
    pace->budget *= pace->budget < UINT64_C(1) << 40 ? 2 : 1;
  } else if (took_us > kLong && !wasteful && pace->budget > kLeast) {
    pace->budget /= 2;
  }
}

mote_status mote_run_in_group(mote_instance* instance, mote_group* group) {
  mote_pace pace = {0, 0};
  int beside = 0; /* an exchange is under way that the program computes beside */
  uint32_t began = 0;
  for (;;) {
    const mote_status status = mote_run(instance, beside ? pace.budget : 0);
    if (status.code == MOTE_MORE) {
      const uint32_t now = mote_clock_us();
      const mote_code told = mote_group_poll(group, now);
      (void)told; /* how the epoch goes on is the exchange's business */
      beside = mote_group_exchange_result(group) == MOTE_WAIT;
      if (beside) mote_pace_note(&pace, now - began);
      began = mote_clock_us();
      continue;
    }
    if (status.code != MOTE_WAIT) return status;
    const mote_code code = mote_group_wait(group);
    (void)code; /* the epoch may have ended, and the exchange been done */
    const mote_code result = mote_group_exchange_result(group);
    if (result != MOTE_OK && !beside) {
      const mote_status failed = {result, 0, status.detail};
      return failed;
    }
    beside = 0; /* what it ended with mote_run says */
  }
}
