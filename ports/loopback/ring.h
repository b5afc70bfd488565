/* The inside of a ring of datagrams: a length in four bytes, then the bytes, filled up to fours. What lies in a ring may come from another
   process, so that no length is believed. For mediums made of rings. */
#ifndef MOTE_PORTS_RING_H_
#define MOTE_PORTS_RING_H_

#include <string.h>

#include "loopback/loopback.h"

static inline uint8_t* mote_ring_data(mote_ring* ring) { return (uint8_t*)(ring + 1); }

static inline void mote_ring_put(mote_ring* ring, uint32_t bytes, uint32_t at, const void* data, uint32_t size) {
  const uint32_t place = at & (bytes - 1), first = size < bytes - place ? size : bytes - place;
  memcpy(mote_ring_data(ring) + place, data, first);
  if (first != size) memcpy(mote_ring_data(ring), (const uint8_t*)data + first, size - first);
}

static inline void mote_ring_get(mote_ring* ring, uint32_t bytes, uint32_t at, void* data, uint32_t size) {
  const uint32_t place = at & (bytes - 1), first = size < bytes - place ? size : bytes - place;
  memcpy(data, mote_ring_data(ring) + place, first);
  if (first != size) memcpy((uint8_t*)data + first, mote_ring_data(ring), size - first);
}

/* A datagram's length, which no end of the ring cuts. */
static inline uint32_t* mote_ring_length(mote_ring* ring, uint32_t bytes, uint32_t at) {
  return (uint32_t*)(void*)(mote_ring_data(ring) + (at & (bytes - 4)));
}

/* Bytes of a ring that a datagram of so many takes. */
static inline uint32_t mote_ring_taken(uint32_t length) { return 4 + ((length + 3) & ~3u); }

/* Where there is room for the largest datagram. */
static inline int mote_ring_has_room(const mote_loopback_end* end) {
  return end->out->head - __atomic_load_n(&end->out->tail, __ATOMIC_ACQUIRE) < end->bytes / 2;
}

/* A datagram of two parts; `mark` goes into its length. */
static inline void mote_ring_write(const mote_loopback_end* end, uint32_t mark, const void* head, size_t head_size, const void* data,
                                   size_t size) {
  const uint32_t length = (uint32_t)(head_size + size), at = end->out->head;
  *mote_ring_length(end->out, end->bytes, at) = length | mark;
  mote_ring_put(end->out, end->bytes, at + 4, head, (uint32_t)head_size);
  if (size != 0) mote_ring_put(end->out, end->bytes, at + 4 + (uint32_t)head_size, data, (uint32_t)size);
  __atomic_store_n(&end->out->head, at + mote_ring_taken(length), __ATOMIC_RELEASE);
}

/* The next datagram's length, and its bits of `mark`; 0: there is none. What is damaged is given up. */
static inline uint32_t mote_ring_next(const mote_loopback_end* end, uint32_t mark) {
  const uint32_t tail = end->in->tail, there = __atomic_load_n(&end->in->head, __ATOMIC_ACQUIRE) - tail;
  if (there == 0) return 0;
  const uint32_t word = __atomic_load_n(mote_ring_length(end->in, end->bytes, tail), __ATOMIC_RELAXED), length = word & ~mark;
  if (there <= end->bytes && length <= end->bytes && there >= mote_ring_taken(length)) return word;
  __atomic_store_n(&end->in->tail, tail + there, __ATOMIC_RELEASE);
  return 0;
}

/* Of the datagram at the tail `size` bytes from `from` on. */
static inline void mote_ring_copy(const mote_loopback_end* end, uint32_t from, void* data, size_t size) {
  if (size != 0) mote_ring_get(end->in, end->bytes, end->in->tail + 4 + from, data, (uint32_t)size);
}

/* Ends with the datagram at the tail. Its length is read again: another one than was seen moves the tail alone. */
static inline void mote_ring_drop(const mote_loopback_end* end, uint32_t mark) {
  const uint32_t tail = end->in->tail;
  const uint32_t length = __atomic_load_n(mote_ring_length(end->in, end->bytes, tail), __ATOMIC_RELAXED) & ~mark;
  __atomic_store_n(&end->in->tail, tail + mote_ring_taken(length), __ATOMIC_RELEASE);
}

#endif
