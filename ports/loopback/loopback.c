/* Rings of datagrams: a length in four bytes, then the bytes, filled up to fours. What lies in a ring may come from another process, so
   that no length is believed. */
#include "loopback/loopback.h"

#include <string.h>

size_t mote_ring_size(uint32_t bytes) { return sizeof(mote_ring) + bytes; }

static uint8_t* BytesOf(mote_ring* ring) { return (uint8_t*)(ring + 1); }

static void Put(mote_ring* ring, uint32_t bytes, uint32_t at, const void* data, uint32_t size) {
  const uint32_t place = at & (bytes - 1), first = size < bytes - place ? size : bytes - place;
  memcpy(BytesOf(ring) + place, data, first);
  memcpy(BytesOf(ring), (const uint8_t*)data + first, size - first);
}

static void Get(mote_ring* ring, uint32_t bytes, uint32_t at, void* data, uint32_t size) {
  const uint32_t place = at & (bytes - 1), first = size < bytes - place ? size : bytes - place;
  memcpy(data, BytesOf(ring) + place, first);
  memcpy((uint8_t*)data + first, BytesOf(ring), size - first);
}

static size_t Room(void* user) {
  const mote_loopback_end* end = user;
  const uint32_t used = end->out->head - __atomic_load_n(&end->out->tail, __ATOMIC_ACQUIRE);
  return used < end->bytes / 2 ? end->bytes / 2 - 8 : 0;
}

static void Write(void* user, const void* data, size_t size) {
  const mote_loopback_end* end = user;
  const uint32_t length = (uint32_t)size, head = end->out->head;
  Put(end->out, end->bytes, head, &length, 4);
  Put(end->out, end->bytes, head + 4, data, length);
  __atomic_store_n(&end->out->head, head + 4 + ((length + 3) & ~3u), __ATOMIC_RELEASE);
}

static size_t Read(void* user, void* data, size_t size) {
  const mote_loopback_end* end = user;
  const uint32_t tail = end->in->tail, there = __atomic_load_n(&end->in->head, __ATOMIC_ACQUIRE) - tail;
  if (there == 0) return 0;
  uint32_t length;
  Get(end->in, end->bytes, tail, &length, 4);
  if (there > end->bytes || length > end->bytes || there < 4 + ((length + 3) & ~3u)) { /* damaged: what is there is given up */
    __atomic_store_n(&end->in->tail, tail + there, __ATOMIC_RELEASE);
    return 0;
  }
  const uint32_t taken = length < size ? length : (uint32_t)size;
  Get(end->in, end->bytes, tail + 4, data, taken);
  __atomic_store_n(&end->in->tail, tail + 4 + ((length + 3) & ~3u), __ATOMIC_RELEASE);
  return taken;
}

mote_medium mote_loopback_medium(mote_loopback_end* end, uint32_t payload) {
  const mote_medium medium = {end, payload, 0, 0, Room, Write, Read};
  return medium;
}
