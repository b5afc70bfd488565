// Frames on a stream of bytes: 0, the body in COBS, CRC-32C of the encoded body in five bytes that are not 0, 0. Both ways work on pieces
// of any length and keep no payload: it is read from where it lies and written to where it belongs. schema/LINK.md section 2.
#ifndef MOTE_LINK_STREAM_FRAME_H_
#define MOTE_LINK_STREAM_FRAME_H_

#include "link/wire.h"

namespace mote::runtime {

// Both begin as, and end inverted from, 2^32 - 1.
uint32_t Crc32c(uint32_t crc, const uint8_t* data, size_t size);
uint32_t CopyCrc32c(uint32_t crc, uint8_t* to, const uint8_t* from, size_t size);

enum Stage : uint8_t { kLead, kBody, kTrailer, kEnd, kOut };  // kEnd: all but the last 0 is out
// Sends one frame.
struct StreamEncoder {
  const uint8_t* payload;  // nothing of it is kept
  uint32_t payload_bytes;
  uint32_t place;   // in head and payload together
  uint32_t run;     // bytes that are still to be copied behind a code
  uint32_t crc;
  uint8_t stage;    // Stage
  uint8_t trailer;  // bytes of it that are out
  uint8_t head_bytes;
  bool swallow;     // a 0 stands behind the run
  alignas(4) uint8_t head[kMostControl];
};
// Begins the frame whose first `head_bytes` the caller put into `head`. `payload` is read until the frame is out, or cut.
void BeginStreamFrame(StreamEncoder* encoder, size_t head_bytes, const uint8_t* payload, uint32_t payload_bytes);
inline bool StreamFrameIsOut(const StreamEncoder& encoder) { return encoder.stage == kOut; }
size_t EncodeStream(StreamEncoder* encoder, uint8_t* out, size_t capacity);
// Ends a frame with payload at once: what is out of it is no frame, and its payload is read no more.
void CutStreamFrame(StreamEncoder* encoder);

// Receives frames.
struct StreamDecoder {
  uint8_t* place;      // where the payload goes, or null: nowhere
  uint32_t limit;      // most bytes of payload there
  uint32_t bytes;      // of the body, decoded
  uint32_t crc;
  uint8_t run;         // bytes that follow before the next code
  bool pending_zero;   // a 0 stands in front of the next code, unless the body ends there
  bool bad, done;      // done: the frame is whole, and the next call begins another
  uint8_t held;        // bytes in `hold`
  uint8_t hold[5];     // the last ones, which are the trailer when a 0 comes
  alignas(4) uint8_t head[kMostControl];
};
void ResetStreamDecoder(StreamDecoder* decoder);
// Called when the head of a Data frame is there, unchecked: may set `place` and `limit`.
using PlacePayload = void (*)(void* owner, StreamDecoder* decoder);
// Reads from `data` up to the end of a frame, or all of it, and moves `data` and `size` behind that. True: a checked frame of `bytes`
// bytes, the first ones in `head`; it stays until the next call.
bool DecodeStream(StreamDecoder* decoder, const uint8_t** data, size_t* size, PlacePayload place, void* owner);

}  // namespace mote::runtime

#endif
