/* Two rings of datagrams between two ends. */
#include "loopback/ring.h"

size_t mote_ring_size(uint32_t bytes) { return sizeof(mote_ring) + bytes; }

static size_t Room(void* user) {
  const mote_loopback_end* end = user;
  return mote_ring_has_room(end) ? end->bytes / 2 - 8 : 0;
}

static void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  mote_ring_write(user, 0, head, head_size, data, size);
}

static void Write(void* user, const void* data, size_t size) { WriteParts(user, data, size, NULL, 0); }

static size_t Look(void* user, void* head, size_t size) {
  const uint32_t length = mote_ring_next(user, 0);
  mote_ring_copy(user, 0, head, length < size ? length : size);
  return length;
}

static size_t Take(void* user, void* data, size_t size) {
  mote_ring_copy(user, MOTE_LINK_HEADER, data, size);
  mote_ring_drop(user, 0);
  return size;
}

static size_t Read(void* user, void* data, size_t size) {
  const size_t length = Look(user, data, size);
  if (length != 0) mote_ring_drop(user, 0);
  return length < size ? length : size;
}

mote_medium mote_loopback_medium(mote_loopback_end* end, uint32_t payload) {
  const mote_medium medium = {end, payload, 0, 0, Room, Write, Read, WriteParts, Look, Take};
  return medium;
}
