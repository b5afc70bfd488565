// Lines hand bytes on one by one at their speed; a switch hands datagrams on, one after the other on each way to and from it.
#include "timed_group.h"

#include <algorithm>
#include <cstring>

namespace mote::link_test {
namespace {

constexpr size_t kQueue = 64;        // bytes that a line takes ahead of what is on it
constexpr double kLongest = 600e6;   // microseconds

uint8_t Content(uint32_t number, uint32_t from, uint32_t to, uint32_t at) {
  uint32_t x = number * 40503u ^ from * 69069u ^ to * 362437u ^ at * 2246822519u;
  x ^= x >> 15;
  x *= 2246822519u;
  return static_cast<uint8_t>(x >> 24);
}

}  // namespace

TimedGroup::TimedGroup(const Net& net)
    : net_(net), random_(fault::Random(net.seed).Next()), members_(net.members), ways_(net.members * net.members) {
  for (uint32_t from = 0; from < net.members; ++from) {
    for (uint32_t to = 0; to < net.members; ++to) WayOf(from, to) = {this, from, to, {}, 0, false};
  }
  for (uint32_t m = 0; m < net.members; ++m) Boot(m);
  const auto joined = [](const Member& member) { return mote_group_members(member.group) != 0; };
  while (!std::all_of(members_.begin(), members_.end(), joined) && wrong_.empty()) {
    Step(nullptr);
    if (now_ > kLongest) Fail("joining does not end");
  }
}

size_t TimedGroup::Room(void* user) {
  const Way& way = *static_cast<Way*>(user);
  const TimedGroup& group = *way.group;
  if (!group.net_.lines) {  // two of the largest may wait
    const double largest = (group.net_.payload + MOTE_LINK_HEADER) / group.net_.bytes_per_us;
    return group.members_[way.from].out_free - group.now_ < 2 * largest ? group.net_.payload + MOTE_LINK_HEADER : 0;
  }
  const double waiting = std::max(0.0, way.free_at - group.now_) * group.net_.bytes_per_us;
  return waiting < kQueue ? kQueue - static_cast<size_t>(waiting) : 0;
}

void TimedGroup::Write(void* user, const void* data, size_t size) {
  Way& way = *static_cast<Way*>(user);
  TimedGroup& group = *way.group;
  const uint8_t* from = static_cast<const uint8_t*>(data);
  const double takes = static_cast<double>(size) / group.net_.bytes_per_us;
  if (!group.net_.lines) {
    double& out = group.members_[way.from].out_free;
    out = std::max(out, group.now_) + takes;
    if (group.IsLost()) return;
    group.members_[way.to].arriving.insert({out + group.net_.latency_us, {way.from, Bytes(from, from + size)}});
    return;
  }
  Piece piece = {std::max(way.free_at, group.now_), Bytes(from, from + size)};
  way.free_at = piece.begins + takes;
  for (uint8_t& byte : piece.bytes) {
    const bool begins = byte != 0 && !way.in_frame;
    way.in_frame = byte != 0;
    if (begins && group.IsLost()) byte ^= byte == 0x55 ? 0x2a : 0x55;  // never to a zero
  }
  way.pieces.push_back(std::move(piece));
}

size_t TimedGroup::Read(void* user, void* data, size_t size) {
  Way& there = *static_cast<Way*>(user);
  TimedGroup& group = *there.group;
  Way& way = group.WayOf(there.to, there.from);
  if (!group.net_.lines) {
    const size_t length = Look(user, data, size);
    if (length != 0) way.pieces.pop_front();
    return std::min(length, size);
  }
  uint8_t* to = static_cast<uint8_t*>(data);
  size_t done = 0;
  while (done < size && !way.pieces.empty()) {
    Piece& piece = way.pieces.front();
    const double since = group.now_ - group.net_.latency_us - piece.begins;
    const size_t come = std::min(piece.bytes.size(), static_cast<size_t>(std::max(0.0, since) * group.net_.bytes_per_us));
    const size_t taken = std::min(size - done, come - std::min(come, piece.read));
    if (taken == 0) break;
    std::memcpy(to + done, piece.bytes.data() + piece.read, taken);
    done += taken;
    piece.read += taken;
    if (piece.read == piece.bytes.size()) way.pieces.pop_front();
  }
  return done;
}

size_t TimedGroup::Look(void* user, void* head, size_t size) {
  const Way& there = *static_cast<Way*>(user);
  const Way& way = there.group->WayOf(there.to, there.from);
  if (way.pieces.empty() || way.pieces.front().begins > there.group->now_) return 0;
  const Bytes& bytes = way.pieces.front().bytes;
  std::memcpy(head, bytes.data(), std::min(size, bytes.size()));
  return bytes.size();
}

size_t TimedGroup::TakeRest(void* user, void* data, size_t size) {
  const Way& there = *static_cast<Way*>(user);
  Way& way = there.group->WayOf(there.to, there.from);
  if (size != 0) std::memcpy(data, way.pieces.front().bytes.data() + MOTE_LINK_HEADER, size);
  way.pieces.pop_front();
  return size;
}

void TimedGroup::Boot(uint32_t number) {
  Member& member = members_[number];
  member.memory.assign((mote_group_size(net_.members) + 7) / 8, 0);
  member.frame.assign(std::max<uint32_t>(net_.payload, MOTE_LINK_MOST_PAYLOAD_STREAM) + 64, 0);
  member.mediums.assign(net_.members, mote_medium{});
  for (uint32_t to = 0; to < net_.members; ++to) {
    mote_medium& medium = member.mediums[to];
    medium.user = &WayOf(number, to);
    medium.payload = net_.payload;
    medium.window = net_.window;
    medium.stream = net_.lines ? 1 : 0;
    medium.room = Room;
    medium.write = Write;
    medium.read = Read;
    if (net_.lines) continue;
    medium.look = Look;
    medium.take = TakeRest;
  }
  if (net_.around) net_.around(number, &member.mediums);
  mote_group_options options = {};
  options.members = net_.members;
  options.member = number;
  options.plan = 1;
  options.mediums = member.mediums.data();
  options.random = static_cast<uint32_t>(random_.Next()) | 1;
  options.heartbeat_us = net_.heartbeat_us;
  options.deadline_us = 1 << 30;
  options.frame = member.frame.data();
  options.frame_size = member.frame.size();
  const bool made = mote_group_init(&options, member.memory.data(), member.memory.size() * 8, &member.group) == MOTE_OK;
  if (!made || mote_group_join(member.group) != MOTE_OK) Fail("a group is not made");
}

void TimedGroup::Begin(uint32_t number, const TimedExchange& what) {
  Member& member = members_[number];
  const uint32_t id = number_ + static_cast<uint32_t>(member.next);
  member.instance = {};
  member.exchange = {};
  member.exchange.kind = what.kind;
  member.exchange.number = id;
  member.exchange.instance = &member.instance;
  member.sends.assign(net_.members, {});
  member.receives.assign(net_.members, {});
  for (uint32_t other = 0; other < net_.members; ++other) {
    if (other == number) continue;
    const bool pairs = what.kind == MOTE_EXCHANGE_PAIRS;
    if (!pairs || (number == 0 && other == 1)) {
      Bytes& bytes = member.sends[other];
      for (uint32_t i = 0; i < what.bytes; ++i) bytes.push_back(Content(id, number, what.kind == MOTE_EXCHANGE_SWAP ? other : number, i));
      member.exchange.sends.push_back({other, what.bytes, bytes.data()});
    }
    if (!pairs || (number == 1 && other == 0)) {
      member.receives[other].resize(what.bytes);
      member.exchange.receives.push_back({other, what.bytes, member.receives[other].data()});
    }
  }
  mote_transport transport;
  if (mote_group_transport(member.group, 1, &transport) != MOTE_OK) return Fail("a member is in no epoch");
  member.exchanging = true;
  member.instance.waiting = true;
  const mote_code code = transport.begin(transport.user, &member.exchange);
  if (code == MOTE_WAIT) return;
  member.instance.waiting = false;
  member.instance.result = code;
}

void TimedGroup::Check(uint32_t number, const TimedExchange& what) {
  const Member& member = members_[number];
  const uint32_t id = number_ + static_cast<uint32_t>(member.next);
  if (member.instance.result != MOTE_OK) Fail("an exchange fails");
  for (uint32_t other = 0; other < net_.members; ++other) {
    const Bytes& bytes = member.receives[other];
    for (uint32_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i] != Content(id, other, what.kind == MOTE_EXCHANGE_SWAP ? number : other, i)) return Fail("a byte is wrong");
    }
  }
}

