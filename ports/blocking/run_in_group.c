/* A run with its exchanges. A file of its own: who only joins does not link the runtime's executor. */
#include "blocking/blocking.h"

uint64_t mote_budget_between_polls(uint64_t budget, uint32_t took_us) {
  enum { kFirst = 1 << 17, kLeast = 1 << 10, kShort = 50, kLong = 100 }; /* element operations; microseconds */
  if (budget == 0) return kFirst;
  if (took_us < kShort && budget < UINT64_C(1) << 40) return budget * 2;
  return took_us > kLong && budget > kLeast ? budget / 2 : budget;
}

mote_status mote_run_in_group(mote_instance* instance, mote_group* group) {
  uint64_t budget = 0; /* but for the time of an exchange that the program computes beside */
  uint32_t began = 0;
  for (;;) {
    const mote_status status = mote_run(instance, budget);
    if (status.code == MOTE_MORE) {
      const uint32_t now = mote_clock_us();
      const mote_code told = mote_group_poll(group, now);
      (void)told; /* how the epoch goes on is the exchange's business */
      budget = mote_group_exchange_result(group) == MOTE_WAIT ? mote_budget_between_polls(budget, now - began) : 0;
      began = mote_clock_us();
      continue;
    }
    if (status.code != MOTE_WAIT) return status;
    const mote_code code = mote_group_wait(group);
    (void)code; /* the epoch may have ended, and the exchange been done */
    budget = 0;
    if (mote_group_exchange_result(group) == MOTE_OK) continue;
    const mote_status failed = {mote_group_exchange_result(group), 0, status.detail};
    return failed;
  }
}
