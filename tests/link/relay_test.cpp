// Relays (ports/relay): groups whose members are not all wired to each other, over wires that lose, double and reorder; datagrams of
// anybody against the rules of LINK.md section 10; full queues; routes against all shortest ways.
#include "relay/relay.h"

#include <array>
#include <map>
#include <set>
#include <string>

#include "mote/seal.h"
#include "plain_cipher.h"
#include "stepped_groups.h"
#include "tests/fault/random.h"

namespace mote::link_test {
namespace {

using Bytes = std::vector<uint8_t>;
constexpr uint32_t kHeartbeat = SteppedGroups::kHeartbeat;

// Who is wired to whom, at a cost.
struct Wiring {
  std::string name;
  uint32_t members;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> wires;  // the lower member first

  bool Has(uint32_t a, uint32_t b) const { return wires.count(std::minmax(a, b)) != 0; }
  std::vector<uint32_t> Costs() const {
    std::vector<uint32_t> costs(members * members, 0);
    for (const auto& [ends, cost] : wires) {
      costs[ends.first * members + ends.second] = costs[ends.second * members + ends.first] = cost;
    }
    return costs;
  }
  // To `next`; returns who is not reached.
  uint32_t Routes(uint32_t member, std::vector<uint8_t>* next) const {
    next->assign(members, 0);
    return mote_relay_routes(members, member, Costs().data(), next->data());
  }
};

const std::vector<Wiring>& Wirings() {
  static const std::vector<Wiring> wirings = {
      {"line of 3", 3, {{{0, 1}, 1}, {{1, 2}, 1}}},
      {"line of 4", 4, {{{0, 1}, 1}, {{1, 2}, 1}, {{2, 3}, 1}}},
      {"ring of 4", 4, {{{0, 1}, 1}, {{1, 2}, 1}, {{2, 3}, 1}, {{0, 3}, 1}}},
      {"star of 4", 4, {{{0, 2}, 1}, {{1, 2}, 1}, {{2, 3}, 1}}},
  };
  return wirings;
}

// Groups over relays, and where that is wanted encryption around them. Wires lose, double and reorder, and may change what they carry.
class RelayedGroups {
 public:
  RelayedGroups(const Wiring& wiring, uint64_t seed, bool sealed, bool damages)
      : wiring_(wiring), random_(seed), sealed_(sealed), damages_(damages),
        net_(wiring.members, false, [this](uint32_t number, mote_medium* mediums) { Surround(number, mediums); }) {
    net_.passes = [this](uint32_t from, uint32_t to, const Bytes& frame) {
      Carry(from, to, frame);
      return false;
    };
  }

  // Everybody gathers what everybody has, often; the sums of all are right.
  void Gather(uint32_t exchanges) {
    ASSERT_TRUE(net_.RunUntilOpen(40 * kHeartbeat));
    for (uint32_t i = 0; i < exchanges; ++i) {
      const uint32_t bytes = 1 + random_.Below(SteppedGroups::kLongest);
      uint32_t sum = 0;
      for (uint32_t member = 0; member < wiring_.members; ++member) {
        for (uint32_t at = 0; at < bytes; ++at) sum += (&net_.sent(member))[at] = static_cast<uint8_t>(random_.Next());
      }
      for (uint32_t member = 0; member < wiring_.members; ++member) net_.Exchange(member, bytes);
      const auto ended = [&] {
        for (uint32_t member = 0; member < wiring_.members; ++member) {
          if (net_.instance(member).waiting) return false;
        }
        return true;
      };
      ASSERT_TRUE(net_.Run(ended, 40 * kHeartbeat)) << "exchange " << i;
      for (uint32_t member = 0; member < wiring_.members; ++member) {
        ASSERT_EQ(net_.instance(member).result, MOTE_OK);
        uint32_t got = 0;
        for (uint32_t from = 0; from < wiring_.members; ++from) {
          for (uint32_t at = 0; at < bytes; ++at) got += from == member ? (&net_.sent(from))[at] : (&net_.received(member, from))[at];
        }
        ASSERT_EQ(got, sum) << "member " << member << ", exchange " << i;
      }
    }
  }

  mote_relay_counts Counted(uint32_t member) const { return mote_relay_counted(relays_[member]); }
  SteppedGroups& net() { return net_; }

