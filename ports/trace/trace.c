/* One write a frame, at the end of the file: so frames of several processes never mix. */
#include "trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { kSent = 0, kReceived = 1, kDamaged = 2 };

int mote_trace_create(const char* path) {
  const uint32_t head[6] = {0xa1b2c3d4u, 2 | 4 << 16, 0, 0, MOTE_TRACE_BYTES, MOTE_TRACE_LINK_TYPE};
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  const int error = write(file, head, sizeof head) == (ssize_t)sizeof head ? 0 : errno;
  close(file);
  return error;
}

int mote_trace_open(mote_trace* trace, const char* path, const mote_medium* medium, uint32_t member, uint32_t other) {
  memset(trace, 0, sizeof *trace);
  trace->medium = *medium;
  trace->member = (uint8_t)member;
  trace->other = (uint8_t)other;
  trace->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  return trace->file < 0 ? errno : 0;
}

void mote_trace_close(mote_trace* trace) { close(trace->file); }

/* A frame in two parts, of `size` bytes in all, of which those that are given are its first ones. */
static void Record(mote_trace* trace, uint8_t how, const void* head, size_t head_size, const void* data, size_t data_size, size_t size) {
  struct {
    uint32_t seconds, microseconds, kept, size;
    uint8_t bytes[MOTE_TRACE_BYTES];
  } record;
  const size_t first = head_size < sizeof record.bytes - 4 ? head_size : sizeof record.bytes - 4;
  const size_t room = sizeof record.bytes - 4 - first, second = data_size < room ? data_size : room;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  record.seconds = (uint32_t)now.tv_sec;
  record.microseconds = (uint32_t)(now.tv_nsec / 1000);
  record.kept = (uint32_t)(4 + first + second);
  record.size = (uint32_t)(4 + size);
  record.bytes[0] = 1;
  record.bytes[1] = how;
  record.bytes[2] = trace->member;
  record.bytes[3] = trace->other;
  memcpy(record.bytes + 4, head, first);
  if (second != 0) memcpy(record.bytes + 4 + first, data, second);
  const ssize_t put = write(trace->file, &record, 16 + record.kept);
  (void)put; /* a full disk ends the trace, not the run */
}

static void RecordWhole(mote_trace* trace, uint8_t how, const void* frame, size_t size) {
  Record(trace, how, frame, size, NULL, 0, size);
}

static uint32_t Checksum(const uint8_t* data, size_t size) {
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < size; ++i) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
  }
  return ~crc;
}

/* The body of what stood between two zero bytes; 0: its checksum or code is wrong. */
static size_t Decode(const uint8_t* code, size_t size, uint8_t* body) {
  if (size < 6) return 0;
  size -= 5;
  uint32_t crc = 0;
  for (int i = 0; i < 5; ++i) crc |= (uint32_t)(code[size + (size_t)i] & 0x7f) << 7 * i;
  if (crc != Checksum(code, size)) return 0;
  size_t put = 0;
  for (size_t at = 0; at < size;) {
    const size_t length = code[at];
    if (at + length > size) return 0;
    memcpy(body + put, code + at + 1, length - 1);
    put += length - 1;
    at += length;
    if (length < 255 && at < size) body[put++] = 0;
  }
  return put;
}

static void RecordStream(mote_trace* trace, uint8_t how, mote_trace_piece* piece, const uint8_t* data, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (data[i] != 0) {
      if (piece->size < sizeof piece->bytes) piece->bytes[piece->size++] = data[i];
      continue;
    }
    uint8_t body[sizeof piece->bytes];
    const size_t bytes = Decode(piece->bytes, piece->size, body);
    if (bytes != 0) RecordWhole(trace, how, body, bytes);
    else if (piece->size != 0) RecordWhole(trace, how | kDamaged, piece->bytes, piece->size);
    piece->size = 0;
  }
}

static size_t Room(void* user) {
  const mote_trace* trace = user;
  return trace->medium.room(trace->medium.user);
}

static void Write(void* user, const void* data, size_t size) {
  mote_trace* trace = user;
  if (trace->medium.stream) RecordStream(trace, kSent, &trace->written, data, size);
  else RecordWhole(trace, kSent, data, size);
  trace->medium.write(trace->medium.user, data, size);
}

static void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  mote_trace* trace = user;
  Record(trace, kSent, head, head_size, data, size, head_size + size);
  trace->medium.write_parts(trace->medium.user, head, head_size, data, size);
}

static size_t Read(void* user, void* data, size_t size) {
  mote_trace* trace = user;
  const size_t got = trace->medium.read(trace->medium.user, data, size);
  if (trace->medium.stream) RecordStream(trace, kReceived, &trace->read, data, got);
  else if (got != 0) RecordWhole(trace, kReceived, data, got);
  return got;
}

static size_t Look(void* user, void* head, size_t size) {
  mote_trace* trace = user;
  trace->size = trace->medium.look(trace->medium.user, head, size);
  trace->head_size = trace->size < sizeof trace->head ? trace->size : sizeof trace->head;
  memcpy(trace->head, head, trace->head_size);
  return trace->size;
}

static size_t Take(void* user, void* data, size_t size) {
  mote_trace* trace = user;
  const size_t got = trace->medium.take(trace->medium.user, data, size);
  const size_t head = got == 0 ? trace->head_size : MOTE_LINK_HEADER; /* what was not taken had a head alone, or was of no use */
  Record(trace, kReceived, trace->head, head, data, got, trace->size);
  return got;
}

mote_medium mote_trace_medium(mote_trace* trace) {
  mote_medium medium = trace->medium;
  medium.user = trace;
  medium.room = Room;
  medium.write = Write;
  medium.read = Read;
  if (medium.write_parts != NULL) medium.write_parts = WriteParts;
  if (medium.look != NULL) {
    medium.look = Look;
    medium.take = Take;
  }
  return medium;
}
