// The frames of a link as they lie in memory: little-endian, no gaps. schema/LINK.md says what they mean.
#ifndef MOTE_LINK_WIRE_H_
#define MOTE_LINK_WIRE_H_

#include <stddef.h>
#include <stdint.h>

#include "mote/link.h"
#include "mote/seal.h"

namespace mote::runtime {

constexpr uint8_t kLinkVersion = 1;

enum FrameType : uint8_t { kHello = 1, kRefuse = 2, kState = 3, kAck = 4, kData = 5 };

struct FrameHeader {
  uint8_t type, version;
  uint16_t serial;   // State and Ack: counts the frames that are sent; Data: number of the chunk
  uint32_t session;  // Hello and Refuse: 0
  uint32_t epoch;
};
struct HelloFrame {
  FrameHeader header;
  uint32_t nonce, echo;
  uint32_t plan[2];
  uint8_t members, from, to, window;
  uint32_t payload;
};
struct RefuseFrame {
  FrameHeader header;
  uint32_t nonce, reason;
};
struct StateBody {
  uint8_t phase, reason;
  uint16_t committed;
  uint32_t lost, out, proposal;
};
struct StateFrame {
  FrameHeader header;
  StateBody body;
};
struct AckFrame {
  FrameHeader header;
  uint16_t base, done;
  uint8_t window, flags, zero[2];
  uint32_t map;
};
struct DataFrame {
  FrameHeader header;
  uint32_t tag;  // TagOf the message
};
// Of sealed mediums: Data by type, so that streams take them, and of another version, so that links do not.
constexpr uint8_t kSealVersion = 2;
struct GreetingFrame {
  uint8_t type, version;
  uint8_t number[6];  // 0
  uint8_t flag, from, to, zero;
  uint8_t nonce[12], echo[12];
  uint8_t proof[16];
};
struct SealedFrame {  // and behind it what is sealed, and a tag of 16 bytes
  uint8_t type, version;
  uint8_t number[6];
};
static_assert(sizeof(GreetingFrame) == 52 && sizeof(SealedFrame) + 16 == MOTE_SEAL_EXTRA);
static_assert(sizeof(HelloFrame) == 36 && sizeof(RefuseFrame) == 20 && sizeof(StateFrame) == 28 && sizeof(AckFrame) == 24 &&
              sizeof(DataFrame) == MOTE_LINK_HEADER);
constexpr size_t kMostControl = sizeof(HelloFrame);  // the longest frame without payload

// Tells messages of other exchanges, or of other lengths, apart: none that differs in one of both has the same.
constexpr uint32_t TagOf(uint32_t number, uint32_t bytes) { return (number + 1) * UINT32_C(0x9e3779b1) + bytes; }

// Bytes of a frame by type, without payload; 0: there is no such type.
inline constexpr uint8_t kFrameBytes[] = {
    0, sizeof(HelloFrame), sizeof(RefuseFrame), sizeof(StateFrame), sizeof(AckFrame), sizeof(DataFrame)};
constexpr size_t FrameBytes(uint8_t type) { return type < sizeof(kFrameBytes) ? kFrameBytes[type] : 0; }

// Epochs and sequence numbers wrap: is `a` behind `b` by less than half of their range?
constexpr bool Newer(uint16_t a, uint16_t b) { return static_cast<int16_t>(a - b) > 0; }

}  // namespace mote::runtime

#endif
