// One link: the session with one other member, and one message each way at a time, sent from where it lies and received where it belongs.
// A group drives it; it knows nothing of groups but the numbers that it carries. schema/LINK.md sections 3 to 5.
#ifndef MOTE_LINK_LINK_H_
#define MOTE_LINK_LINK_H_

#include "link/stream_frame.h"

namespace mote::runtime {

constexpr uint32_t kMostKept = 64;  // bytes

// What all links of a group share. Times are microseconds of a clock that never goes back and wraps.
struct LinkContext {
  StateBody state;     // what State frames say, `committed` aside
  uint8_t members, self;
  bool open;           // the epoch is: messages go
  uint8_t kept_bytes;
  uint32_t now;
  uint32_t heartbeat;
  uint32_t epoch;
  uint32_t random;     // state of a generator, never 0
  uint32_t plan[2];
  uint8_t* frame;      // room for one datagram, null where all mediums are streams
  uint32_t frame_size;
  uint32_t taken;      // frames of sessions, counted
  // The last message whose exchange ended before it was acknowledged, for who asks for it again: kMostKept bytes of room.
  uint32_t kept_tag;
  uint8_t* kept;
};

enum LinkEvent : uint32_t {
  kNewSession = 1,  // the other one began, or began anew: nothing of before counts
  kNewState = 2,    // `peer_state` and `peer_epoch` are new
  kReceived = 4,    // the message that was asked for is there
  kPeerDone = 8,    // `peer_done` is new
  kDisagrees = 16,  // the other one sends another message than the one that was asked for
  kWasRefused = 32,  // `refused` says why
  kCutShort = 64     // with kNewSession: of the message that was sent a chunk never went out
};

enum RefuseReason : uint8_t { kNotRefused = 0, kOtherVersion = 1, kOtherPlan = 2, kOtherGroup = 3 };

// Flags and counts first: short instructions reach them.
struct Link {
  uint8_t peer;
  // The session.
  bool established;
  uint8_t window;
  uint8_t refused;          // RefuseReason, by the other one
  bool has_state;           // of the other one, below
  // What is to be sent.
  uint8_t hello;            // 0: none; else 1 + flag
  uint8_t refuse;           // RefuseReason
  bool want_state, want_ack, ask;
  bool kept, again;         // there is a kept message, which the other one may lack; it goes once more
  // Of the message that is sent.
  uint8_t high, grant;      // chunks from send_base on that were ever sent; that may be
  bool held;                // the first chunk was not wanted yet
  bool fresh;               // the frame that went last is the first one of its chunk
  uint8_t next_stamp;
  // Of the message that is received.
  bool early;               // something came before it was asked for
  bool waits;               // such a chunk still lies in the medium
  uint8_t unanswered;       // chunks since the last Ack
  // The measured round trip.
  bool timing;
  uint8_t backoff;
  uint16_t serial, peer_serial;  // of State and Ack frames
  // Exchanges with the other one in this epoch: begun, wholly received here and there, committed.
  uint16_t joint, done, peer_done, committed;
  uint16_t send_sequence;        // of chunk `send_base`
  uint16_t receive_sequence;
  uint16_t timed_sequence;
  uint16_t kept_number;          // of the kept message's chunk
  uint32_t session, payload;
  // The message that is sent, in chunks of `payload` bytes. Bits are chunks from `send_base` on.
  uint32_t send_chunks, send_base;  // equal: nothing is sent
  uint32_t sent, acked;
  uint32_t send_bytes, send_tag;
  const uint8_t* send_data;
  // The message that is received, likewise.
  uint32_t receive_chunks, receive_base;
  uint32_t got;
  uint32_t receive_bytes, receive_tag;
  uint8_t* receive_data;
  uint32_t heard, told, called;  // when a frame of the session came, when one went, when a Hello went
  uint32_t progress, round_trip, deviation, timed_since;
  uint32_t waits_since, unanswered_since;
  const mote_medium* medium;
  uint32_t nonce, peer_nonce;
  uint32_t offer, candidate;     // of a session that might begin
  uint32_t refuse_nonce;
  // What the other one said last.
  StateBody peer_state;
  uint32_t peer_epoch;
  uint8_t stamps[MOTE_LINK_MOST_WINDOW];  // by sequence: the order in which chunks were sent last
  StreamEncoder encoder;
  StreamDecoder decoder;
};

void InitLink(Link* link, const mote_medium* medium, uint8_t peer, LinkContext* context);
// A new epoch: messages and counts begin anew.
void ResetLinkMessages(Link* link, const LinkContext& context);
// Both ways, one message at a time. The memory is used until the message is through or ended.
void SendOnLink(Link* link, const LinkContext& context, const void* data, uint32_t bytes, uint32_t number);
void ReceiveOnLink(Link* link, const LinkContext& context, void* data, uint32_t bytes, uint32_t number);
void EndLinkMessages(Link* link);
// The exchange with the other one is over here. Keeps a copy of the message that is sent, of one chunk and at most kMostKept bytes.
void KeepMessage(Link* link, LinkContext* context);
// Reads what came, at most `frames` frames. Returns events.
uint32_t ReadLink(Link* link, LinkContext* context, uint32_t frames);
// Timers: repeats, heartbeats. `call`: a session is wanted.
void TickLink(Link* link, const LinkContext& context, bool call);
// Sends what there is to send and room for.
void WriteLink(Link* link, LinkContext* context);
// Has all of the message gone out once?
bool WasSent(const Link& link);
// Is there a chunk of the message that never went out wholly?
bool HasUnsent(const Link& link);
inline bool IsReceiving(const Link& link) { return link.receive_base != link.receive_chunks; }

}  // namespace mote::runtime

#endif
