// Frames on a stream of bytes, piece by piece. What a stream says is never believed: every length is held against what there is room for.
#include "link/stream_frame.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kMostRun = 254;  // of a block of COBS
constexpr uint32_t kTrailerBytes = 5;
constexpr uint32_t kOnes = 0x01010101;

uint32_t Least(uint32_t a, size_t b) { return a < b ? a : static_cast<uint32_t>(b); }

// Bytes in front of the first 0, at most `size`.
uint32_t BeforeZero(const uint8_t* data, uint32_t size) {
  const uint8_t *at = data, *end = data + size;
  for (const uint8_t* eights = data + (size & ~UINT32_C(7)); at != eights; at += 8) {
    uint32_t first, second;
    __builtin_memcpy(&first, at, 4);
    __builtin_memcpy(&second, at + 4, 4);
    if ((((first - kOnes) & ~first) | ((second - kOnes) & ~second)) & kOnes << 7) break;
  }
  while (at != end && *at != 0) ++at;
  return static_cast<uint32_t>(at - data);
}

uint32_t Total(const StreamEncoder& encoder) { return encoder.head_bytes + encoder.payload_bytes; }

// What lies together from `place` on.
const uint8_t* At(const StreamEncoder& encoder, uint32_t place, uint32_t* bytes) {
  if (place < encoder.head_bytes) {
    *bytes = encoder.head_bytes - place;
    return encoder.head + place;
  }
  *bytes = Total(encoder) - place;
  return encoder.payload + (place - encoder.head_bytes);
}

uint32_t RunAt(const StreamEncoder& encoder, uint32_t place) {
  const uint32_t most = Least(kMostRun, Total(encoder) - place);
  uint32_t run = 0;
  while (run < most) {
    uint32_t bytes;
    const uint8_t* data = At(encoder, place + run, &bytes);
    if (*data == 0) break;  // heads have many
    bytes = Least(bytes, most - run);
    const uint32_t found = BeforeZero(data, bytes);
    run += found;
    if (found < bytes) break;
  }
  return run;
}

// A code, or bytes of the run behind it. Returns what it put to `out`, which has room for one byte at least.
uint32_t EncodeBody(StreamEncoder* encoder, uint8_t* out, size_t capacity) {
  uint32_t put = 1;
  if (encoder->run == 0) {
    encoder->run = RunAt(*encoder, encoder->place);
    encoder->swallow = encoder->run < kMostRun;
    *out = static_cast<uint8_t>(encoder->run + 1);
    encoder->crc = Crc32c(encoder->crc, out, 1);
  } else {
    const uint8_t* data = At(*encoder, encoder->place, &put);
    put = Least(Least(put, encoder->run), capacity);
    encoder->crc = CopyCrc32c(encoder->crc, out, data, put);
    encoder->place += put;
    encoder->run -= put;
  }
  if (encoder->run == 0) {
    if (encoder->place == Total(*encoder)) {
      encoder->stage = kTrailer;
    } else if (encoder->swallow) {
      ++encoder->place;
    }
  }
  return put;
}

// Decoded bytes: a run that is also what was on the wire, or (not `coded`) the 0 between two blocks.
void Sink(StreamDecoder* decoder, const uint8_t* data, uint32_t size, bool coded, PlacePayload place, void* owner) {
  while (size != 0) {
    if (decoder->bytes == 0) decoder->head[0] = *data;
    const uint32_t head = static_cast<uint32_t>(FrameBytes(decoder->head[0]));
    const bool in_head = decoder->bytes < head, data_frame = decoder->head[0] == kData;
    const uint32_t offset = decoder->bytes - (in_head ? 0 : head), bytes = in_head ? Least(head - offset, size) : size;
    uint8_t* to = in_head ? decoder->head : decoder->place;
    if (!in_head && (!data_frame || size > decoder->limit || offset > decoder->limit - size)) {
      decoder->bad = true;  // longer than it may be, or of no type
      return;
    }
    if (!coded) {
      if (to != nullptr) to[offset] = 0;
    } else if (to != nullptr) {
      decoder->crc = CopyCrc32c(decoder->crc, to + offset, data, bytes);
    } else {
      decoder->crc = Crc32c(decoder->crc, data, bytes);
    }
    decoder->bytes += bytes;
    if (in_head && data_frame && decoder->bytes == head) place(owner, decoder);
    data += bytes, size -= bytes;
  }
}

