// See the header.
#include "exchange_stub.h"

extern "C" {
mote_exchange_kind mote_exchange_kind_of(const mote_exchange* exchange) { return exchange->kind; }
uint32_t mote_exchange_send_count(const mote_exchange* exchange) { return static_cast<uint32_t>(exchange->sends.size()); }
uint32_t mote_exchange_receive_count(const mote_exchange* exchange) { return static_cast<uint32_t>(exchange->receives.size()); }
mote_transfer mote_exchange_send(const mote_exchange* exchange, uint32_t number) { return exchange->sends[number]; }
mote_transfer mote_exchange_receive(const mote_exchange* exchange, uint32_t number) { return exchange->receives[number]; }
mote_blocks mote_exchange_blocks(const mote_exchange* exchange) { return exchange->blocks; }
uint32_t mote_exchange_number(const mote_exchange* exchange) { return exchange->number; }
mote_instance* mote_exchange_instance(const mote_exchange* exchange) { return exchange->instance; }
mote_status mote_complete(mote_instance* instance, mote_code result) {
  ++instance->completions;
  instance->waiting = false;
  instance->result = result;
  return {MOTE_OK, 0, 0};
}
}
