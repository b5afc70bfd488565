/* A firmware that is a member of a group over its UARTs (mote_add_firmware with MEMBERS): runs its program so many times, the first outputs
   of a run being the inputs of the next; where members are lost, with those that are left, by the program for as many.
   From the host, by semihosting: `member` has five numbers in decimal: this member, all members, runs, milliseconds of a deadline, and a
   number that is another one at each start. inputs.bin, where it is there, holds the first inputs one after the other; else they are zeros.
   outputs.bin takes those of the last run. */
#include <mote/group.h>
#include <mote/mote.h>

#include "mote_members.h"
#include "semihosting.h"
#include "uart.h"

enum { kHeartbeat = 1000000, kAfter = 2500000 }; /* microseconds; the heartbeat is that of `mote launch` */
enum { kBudget = 20000 };                        /* element operations between two looks at the lines */

static mote_members_arena arena __attribute__((section(".mote_arena"), aligned(8)));
static mote_members_arena held; /* the next run's inputs: they lie in the arena, where a run overwrites them */
static mote_members_program program_memory;
static mote_members_instance instance_memory;
static uint64_t group_memory[(1024 + MOTE_UARTS * 640) / 8];
static mote_uart uarts[MOTE_UARTS];
static uint32_t link_count;
static mote_medium mediums[MOTE_UARTS + 1];

static const mote_program* program;
static mote_instance* instance;
static mote_group* group;

static uint32_t now_us(void) {
  enum { kMegahertz = MOTE_BOARD_HZ / 1000000 };
  static uint32_t last, us;
  const uint32_t passed = (mote_uart_clocks() - last) / kMegahertz;
  last += passed * kMegahertz;
  return us += passed;
}

static int failed(const char* what, uint32_t code, uint32_t detail) {
  semihosting_write(what);
  semihosting_write(": code ");
  semihosting_write_number(code, 1);
  semihosting_write(" detail ");
  semihosting_write_number(detail, 1);
  semihosting_write("\n");
  return 1;
}

static mote_code wait(void) {
  for (;;) {
    const mote_code code = mote_group_poll(group, now_us());
    if (code != MOTE_WAIT) return code;
    mote_uart_sleep(uarts, link_count);
  }
}

/* Numbers of the file `member`; 0: it is not there, or has fewer. */
static int read_member(uint32_t* numbers, uint32_t count) {
  static char text[80];
  const int file = semihosting_open("member", 0);
  if (file < 0) return 0;
  const uint32_t size = semihosting_read(file, text, sizeof text);
  semihosting_close(file);
  uint32_t at = 0;
  for (uint32_t i = 0; i < count; ++i) {
    while (at < size && (text[at] < '0' || text[at] > '9')) ++at;
    if (at == size) return 0;
    for (numbers[i] = 0; at < size && text[at] >= '0' && text[at] <= '9'; ++at) numbers[i] = numbers[i] * 10 + (uint32_t)(text[at] - '0');
  }
  return 1;
}

/* The program for so many members, with the group's transport. */
static mote_status open_for(uint32_t members) {
  const mote_members_row* row = &mote_members_rows[members - 1];
  const mote_open_options options = {.target = row->target};
  mote_status status = mote_open(&program_memory, sizeof program_memory, row->program, row->size, &options, &program);
  if (status.code != MOTE_OK) return status;
  const mote_memory memory = {
      .instance = &instance_memory, .instance_size = sizeof instance_memory, .arena = &arena, .arena_size = sizeof arena};
  return mote_instance_init(&memory, program, 0, &instance);
}

static mote_status enter_group(void) {
  mote_transport transport;
  mote_status status = {mote_group_transport(group, 1, &transport), 0, 0};
  return status.code == MOTE_OK ? mote_set_transport(instance, &transport) : status;
}

/* Between the arena and where inputs are held: from the outputs, or to the inputs. */
static void move_values(int from_outputs) {
  unsigned char* at = (unsigned char*)&held;
  for (uint32_t i = 0; i < mote_input_count(program, 0); ++i) {
    mote_tensor tensor;
    if (mote_input(program, 0, i, &tensor).code != MOTE_OK) continue;
    if (from_outputs) {
      __builtin_memcpy(at, mote_output_data(instance, i), tensor.bytes);
    } else {
      __builtin_memcpy(mote_input_data(instance, i), at, tensor.bytes);
    }
    at += tensor.bytes;
  }
}