 private:
  void Surround(uint32_t number, mote_medium* mediums) {
    std::vector<uint8_t> next;
    ASSERT_EQ(wiring_.Routes(number, &next), 0u);
    std::vector<mote_medium> wires(wiring_.members);
    for (uint32_t other = 0; other < wiring_.members; ++other) {
      if (other != number && wiring_.Has(number, other)) wires[other] = mediums[other];
    }
    mote_relay_options options = {wiring_.members, number, wires.data(), next.data(), 0, 4};
    std::vector<uint64_t>& memory = memories_[number];
    memory.assign(mote_relay_size(&options) / 8, 0);
    ASSERT_EQ(mote_relay_init(&options, memory.data(), memory.size() * 8, &relays_[number]), MOTE_OK);
    for (uint32_t other = 0; other < wiring_.members; ++other) {
      if (other == number) continue;
      mediums[other] = mote_relay_medium(relays_[number], other);
      if (sealed_) Seal(number, other, &mediums[other]);
    }
  }

  void Seal(uint32_t number, uint32_t other, mote_medium* medium) {
    const mote_cipher cipher = PlainCipher(&cipher_state_);
    const uint8_t key[MOTE_SEAL_KEY] = {1, 2, 3};
    const mote_medium below = *medium;
    const mote_seal_options options = {&below, &cipher, key, number, other};
    std::vector<uint64_t>& memory = seals_[number][other];
    memory.assign(mote_seal_size(&below) / 8, 0);
    ASSERT_EQ(mote_seal_init(&options, memory.data(), memory.size() * 8, medium), MOTE_OK);
  }

  void Carry(uint32_t from, uint32_t to, const Bytes& frame) {
    EXPECT_TRUE(wiring_.Has(from, to)) << "no wire from " << from << " to " << to;
    if (random_.OneIn(10)) return;
    Bytes& held = held_[{from, to}];
    if (held.empty() && random_.OneIn(8)) {  // it comes behind the next one
      held = frame;
      return;
    }
    Bytes bytes = frame;
    if (damages_ && random_.OneIn(8)) {
      const uint32_t at = MOTE_RELAY_HEADER + random_.Below(static_cast<uint32_t>(bytes.size()) - MOTE_RELAY_HEADER);
      bytes[at] = static_cast<uint8_t>(bytes[at] ^ (1 + random_.Below(255)));
    }
    net_.Bring(from, to, bytes);
    if (random_.OneIn(8)) net_.Bring(from, to, bytes);
    if (!held.empty()) net_.Bring(from, to, held);
    held.clear();
  }

  const Wiring wiring_;
  fault::Random random_;
  const bool sealed_, damages_;
  uint64_t cipher_state_ = 1;
  std::map<std::pair<uint32_t, uint32_t>, Bytes> held_;
  std::array<std::vector<uint64_t>, SteppedGroups::kMost> memories_;
  std::array<std::array<std::vector<uint64_t>, SteppedGroups::kMost>, SteppedGroups::kMost> seals_;
  std::array<mote_relay*, SteppedGroups::kMost> relays_ = {};
  SteppedGroups net_;
};

TEST(Relay, GroupsRunOverTheWiresThatThereAre) {
  for (const Wiring& wiring : Wirings()) {
    uint32_t handed_on = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
      SCOPED_TRACE(wiring.name + ", seed " + std::to_string(seed));
      RelayedGroups groups(wiring, seed, false, false);
      groups.Gather(8);
      if (HasFatalFailure()) return;
      for (uint32_t member = 0; member < wiring.members; ++member) {
        handed_on += groups.Counted(member).handed_on;
        EXPECT_EQ(groups.Counted(member).refused, 0u);
      }
    }
    EXPECT_GT(handed_on, 1000u) << wiring.name;
  }
}

// Who is between, or a wire, changes what it carries: nobody takes that for what was sent.
TEST(Relay, EncryptionGoesFromEndToEnd) {
  for (const Wiring& wiring : Wirings()) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(wiring.name + ", seed " + std::to_string(seed));
      RelayedGroups groups(wiring, seed, true, true);
      groups.Gather(6);
      if (HasFatalFailure()) return;
    }
  }
}

