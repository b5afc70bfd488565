/* A run with its exchanges. A file of its own: who only joins does not link the runtime's executor. */
#include "blocking/blocking.h"

/* While an exchange is under way that the program computes beside: how long a piece of the run takes between two polls, in microseconds.
   Exchanges would like shorter ones; but a product packs its right-hand side once for many rows, or else once a piece: with pieces of 50 to
   100 us a run took 17 ms where it had taken 7. */
enum { kShort = 250, kLong = 1000 };

/* The budget of the next piece after one of `budget` that took so long; 0: the first. */
static uint64_t budget_after(uint64_t budget, uint32_t took_us) {
  enum { kFirst = 1 << 21, kLeast = 1 << 10 }; /* element operations */
  if (budget == 0) return kFirst;
  if (took_us < kShort && budget < UINT64_C(1) << 40) return budget * 2;
  return took_us > kLong && budget > kLeast ? budget / 2 : budget;
}

mote_status mote_run_in_group(mote_instance* instance, mote_group* group) {
  uint64_t budget = 0;
  int beside = 0; /* an exchange is under way that the program computes beside */
  uint32_t began = 0;
  for (;;) {
    const mote_status status = mote_run(instance, beside ? budget : 0);
    if (status.code == MOTE_MORE) {
      const uint32_t now = mote_clock_us();
      const mote_code told = mote_group_poll(group, now);
      (void)told; /* how the epoch goes on is the exchange's business */
      if (beside || budget == 0) budget = budget_after(budget, now - began); /* else an exchange has just begun */
      beside = mote_group_exchange_result(group) == MOTE_WAIT;
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
