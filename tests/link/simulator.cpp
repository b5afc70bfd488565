// The course of a simulation: time, members, what is held against what they do.
#include "simulator.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "plain_cipher.h"

namespace mote::link_test {

using namespace mote::runtime;
namespace {

constexpr uint64_t kHeartbeat = 100000, kTick = 2000, kDeadline = 8 * kHeartbeat;  // microseconds
constexpr uint64_t kLongest = 900 * kHeartbeat;
constexpr uint32_t kMostAttempts = 8;
constexpr size_t kGuard = 16;
constexpr uint8_t kGuardByte = 0xa5;

// Byte `at` of what `from` sends to `to` (to all: `to` is `from`) in an exchange of an epoch.
uint8_t Content(uint32_t epoch, uint32_t exchange, uint32_t from, uint32_t to, uint32_t at) {
  uint32_t x = epoch * 2654435761u ^ exchange * 40503u ^ from * 69069u ^ to * 362437u ^ at * 2246822519u;
  x ^= x >> 15;
  x *= 2246822519u;
  return static_cast<uint8_t>((x >> 24) % 5 == 0 ? 0 : x >> 16);  // zeros are what COBS is about
}

uint32_t CountBits(uint32_t mask) {
  uint32_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

uint32_t MemberOfRank(uint32_t mask, uint32_t rank) {
  for (uint32_t member = 0; member < 32; ++member) {
    if ((mask >> member & 1) != 0 && rank-- == 0) return member;
  }
  return 32;
}

uint32_t RankOf(uint32_t mask, uint32_t member) { return CountBits(mask & ((1u << member) - 1)); }

uint32_t SizeOf(const Scenario& scenario, uint32_t exchange) {
  fault::Random random(fault::Random(scenario.seed * 1000 + exchange).Next());
  return random.OneIn(6) ? 0 : 1 + random.Below(scenario.largest);
}

bool IsPairs(uint32_t exchange) { return exchange % 3 == 2; }

}  // namespace

std::string Format(const char* format, ...) {
  char text[400];
  va_list list;
  va_start(list, format);
  std::vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return text;
}

const char* NameOf(Fault fault) {
  static const char* const kNames[] = {
#define X(name) #name,
      MOTE_LINK_FAULTS(X)
#undef X
  };
  return kNames[static_cast<int>(fault)];
}

Simulation::Simulation(const Scenario& scenario)
    : scenario_(scenario), random_(fault::Random(scenario.seed).Next()), members_(scenario.members),
      channels_(scenario.members * scenario.members) {
  for (uint32_t from = 0; from < scenario.members; ++from) {
    members_[from].number = from;
    for (uint32_t to = 0; to < scenario.members; ++to) {
      Channel& channel = Way(from, to);
      channel.simulation = this;
      channel.from = from;
      channel.to = to;
    }
  }
}

void Simulation::Fail(const std::string& what) {
  if (!wrong.empty()) return;
  wrong = Format("at %llu ms: ", static_cast<unsigned long long>(now_ / 1000)) + what;
  if (trace) std::printf("%s\n", wrong.c_str());
}

size_t Simulation::Room(void* user) {
  Channel& way = *static_cast<Channel*>(user);  // to the other one
  Simulation& s = *way.simulation;
  if (s.now_ < way.full_until) return 0;
  return s.scenario_.stream ? 1 + s.random_.Below(400) : 1 << 16;
}

void Simulation::Write(void* user, const void* data, size_t size) {
  Channel& way = *static_cast<Channel*>(user);
  Simulation& s = *way.simulation;
  const uint8_t* bytes = static_cast<const uint8_t*>(data);
  if (!s.scenario_.stream) {
    s.Send(&way, Bytes(bytes, bytes + size));
    return;
  }
  for (size_t i = 0; i < size; ++i) {
    way.writing.push_back(bytes[i]);
    if (bytes[i] != 0 || way.writing.size() == 1) continue;
    s.Send(&way, std::move(way.writing));
    way.writing.clear();
  }
}

size_t Simulation::Read(void* user, void* data, size_t size) {
  Channel& there = *static_cast<Channel*>(user);
  Simulation& s = *there.simulation;
  Channel& way = s.Way(there.to, there.from);  // from the other one
  if (!s.scenario_.stream) {
    if (way.datagrams.empty()) return 0;
    const Bytes datagram = std::move(way.datagrams.front());
    way.datagrams.pop_front();
    const size_t bytes = std::min(size, datagram.size());
    if (bytes != 0) std::memcpy(data, datagram.data(), bytes);
    return bytes;
  }
  const size_t bytes = std::min(std::min(size, way.arrived.size()), size_t{1} + s.random_.Below(120));
  if (bytes == 0 || way.arrived.empty()) return 0;
  std::memcpy(data, way.arrived.data(), bytes);
  way.arrived.erase(way.arrived.begin(), way.arrived.begin() + static_cast<ptrdiff_t>(bytes));
  return bytes;
}

void Simulation::WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  Bytes whole(head_size + size);
  std::memcpy(whole.data(), head, head_size);
  if (size != 0) std::memcpy(whole.data() + head_size, data, size);
  Write(user, whole.data(), whole.size());
}

size_t Simulation::Look(void* user, void* head, size_t size) {
  Channel& there = *static_cast<Channel*>(user);
  const Channel& way = there.simulation->Way(there.to, there.from);
  if (way.datagrams.empty()) return 0;
  const Bytes& datagram = way.datagrams.front();
  std::memcpy(head, datagram.data(), std::min(size, datagram.size()));
  return datagram.size();
}

size_t Simulation::TakeRest(void* user, void* data, size_t size) {
  Channel& there = *static_cast<Channel*>(user);
  Channel& way = there.simulation->Way(there.to, there.from);
  if (way.datagrams.empty() || (size != 0 && way.datagrams.front().size() < MOTE_LINK_HEADER + size)) {
    there.simulation->Fail("a datagram is taken that is not there");
    return 0;
  }
  if (size != 0) std::memcpy(data, way.datagrams.front().data() + MOTE_LINK_HEADER, size);
  way.datagrams.pop_front();
  return size;
}

const mote_medium& Simulation::Under(void* user) {
  const Channel& way = *static_cast<Channel*>(user);
  return way.simulation->members_[way.from].sealed[way.to];
}

// Puts a sealed medium between the group and the channel; what the group says to it is watched.
void Simulation::Seal(Member* member, uint32_t to) {
  static constexpr uint8_t kKey[MOTE_SEAL_KEY] = {1, 2, 3};
  const mote_cipher cipher = PlainCipher(&member->secrets);
  const mote_seal_options options = {&member->mediums[to], &cipher, kKey, member->number, to};
  std::vector<uint64_t>& memory = member->seals[to];
  memory.assign(mote_seal_size(&member->mediums[to]) / 8, 0);
  mote_medium& sealed = member->sealed[to];
  if (mote_seal_init(&options, memory.data(), memory.size() * 8, &sealed) != MOTE_OK) Fail("mote_seal_init");
  mote_medium& medium = member->mediums[to];
  medium.payload = sealed.payload;
  medium.window = sealed.window;
  medium.stream = 0;
  medium.room = [](void* user) { return Under(user).room(Under(user).user); };
  medium.read = [](void* user, void* data, size_t size) { return Under(user).read(Under(user).user, data, size); };
  medium.write = [](void* user, const void* data, size_t size) {
    Channel& way = *static_cast<Channel*>(user);
    Bytes body(static_cast<const uint8_t*>(data), static_cast<const uint8_t*>(data) + size);
    if (way.simulation->members_[way.from].hostile) {
      way.simulation->Mutate(&way, &body);
      body.resize(std::min<size_t>(body.size(), way.simulation->scenario_.payload + MOTE_LINK_HEADER));
    } else {
      way.simulation->Watch(&way, body);
    }
    Under(user).write(Under(user).user, body.data(), body.size());
  };
  medium.write_parts = nullptr;
  medium.look = nullptr;
  medium.take = nullptr;
}

void Simulation::Boot(Member* member) {
  ++member->boots;
  member->alive = true;
  member->wake_at = 0;
  member->in_exchange = member->ended_it = false;
  member->proposed.clear();
  member->after = member->receives;
  member->memory.assign((mote_group_size(scenario_.members) + 7) / 8, UINT64_C(0xdededededededede));
  member->frame.assign(scenario_.payload + 64, 0);
  member->mediums.assign(scenario_.members, mote_medium{});
  member->sealed.assign(scenario_.members, mote_medium{});
  member->seals.resize(scenario_.members);
  if (scenario_.sealed) member->secrets = random_.Next();
  for (uint32_t to = 0; to < scenario_.members; ++to) {
    Channel& way = Way(member->number, to);
    way.writing.clear();
    Way(to, member->number).arrived.clear();
    Way(to, member->number).datagrams.clear();
    mote_medium& medium = member->mediums[to];
    medium.user = &way;
    medium.payload = scenario_.payload;
    medium.window = scenario_.window;
    medium.stream = scenario_.stream ? 1 : 0;
    medium.room = Room;
    medium.write = Write;
    medium.read = Read;
    if (!scenario_.stream && scenario_.looks) {
      medium.write_parts = WriteParts;
      medium.look = Look;
      medium.take = TakeRest;
    }
    if (scenario_.sealed && to != member->number) {
      if (!scenario_.stream) medium.payload += MOTE_SEAL_EXTRA;
      Seal(member, to);
    }
  }
  mote_group_options options = {};
  options.members = scenario_.members;
  options.member = member->number;
  options.plan = 0x1122334455667788;
  options.mediums = member->mediums.data();
  options.random = static_cast<uint32_t>(random_.Next()) | 1;
  options.heartbeat_us = static_cast<uint32_t>(kHeartbeat);
  options.deadline_us = static_cast<uint32_t>(kDeadline);
  options.frame = member->frame.data();
  options.frame_size = member->frame.size();
  if (mote_group_init(&options, member->memory.data(), member->memory.size() * 8, &member->group) != MOTE_OK) Fail("mote_group_init");
  member->since = now_;
  if (mote_group_join(member->group) != MOTE_OK) Fail("mote_group_join");
  if (member->boots > 1) {  // what it said in its former life comes once more
    for (size_t i = 0; i < member->said.size(); ++i) {
      Deliver(&Way(member->number, member->said_to[i]), member->said[i], random_.Below(6) * kTick);
    }
  }
}

void Simulation::Begin(Member* member) {
  mote_exchange& exchange = member->exchange;
  const uint32_t mask = mote_group_members(member->group), epoch = mote_group_epoch(member->group);
  const uint32_t size = CountBits(mask), rank = RankOf(mask, member->number), number = member->next;
  const uint32_t bytes = SizeOf(scenario_, number);
  exchange = {};
  exchange.number = number % 5;  // as runs count them: from 0 again and again
  exchange.instance = &member->instance;
  exchange.kind = IsPairs(number) ? MOTE_EXCHANGE_PAIRS : number % 3 == 0 ? MOTE_EXCHANGE_GATHER : MOTE_EXCHANGE_SWAP;
  member->sends.assign(size, Bytes());
  member->receives.assign(size, Bytes());
  member->first_chunks.assign(size, 0);
  for (uint32_t other = 0; other < size; ++other) {
    const bool sends = other != rank && (!IsPairs(number) || other == (rank + 1) % size);
    const bool receives = other != rank && (!IsPairs(number) || rank == (other + 1) % size);
    const uint32_t to = exchange.kind == MOTE_EXCHANGE_GATHER ? member->number : MemberOfRank(mask, other);
    Bytes& sent = member->sends[other];
    Bytes& received = member->receives[other];
    if (other != rank) member->first_chunks[other] = LinkTo(member->group, MemberOfRank(mask, other))->send_sequence;
    if (sends) {
      for (uint32_t i = 0; i < bytes; ++i) sent.push_back(Content(epoch, number, member->number, to, i));
      exchange.sends.push_back({other, bytes, sent.data()});
    }
    if (receives) {
      received.assign(bytes + 2 * kGuard, kGuardByte);
      exchange.receives.push_back({other, bytes, received.data() + kGuard});
    }
  }
  member->instance = {};
  member->instance.waiting = true;
  member->in_exchange = true;
  member->began = now_;
  mote_transport transport;
  if (mote_group_transport(member->group, 1, &transport) != MOTE_OK) {
    Fail("mote_group_transport");
    return;
  }
  if (transport.replica != rank) Fail("a member's rank");
  const mote_code code = transport.begin(transport.user, &exchange);
  if (trace) {
    std::printf("%8llu us: %u begins %u of epoch %u, %u bytes: %d\n", static_cast<unsigned long long>(now_), member->number, number, epoch,
                bytes, code);
  }
  if (code == MOTE_WAIT) return;
  member->instance.waiting = false;
  member->instance.result = code;
}

void Simulation::AfterExchange(Member* member) {
  const mote_code code = member->instance.result;
  const uint32_t number = member->next;
  member->in_exchange = false;
  if (trace) std::printf("%8llu us: %u ends %u: %d\n", static_cast<unsigned long long>(now_), member->number, number, code);
  if (member->instance.completions > 1) Fail(Format("%u: an exchange was completed twice", member->number));
  const uint64_t most = kDeadline + (3 * scenario_.members + 3) * kHeartbeat;
  if (now_ - member->began > most) {
    Fail(Format("%u: exchange %u took %llu ms", member->number, number, static_cast<unsigned long long>((now_ - member->began) / 1000)));
  }
  for (const Bytes& received : member->receives) {
    for (size_t i = 0; !received.empty() && i < kGuard; ++i) {
      if (received[i] != kGuardByte || received[received.size() - 1 - i] != kGuardByte) {
        Fail(Format("%u: bytes beside the message were written", member->number));
      }
    }
  }
  member->after = member->receives;
  if (code != MOTE_OK) return;
  const uint32_t epoch = mote_group_epoch(member->group);
  const uint32_t mask = member->group->members;
  for (uint32_t other = 0; other < member->receives.size(); ++other) {
    const Bytes& received = member->receives[other];
    const uint32_t from = MemberOfRank(mask, other);
    const uint32_t to = number % 3 == 0 ? from : member->number;
    if (received.empty() || !Honest(from)) continue;
    for (size_t i = kGuard; i + kGuard < received.size(); ++i) {
      if (received[i] == Content(epoch, number, from, to, static_cast<uint32_t>(i - kGuard))) continue;
      Fail(Format("%u: byte %u of what %u sent in exchange %u of epoch %u is wrong", member->number, static_cast<uint32_t>(i - kGuard),
                  from, number, epoch));
      break;
    }
  }
  for (const mote_transfer& sent : member->exchange.sends) {
    const uint32_t to = MemberOfRank(mask, sent.member);
    Channel& way = Way(member->number, to);
    const uint32_t chunks = sent.bytes == 0 ? 1 : (sent.bytes - 1) / scenario_.payload + 1;
    way.ended = static_cast<uint16_t>(member->first_chunks[sent.member] + chunks);
    if (!Honest(to)) continue;  // it may say that it has all
    for (uint32_t i = 0; i < chunks; ++i) {
      const uint16_t sequence = static_cast<uint16_t>(member->first_chunks[sent.member] + i);
      if (way.sent_chunks.count(sequence) == 0) {
        Fail(Format("%u: exchange %u is done, but chunk %u was never sent to %u", member->number, number, sequence, to));
      }
    }
  }
  ++member->next;
}

void Simulation::OnOpen(Member* member) {
  const uint32_t epoch = mote_group_epoch(member->group), mask = mote_group_members(member->group);
  member->seen_epoch = epoch;
  member->ended_it = false;
  epochs = std::max(epochs, epoch);
  if (any_hostile_) {
    member->next = std::max(member->next, reached_[epoch]);
    reached_[epoch] = member->next;
    return;
  }
  Opening ours = {member->number, mask, 0, std::vector<uint32_t>(scenario_.members)};
  for (uint32_t other = 0; other < scenario_.members; ++other) {
    if (other == member->number) continue;
    ours.sessions[other] = LinkTo(member->group, other)->session;
    // Verdicts were held against each other; where a member is new, or neighbours alone agreed, it takes the others' place.
    if ((mask >> other & 1) != 0) ours.next = std::max(ours.next, members_[other].next);
  }
  ours.next = std::max(ours.next, member->next);
  for (const Opening& theirs : opened_[epoch]) {
    // Another life of one of both, or sides of a torn net that count on from the same number.
    if (theirs.member == member->number || theirs.sessions[member->number] != ours.sessions[theirs.member]) continue;
    if ((mask >> theirs.member & 1) == 0 && (theirs.members >> member->number & 1) == 0) continue;
    if (theirs.members != mask) Fail(Format("epoch %u has members %x and %x", epoch, theirs.members, mask));
    ours.next = theirs.next;
  }
  member->next = ours.next;
  opened_[epoch].push_back(std::move(ours));
}

void Simulation::AfterVerdict(Member* member, mote_code code) {
  const uint32_t lost = mote_group_lost(member->group), epoch = mote_group_epoch(member->group);
  if (trace) {
    std::printf("%8llu us: %u: verdict %d of epoch %u, lost %x, after %u\n", static_cast<unsigned long long>(now_), member->number, code,
                epoch, lost, member->next);
  }
  const bool of_epoch = !member->ended_it && member->verdict_epoch != epoch && member->seen_epoch == epoch && code != MOTE_EPOCH_CHANGED &&
                        code != MOTE_NOT_ALLOWED;
  if (of_epoch && !any_hostile_ && member->boots == 1) {
    for (const Verdict& other : verdicts_[epoch]) {
      if (other.members != member->group->members) continue;  // both sides of a torn net count on from the same number
      if ((lost >> other.member & 1) != 0 || (other.lost >> member->number & 1) != 0) continue;  // not each other's survivors
      const uint32_t first = std::min(other.next, member->next), last = std::max(other.next, member->next);
      const bool pairs = last == first + 1 && IsPairs(first);  // those are agreed on by neighbours only
      if (other.code != static_cast<uint32_t>(code) || other.lost != lost || (first != last && !pairs)) {
        Fail(Format("of epoch %u member %u says %u, lost %x, after %u; member %u says %u, lost %x, after %u", epoch, other.member,
                    other.code, other.lost, other.next, member->number, static_cast<uint32_t>(code), lost, member->next));
      }
    }
    verdicts_[epoch].push_back({member->number, member->next, static_cast<uint32_t>(code), lost, member->group->members});
  }
  member->verdict_epoch = epoch;  // whoever was excluded has its verdict too: what its forming comes to is not of the epoch
  member->since = now_;
  if (++member->attempts > kMostAttempts) {
    mote_group_leave(member->group);
    member->given_up = true;
  } else if (mote_group_shrink(member->group) != MOTE_OK) {
    Fail("mote_group_shrink");
  }
}

void Simulation::Poll(Member* member) {
  const mote_code code = mote_group_poll(member->group, static_cast<uint32_t>(now_ + static_cast<uint64_t>(member->clock_offset)));
  if (member->hostile || member->given_up) return;
  if (!member->in_exchange && member->after != member->receives) {
    Fail(Format("%u: memory was written after its exchange had ended", member->number));
  }
  for (uint32_t i = 0; i + 1 < scenario_.members; ++i) {
    const Link& link = member->group->links[i];
    const bool holds = link.send_base != link.send_chunks || link.receive_base != link.receive_chunks || link.send_data != nullptr ||
                       link.receive_data != nullptr || link.decoder.place != nullptr;
    const uint32_t bits = link.sent | link.acked;
    if (link.send_base > link.send_chunks || link.high > link.window || (link.high < 32 && bits >> link.high != 0)) {
      Fail(Format("%u: a link takes for sent what was not", member->number));
    }
    if (!member->group->exchanging && holds) Fail(Format("%u: a link holds a message without an exchange", member->number));
  }
  if (member->in_exchange) {
    if (member->instance.waiting) {
      const uint64_t most = kDeadline + (3 * scenario_.members + 3) * kHeartbeat;
      if (now_ - member->began > most) Fail(Format("%u: exchange %u does not end", member->number, member->next));
      return;
    }
    AfterExchange(member);
    if (member->instance.result != MOTE_OK) return;
  }
  if (code == MOTE_WAIT) {
    if (now_ - member->since > kDeadline + (3 * scenario_.members + 3) * kHeartbeat) {
      Fail(Format("%u: forming does not end", member->number));
    }
    return;
  }
  if (code != MOTE_OK) {
    AfterVerdict(member, code);
    return;
  }
  member->since = now_;
  if (member->seen_epoch != mote_group_epoch(member->group)) OnOpen(member);
  member->done = member->next >= scenario_.exchanges;
  if (mote_group_waiting(member->group) != 0 && random_.OneIn(10)) {
    member->ended_it = true;
    member->since = now_;
    if (mote_group_join(member->group) != MOTE_OK) Fail("mote_group_join of a new epoch");
  } else if (!member->done) {
    Begin(member);
  }
}

void Simulation::Run() {
  for (Member& member : members_) Boot(&member);
  for (now_ = kTick; wrong.empty(); now_ += kTick) {
    ++ticks;
    bool all = true;
    for (Channel& way : channels_) {
      while (!way.on_the_way.empty() && way.on_the_way.front().time <= now_) {
        Bytes& bytes = way.on_the_way.front().bytes;
        if (scenario_.stream) {
          way.arrived.insert(way.arrived.end(), bytes.begin(), bytes.end());
        } else if (!bytes.empty()) {
          way.datagrams.push_back(std::move(bytes));
        }
        way.on_the_way.pop_front();
      }
    }
    const uint32_t first = random_.Below(scenario_.members);
    for (uint32_t i = 0; i < scenario_.members; ++i) {
      Member& member = members_[(first + i) % scenario_.members];
      if (!member.alive && member.wake_at != 0 && now_ >= member.wake_at) Boot(&member);
      if (!member.alive) continue;
      if (now_ / kTick % member.slow == 0) Poll(&member);
      if (!member.hostile && !member.given_up && !member.done) all = false;
    }
    for (const Member& member : members_) {
      if (!member.alive && member.wake_at != 0) all = false;
    }
    if (all) break;
    if (now_ > kLongest) Fail("it does not end");
  }
  for (const Member& member : members_) finished += member.alive && !member.hostile && member.done ? 1 : 0;
}

}  // namespace mote::link_test