/* Are the first outputs like the inputs, and can those be held? */
static int can_repeat(uint32_t runs) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < mote_input_count(program, 0); ++i) {
    mote_tensor in, out;
    if (mote_input(program, 0, i, &in).code != MOTE_OK) return 0;
    if (runs > 1 && (mote_output(program, 0, i, &out).code != MOTE_OK || out.bytes != in.bytes)) return 0;
    bytes += in.bytes;
  }
  return bytes <= sizeof held;
}

static mote_status run(void) {
  for (;;) {
    const mote_status status = mote_run(instance, kBudget);
    if (status.code == MOTE_MORE) {
      const mote_code told = mote_group_poll(group, now_us());
      (void)told; /* the run's next exchange says it */
    } else if (status.code == MOTE_WAIT) {
      const mote_code told = wait();
      (void)told; /* the epoch may have ended, and the exchange been done */
      if (mote_group_exchange_result(group) == MOTE_OK) continue;
      const mote_status ended = {mote_group_exchange_result(group), 0, status.detail};
      return ended;
    } else {
      return status;
    }
  }
}

static uint32_t count_of(uint32_t set) {
  uint32_t count = 0;
  for (; set != 0; set &= set - 1) ++count;
  return count;
}

static mote_status run_all(uint32_t runs) {
  mote_status status = enter_group();
  for (uint32_t done = 0; done < runs && status.code == MOTE_OK;) {
    move_values(0);
    status = run();
    if (status.code == MOTE_OK) {
      if (++done < runs) move_values(1);
      continue;
    }
    if (status.code != MOTE_PEER_LOST || wait() != MOTE_PEER_LOST) break;
    status.code = mote_group_shrink(group);
    if (status.code == MOTE_OK) status.code = wait();
    if (status.code == MOTE_OK) status = open_for(count_of(mote_group_members(group)));
    if (status.code == MOTE_OK) status = enter_group();
  }
  return status;
}

static void write_outputs(void) {
  const int file = semihosting_open("outputs.bin", 1);
  for (uint32_t i = 0; i < mote_output_count(program, 0); ++i) {
    mote_tensor tensor;
    if (mote_output(program, 0, i, &tensor).code == MOTE_OK) semihosting_store(file, mote_output_data(instance, i), (uint32_t)tensor.bytes);
  }
  semihosting_close(file);
}

int main(void) {
  uint32_t numbers[5];
  if (!read_member(numbers, 5)) return failed("no file `member` of five numbers", 0, 0);
  const uint32_t self = numbers[0], members = numbers[1];
  if (members == 0 || members > MOTE_MEMBERS || members > MOTE_UARTS + 1 || self >= members) return failed("members", members, self);
  mote_group_options options = {.members = members, .member = self, .mediums = mediums, .random = numbers[4] | 1u,
                                .heartbeat_us = kHeartbeat, .deadline_us = numbers[3] * 1000u};
  for (uint32_t other = 0; other < members; ++other) {
    if (other == self) continue;
    mote_uart_open(&uarts[link_count], link_count, 16);
    mediums[other] = mote_uart_medium(&uarts[link_count++]);
  }
  mote_status status = open_for(members);
  mote_grid grid;
  if (status.code == MOTE_OK) status = mote_query_grid(program, &grid, &options.plan);
  if (status.code != MOTE_OK) return failed("the program", (uint32_t)status.code, status.site);
  if (!can_repeat(numbers[2])) return failed("the outputs are no inputs of a further run", 0, 0);
  const int in = semihosting_open("inputs.bin", 0);
  if (in >= 0) semihosting_read(in, &held, sizeof held);
  mote_code code = mote_group_init(&options, group_memory, sizeof group_memory, &group);
  if (code == MOTE_OK) code = mote_group_join(group);
  if (code == MOTE_OK) code = wait();
  if (code != MOTE_OK) return failed("joining the group", (uint32_t)code, mote_group_lost(group));
  status = run_all(numbers[2]);
  if (status.code == MOTE_OK) write_outputs();
  /* The last acknowledgement may have been lost, and the others wait for it. */
  for (const uint32_t begin = now_us(); now_us() - begin < kAfter && mote_group_poll(group, now_us()) == MOTE_OK;) {
    mote_uart_sleep(uarts, link_count);
  }
  const uint32_t lost = mote_group_lost(group);
  mote_group_leave(group);
  return status.code == MOTE_OK ? 0 : failed("running in the group", (uint32_t)status.code, lost);
}