// The middle of a line falls silent: both sides lose it and each other, and every call returns.
TEST(Relay, WithoutTheMiddleBothSidesEnd) {
  RelayedGroups groups(Wirings()[1], 1, false, false);
  SteppedGroups& net = groups.net();
  ASSERT_TRUE(net.RunUntilOpen(40 * kHeartbeat));
  const auto passes = net.passes;
  net.passes = [passes](uint32_t from, uint32_t to, const Bytes& frame) { return from != 1 && to != 1 && passes(from, to, frame); };
  for (uint32_t member = 0; member < 4; ++member) net.Exchange(member);
  ASSERT_TRUE(net.Run([&] { return !net.instance(0).waiting && !net.instance(2).waiting && !net.instance(3).waiting; }, 12 * kHeartbeat));
  EXPECT_EQ(net.instance(0).result, MOTE_PEER_LOST);
  EXPECT_EQ(mote_group_lost(net.group(0)), 0xeu);
  for (const uint32_t member : {2u, 3u}) {
    EXPECT_EQ(net.instance(member).result, MOTE_PEER_LOST);
    EXPECT_EQ(mote_group_lost(net.group(member)), 3u);
  }
}

// The relay of one member, whose wires a test holds in its hands.
class OneRelay {
 public:
  static constexpr uint32_t kPayload = 100, kMost = MOTE_LINK_HEADER + kPayload;

  OneRelay(const Wiring& wiring, uint32_t member, uint32_t queue) : wires_(wiring.members) {
    std::vector<mote_medium> mediums(wiring.members);
    std::vector<uint8_t> next;
    (void)wiring.Routes(member, &next);
    for (uint32_t other = 0; other < wiring.members; ++other) {
      if (other == member || !wiring.Has(member, other)) continue;
      mediums[other] = {&wires_[other], kPayload, 0, 0, Room, Write, Read, nullptr, nullptr, nullptr};
    }
    const mote_relay_options options = {wiring.members, member, mediums.data(), next.data(), 0, queue};
    const size_t size = mote_relay_size(&options);
    memory_ = std::make_unique<uint64_t[]>(size / 8);  // not a byte more: the sanitizers see what is read or written behind it
    EXPECT_EQ(mote_relay_init(&options, memory_.get(), size, &relay_), MOTE_OK);
  }

  void Come(uint32_t neighbour, const Bytes& datagram) { wires_[neighbour].in.push_back(datagram); }
  // What comes of the link to a member; empty: nothing.
  Bytes Take(uint32_t from, size_t room = 2 * kMost) {
    const mote_medium medium = mote_relay_medium(relay_, from);
    Bytes bytes(room);
    bytes.resize(medium.read(medium.user, bytes.data(), room));
    return bytes;
  }
  bool Send(uint32_t to, const Bytes& bytes) {
    const mote_medium medium = mote_relay_medium(relay_, to);
    if (medium.room(medium.user) == 0) return false;
    medium.write(medium.user, bytes.data(), bytes.size());
    return true;
  }
  size_t Look(uint32_t from) {
    const mote_medium medium = mote_relay_medium(relay_, from);
    uint8_t head[MOTE_LINK_LEAST_DATAGRAM];
    return medium.look(medium.user, head, sizeof head);
  }
  // Reads all wires until nothing more comes.
  void Pump() {
    for (uint32_t neighbour = 0; neighbour < wires_.size(); ++neighbour) {
      while (!wires_[neighbour].in.empty()) (void)Look(neighbour);
    }
  }
  std::deque<Bytes>& out(uint32_t neighbour) { return wires_[neighbour].out; }
  void Open(uint32_t neighbour, size_t datagrams) { wires_[neighbour].room = datagrams; }
  mote_relay_counts counts() const { return mote_relay_counted(relay_); }

 private:
  struct WireEnd {
    std::deque<Bytes> in, out;
    size_t room = 1u << 30;  // datagrams
  };
  static size_t Room(void* user) { return static_cast<WireEnd*>(user)->room != 0 ? kMost : 0; }
  static void Write(void* user, const void* data, size_t size) {
    WireEnd& wire = *static_cast<WireEnd*>(user);
    EXPECT_NE(wire.room, 0u) << "a datagram for which there is no room";
    --wire.room;
    const auto* bytes = static_cast<const uint8_t*>(data);
    wire.out.emplace_back(bytes, bytes + size);
  }
  static size_t Read(void* user, void* data, size_t size) {
    WireEnd& wire = *static_cast<WireEnd*>(user);
    if (wire.in.empty()) return 0;
    const size_t bytes = std::min(size, wire.in.front().size());
    std::memcpy(data, wire.in.front().data(), bytes);
    wire.in.pop_front();
    return bytes;
  }

