/* Each member has two slots, used in turn: a word that says for which exchange it came here last, and its bytes. A member that will not
   wait for one that is missing closes that one's slot for this exchange: it never comes then, and nobody finds all here. A slot is come
   to or closed, whichever was first, so that all members see the same, whatever befalls one of them.

   What lies in a slot has been taken by the time that the slot is used again: who has come to the exchange between has taken it, and so
   has who has ended one in the group. */
#include "shared_memory/shared_meeting.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "blocking/blocking.h"

enum { kSlots = 2, kSlot = 1024, kWord = 8, kLine = 64 };
_Static_assert(kWord + MOTE_MEETING_BYTES == kSlot, "a slot is a word and bytes");
/* How often a member looks for the others before it lets go of the run: in a row, with pauses, giving its processor away. */
enum { kInARow = 200, kWithPauses = 1000, kCrowded = 50 };

static size_t file_size(uint32_t members) { return (size_t)members * kSlots * kSlot; }

static uint8_t* slot_of(const mote_shared_meeting* meeting, uint32_t place, uint64_t turn) {
  return meeting->memory + ((size_t)place * kSlots + turn % kSlots) * kSlot;
}
static uint64_t* word_of(const mote_shared_meeting* meeting, uint32_t place) {
  return (uint64_t*)(void*)slot_of(meeting, place, meeting->turn);
}
static uint8_t* bytes_of(const mote_shared_meeting* meeting, uint32_t place) { return slot_of(meeting, place, meeting->turn) + kWord; }

/* Words of slots in this turn; what they were before it is neither. */
static uint64_t come(const mote_shared_meeting* meeting) { return meeting->turn << 1; }
static uint64_t closed(const mote_shared_meeting* meeting) { return meeting->turn << 1 | 1; }

/* Makes a word that is neither yet `value`. Returns what it is. */
static uint64_t settle(uint64_t* word, uint64_t value) {
  uint64_t old = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  while (old >> 1 != value >> 1) {
    if (__atomic_compare_exchange_n(word, &old, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return value;
  }
  return old;
}

/* MOTE_WAIT: some are missing. MOTE_REVOKED: one of them will not come. */
static mote_code look(const mote_shared_meeting* meeting) {
  mote_code seen = MOTE_OK;
  for (uint32_t place = 0; place < meeting->members; ++place) {
    const uint64_t word = __atomic_load_n(word_of(meeting, place), __ATOMIC_ACQUIRE);
    __builtin_prefetch(slot_of(meeting, place, meeting->turn) + kLine); /* the bytes behind the word come with it */
    if (word == closed(meeting)) return MOTE_REVOKED;
    if (word != come(meeting)) seen = MOTE_WAIT;
  }
  return seen;
}

static void pause_a_little(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

static void take(const mote_shared_meeting* meeting, const mote_blocks* blocks) {
  const size_t from = blocks->kind == MOTE_EXCHANGE_SWAP ? (size_t)blocks->own * blocks->bytes : 0;
  for (uint32_t place = 0; place < blocks->count; ++place) {
    if (place != blocks->own) memcpy(blocks->result + (size_t)place * blocks->bytes, bytes_of(meeting, place) + from, blocks->bytes);
  }
}

static mote_code look_for_a_while(const mote_shared_meeting* meeting) {
  const uint32_t most = meeting->crowded ? kCrowded : kInARow + kWithPauses;
  mote_code seen = look(meeting);
  for (uint32_t looks = 0; looks < most && seen == MOTE_WAIT; ++looks) {
    if (meeting->crowded) {
      sched_yield();
    } else if (looks >= kInARow) {
      pause_a_little();
    }
    seen = look(meeting);
  }
  return seen;
}

/* The exchange that waits has come to its end here. */
static mote_code end(mote_shared_meeting* meeting, mote_code code) {
  const mote_blocks blocks = mote_exchange_blocks(meeting->exchange);
  if (code == MOTE_OK) take(meeting, &blocks);
  meeting->exchange = NULL;
  return code;
}

/* What the next turn writes, while the program computes: measured, a twentieth of an exchange of 64 bytes. */
static void fetch_next_slot(const mote_shared_meeting* meeting, uint32_t own, size_t size) {
  const uint8_t* slot = slot_of(meeting, own, meeting->turn + 1);
  for (size_t at = 0; at < kWord + size; at += kLine) __builtin_prefetch(slot + at, 1);
}

int mote_shared_meeting_open(mote_shared_meeting* meeting, const char* path, uint32_t members) {
  mote_shared_meeting_close(meeting);
  memset(meeting, 0, sizeof *meeting);
  meeting->members = members;
  meeting->crowded = mote_is_crowded(members);
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  void* memory = MAP_FAILED;
  if (ftruncate(file, (off_t)file_size(members)) == 0) {
    memory = mmap(NULL, file_size(members), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  const int error = errno;
  close(file);
  if (memory == MAP_FAILED) return error;
  meeting->memory = memory;
  return 0;
}

void mote_shared_meeting_close(mote_shared_meeting* meeting) {
  if (meeting->memory != NULL) munmap(meeting->memory, file_size(meeting->members));
  meeting->memory = NULL;
}

int mote_shared_meeting_begin(mote_shared_meeting* meeting, const mote_exchange* exchange, mote_code* code) {
  const mote_blocks blocks = mote_exchange_blocks(exchange);
  const uint64_t size = (uint64_t)blocks.bytes * (blocks.kind == MOTE_EXCHANGE_SWAP ? blocks.count : 1);
  if (meeting->memory == NULL || blocks.count != meeting->members || size > MOTE_MEETING_BYTES) return 0;
  ++meeting->turn;
  memcpy(bytes_of(meeting, blocks.own), blocks.sent, size);
  meeting->bytes += size;
  *code = settle(word_of(meeting, blocks.own), come(meeting)) == come(meeting) ? look_for_a_while(meeting) : MOTE_REVOKED;
  if (*code == MOTE_OK) take(meeting, &blocks);
  fetch_next_slot(meeting, blocks.own, size);
  if (*code == MOTE_WAIT) meeting->exchange = exchange;
  return *code != MOTE_REVOKED;
}

mote_code mote_shared_meeting_look(mote_shared_meeting* meeting) {
  const mote_code code = look_for_a_while(meeting);
  return code == MOTE_WAIT ? code : end(meeting, code);
}

mote_code mote_shared_meeting_give_up(mote_shared_meeting* meeting) {
  for (uint32_t place = 0; place < meeting->members; ++place) (void)settle(word_of(meeting, place), closed(meeting));
  return end(meeting, look(meeting) == MOTE_OK ? MOTE_OK : MOTE_REVOKED);
}

mote_code mote_shared_meeting_wait(mote_shared_meeting* meeting, mote_group* group, const mote_transport* transport, uint32_t late_us) {
  const mote_exchange* const exchange = meeting->exchange;
  const uint32_t began = mote_clock_us();
  mote_code code = MOTE_WAIT;
  for (uint32_t waited = 0; code == MOTE_WAIT; waited = mote_clock_us() - began) {
    const mote_code state = mote_group_poll(group, began + waited);
    const int over = (state != MOTE_OK && state != MOTE_WAIT) || waited > late_us;
    code = over ? mote_shared_meeting_give_up(meeting) : mote_shared_meeting_look(meeting);
    if (code == MOTE_WAIT) mote_pause_after(waited);
  }
  if (code == MOTE_REVOKED) code = transport->begin(transport->user, exchange);
  if (code == MOTE_WAIT) return code;
  const mote_status told = mote_complete(mote_exchange_instance(exchange), code);
  return told.code == MOTE_OK ? code : told.code;
}