void TimedGroup::Step(const std::vector<TimedExchange>* exchanges) {
  now_ += net_.tick_us;
  for (uint32_t m = 0; m < net_.members; ++m) {
    Member& member = members_[m];
    Switch(&member);
    const mote_code code = mote_group_poll(member.group, static_cast<uint32_t>(static_cast<uint64_t>(now_)));
    if (code != MOTE_OK && code != MOTE_WAIT) Fail("an epoch ends");
    if (exchanges == nullptr) continue;
    if (member.exchanging && !member.instance.waiting) {
      Check(m, (*exchanges)[member.next]);
      member.exchanging = false;
      ++member.next;
      member.ended = now_;
    }
    if (!member.exchanging && member.next < exchanges->size()) Begin(m, (*exchanges)[member.next]);
  }
}

// What has come to the switch goes on in that order.
void TimedGroup::Switch(Member* member) {
  const auto number = static_cast<uint32_t>(member - members_.data());
  while (!member->arriving.empty() && member->arriving.begin()->first <= now_) {
    auto& [came, what] = *member->arriving.begin();
    member->in_free = std::max(member->in_free + static_cast<double>(what.second.size()) / net_.bytes_per_us, came);
    WayOf(what.first, number).pieces.push_back({member->in_free, std::move(what.second)});
    member->arriving.erase(member->arriving.begin());
  }
}

double TimedGroup::Run(const std::vector<TimedExchange>& exchanges) {
  const double began = now_;
  double last = now_;
  for (Member& member : members_) member.next = 0;
  for (bool all = false; !all && wrong_.empty();) {
    Step(&exchanges);
    all = true;
    for (const Member& member : members_) {
      all = all && member.next == exchanges.size();
      last = std::max(last, member.ended);
    }
    if (now_ - began > kLongest) Fail("it does not end");
  }
  number_ += static_cast<uint32_t>(exchanges.size());
  return wrong_.empty() ? last - began : -1;
}

}  // namespace mote::link_test
