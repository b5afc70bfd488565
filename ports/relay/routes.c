/* Shortest ways from one member. Wires cost something each, so every member between is nearer to the end than the one before it: whatever
   members choose among ways of one length, none of them leads back. */
#include "relay/relay.h"

uint32_t mote_relay_routes(uint32_t members, uint32_t member, const uint32_t* costs, uint8_t* next) {
  uint64_t lengths[32]; /* a cost and, behind it, a count of wires, which is less than 64 */
  uint32_t open = (uint32_t)((UINT64_C(1) << members) - 1);
  for (uint32_t m = 0; m < members; ++m) {
    lengths[m] = UINT64_MAX;
    next[m] = MOTE_RELAY_NOWHERE;
  }
  lengths[member] = 0;
  while (open != 0) {
    uint32_t nearest = 32;
    for (uint32_t m = 0; m < members; ++m) {
      if ((open >> m & 1) != 0 && lengths[m] != UINT64_MAX && (nearest == 32 || lengths[m] < lengths[nearest])) nearest = m;
    }
    if (nearest == 32) break;
    open &= ~(UINT32_C(1) << nearest);
    for (uint32_t m = 0; m < members; ++m) {
      const uint32_t cost = costs[nearest * members + m];
      if ((open >> m & 1) == 0 || cost == 0) continue;
      const uint64_t length = lengths[nearest] + (uint64_t)cost * 64 + 1;
      const uint8_t first = nearest == member ? (uint8_t)m : next[nearest];
      if (length > lengths[m] || (length == lengths[m] && first >= next[m])) continue;
      lengths[m] = length;
      next[m] = first;
    }
  }
  return open;
}
