// What happens to frames on their way, and a monitor of what honest members send.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "simulator.h"

namespace mote::link_test {

using namespace mote::runtime;
namespace {

constexpr uint64_t kHeartbeat = 100000, kTick = 2000;
constexpr size_t kRemembered = 12;

template <class T>
T Take(const std::vector<uint8_t>& body) {
  T frame;
  std::memcpy(&frame, body.data(), sizeof frame);
  return frame;
}

void FlipBit(std::vector<uint8_t>* bytes, uint64_t bit) { (*bytes)[bit / 8 % bytes->size()] ^= static_cast<uint8_t>(1 << bit % 8); }

}  // namespace

void Simulation::Deliver(Channel* way, const Bytes& frame, uint64_t delay) {
  uint64_t time = now_ + kTick + random_.Below(3) * kTick;
  if (scenario_.stream) time = std::max(time, way->last);
  if (delay == 0) way->last = time;
  time += delay;
  auto place = way->on_the_way.end();
  while (place != way->on_the_way.begin() && std::prev(place)->time > time) --place;
  way->on_the_way.insert(place, {time, frame});
}

void Simulation::Keep(Channel* way, const Bytes& frame) {
  way->kept = frame;
  way->kept_whole = frame == members_[way->from].said.back();
}

void Simulation::Strike(Fault fault, Channel* way, Bytes* frame, bool* deliver) {
  Member& sender = members_[way->from];
  const uint64_t while_ = (1 + random_.Below(6)) * kHeartbeat;
  switch (fault) {
    case Fault::k_drop: *deliver = false; break;
    case Fault::k_duplicate:
      Deliver(way, *frame, random_.OneIn(2) ? random_.Below(5) * kTick + 1 : 1 + random_.Below(12) * kHeartbeat);
      break;
    case Fault::k_reorder:
      Keep(way, *frame);
      way->keeps = true;
      *deliver = false;
      break;
    case Fault::k_delay:
      Deliver(way, *frame, 1 + random_.Below(static_cast<uint32_t>(12 * kHeartbeat)));
      *deliver = false;
      break;
    case Fault::k_flip_bits: {
      if (!scenario_.stream && !scenario_.sealed) {
        *deliver = false;  // the medium guards its datagrams
        break;
      }
      for (uint32_t n = 1 + random_.Below(5); n != 0; --n) FlipBit(frame, random_.Below(static_cast<uint32_t>(frame->size() * 8)));
      break;
    }
    case Fault::k_burst: {
      if (!scenario_.stream && !scenario_.sealed) {
        *deliver = false;
        break;
      }
      const uint32_t at = random_.Below(static_cast<uint32_t>(frame->size() * 8));
      const uint32_t pattern = static_cast<uint32_t>(random_.Next());
      for (uint32_t i = 0; i < 32 && at + i < frame->size() * 8; ++i) {
        if ((pattern >> i & 1) != 0) FlipBit(frame, at + i);
      }
      break;
    }
    case Fault::k_truncate: frame->resize(random_.Below(static_cast<uint32_t>(frame->size()))); break;
    case Fault::k_noise: {
      Bytes noise(1 + random_.Below(60));
      for (uint8_t& byte : noise) byte = static_cast<uint8_t>(random_.Next());
      Deliver(way, noise, 0);
      break;
    }
    case Fault::k_merge:
      Keep(way, *frame);
      way->merges = true;
      *deliver = false;
      break;
    case Fault::k_stuck_line: way->stuck_until = now_ + while_; break;
    case Fault::k_one_way:
      way->cut = random_.OneIn(2);
      way->stuck_until = now_ + while_;
      break;
    case Fault::k_slow_peer: sender.slow = 2 + random_.Below(18); break;
    case Fault::k_reset: sender.alive = false; break;
    case Fault::k_reboot:
      sender.alive = false;
      sender.wake_at = now_ + while_ * 2;
      break;
    case Fault::k_clock_jump: sender.clock_offset += static_cast<int32_t>(random_.Next()); break;
    case Fault::k_full_queue: way->full_until = now_ + while_; break;
    case Fault::k_hostile: sender.hostile = any_hostile_ = true; break;
  }
}

// A hostile member knows the session and makes checksums, and changes anything.
void Simulation::Mutate(Channel* way, Bytes* frame) {
  if (!random_.OneIn(3)) return;
  const bool framed = scenario_.stream && !scenario_.sealed;
  Bytes body = framed ? DecodeFrame(*frame) : *frame;
  if (body.size() < sizeof(FrameHeader)) return;
  const size_t head = FrameBytes(body[0]);
  for (uint32_t n = 1 + random_.Below(3); n != 0; --n) {
    const size_t field = random_.OneIn(3) ? 2 : random_.OneIn(6) ? random_.Below(12) : 12 + random_.Below(static_cast<uint32_t>(head - 12));
    if (field >= body.size() || (field >= 4 && field < 8 && !random_.OneIn(10))) continue;
    body[field] = random_.OneIn(2) ? static_cast<uint8_t>(body[field] + random_.Below(5) - 2) : static_cast<uint8_t>(random_.Number());
  }
  if (random_.OneIn(8)) body.resize(body.size() + random_.Below(40), 0x5a);
  if (random_.OneIn(16)) body.resize(random_.Below(static_cast<uint32_t>(body.size())));
  if (body.empty()) return;
  *frame = framed ? EncodeFrame(body) : body;
  (void)way;
}

// What an honest member may not send.
void Simulation::Watch(Channel* way, const Bytes& body) {
  if (body.size() < sizeof(FrameHeader)) {
    Fail(Format("member %u sent no frame", way->from));
    return;
  }
  const FrameHeader header = Take<FrameHeader>(body);
  const bool whole = header.type == kData ? body.size() >= FrameBytes(kData) && body.size() - FrameBytes(kData) <= scenario_.payload
                                          : FrameBytes(header.type) == body.size();
  if (!whole) {
    Fail(Format("member %u sent a frame of type %u with %zu bytes", way->from, header.type, body.size()));
    return;
  }
  if (header.type == kState) {
    const StateBody state = Take<StateFrame>(body).body;
    if (state.phase == kForming && members_[way->from].proposed.emplace(state.proposal, state.out).first->second != state.out) {
      Fail(Format("member %u says two things of proposal %u", way->from, state.proposal));
    }
  }
  if (header.type != kData && header.type != kAck) return;
  Channel& back = Way(way->to, way->from);
  if (way->session != header.session || way->epoch != header.epoch) {
    way->sent_chunks.clear();
    way->ended = 0;
    way->session = header.session;
    way->epoch = header.epoch;
  }
  const bool same = back.session == header.session && back.epoch == header.epoch;
  if (header.type == kData) {
    way->sent_chunks[header.serial] = true;
    const auto said = back.acked.find({header.session, header.epoch});
    const uint16_t acked = said != back.acked.end() && Newer(said->second, way->ended) ? said->second : way->ended;
    if (Honest(way->to) && static_cast<int16_t>(header.serial - acked) >= static_cast<int16_t>(scenario_.window)) {
      Fail(Format("member %u sent chunk %u, %u has acknowledged up to %u: beyond the window", way->from, header.serial, way->to, acked));
    }
    return;
  }
  const AckFrame ack = Take<AckFrame>(body);
  way->acked[{header.session, header.epoch}] = ack.base;
  if (scenario_.window < 32 && (ack.map >> scenario_.window) != 0) Fail(Format("member %u took a chunk beyond the window", way->from));
  if (!same || !Honest(way->to)) return;
  for (uint32_t i = 0; i < 32; ++i) {
    const uint16_t chunk = static_cast<uint16_t>(ack.base + i);
    if ((ack.map >> i & 1) != 0 && back.sent_chunks.count(chunk) == 0) {
      Fail(Format("member %u acknowledges chunk %u, which was not sent", way->from, chunk));
    }
  }
  if (ack.base != 0 && back.sent_chunks.count(static_cast<uint16_t>(ack.base - 1)) == 0) {
    Fail(Format("member %u acknowledges what was not sent", way->from));
  }
}

void Simulation::Send(Channel* way, Bytes frame) {
  const uint32_t number = frames++;
  Member& sender = members_[way->from];
  if (scenario_.sealed) {
    // What is in it was changed or watched before.
  } else if (sender.hostile) {
    Mutate(way, &frame);
  } else {
    // A frame that was cut ends without a checksum: nobody takes it for one.
    const Bytes body = scenario_.stream ? DecodeFrame(frame) : frame;
    if (!body.empty()) Watch(way, body);
  }
  sender.said.push_back(frame);
  sender.said_to.push_back(way->to);
  if (sender.said.size() > kRemembered) {
    sender.said.erase(sender.said.begin());
    sender.said_to.erase(sender.said_to.begin());
  }
  bool deliver = true;
  const bool keeps = way->keeps, merges = way->merges;
  way->keeps = way->merges = false;
  for (const PlannedFault& planned : scenario_.faults) {
    if (planned.frame != number || frame.empty()) continue;  // one before cut all of it off
    if (trace) {
      std::printf("%8llu us: %s strikes a frame from %u to %u\n", static_cast<unsigned long long>(now_), NameOf(planned.fault), way->from,
                  way->to);
    }
    Strike(planned.fault, way, &frame, &deliver);
  }
  const bool guarded = !scenario_.stream && !scenario_.sealed;  // by the medium: a part of a datagram and another one make none
  if (merges && (way->kept_whole || !guarded)) {
    Bytes both = way->kept;
    if (scenario_.stream && !both.empty()) both.pop_back();
    both.insert(both.end(), frame.begin() + (scenario_.stream && !frame.empty() ? 1 : 0), frame.end());
    frame = both;
  }
  if (now_ < way->stuck_until || way->cut) {
    if (scenario_.stream && !way->cut) Deliver(way, Bytes(frame.size(), random_.OneIn(2) ? 0 : 0x7f), 0);
    deliver = false;
  }
  if (deliver) Deliver(way, frame, 0);
  if (keeps) Deliver(way, way->kept, 1);
}

}  // namespace mote::link_test