  std::vector<WireEnd> wires_;
  std::unique_ptr<uint64_t[]> memory_;
  mote_relay* relay_ = nullptr;
};

Bytes Datagram(uint8_t from, uint8_t to, uint8_t hops, const Bytes& inside) {
  Bytes bytes = {0x61, from, to, hops};
  bytes.insert(bytes.end(), inside.begin(), inside.end());
  return bytes;
}

TEST(Relay, TheHeaderIsThatOfTheSpecification) {
  OneRelay relay(Wirings()[1], 1, 4);
  ASSERT_TRUE(relay.Send(3, {7, 8, 9}));
  EXPECT_EQ(relay.out(2).front(), Bytes({0x61, 1, 3, 2, 7, 8, 9}));
  relay.Come(0, {0x61, 0, 3, 2, 5});
  relay.Come(0, {0x61, 0, 1, 0, 6});
  EXPECT_EQ(relay.Take(0), Bytes({6}));
  EXPECT_EQ(relay.out(2).back(), Bytes({0x61, 0, 3, 1, 5}));
  EXPECT_EQ(relay.counts().handed_on, 1u);
}

// Datagrams with headers drawn at random, right and wrong, from both sides of the middle of a line: each one goes where the rules say, or
// nowhere, and is counted.
TEST(Relay, HostileDatagramsGoNowhere) {
  const uint32_t self = 1, members = 4;
  OneRelay relay(Wirings()[1], self, 2);
  fault::Random random(1);
  mote_relay_counts expected = {0, 0, 0};
  std::map<uint32_t, uint32_t> fates;
  for (uint32_t i = 0; i < 100000; ++i) {
    const uint32_t came = random.Pick<uint32_t>({0, 2});
    Bytes bytes(random.OneIn(4) ? random.Below(2 * OneRelay::kMost + 1) : random.Below(32));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
    const uint8_t likely[] = {0x61, static_cast<uint8_t>(random.Below(members)), static_cast<uint8_t>(random.Below(members)),
                              static_cast<uint8_t>(random.Below(members))};
    for (size_t at = 0; at < std::min<size_t>(4, bytes.size()); ++at) {
      if (!random.OneIn(10)) bytes[at] = likely[at];
    }
    if (bytes.empty()) continue;
    relay.Come(came, bytes);
    relay.Pump();
    const bool right = bytes.size() > 4 && bytes.size() <= OneRelay::kMost && bytes[0] == 0x61 && bytes[1] < members &&
                       bytes[2] < members && bytes[1] != bytes[2] && bytes[1] != self && bytes[3] <= members - 2;
    const uint32_t onward = right && bytes[2] == 0 ? 0 : 2;  // of a line
    const bool goes_on = right && bytes[2] != self && bytes[3] > 0 && onward != came;
    const bool arrives = right && bytes[2] == self;
    for (const uint32_t from : {0u, 2u, 3u}) {
      const Bytes taken = relay.Take(from);
      ASSERT_EQ(taken, arrives && bytes[1] == from ? Bytes(bytes.begin() + 4, bytes.end()) : Bytes()) << i;
    }
    expected.handed_on += goes_on;
    expected.refused += !goes_on && !arrives;
    for (const uint32_t neighbour : {0u, 2u}) {
      std::deque<Bytes>& out = relay.out(neighbour);
      ASSERT_EQ(out.size(), goes_on && neighbour == onward ? 1u : 0u) << i;
      if (out.empty()) continue;
      --bytes[3];
      ASSERT_EQ(out.front(), bytes);
      out.clear();
    }
    ASSERT_EQ(relay.counts().handed_on, expected.handed_on) << i;
    ASSERT_EQ(relay.counts().refused, expected.refused) << i;
    ++fates[goes_on ? 0 : arrives ? 1 : 2];
  }
  EXPECT_EQ(relay.counts().dropped, 0u);
  for (const uint32_t fate : {0u, 1u, 2u}) EXPECT_GT(fates[fate], 4000u) << fate;
}

