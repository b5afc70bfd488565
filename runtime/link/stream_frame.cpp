// Frames on a stream of bytes, piece by piece. What a stream says is never believed: every length is held against what there is room for.
#include "link/stream_frame.h"

namespace mote::runtime {
namespace {

enum Stage : uint8_t { kLead, kBody, kTrailer, kEnd, kOut };
constexpr uint32_t kMostRun = 254;  // of a block of COBS
constexpr uint32_t kTrailerBytes = 5;

uint32_t Least(uint32_t a, size_t b) { return a < b ? a : static_cast<uint32_t>(b); }

// Bytes in front of the first 0, at most `size`.
uint32_t BeforeZero(const uint8_t* data, uint32_t size) {
  uint32_t n = 0;
  for (; size - n >= 4; n += 4) {
    uint32_t word;
    __builtin_memcpy(&word, data + n, 4);
    if (((word - 0x01010101u) & ~word & 0x80808080u) != 0) break;
  }
  while (n < size && data[n] != 0) ++n;
  return n;
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
  uint32_t run = 0;
  while (run < kMostRun && place + run < Total(encoder)) {
    uint32_t bytes;
    const uint8_t* data = At(encoder, place + run, &bytes);
    bytes = Least(bytes, kMostRun - run);
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
  } else {
    const uint8_t* data = At(*encoder, encoder->place, &put);
    put = Least(Least(put, encoder->run), capacity);
    __builtin_memcpy(out, data, put);
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

void SinkHead(StreamDecoder* decoder, uint8_t byte, PlacePayload place, void* owner) {
  decoder->head[decoder->bytes++] = byte;
  if (decoder->bytes == MOTE_LINK_HEADER && decoder->head[0] == kData) place(owner, decoder);
}

// Decoded bytes.
void Sink(StreamDecoder* decoder, const uint8_t* data, uint32_t size, PlacePayload place, void* owner) {
  while (size != 0 && !decoder->bad) {
    const uint8_t type = decoder->bytes == 0 ? *data : decoder->head[0];
    const uint32_t head = static_cast<uint32_t>(FrameBytes(type));
    if (decoder->bytes < head) {
      SinkHead(decoder, *data++, place, owner);
      --size;
      continue;
    }
    const uint32_t offset = decoder->bytes - head;
    if (type != kData || size > decoder->limit || offset > decoder->limit - size) {
      decoder->bad = true;  // no such type, or longer than it may be
      return;
    }
    if (decoder->place != nullptr) __builtin_memcpy(decoder->place + offset, data, size);
    decoder->bytes += size;
    return;
  }
}

// Bytes of the encoded body.
void Feed(StreamDecoder* decoder, const uint8_t* data, uint32_t size, PlacePayload place, void* owner) {
  if (decoder->bad) return;
  decoder->crc = Crc32c(decoder->crc, data, size);
  while (size != 0) {
    if (decoder->run == 0) {
      static const uint8_t kZero = 0;
      if (decoder->pending_zero) Sink(decoder, &kZero, 1, place, owner);
      decoder->run = static_cast<uint8_t>(*data - 1);
      decoder->pending_zero = decoder->run < kMostRun;
      ++data, --size;
      continue;
    }
    const uint32_t bytes = Least(decoder->run, size);
    Sink(decoder, data, bytes, place, owner);
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

bool StreamFrameIsOut(const StreamEncoder& encoder) { return encoder.stage == kOut; }

void CutStreamFrame(StreamEncoder* encoder) {
  if (encoder->stage == kOut || encoder->payload_bytes == 0) return;
  encoder->payload = nullptr;
  encoder->payload_bytes = 0;
  encoder->stage = encoder->stage == kLead ? kOut : kEnd;
}

size_t EncodeStream(StreamEncoder* encoder, uint8_t* out, size_t capacity) {
  size_t put = 0, body = 0;  // where bytes begin that the CRC has not seen
  while (put < capacity && encoder->stage != kOut) {
    if (encoder->stage == kBody) {
      put += EncodeBody(encoder, out + put, capacity - put);
      if (encoder->stage == kTrailer || put == capacity) encoder->crc = Crc32c(encoder->crc, out + body, put - body);
    } else if (encoder->stage == kTrailer) {
      const uint32_t bits = ~encoder->crc >> (7 * encoder->trailer);
      out[put++] = static_cast<uint8_t>(0x80 | (bits & 0x7f));
      if (++encoder->trailer == kTrailerBytes) encoder->stage = kEnd;
    } else {
      out[put++] = 0;
      encoder->stage = encoder->stage == kLead ? kBody : kOut;
      body = put;
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