// Bytes of the encoded body.
void Feed(StreamDecoder* decoder, const uint8_t* data, uint32_t size, PlacePayload place, void* owner) {
  while (size != 0 && !decoder->bad) {
    if (decoder->run == 0) {
      static const uint8_t kZero = 0;
      if (decoder->pending_zero) Sink(decoder, &kZero, 1, false, place, owner);
      decoder->crc = Crc32c(decoder->crc, data, 1);
      decoder->run = static_cast<uint8_t>(*data - 1);
      decoder->pending_zero = decoder->run < kMostRun;
      ++data, --size;
      continue;
    }
    const uint32_t bytes = Least(decoder->run, size);
    Sink(decoder, data, bytes, true, place, owner);
    decoder->run = static_cast<uint8_t>(decoder->run - bytes);
    data += bytes, size -= bytes;
  }
}

// Bytes that are not 0: all but the last five are the body's.
void Take(StreamDecoder* decoder, const uint8_t* data, uint32_t size, PlacePayload place, void* owner) {
  const uint32_t held = decoder->held;
  const uint32_t body = held + size > kTrailerBytes ? held + size - kTrailerBytes : 0;
  const uint32_t from_held = Least(held, body), from_data = body - from_held;
  Feed(decoder, decoder->hold, from_held, place, owner);
  Feed(decoder, data, from_data, place, owner);
  for (uint32_t i = 0; i < held - from_held; ++i) decoder->hold[i] = decoder->hold[i + from_held];
  __builtin_memcpy(decoder->hold + (held - from_held), data + from_data, size - from_data);
  decoder->held = static_cast<uint8_t>(held + size - body);
}

bool IsFrame(const StreamDecoder& decoder) {
  if (decoder.bad || decoder.held != kTrailerBytes || decoder.run != 0 || decoder.bytes == 0) return false;
  uint32_t crc = 0;
  for (uint32_t i = 0; i < kTrailerBytes; ++i) {
    if ((decoder.hold[i] & 0x80) == 0) return false;
    crc |= static_cast<uint32_t>(decoder.hold[i] & 0x7f) << (7 * i);
  }
  if ((decoder.hold[4] & 0x70) != 0 || crc != ~decoder.crc) return false;
  const size_t head = FrameBytes(decoder.head[0]);
  return decoder.head[0] == kData ? decoder.bytes >= head : decoder.bytes == head;
}

}  // namespace

void BeginStreamFrame(StreamEncoder* encoder, size_t head_bytes, const uint8_t* payload, uint32_t payload_bytes) {
  encoder->payload = payload;
  encoder->payload_bytes = payload_bytes;
  encoder->place = encoder->run = 0;
  encoder->crc = UINT32_MAX;
  encoder->stage = kLead;
  encoder->trailer = 0;
  encoder->head_bytes = static_cast<uint8_t>(head_bytes);
  encoder->swallow = false;
}

void CutStreamFrame(StreamEncoder* encoder) {
  if (encoder->stage == kOut || encoder->payload_bytes == 0) return;
  encoder->payload = nullptr;
  encoder->payload_bytes = 0;
  encoder->stage = encoder->stage == kLead ? kOut : kEnd;
}

size_t EncodeStream(StreamEncoder* encoder, uint8_t* out, size_t capacity) {
  size_t put = 0;
  while (put < capacity && encoder->stage != kOut) {
    if (encoder->stage == kBody) {
      put += EncodeBody(encoder, out + put, capacity - put);
    } else if (encoder->stage == kTrailer) {
      const uint32_t bits = ~encoder->crc >> (7 * encoder->trailer);
      out[put++] = static_cast<uint8_t>(0x80 | (bits & 0x7f));
      if (++encoder->trailer == kTrailerBytes) encoder->stage = kEnd;
    } else {
      out[put++] = 0;
      encoder->stage = encoder->stage == kLead ? kBody : kOut;
    }
  }
  return put;
}

void ResetStreamDecoder(StreamDecoder* decoder) {
  decoder->place = nullptr;
  decoder->limit = decoder->bytes = 0;
  decoder->crc = UINT32_MAX;
  decoder->run = decoder->held = 0;
  decoder->pending_zero = decoder->bad = false;
}

bool DecodeStream(StreamDecoder* decoder, const uint8_t** data, size_t* size, PlacePayload place, void* owner) {
  if (decoder->done) {
    decoder->done = false;
    ResetStreamDecoder(decoder);
  }
  while (*size != 0) {
    const uint32_t bytes = BeforeZero(*data, Least(UINT32_C(1) << 30, *size));
    if (bytes != 0) Take(decoder, *data, bytes, place, owner);
    *data += bytes;
    *size -= bytes;
    if (*size == 0 || **data != 0) continue;
    ++*data, --*size;
    decoder->done = IsFrame(*decoder);
    if (decoder->done) return true;
    ResetStreamDecoder(decoder);
  }
  return false;
}

}  // namespace mote::runtime