TEST(Relay, WhatFindsNoRoomWaitsAndThenIsDropped) {
  OneRelay relay(Wirings()[1], 1, 3);
  relay.Open(2, 0);
  for (uint8_t i = 0; i < 5; ++i) relay.Come(0, Datagram(0, 2, 2, {i}));
  relay.Pump();
  EXPECT_EQ(relay.counts().handed_on, 3u);
  EXPECT_EQ(relay.counts().dropped, 2u);
  EXPECT_TRUE(relay.Send(2, {20}) && relay.Send(3, {30}));  // one of each of its own waits as well
  EXPECT_FALSE(relay.Send(2, {21}) || relay.Send(3, {31}));
  relay.Open(2, 100);
  relay.Pump();
  EXPECT_TRUE(relay.Send(2, {22}));
  std::multiset<uint8_t> own;
  Bytes handed_on;
  for (const Bytes& sent : relay.out(2)) {
    if (sent[1] == 0) handed_on.push_back(sent[4]);
    else own.insert(sent[4]);
  }
  EXPECT_EQ(handed_on, Bytes({0, 1, 2}));
  EXPECT_EQ(own, std::multiset<uint8_t>({20, 22, 30}));

  // In turn: none of its own waits for all that is handed on.
  relay.out(2).clear();
  relay.Open(2, 0);
  for (uint8_t i = 0; i < 3; ++i) relay.Come(0, Datagram(0, 3, 2, {i}));
  relay.Pump();
  ASSERT_TRUE(relay.Send(2, {40}) && relay.Send(3, {41}));
  relay.Open(2, 3);
  relay.Come(2, Datagram(2, 1, 0, {1}));
  relay.Pump();
  std::set<std::pair<uint8_t, uint8_t>> first;
  for (const Bytes& sent : relay.out(2)) first.insert({sent[1], sent[2]});
  EXPECT_EQ(first, (std::set<std::pair<uint8_t, uint8_t>>{{0, 3}, {1, 2}, {1, 3}}));
}

// What came of a member to whom nobody listens leaves what others say alone.
TEST(Relay, WhatNobodyTakesIsDropped) {
  OneRelay relay(Wirings()[1], 1, 3);
  for (uint8_t i = 0; i < 9; ++i) relay.Come(2, Datagram(3, 1, 1, {i}));
  relay.Come(2, Datagram(2, 1, 2, {50}));
  EXPECT_EQ(relay.Take(2), Bytes({50}));
  EXPECT_EQ(relay.counts().dropped, 6u);
  for (uint8_t i = 0; i < 3; ++i) EXPECT_EQ(relay.Take(3), Bytes({i}));
  EXPECT_EQ(relay.Take(3), Bytes());
  relay.Come(2, Datagram(3, 1, 1, {1, 2, 3, 4}));
  EXPECT_EQ(relay.Take(3, 2), Bytes({1, 2}));  // cut
}

// A chunk that its link leaves where it is (LINK.md section 5) does not keep others waiting that come over the same wire.
TEST(Relay, WhatStaysDoesNotHoldUpWhatIsHandedOn) {
  OneRelay relay(Wirings()[1], 1, 3);
  relay.Come(2, Datagram(2, 1, 2, {1}));
  relay.Come(2, Datagram(2, 0, 2, {2}));
  EXPECT_EQ(relay.Look(2), 1u);
  EXPECT_EQ(relay.Look(2), 1u);
  ASSERT_EQ(relay.out(0).size(), 1u);
  EXPECT_EQ(relay.out(0).front(), Datagram(2, 0, 1, {2}));
  EXPECT_EQ(relay.Take(2), Bytes({1}));
}

// Over a wire that this member would not take comes what others send by it.
TEST(Relay, EveryWireIsRead) {
  OneRelay relay({"a slow wire", 3, {{{0, 1}, 1}, {{1, 2}, 1}, {{0, 2}, 3}}}, 0, 3);
  ASSERT_TRUE(relay.Send(2, {1}));
  EXPECT_EQ(relay.out(1).size(), 1u);
  relay.Come(2, Datagram(2, 0, 1, {5}));
  EXPECT_EQ(relay.Take(2), Bytes({5}));
}

