/* Rings of datagrams: a length in four bytes, then the bytes, filled up to fours. What lies in a ring may come from another process, so
   that no length is believed. */
#include "loopback/loopback.h"

#include <string.h>

size_t mote_ring_size(uint32_t bytes) { return sizeof(mote_ring) + bytes; }

static uint8_t* BytesOf(mote_ring* ring) { return (uint8_t*)(ring + 1); }

static void Put(mote_ring* ring, uint32_t bytes, uint32_t at, const void* data, uint32_t size) {
  const uint32_t place = at & (bytes - 1), first = size < bytes - place ? size : bytes - place;
  memcpy(BytesOf(ring) + place, data, first);
  if (first != size) memcpy(BytesOf(ring), (const uint8_t*)data + first, size - first);
}

static void Get(mote_ring* ring, uint32_t bytes, uint32_t at, void* data, uint32_t size) {
  const uint32_t place = at & (bytes - 1), first = size < bytes - place ? size : bytes - place;
  memcpy(data, BytesOf(ring) + place, first);
  if (first != size) memcpy((uint8_t*)data + first, BytesOf(ring), size - first);
}

/* A datagram's length, which no end of the ring cuts. */
static uint32_t* LengthAt(mote_ring* ring, uint32_t bytes, uint32_t at) { return (uint32_t*)(void*)(BytesOf(ring) + (at & (bytes - 4))); }

static size_t Room(void* user) {
  const mote_loopback_end* end = user;
  const uint32_t used = end->out->head - __atomic_load_n(&end->out->tail, __ATOMIC_ACQUIRE);
  return used < end->bytes / 2 ? end->bytes / 2 - 8 : 0;
}

static void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  const mote_loopback_end* end = user;
  const uint32_t length = (uint32_t)(head_size + size), at = end->out->head;
  *LengthAt(end->out, end->bytes, at) = length;
  Put(end->out, end->bytes, at + 4, head, (uint32_t)head_size);
  if (size != 0) Put(end->out, end->bytes, at + 4 + (uint32_t)head_size, data, (uint32_t)size);
  __atomic_store_n(&end->out->head, at + 4 + ((length + 3) & ~3u), __ATOMIC_RELEASE);
}

static void Write(void* user, const void* data, size_t size) { WriteParts(user, data, size, NULL, 0); }

static size_t Look(void* user, void* head, size_t size) {
  const mote_loopback_end* end = user;
  const uint32_t tail = end->in->tail, there = __atomic_load_n(&end->in->head, __ATOMIC_ACQUIRE) - tail;
  if (there == 0) return 0;
  const uint32_t length = __atomic_load_n(LengthAt(end->in, end->bytes, tail), __ATOMIC_RELAXED);
  if (there > end->bytes || length > end->bytes || there < 4 + ((length + 3) & ~3u)) { /* damaged: what is there is given up */
    __atomic_store_n(&end->in->tail, tail + there, __ATOMIC_RELEASE);
    return 0;
  }
  Get(end->in, end->bytes, tail + 4, head, length < size ? length : (uint32_t)size);
  return length;
}

/* Of the datagram at the tail the bytes from `from` on. Its length is read again: another one than was seen moves the tail alone. */
static void Drop(const mote_loopback_end* end, uint32_t from, void* data, size_t size) {
  const uint32_t tail = end->in->tail;
  const uint32_t length = __atomic_load_n(LengthAt(end->in, end->bytes, tail), __ATOMIC_RELAXED);
  if (size != 0) Get(end->in, end->bytes, tail + 4 + from, data, (uint32_t)size);
  __atomic_store_n(&end->in->tail, tail + 4 + ((length + 3) & ~3u), __ATOMIC_RELEASE);
}

static size_t Take(void* user, void* data, size_t size) {
  Drop(user, MOTE_LINK_HEADER, data, size);
  return size;
}

static size_t Read(void* user, void* data, size_t size) {
  const size_t length = Look(user, data, size);
  if (length != 0) Drop(user, 0, NULL, 0); /* looked at whole */
  return length < size ? length : size;
}

mote_medium mote_loopback_medium(mote_loopback_end* end, uint32_t payload) {
  const mote_medium medium = {end, payload, 0, 0, Room, Write, Read, WriteParts, Look, Take};
  return medium;
}
