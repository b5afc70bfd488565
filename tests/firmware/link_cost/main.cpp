// Member 0 sends a tensor to member 1, both in this image, over a stream of bytes in memory: instructions of both by payload byte, framing,
// checksums and acknowledgement, without the copies of the medium. Under QEMU with -icount shift=0 an instruction takes a nanosecond.
#include "mote/group.h"

extern "C" {
#include "semihosting.h"
#include "ticks.h"
}

struct mote_instance {
  mote_code result;
};
struct mote_exchange {
  mote_transfer send, receive;
  uint32_t sends, receives;
  mote_instance* instance;
};
extern "C" {
mote_exchange_kind mote_exchange_kind_of(const mote_exchange*) { return MOTE_EXCHANGE_PAIRS; }
uint32_t mote_exchange_send_count(const mote_exchange* exchange) { return exchange->sends; }
uint32_t mote_exchange_receive_count(const mote_exchange* exchange) { return exchange->receives; }
mote_transfer mote_exchange_send(const mote_exchange* exchange, uint32_t) { return exchange->send; }
mote_transfer mote_exchange_receive(const mote_exchange* exchange, uint32_t) { return exchange->receive; }
uint32_t mote_exchange_number(const mote_exchange*) { return 0; }
mote_instance* mote_exchange_instance(const mote_exchange* exchange) { return exchange->instance; }
mote_status mote_complete(mote_instance* instance, mote_code result) {
  instance->result = result;
  return {MOTE_OK, 0, 0};
}
}

namespace {

constexpr uint32_t kBytes = 256 << 10, kLine = 4096;
uint8_t sent[kBytes], received[kBytes];

struct Line {  // one way
  uint8_t bytes[kLine];
  uint32_t head, tail;
};
Line lines[2];

struct End {
  Line *out, *in;
};
End ends[2] = {{&lines[0], &lines[1]}, {&lines[1], &lines[0]}};

uint32_t in_line;  // ticks

size_t Room(void* user) {
  const Line& line = *static_cast<End*>(user)->out;
  return kLine - (line.head - line.tail);
}

void Write(void* user, const void* data, size_t size) {
  Line& line = *static_cast<End*>(user)->out;
  const uint32_t before = ticks();
  for (size_t i = 0; i < size;) {
    const uint32_t at = line.head % kLine, piece = size - i < kLine - at ? size - i : kLine - at;
    __builtin_memcpy(line.bytes + at, static_cast<const uint8_t*>(data) + i, piece);
    line.head += piece, i += piece;
  }
  in_line += ticks() - before;
}

size_t Read(void* user, void* data, size_t size) {
  Line& line = *static_cast<End*>(user)->in;
  const uint32_t at = line.tail % kLine, there = line.head - line.tail;
  uint32_t piece = there < size ? there : size;
  if (piece > kLine - at) piece = kLine - at;
  const uint32_t before = ticks();
  __builtin_memcpy(data, line.bytes + at, piece);
  in_line += ticks() - before;
  line.tail += piece;
  return piece;
}

alignas(8) uint8_t memory[2][4096];

// Instructions of the exchange of `sent`; 0: it went wrong.
uint32_t Measure(mote_group* groups[2]) {
  static mote_instance instances[2];
  static mote_exchange exchanges[2];
  mote_transport transports[2];
  for (int m = 0; m < 2; ++m) {
    if (mote_group_transport(groups[m], 1, &transports[m]) != MOTE_OK) return 0;
    instances[m].result = MOTE_WAIT;
    exchanges[m].instance = &instances[m];
  }
  exchanges[0].sends = 1, exchanges[0].send = {1, kBytes, sent};
  exchanges[1].receives = 1, exchanges[1].receive = {0, kBytes, received};
  in_line = 0;
  const uint32_t before = ticks();
  if (transports[1].begin(transports[1].user, &exchanges[1]) != MOTE_WAIT) return 0;
  if (transports[0].begin(transports[0].user, &exchanges[0]) != MOTE_WAIT) return 0;
  for (uint32_t turn = 0; instances[0].result == MOTE_WAIT || instances[1].result == MOTE_WAIT; ++turn) {
    if (turn > 100000) return 0;
    for (int m = 0; m < 2; ++m) (void)!mote_group_poll(groups[m], turn);
  }
  const uint32_t taken = ticks() - before - in_line;
  const bool right = instances[0].result == MOTE_OK && instances[1].result == MOTE_OK && __builtin_memcmp(sent, received, kBytes) == 0;
  return right ? taken * 40 : 0;  // a tick of 25 MHz
}

}  // namespace

int main() {
  start_ticks();
  mote_medium mediums[2][2] = {};
  mote_group* groups[2];
  for (uint32_t m = 0; m < 2; ++m) {
    mediums[m][1 - m] = {&ends[m], 0, 0, 1, Room, Write, Read};
    mote_group_options options = {};
    options.members = 2, options.member = m, options.plan = 1, options.mediums = mediums[m], options.random = 17 + m;
    if (mote_group_init(&options, memory[m], sizeof memory[m], &groups[m]) != MOTE_OK) return semihosting_write("init\n"), 1;
    if (mote_group_join(groups[m]) != MOTE_OK) return semihosting_write("join\n"), 1;
  }
  for (uint32_t turn = 0; turn < 400; ++turn) {
    for (uint32_t m = 0; m < 2; ++m) (void)!mote_group_poll(groups[m], turn * 1000);
  }
  uint32_t x = 1;  // values of f32 that a training exchanges: no byte is rare but 0 is not frequent
  for (uint32_t i = 0; i < kBytes; ++i) x = x * 1664525u + 1013904223u, sent[i] = static_cast<uint8_t>(x >> 24);
  const uint32_t instructions = Measure(groups);
  if (instructions == 0) return semihosting_write("the exchange went wrong\n"), 1;
  semihosting_write_number(instructions / kBytes, 1), semihosting_write(".");
  semihosting_write_number(instructions % kBytes * 100 / kBytes, 2);
  semihosting_write(" instructions a payload byte, sent and received\n");
  semihosting_write_number(mote_group_size(5), 1), semihosting_write(" bytes of state with 4 peers\n");
  return 0;
}
