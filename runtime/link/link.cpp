// A session with one other member: Hello and Refuse frames, what is let in, what goes out next.
#include "link/link.h"

#include "link/messages.h"

namespace mote::runtime {
namespace {

enum HelloFlag : uint8_t { kCalls = 0, kAnswers = 1, kChallenges = 2 };
constexpr size_t kPiece = 256;  // of a stream, on the stack
constexpr uint32_t kStreamPayload = MOTE_LINK_MOST_PAYLOAD_STREAM;
constexpr size_t kLeastDatagram = MOTE_LINK_LEAST_DATAGRAM;

uint32_t Random(LinkContext* context) {  // xorshift
  uint32_t x = context->random;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return context->random = x;
}

uint32_t SessionOf(uint32_t lower, uint32_t upper) {
  uint32_t x = lower * UINT32_C(0x9e3779b1) ^ upper;
  x ^= x >> 16;
  x *= UINT32_C(0x85ebca6b);
  return x ^ x >> 13;
}

uint32_t PayloadOf(const mote_medium& medium) { return medium.payload != 0 ? medium.payload : kStreamPayload; }
uint8_t WindowOf(const mote_medium& medium) {
  if (medium.window != 0) return static_cast<uint8_t>(medium.window);
  return medium.stream != 0 ? MOTE_LINK_MOST_WINDOW_STREAM : MOTE_LINK_MOST_WINDOW;
}

void Say(Link* link, HelloFlag flag) { link->hello = static_cast<uint8_t>(flag + 1); }

void Establish(Link* link, LinkContext* context, const HelloFrame& frame) {
  const uint32_t payload = PayloadOf(*link->medium);
  const uint8_t window = WindowOf(*link->medium);
  link->established = true;
  link->refused = kNotRefused;
  link->nonce = link->offer;
  link->peer_nonce = frame.nonce;
  link->offer = Random(context);
  link->session = context->self < link->peer ? SessionOf(link->nonce, frame.nonce) : SessionOf(frame.nonce, link->nonce);
  link->payload = payload < frame.payload ? payload : frame.payload;
  link->window = window < frame.window ? window : frame.window;
  link->heard = link->told = context->now;
  link->has_state = false;
  link->serial = link->peer_serial = 0;
  link->want_state = true;
  ResetLinkMessages(link, *context);
}

uint32_t OnHello(Link* link, LinkContext* context, const HelloFrame& frame) {
  const bool other_plan = frame.plan[0] != context->plan[0] || frame.plan[1] != context->plan[1];
  const bool other_group = frame.members != context->members || frame.from != link->peer || frame.to != context->self;
  const uint8_t refuse = frame.header.version != kLinkVersion ? kOtherVersion : other_group ? kOtherGroup : other_plan ? kOtherPlan : 0;
  if (refuse != 0) {
    link->refuse = refuse;
    link->refuse_nonce = frame.nonce;
    return 0;
  }
  const uint8_t most_window = link->medium->stream != 0 ? MOTE_LINK_MOST_WINDOW_STREAM : MOTE_LINK_MOST_WINDOW;
  const uint32_t most_payload = link->medium->stream != 0 ? kStreamPayload : uint32_t{MOTE_LINK_MOST_PAYLOAD};
  if (frame.nonce == 0 || frame.payload < MOTE_LINK_LEAST_PAYLOAD || frame.payload > most_payload || frame.window == 0 ||
      frame.window > most_window || frame.header.serial > kChallenges) {
    return 0;
  }
  if (link->established && frame.nonce == link->peer_nonce && frame.echo == link->nonce) {
    if (frame.header.serial != kAnswers) Say(link, kAnswers);
    return 0;
  }
  if (frame.echo == link->offer) {  // it heard us just now
    const uint32_t events = HasUnsent(*link) ? kNewSession | kCutShort : kNewSession;
    Establish(link, context, frame);
    if (frame.header.serial != kAnswers) Say(link, kAnswers);
    return events;
  }
  // Old frames that come late must not end a session: whoever begins anew has to answer to a number of today.
  if (link->established && frame.header.serial != kCalls) return 0;
  link->candidate = frame.nonce;
  Say(link, link->established ? kChallenges : kCalls);
  return 0;
}

uint32_t OnRefuse(Link* link, const RefuseFrame& frame) {
  if (link->established || frame.nonce != link->offer || frame.reason == 0 || frame.reason > kOtherGroup) return 0;
  link->refused = static_cast<uint8_t>(frame.reason);
  return kWasRefused;
}

uint32_t OnState(Link* link, const StateFrame& frame) {
  link->peer_state = frame.body;
  link->peer_epoch = frame.header.epoch;
  link->has_state = true;
  return kNewState;
}

// A frame whose length is that of its type; `stored`: its payload lies where it belongs.
uint32_t OnFrame(Link* link, LinkContext* context, const uint8_t* head, bool stored) {
  FrameHeader header;
  __builtin_memcpy(&header, head, sizeof header);
  if (header.type == kHello) {
    HelloFrame frame;
    __builtin_memcpy(&frame, head, sizeof frame);
    return OnHello(link, context, frame);
  }
  if (header.version != kLinkVersion) return 0;
  if (header.type == kRefuse) {
    RefuseFrame frame;
    __builtin_memcpy(&frame, head, sizeof frame);
    return OnRefuse(link, frame);
  }
  if (!link->established) return 0;
  if (header.session != link->session) {  // it may not have heard that there is this one
    if (link->hello == 0) Say(link, kAnswers);
    return 0;
  }
  link->heard = context->now;
  ++context->taken;
  if (header.type != kData) {
    if (!Newer(header.serial, link->peer_serial)) return 0;
    link->peer_serial = header.serial;
  }
  if (header.type == kState) {
    StateFrame frame;
    __builtin_memcpy(&frame, head, sizeof frame);
    return OnState(link, frame);
  }
  if (!stored && !IsOfEpoch(*context, header)) {
    link->want_state = true;  // one of us is elsewhere
    return 0;
  }
  if (header.type == kAck) {
    AckFrame frame;
    __builtin_memcpy(&frame, head, sizeof frame);
    return OnAck(link, *context, frame);
  }
  DataFrame frame;
  __builtin_memcpy(&frame, head, sizeof frame);
  return OnData(link, *context, frame, stored);
}

struct Owner {
  Link* link;
  LinkContext* context;
};

void PlaceOfStream(void* owner, StreamDecoder* decoder) {
  const Owner& o = *static_cast<Owner*>(owner);
  DataFrame frame;
  __builtin_memcpy(&frame, decoder->head, sizeof frame);
  decoder->place = ChunkPlace(*o.link, *o.context, frame, &decoder->limit);
}

uint32_t ReadStream(Link* link, LinkContext* context, uint32_t frames) {
  uint32_t events = 0;
  uint8_t piece[kPiece];
  Owner owner{link, context};
  const uint32_t pieces = frames * 4;  // a line that never falls silent does not hold the others up
  for (uint32_t i = 0; i < pieces; ++i) {
    size_t size = link->medium->read(link->medium->user, piece, sizeof piece);
    if (size == 0 || size > sizeof piece) break;
    const uint8_t* data = piece;
    while (DecodeStream(&link->decoder, &data, &size, PlaceOfStream, &owner)) {
      StreamDecoder& decoder = link->decoder;
      bool stored = false;
      if (decoder.head[0] == kData) {
        DataFrame frame;
        uint32_t bytes;
        __builtin_memcpy(&frame, decoder.head, sizeof frame);
        stored = decoder.place != nullptr && ChunkPlace(*link, *context, frame, &bytes) == decoder.place &&
                 decoder.bytes == MOTE_LINK_HEADER + bytes;
      }
      events |= OnFrame(link, context, decoder.head, stored);
    }
  }
  return events;
}

// The first chunk of a message that is not asked for yet stays with a medium that keeps it, for a while: then it need not come twice.
bool MayWait(Link* link, const LinkContext& context) {
  FrameHeader header;
  __builtin_memcpy(&header, context.frame, sizeof header);
  const bool ours = link->established && header.session == link->session && header.serial == link->receive_sequence;
  if (!ours || IsReceiving(*link) || !IsOfEpoch(context, header)) return false;
  if (!link->waits) link->waits_since = context.now;
  link->waits = context.now - link->waits_since < context.heartbeat / 32;
  return link->waits;
}

uint32_t ReadDatagrams(Link* link, LinkContext* context, uint32_t frames) {
  uint32_t events = 0;
  const mote_medium& medium = *link->medium;
  const bool looks = medium.look != nullptr;
  // Behind what may end an exchange comes what is of the next one, which nobody has asked for yet.
  for (uint32_t i = 0; i < frames && (events & (kPeerDone | kReceived)) == 0; ++i) {
    const size_t size = looks ? medium.look(medium.user, context->frame, kLeastDatagram)
                              : medium.read(medium.user, context->frame, context->frame_size);
    if (size == 0) break;
    const size_t head = FrameBytes(context->frame[0]);
    const bool is_data = context->frame[0] == kData;
    const bool whole = head != 0 && size <= context->frame_size && (is_data ? size >= head : size == head);
    uint8_t* place = nullptr;
    uint32_t bytes = 0;
    if (whole && is_data) {
      DataFrame frame;
      __builtin_memcpy(&frame, context->frame, sizeof frame);
      place = ChunkPlace(*link, *context, frame, &bytes);
      if (size != MOTE_LINK_HEADER + static_cast<size_t>(bytes)) place = nullptr;
    }
    if (looks) {
      if (place == nullptr && whole && is_data && MayWait(link, *context)) break;
      if (place == nullptr) bytes = 0;
      if (medium.take(medium.user, place, bytes) != bytes) place = nullptr;
    } else if (place != nullptr) {
      __builtin_memcpy(place, context->frame + MOTE_LINK_HEADER, bytes);
    }
    if (whole) events |= OnFrame(link, context, context->frame, place != nullptr);
  }
  return events;
}

// The next frame to be sent. Returns the bytes of its head; 0: none.
size_t NextFrame(Link* link, LinkContext* context, uint8_t* head, const uint8_t** payload, uint32_t* payload_bytes) {
  union {
    FrameHeader header;
    HelloFrame hello;
    RefuseFrame refuse;
    StateFrame state;
    AckFrame ack;
    DataFrame data;
  } frame = {};
  frame.header.version = kLinkVersion;
  link->fresh = false;
  *payload = nullptr;
  *payload_bytes = 0;
  if (link->refuse != 0) {
    frame.header.type = kRefuse;
    frame.refuse.nonce = link->refuse_nonce;
    frame.refuse.reason = link->refuse;
    link->refuse = kNotRefused;
  } else if (link->hello != 0) {
    const uint8_t flag = static_cast<uint8_t>(link->hello - 1);
    frame.header.type = kHello;
    frame.header.serial = flag;
    frame.hello.nonce = flag == kAnswers ? link->nonce : link->offer;
    frame.hello.echo = flag == kAnswers ? link->peer_nonce : link->candidate;
    frame.hello.plan[0] = context->plan[0];
    frame.hello.plan[1] = context->plan[1];
    frame.hello.members = context->members;
    frame.hello.from = context->self;
    frame.hello.to = link->peer;
    frame.hello.window = WindowOf(*link->medium);
    frame.hello.payload = PayloadOf(*link->medium);
    link->hello = 0;
    link->called = context->now;
  } else if (!link->established) {
    return 0;
  } else {
    frame.header.session = link->session;
    frame.header.epoch = context->epoch;
    if (link->again) {
      frame.header.type = kData;
      frame.header.serial = link->kept_number;
      frame.data.tag = context->kept_tag;
      *payload = context->kept;
      *payload_bytes = context->kept_bytes;
      link->again = false;
    } else if (link->want_state) {
      frame.header.type = kState;
      frame.header.serial = ++link->serial;
      frame.state.body = context->state;
      frame.state.body.committed = link->committed;
      link->want_state = false;
      link->told = context->now;
    } else if (link->want_ack && context->open) {
      frame.header.type = kAck;
      frame.header.serial = ++link->serial;
      MakeAck(link, &frame.ack);
    } else if (NextChunk(link, *context, &frame.data, payload, payload_bytes)) {
      frame.header.type = kData;
    } else {
      return 0;
    }
  }
  const size_t bytes = FrameBytes(frame.header.type);
  __builtin_memcpy(head, &frame, bytes);
  return bytes;
}

void WriteStream(Link* link, LinkContext* context) {
  const mote_medium& medium = *link->medium;
  uint8_t piece[kPiece];
  size_t room = medium.room(medium.user);
  while (room != 0) {
    if (StreamFrameIsOut(link->encoder)) {
      const uint8_t* payload;
      uint32_t payload_bytes;
      const size_t head = NextFrame(link, context, link->encoder.head, &payload, &payload_bytes);
      if (head == 0) return;
      BeginStreamFrame(&link->encoder, head, payload, payload_bytes);
    }
    const size_t size = EncodeStream(&link->encoder, piece, room < sizeof piece ? room : sizeof piece);
    if (size != 0) medium.write(medium.user, piece, size);
    room -= size;
  }
}

// May there be something to send? Mostly there is not, and a medium is dear to ask.
bool MaySend(const Link& link) {
  return (link.refuse | link.hello | link.again | link.want_state | link.want_ack) != 0 || link.send_base != link.send_chunks;
}

void WriteDatagrams(Link* link, LinkContext* context) {
  const mote_medium& medium = *link->medium;
  const size_t most = MOTE_LINK_HEADER + static_cast<size_t>(PayloadOf(medium));
  while (MaySend(*link) && medium.room(medium.user) >= (most < kLeastDatagram ? kLeastDatagram : most)) {
    const uint8_t* payload;
    uint32_t payload_bytes;
    const size_t head = NextFrame(link, context, context->frame, &payload, &payload_bytes);
    if (head == 0) return;
    if (medium.write_parts != nullptr) {
      medium.write_parts(medium.user, context->frame, head, payload, payload_bytes);
      continue;
    }
    if (payload_bytes != 0) __builtin_memcpy(context->frame + head, payload, payload_bytes);
    medium.write(medium.user, context->frame, head + payload_bytes);
  }
}

}  // namespace

void InitLink(Link* link, const mote_medium* medium, uint8_t peer, LinkContext* context) {
  __builtin_memset(link, 0, sizeof *link);
  link->medium = medium;
  link->peer = peer;
  link->payload = PayloadOf(*medium);  // until a session says otherwise
  link->window = WindowOf(*medium);
  link->offer = Random(context);
  link->called = context->now - context->heartbeat;
  link->encoder.stage = kOut;
  ResetStreamDecoder(&link->decoder);
}

uint32_t ReadLink(Link* link, LinkContext* context, uint32_t frames) {
  return link->medium->stream != 0 ? ReadStream(link, context, frames) : ReadDatagrams(link, context, frames);
}

void TickLink(Link* link, const LinkContext& context, bool call) {
  if (!link->established) {
    if (call && context.now - link->called >= context.heartbeat / 2) Say(link, kCalls);
    return;
  }
  if (context.now - link->told >= context.heartbeat / 4) link->want_state = true;
  TickMessages(link, context);
}

void WriteLink(Link* link, LinkContext* context) {
  if (link->medium->stream != 0) {
    WriteStream(link, context);
  } else {
    WriteDatagrams(link, context);
  }
}

}  // namespace mote::runtime
