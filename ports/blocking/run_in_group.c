/* A run with its exchanges. A file of its own: who only joins does not link the runtime's executor. */
#include "blocking/blocking.h"

mote_status mote_run_in_group(mote_instance* instance, mote_group* group) {
  for (;;) {
    const mote_status status = mote_run(instance, 0);
    if (status.code == MOTE_MORE) continue;
    if (status.code != MOTE_WAIT) return status;
    const mote_code code = mote_group_wait(group);
    (void)code; /* the epoch may have ended, and the exchange been done */
    if (mote_group_exchange_result(group) == MOTE_OK) continue;
    const mote_status failed = {mote_group_exchange_result(group), 0, status.detail};
    return failed;
  }
}
