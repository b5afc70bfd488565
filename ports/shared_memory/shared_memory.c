/* Two rings in a mapped file. A member that is killed leaves them whole: a datagram counts once its ring's head says so. A datagram whose
   length is marked has a piece of a heap behind its head, where its payload lies. */
#include "shared_memory/shared_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "loopback/ring.h"

static const uint32_t kLent = 1u << 31;
enum { kLeastLent = 4096 }; /* bytes: saying where shorter ones lie saves nothing */

int mote_shared_memory_open(mote_shared_memory* memory, const char* path, uint32_t bytes, int first) {
  memset(memory, 0, sizeof *memory);
  if (bytes < 4096 || bytes > 1u << 30 || (bytes & (bytes - 1)) != 0) return EINVAL;
  const size_t ring = mote_ring_size(bytes);
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  if (ftruncate(file, (off_t)(2 * ring)) != 0) {
    const int error = errno;
    close(file);
    return error;
  }
  memory->size = 2 * ring;
  memory->memory = mmap(NULL, memory->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int error = errno;
  close(file);
  if (memory->memory == MAP_FAILED) return error;
  mote_ring* const one = memory->memory;
  mote_ring* const other = (mote_ring*)((uint8_t*)memory->memory + ring);
  memory->end.out = first ? one : other;
  memory->end.in = first ? other : one;
  memory->end.bytes = bytes;
  __atomic_store_n(&memory->end.in->tail, __atomic_load_n(&memory->end.in->head, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
  return 0;
}

void mote_shared_memory_lend(mote_shared_memory* memory, const mote_shared_heap* own, const char* path) {
  memory->own = own;
  memory->path = path;
}

static size_t Room(void* user) {
  const mote_shared_memory* memory = user;
  return mote_ring_has_room(&memory->end) ? memory->end.bytes / 2 - 8 : 0;
}

static void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  const mote_shared_memory* memory = user;
  if (memory->own != NULL && size >= kLeastLent && head_size == MOTE_LINK_HEADER) {
    const mote_shared_piece piece = mote_shared_heap_piece(memory->own, data, size);
    if (piece.size != 0) {
      mote_ring_write(&memory->end, kLent, head, head_size, &piece, sizeof piece);
      return;
    }
  }
  mote_ring_write(&memory->end, 0, head, head_size, data, size);
}

static void Write(void* user, const void* data, size_t size) { WriteParts(user, data, size, NULL, 0); }

static size_t Look(void* user, void* head, size_t size) {
  const mote_shared_memory* memory = user;
  const uint32_t word = mote_ring_next(&memory->end, kLent), length = word & ~kLent;
  if ((word & kLent) == 0) {
    mote_ring_copy(&memory->end, 0, head, length < size ? length : size);
    return length;
  }
  mote_shared_piece piece = {0, 0, 0, 0};
  mote_ring_copy(&memory->end, 0, head, size < MOTE_LINK_HEADER ? size : MOTE_LINK_HEADER);
  mote_ring_copy(&memory->end, MOTE_LINK_HEADER, &piece, sizeof piece);
  return MOTE_LINK_HEADER + (size_t)piece.size;
}

/* What it copies is never more than it was asked for, whatever the other process has made of the datagram since it was looked at. */
static size_t Take(void* user, void* data, size_t size) {
  mote_shared_memory* memory = user;
  size_t copied = size;
  const uint32_t word = __atomic_load_n(mote_ring_length(memory->end.in, memory->end.bytes, memory->end.in->tail), __ATOMIC_RELAXED);
  if ((word & kLent) == 0) {
    if (copied > memory->end.bytes) copied = 0; /* it was lent when it was looked at */
    mote_ring_copy(&memory->end, MOTE_LINK_HEADER, data, copied);
  } else if (size != 0) {
    mote_shared_piece piece;
    mote_ring_copy(&memory->end, MOTE_LINK_HEADER, &piece, sizeof piece);
    const int taken = memory->path != NULL && mote_shared_heap_copy(&memory->theirs, memory->path, &piece, data, size);
    copied = taken ? size : 0;
  }
  mote_ring_drop(&memory->end, kLent);
  return copied;
}

static size_t Read(void* user, void* data, size_t size) {
  const size_t length = Look(user, data, size < MOTE_LINK_HEADER ? size : MOTE_LINK_HEADER);
  if (length == 0) return 0;
  const size_t whole = length < size ? length : size, rest = whole > MOTE_LINK_HEADER ? whole - MOTE_LINK_HEADER : 0;
  return Take(user, (uint8_t*)data + MOTE_LINK_HEADER, rest) == rest ? whole : 0;
}

mote_medium mote_shared_memory_medium(mote_shared_memory* memory) {
  const uint32_t most = memory->end.bytes / 8, payload = most < 1u << 16 ? most : 1u << 16;
  const mote_medium medium = {memory, payload, 0, 0, Room, Write, Read, WriteParts, Look, Take};
  return medium;
}

void mote_shared_memory_close(mote_shared_memory* memory) {
  mote_shared_heap_close(&memory->theirs);
  munmap(memory->memory, memory->size);
}
