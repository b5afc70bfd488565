// Messages of a link. Whatever a frame says is held against what was sent and asked for before anything changes.
#include "link/messages.h"

namespace mote::runtime {
namespace {

constexpr uint8_t kMostBackoff = 6;

uint32_t Chunks(uint32_t bytes, uint32_t payload) { return bytes == 0 ? 1 : (bytes - 1) / payload + 1; }

uint32_t ChunkBytes(uint32_t bytes, uint32_t payload, uint32_t chunk) {
  const uint32_t left = bytes - chunk * payload;
  return left < payload ? left : payload;
}

uint32_t Smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

bool IsSending(const Link& link) { return link.send_base != link.send_chunks; }

uint32_t Patience(const Link& link, const LinkContext& context) {
  const uint32_t least = context.heartbeat / 32 + 1;
  uint32_t wait = link.round_trip + 4 * link.deviation;
  if (wait < least) wait = least;
  for (uint8_t i = 0; i < link.backoff && wait < context.heartbeat; ++i) wait *= 2;
  return Smaller(wait, context.heartbeat);
}

void MeasureRoundTrip(Link* link, const LinkContext& context) {
  const uint32_t trip = Smaller(context.now - link->timed_since, context.heartbeat);
  const uint32_t error = trip > link->round_trip ? trip - link->round_trip : link->round_trip - trip;
  link->round_trip = link->round_trip - link->round_trip / 8 + trip / 8;
  link->deviation = link->deviation - link->deviation / 4 + error / 4;
  link->timing = false;
}

// Chunks `fresh` (bits from send_base on) are acknowledged for the first time: what was sent before them and is not is lost.
void FindLost(Link* link, uint32_t fresh) {
  const uint8_t tolerance = link->medium->stream != 0 ? 0 : 3;  // datagrams may overtake each other
  uint8_t youngest = 255;
  const auto age = [link](uint32_t chunk) {
    return static_cast<uint8_t>(link->next_stamp - link->stamps[(link->send_sequence + chunk) % MOTE_LINK_MOST_WINDOW]);
  };
  for (uint32_t i = 0; i < link->high; ++i) {
    if ((fresh >> i & 1) != 0 && age(i) < youngest) youngest = age(i);
  }
  for (uint32_t i = 0; i < link->high; ++i) {
    if ((link->sent & ~link->acked) >> i & 1 && age(i) > youngest && age(i) - youngest > tolerance) link->sent &= ~(UINT32_C(1) << i);
  }
}

void Advance(Link* link, uint32_t chunks) {
  link->send_base += chunks;
  link->kept = false;  // it has come further
  link->send_sequence = static_cast<uint16_t>(link->send_sequence + chunks);
  link->high = static_cast<uint8_t>(link->high - chunks);
  link->sent = chunks < 32 ? link->sent >> chunks : 0;
  link->acked = chunks < 32 ? link->acked >> chunks : 0;
  if (!IsSending(*link)) {
    link->send_data = nullptr;
    link->high = 0;
    link->sent = link->acked = 0;
    CutStreamFrame(&link->encoder);  // a chunk sent again, which nobody waits for
  }
}

}  // namespace

bool IsOfEpoch(const LinkContext& context, const FrameHeader& header) { return context.open && header.epoch == context.epoch; }

void SendOnLink(Link* link, const LinkContext& context, const void* data, uint32_t bytes, uint32_t number) {
  link->send_data = static_cast<const uint8_t*>(data);
  link->send_bytes = bytes;
  link->send_tag = TagOf(number, bytes);
  link->send_base = 0;
  link->send_chunks = Chunks(bytes, link->payload);
  link->sent = link->acked = 0;
  link->high = 0;  // and the grant is what the other one said last: it may have asked already
  link->held = false;
  link->backoff = 0;
  link->progress = context.now;
}

void ReceiveOnLink(Link* link, const LinkContext& context, void* data, uint32_t bytes, uint32_t number) {
  link->receive_data = static_cast<uint8_t*>(data);
  link->receive_bytes = bytes;
  link->receive_tag = TagOf(number, bytes);
  link->receive_base = 0;
  link->receive_chunks = Chunks(bytes, link->payload);
  link->got = 0;
  link->decoder.place = nullptr;
  link->backoff = 0;
  link->progress = context.now;
  if (link->receive_chunks > 1 || link->early) link->want_ack = true;  // else what comes first is all
  link->early = link->waits = false;
}

void EndLinkMessages(Link* link) {
  link->send_base = link->send_chunks = 0;
  link->receive_base = link->receive_chunks = 0;
  link->send_data = nullptr;
  link->receive_data = nullptr;
  link->sent = link->acked = link->got = 0;
  link->high = 0;
  link->timing = false;
  link->decoder.place = nullptr;
  CutStreamFrame(&link->encoder);
}

void KeepMessage(Link* link, LinkContext* context) {
  link->unanswered = 0;  // what is sent next says enough
  const uint16_t before = static_cast<uint16_t>(link->joint - 1);
  if (Newer(before, link->peer_done)) link->peer_done = before;  // else it would not have sent anything of this one
  if (!IsSending(*link)) return;
  context->kept_bytes = static_cast<uint8_t>(link->send_bytes);
  context->kept_tag = link->send_tag;
  if (link->send_bytes != 0) __builtin_memcpy(context->kept, link->send_data, link->send_bytes);
  link->kept = true;
  link->kept_number = link->send_sequence++;
}

bool HasUnsent(const Link& link) {
  const bool partly = link.fresh && IsSending(link) && link.encoder.stage < kEnd;
  return link.send_base + link.high < link.send_chunks || partly;
}

bool WasSent(const Link& link) { return !HasUnsent(link) && StreamFrameIsOut(link.encoder); }

void ResetLinkMessages(Link* link, const LinkContext& context) {
  EndLinkMessages(link);
  link->kept = link->again = false;
  link->send_sequence = link->receive_sequence = 0;
  link->joint = link->done = link->peer_done = link->committed = 0;
  link->unanswered = link->backoff = link->grant = 0;
  link->want_ack = link->ask = link->early = link->waits = false;
  link->round_trip = context.heartbeat / 8;
  link->deviation = context.heartbeat / 16;
  link->progress = context.now;
}

uint8_t* ChunkPlace(const Link& link, const LinkContext& context, const DataFrame& frame, uint32_t* bytes) {
  *bytes = link.payload;
  const uint32_t distance = static_cast<uint16_t>(frame.header.serial - link.receive_sequence);
  const bool ours = link.established && frame.header.session == link.session && frame.header.epoch == context.epoch;
  if (!ours || !IsReceiving(link) || frame.tag != link.receive_tag) return nullptr;
  if (distance >= link.window || distance >= link.receive_chunks - link.receive_base || (link.got >> distance & 1) != 0) return nullptr;
  const uint32_t chunk = link.receive_base + distance;
  *bytes = ChunkBytes(link.receive_bytes, link.payload, chunk);
  return link.receive_data + static_cast<size_t>(chunk) * link.payload;
}

uint32_t OnData(Link* link, const LinkContext& context, const DataFrame& frame, bool stored) {
  const uint32_t distance = static_cast<uint16_t>(frame.header.serial - link->receive_sequence);
  if (!stored) {
    link->want_ack = true;
    if (static_cast<int16_t>(distance) >= 0) link->early = true;
    const bool meant = distance < link->receive_chunks - link->receive_base;
    return meant && frame.tag != link->receive_tag ? uint32_t{kDisagrees} : 0;
  }
  link->got |= UINT32_C(1) << distance;
  while ((link->got & 1) != 0) {
    link->got >>= 1;
    ++link->receive_base;
    ++link->receive_sequence;
  }
  link->backoff = 0;
  link->progress = context.now;
  if (link->unanswered++ == 0) link->unanswered_since = context.now;
  if (link->got != 0 || link->unanswered * 4 >= link->window) link->want_ack = true;
  if (IsReceiving(*link)) return 0;
  link->receive_data = nullptr;
  if (link->receive_chunks > 1) link->want_ack = true;  // of a single one `done` is soon said
  return kReceived;
}

uint32_t OnAck(Link* link, const LinkContext& context, const AckFrame& frame) {
  const uint32_t advance = static_cast<uint16_t>(frame.base - link->send_sequence);
  const uint32_t done = static_cast<uint16_t>(frame.done - link->peer_done);
  // The other one may have all of the exchange that comes next here, when it only sends in it.
  const uint32_t most_done = static_cast<uint16_t>(link->joint + 1 - link->peer_done);
  if (link->kept && frame.base == link->kept_number) {  // it is an exchange behind, and takes nothing of this one yet
    link->again = link->held = true;
    link->sent = 0;
    return 0;
  }
  if (advance > link->high || done > most_done || frame.window > link->window) return 0;
  const uint32_t behind = link->high - advance;
  if ((frame.map & 1) != 0 || (behind < 32 && (frame.map >> behind) != 0)) return 0;
  if ((frame.flags & 1) != 0) link->want_ack = true;
  const uint32_t map = advance < 32 ? frame.map << advance : 0;
  const uint32_t through = advance < 32 ? (UINT32_C(1) << advance) - 1 : UINT32_MAX;
  const uint32_t fresh = (map | through) & ~link->acked;
  if (fresh != 0) {
    const uint32_t timed = static_cast<uint16_t>(link->timed_sequence - link->send_sequence);
    if (link->timing && timed < 32 && (fresh >> timed & 1) != 0) MeasureRoundTrip(link, context);
    link->acked |= fresh;
    FindLost(link, fresh);
    Advance(link, advance);
    link->backoff = 0;
    link->progress = context.now;
  }
  link->grant = frame.window;
  if (IsSending(*link)) {
    link->held = frame.window == 0 && link->send_base == 0;
    if (link->held) link->sent = 0;  // it came before it was asked for
  }
  if (done == 0) return 0;
  link->peer_done = frame.done;
  link->backoff = 0;
  link->progress = context.now;
  return kPeerDone;
}

void MakeAck(Link* link, AckFrame* frame) {
  frame->base = link->receive_sequence;
  frame->done = link->done;
  frame->window = static_cast<uint8_t>(IsReceiving(*link) ? Smaller(link->window, link->receive_chunks - link->receive_base) : 0);
  frame->flags = link->ask ? 1 : 0;
  frame->map = link->got;
  link->want_ack = link->ask = false;
  link->unanswered = 0;
}

bool NextChunk(Link* link, const LinkContext& context, DataFrame* frame, const uint8_t** payload, uint32_t* bytes) {
  if (!context.open || !IsSending(*link)) return false;
  const bool first = link->send_base == 0 && !link->held;  // may go without being asked for
  const uint32_t allowed = link->grant != 0 ? link->grant : first ? 1 : 0;
  const uint32_t most = Smaller(allowed, Smaller(link->window, link->send_chunks - link->send_base));
  const uint32_t gone = link->sent | link->acked;
  uint32_t i = 0;
  while (i < most && (gone >> i & 1) != 0) ++i;
  if (i >= most) return false;
  const uint32_t chunk = link->send_base + i;
  const uint16_t sequence = static_cast<uint16_t>(link->send_sequence + i);
  frame->header.serial = sequence;
  frame->tag = link->send_tag;
  *payload = link->send_data + static_cast<size_t>(chunk) * link->payload;
  *bytes = ChunkBytes(link->send_bytes, link->payload, chunk);
  link->sent |= UINT32_C(1) << i;
  link->stamps[sequence % MOTE_LINK_MOST_WINDOW] = link->next_stamp++;
  link->fresh = i >= link->high;
  if (link->fresh) {
    link->high = static_cast<uint8_t>(i + 1);
    link->progress = context.now;
    if (!link->timing) {
      link->timing = true;
      link->timed_sequence = sequence;
      link->timed_since = context.now;
    }
  } else if (link->timed_sequence == sequence) {
    link->timing = false;  // which of the two would be answered?
  }
  return true;
}

void TickMessages(Link* link, const LinkContext& context) {
  if (!context.open) return;
  if (link->unanswered != 0 && context.now - link->unanswered_since >= context.heartbeat / 32) link->want_ack = true;
  const bool busy = IsSending(*link) || IsReceiving(*link) || (link->joint != link->committed && Newer(link->joint, link->peer_done));
  if (!busy || context.now - link->progress < Patience(*link, context)) return;
  link->progress = context.now;
  if (link->backoff < kMostBackoff) ++link->backoff;
  link->held = false;
  link->sent &= ~UINT32_C(1);  // the first one again; the answer tells what else is missing
  link->want_ack = link->ask = true;
}

}  // namespace mote::runtime