TEST(Relay, NobodyIsReachedWithoutAWay) {
  OneRelay relay({"a line and one apart", 4, {{{0, 1}, 1}, {{1, 2}, 1}}}, 1, 3);
  relay.Come(0, Datagram(0, 3, 2, {1}));
  relay.Pump();
  EXPECT_EQ(relay.counts().refused, 1u);
  EXPECT_FALSE(relay.Send(3, {1}));
  EXPECT_EQ(relay.Take(3), Bytes());
}

TEST(Relay, WhatIsLongerThanItsRoomIsNotSent) {
  OneRelay relay(Wirings()[1], 1, 3);
  EXPECT_TRUE(relay.Send(2, Bytes(OneRelay::kMost - MOTE_RELAY_HEADER + 1)));
  EXPECT_TRUE(relay.out(2).empty());
  EXPECT_TRUE(relay.Send(2, Bytes(OneRelay::kMost - MOTE_RELAY_HEADER)));
  EXPECT_EQ(relay.out(2).size(), 1u);
}

TEST(Relay, WrongOptionsAreRefused) {
  const mote_medium wire = {nullptr, 100, 8, 0, [](void*) { return size_t{0}; }, [](void*, const void*, size_t) {},
                            [](void*, void*, size_t) { return size_t{0}; }, nullptr, nullptr, nullptr};
  std::vector<mote_medium> wires = {wire, {}, {}};
  std::vector<uint8_t> next = {0, MOTE_RELAY_NOWHERE, 0};
  const mote_relay_options right = {3, 1, wires.data(), next.data(), 0, 0};
  std::vector<uint64_t> memory(mote_relay_size(&right) / 8);
  mote_relay* relay = nullptr;
  const auto init = [&](const mote_relay_options& options) {
    return mote_relay_init(&options, memory.data(), memory.size() * 8, &relay);
  };
  ASSERT_EQ(init(right), MOTE_OK);
  EXPECT_EQ(mote_relay_medium(relay, 2).payload, 96u);
  EXPECT_EQ(mote_relay_medium(relay, 2).window, 8u);
  EXPECT_EQ(mote_relay_init(&right, memory.data(), memory.size() * 8 - 1, &relay), MOTE_OUT_OF_MEMORY);
  EXPECT_EQ(mote_relay_init(&right, nullptr, memory.size() * 8, &relay), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(mote_relay_init(&right, reinterpret_cast<uint8_t*>(memory.data()) + 4, memory.size() * 8, &relay), MOTE_INVALID_ARGUMENT);
  const auto refused = [&](auto change) {
    mote_relay_options options = right;
    change(options);
    EXPECT_EQ(mote_relay_size(&options), 0u);
    EXPECT_EQ(init(options), MOTE_INVALID_ARGUMENT);
  };
  refused([](mote_relay_options& o) { o.members = 1; });
  refused([](mote_relay_options& o) { o.members = 33; });
  refused([](mote_relay_options& o) { o.member = 3; });
  refused([](mote_relay_options& o) { o.wires = nullptr; });
  refused([](mote_relay_options& o) { o.next = nullptr; });
  refused([](mote_relay_options& o) { o.payload = 97; });
  refused([](mote_relay_options& o) { o.payload = 23; });
  refused([](mote_relay_options& o) { o.queue = MOTE_RELAY_MOST_QUEUE + 1; });
  for (const uint8_t wrong : {1, 2, 3, 254}) {  // by itself, by a member without a wire, by nobody
    next[2] = wrong;
    refused([](mote_relay_options&) {});
  }
  next[2] = 0;
  wires[0].stream = 1;
  refused([](mote_relay_options&) {});
  wires[0] = wire;
  wires[0].payload = MOTE_RELAY_LEAST_PAYLOAD - 1;
  refused([](mote_relay_options&) {});
  wires[0] = wires[2] = wire;
  wires[2].payload = 98;  // the least, whatever the order
  memory.resize(mote_relay_size(&right) / 8);
  ASSERT_EQ(init(right), MOTE_OK);
  EXPECT_EQ(mote_relay_medium(relay, 0).payload, 94u);
}

TEST(Relay, RoutesAreThoseOfLeastCostThenOfFewestWires) {
  std::vector<uint8_t> next;
  const auto N = static_cast<uint8_t>(MOTE_RELAY_NOWHERE);
  EXPECT_EQ(Wirings()[1].Routes(0, &next), 0u);
  EXPECT_EQ(next, Bytes({N, 1, 1, 1}));
  EXPECT_EQ(Wirings()[2].Routes(0, &next), 0u);
  EXPECT_EQ(next, Bytes({N, 1, 1, 3}));  // of two ways of one length that by the lower member
  EXPECT_EQ(Wirings()[2].Routes(3, &next), 0u);
  EXPECT_EQ(next, Bytes({0, 0, 2, N}));
  EXPECT_EQ(Wirings()[3].Routes(3, &next), 0u);
  EXPECT_EQ(next, Bytes({2, 2, 2, N}));
  // Two quick wires before a slow one; a direct one before two that cost as much.
  EXPECT_EQ((Wiring{"", 3, {{{0, 1}, 1}, {{1, 2}, 1}, {{0, 2}, 3}}}).Routes(0, &next), 0u);
  EXPECT_EQ(next, Bytes({N, 1, 1}));
  EXPECT_EQ((Wiring{"", 3, {{{0, 1}, 1}, {{1, 2}, 1}, {{0, 2}, 2}}}).Routes(0, &next), 0u);
  EXPECT_EQ(next, Bytes({N, 1, 2}));
  EXPECT_EQ((Wiring{"", 5, {{{0, 1}, 2}, {{1, 4}, 3}, {{0, 3}, 1}, {{3, 4}, 4}, {{1, 2}, 1}}}).Routes(0, &next), 0u);
  EXPECT_EQ(next, Bytes({N, 1, 1, 3, 1}));
  EXPECT_EQ((Wiring{"", 4, {{{0, 1}, 1}, {{2, 3}, 1}}}).Routes(0, &next), 0xcu);
  EXPECT_EQ(next, Bytes({N, 1, N, N}));
}

// Of random wirings: from member to member, each by its own table, it costs what the shortest way does.
TEST(Relay, RoutesOfAllMembersAgree) {
  fault::Random random(7);
  for (uint32_t turn = 0; turn < 300; ++turn) {
    const uint32_t members = 2 + random.Below(31);
    Wiring wiring = {"", members, {}};
    for (uint32_t i = 0; i < 2 * members; ++i) {
      const uint32_t a = random.Below(members), b = random.Below(members);
      if (a != b) wiring.wires[std::minmax(a, b)] = random.OneIn(20) ? UINT32_MAX : 1 + random.Below(4);
    }
    std::vector<std::vector<uint64_t>> shortest(members, std::vector<uint64_t>(members, UINT64_MAX / 4));
    for (uint32_t m = 0; m < members; ++m) shortest[m][m] = 0;
    for (const auto& [ends, cost] : wiring.wires) shortest[ends.first][ends.second] = shortest[ends.second][ends.first] = cost;
    for (uint32_t k = 0; k < members; ++k) {
      for (uint32_t a = 0; a < members; ++a) {
        for (uint32_t b = 0; b < members; ++b) shortest[a][b] = std::min(shortest[a][b], shortest[a][k] + shortest[k][b]);
      }
    }
    std::vector<std::vector<uint8_t>> next(members);
    for (uint32_t from = 0; from < members; ++from) {
      const uint32_t apart = wiring.Routes(from, &next[from]);
      for (uint32_t to = 0; to < members; ++to) ASSERT_EQ(apart >> to & 1, shortest[from][to] >= UINT64_MAX / 4 ? 1u : 0u);
    }
    const std::vector<uint32_t> costs = wiring.Costs();
    for (uint32_t from = 0; from < members; ++from) {
      for (uint32_t to = 0; to < members; ++to) {
        if (from == to || shortest[from][to] >= UINT64_MAX / 4) continue;
        uint64_t cost = 0;
        uint32_t wires = 0;
        for (uint32_t at = from; at != to && wires < members; ++wires) {
          const uint32_t onward = next[at][to];
          ASSERT_LT(onward, members);
          ASSERT_NE(costs[at * members + onward], 0u);
          cost += costs[at * members + onward];
          at = onward;
        }
        ASSERT_LT(wires, members);
        ASSERT_EQ(cost, shortest[from][to]);
      }
    }
  }
}

}  // namespace
}  // namespace mote::link_test
