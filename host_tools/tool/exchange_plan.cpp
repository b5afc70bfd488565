// Times by the model that tests/link/scaling.cpp holds against simulation, for each member by its own wires. What members compute between
// exchanges is not counted.
#include "tool/exchange_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "mote/link.h"
#include "relay/relay.h"
#include "tool/routes.h"

namespace mote {
namespace {

constexpr double kHead = MOTE_LINK_HEADER, kAck = 24, kRelayed = MOTE_RELAY_HEADER;  // bytes
constexpr double kShort = 64;                          // bytes of a message (LINK.md section 7)

const char* NameOf(ExchangeFacts::Kind kind) {
  return kind == ExchangeFacts::Kind::kGather ? "gather" : kind == ExchangeFacts::Kind::kSwap ? "swap" : "pairs";
}

// How messages are cut into frames, and what goes on the wire beside their bytes.
struct Framing {
  double payload = 0, head = kHead, ack = kAck;  // payload 0: what each wire carries

  double PayloadOn(const Wire& wire) const { return payload > 0 ? payload : wire.payload; }
  double OnWire(const Wire& wire, double bytes) const { return bytes + std::max(1.0, std::ceil(bytes / PayloadOn(wire))) * head; }
};

uint32_t LeastPayload(const Topology& topology) {
  uint32_t least = MOTE_LINK_MOST_PAYLOAD;
  for (const auto& [ends, wire] : topology.wires) least = std::min(least, wire.payload);
  return least;
}

Framing FramingOf(const Topology& topology, const Routes& routes) {
  if (!routes.relayed()) return {};
  return {LeastPayload(topology) - kRelayed, kHead + kRelayed, kAck + kRelayed};
}

// What a wire, or what a member sends over all of its own, has to carry one way in one exchange: bytes.
struct Load {
  double all = 0, first = 0, answers = 0;  // of all messages, of their first chunks, of acknowledgements
};

// Microseconds; the rate in bytes a microsecond, 0: no limit.
double TimeAt(double rate, double bytes) { return rate > 0 ? bytes / rate : 0; }

// Messages of one member that go out alike.
struct Sending {
  std::vector<uint32_t> to;
  double wire_bytes = 0, carry = 0;  // of all; microseconds of the slowest
};

// What one member has in one exchange.
struct Share {
  Sending straight;
  std::map<uint32_t, Sending> by;             // the neighbours that hand them on
  double wire_bytes = 0, handed_bytes = 0;    // that it sends, and hands on
  uint32_t handed = 0;                        // messages
  double latency = 0, carry = 0, answer = 0;  // the slowest of its ways: microseconds there, of its bytes, of an acknowledgement
  double first = 0;                           // microseconds of the first chunks, which go unasked
  bool asked = false;                         // messages of several chunks are asked for
  bool lone = false;                          // a short exchange, that ends with its messages
};

// The loads of one exchange: of each wire one way, and of each member over all its wires.
struct Loads {
  std::map<std::pair<uint32_t, uint32_t>, Load> wires;
  std::vector<Load> members;
};

void Add(const std::vector<uint32_t>& way, const Load& load, Loads* loads) {
  for (size_t i = 0; i + 1 < way.size(); ++i) {
    for (Load* sum : {&loads->wires[{way[i], way[i + 1]}], &loads->members[way[i]]}) {
      sum->all += load.all;
      sum->first += load.first;
      sum->answers += load.answers;
    }
  }
}

Loads LoadsOf(const ExchangeFacts& exchange, const Topology& topology, const Routes& routes) {
  const Framing framing = FramingOf(topology, routes);
  const auto bytes = static_cast<double>(exchange.bytes);
  Loads loads;
  loads.members.resize(topology.members);
  for (const auto& [from, to] : exchange.messages) {
    const std::vector<uint32_t> way = routes.Way(from, to);
    const Wire& wire = *topology.Between(way[0], way[1]);
    Add(way, {framing.OnWire(wire, bytes), framing.OnWire(wire, std::min(bytes, framing.PayloadOn(wire))), 0}, &loads);
    Add(routes.Way(to, from), {0, 0, framing.ack}, &loads);
  }
  return loads;
}

// Microseconds that `bytes` of one frame take over the wires of a way, and those of all loads on the slowest of them. Members between take
// each frame whole before they hand it on: besides the slowest wire, every other one carries one frame by itself.
struct Passage {
  double carry = 0, beside = 0;
};

Passage PassageOf(const std::vector<uint32_t>& way, double Load::*what, double bytes, const Topology& topology, const Loads& loads) {
  Passage passage;
  double sum = 0, slowest = 0;
  for (size_t i = 0; i + 1 < way.size(); ++i) {
    const double rate = topology.Between(way[i], way[i + 1])->bytes_per_us;
    const double here = std::max(loads.wires.at({way[i], way[i + 1]}).*what / rate,
                                 TimeAt(topology.interface_bytes_per_us, loads.members[way[i]].*what));
    sum += bytes / rate;
    if (here > passage.carry) {
      passage.carry = here;
      slowest = bytes / rate;
    }
  }
  passage.beside = sum - slowest;
  return passage;
}

double LatencyOf(const std::vector<uint32_t>& way, const Topology& topology) {
  double latency = 0;
  for (size_t i = 0; i + 1 < way.size(); ++i) latency += topology.Between(way[i], way[i + 1])->latency_us;
  return latency;
}

std::vector<Share> SharesOf(const ExchangeFacts& exchange, const Topology& topology, const Routes& routes) {
  std::vector<Share> shares(topology.members);
  const Framing framing = FramingOf(topology, routes);
  const Loads loads = LoadsOf(exchange, topology, routes);
  const auto bytes = static_cast<double>(exchange.bytes);
  const bool lone = topology.members == 2 && exchange.messages.size() == 2 && bytes <= kShort;
  for (const auto& [from, to] : exchange.messages) {
    const std::vector<uint32_t> way = routes.Way(from, to), back = routes.Way(to, from);
    const Wire& wire = *topology.Between(way[0], way[1]);
    const double on_wire = framing.OnWire(wire, bytes), payload = framing.PayloadOn(wire);
    const double frame = framing.OnWire(wire, std::min(bytes, payload));
    const Passage there = PassageOf(way, &Load::all, frame, topology, loads);
    const Passage answer = PassageOf(back, &Load::answers, framing.ack, topology, loads);
    const double latency = LatencyOf(way, topology);
    Share& share = shares[from];
    Sending& sending = way[1] == to ? share.straight : share.by[way[1]];
    sending.to.push_back(to);
    sending.wire_bytes += on_wire;
    sending.carry = std::max(sending.carry, there.carry);
    share.wire_bytes += on_wire;
    share.carry = std::max(share.carry, there.carry + there.beside);
    share.first = std::max(share.first, PassageOf(way, &Load::first, frame, topology, loads).carry);
    share.lone = lone && bytes <= payload;
    for (const uint32_t end : {from, to}) {
      shares[end].latency = std::max(shares[end].latency, latency);
      shares[end].answer = std::max(shares[end].answer, answer.carry + answer.beside);
      shares[end].asked = shares[end].asked || bytes > payload;
    }
    for (size_t i = 1; i + 1 < way.size(); ++i) {
      ++shares[way[i]].handed;
      shares[way[i]].handed_bytes += on_wire;
    }
  }
  return shares;
}

// Asking, as far as the first chunks do not cover it, the messages, and that all is there.
double Took(const Share& share) {
  if (share.lone) return share.latency + share.carry;
  const double round = share.latency + share.answer;
  return (share.asked ? std::max(0.0, round - share.first) : 0) + share.latency + share.carry + round;
}

std::string Time(double us) {
  if (us < 1000) return fmt::format("{:.1f} us", us);
  if (us < 1e6) return fmt::format("{:.2f} ms", us / 1e3);
  return fmt::format("{:.2f} s", us / 1e6);
}

std::string Bytes(double bytes) {
  if (bytes < 10000) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e7) return fmt::format("{:.1f} KB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

// "0 1 2", of runs of four and more "0-7".
std::string Listed(std::vector<uint32_t> members) {
  std::sort(members.begin(), members.end());
  std::string text;
  for (size_t i = 0; i < members.size();) {
    size_t end = i + 1;
    while (end < members.size() && members[end] == members[end - 1] + 1) ++end;
    if (end - i < 4) end = i + 1;
    text += text.empty() ? "" : " ";
    text += end - i == 1 ? std::to_string(members[i]) : fmt::format("{}-{}", members[i], members[end - 1]);
    i = end;
  }
  return text;
}

std::string Groups(const ExchangeFacts& exchange) {
  std::string text;
  for (const std::vector<uint32_t>& group : exchange.groups) text += "{" + Listed(group) + "}";
  return text;
}

std::string DrawnSending(uint32_t member, const Sending& sending, const std::string& by, double bytes) {
  if (sending.to.empty()) return "";
  return fmt::format("{:>27} {} -> {}{}{}: {}, {} on the wire, {}\n", "", member, Listed(sending.to), by,
                     sending.to.size() > 1 ? " each" : "", Bytes(bytes), Bytes(sending.wire_bytes), Time(sending.carry));
}

std::string Often(const ExchangeFacts& exchange) {
  std::string text = exchange.turns != 1 ? fmt::format(", {} times", exchange.turns) : "";
  if (exchange.loops) text += ", in a loop: each turn";
  return text + (exchange.branches ? ", in a branch" : "");
}

}  // namespace

Status CheckTopology(const ExchangeList& list, const Topology& topology, const std::string& path) {
  if (topology.members != list.members) {
    return FileError(path, Rule::kCount, fmt::format("members: it has {}, the program is for {}", topology.members, list.members));
  }
  const Routes routes(topology);
  for (size_t i = 0; i < list.exchanges.size(); ++i) {
    for (const auto& [from, to] : list.exchanges[i].messages) {
      if (!routes.Way(from, to).empty()) continue;
      return FileError(path, Rule::kGroup,
                       fmt::format("wires: no way between {} and {}, and in exchange {} ({} of {}) member {} sends {} bytes to {}",
                                   std::min(from, to), std::max(from, to), i, NameOf(list.exchanges[i].kind), Groups(list.exchanges[i]),
                                   from, list.exchanges[i].bytes, to),
                       "what has no wire of its own goes by members between, which want wires to each other");
    }
  }
  if (routes.relayed() && !topology.wires.empty() && LeastPayload(topology) < MOTE_RELAY_LEAST_PAYLOAD) {
    return FileError(path, Rule::kGroup, fmt::format("wires: a payload of {} is too short for what is relayed, which wants {}",
                                                     LeastPayload(topology), static_cast<int>(MOTE_RELAY_LEAST_PAYLOAD)));
  }
  return Ok();
}

std::string DrawExchanges(const ExchangeList& list, const Topology& topology) {
  struct Total {
    double time = 0, sent = 0, received = 0, wire = 0, messages = 0;
  };
  const Routes routes(topology);
  std::vector<Total> totals(list.members);
  const auto plural = [](size_t count) { return count == 1 ? "" : "s"; };
  std::string text = fmt::format("{} member{}, {} exchange{} a run; times without what members compute\n\n", list.members,
                                 plural(list.members), list.exchanges.size(), plural(list.exchanges.size()));
  if (!list.exchanges.empty()) text += fmt::format("{:>12} {:>12}  exchange\n", "begins", "takes");
  for (size_t i = 0; i < list.exchanges.size(); ++i) {
    const ExchangeFacts& exchange = list.exchanges[i];
    const std::vector<Share> shares = SharesOf(exchange, topology, routes);
    const auto turns = static_cast<double>(exchange.turns), bytes = static_cast<double>(exchange.bytes);
    double begins = 0, ends = 0;
    bool first = true;
    // Who waits for each other begins with the last one, and ends with the slowest.
    for (const std::vector<uint32_t>& group : exchange.groups) {
      double begin = 0, took = 0;
      for (const uint32_t member : group) {
        begin = std::max(begin, totals[member].time);
        took = std::max(took, Took(shares[member]));
      }
      for (const uint32_t member : group) totals[member].time = begin + turns * took;
      begins = first ? begin : std::min(begins, begin);
      ends = std::max(ends, begin + turns * took);
      first = false;
    }
    text += fmt::format("{:>12} {:>12}  {}: {} of {}, messages of {}{}\n", Time(begins), Time(ends - begins), i, NameOf(exchange.kind),
                        Groups(exchange), Bytes(bytes), Often(exchange));
    for (uint32_t member = 0; member < list.members; ++member) {
      const Share& share = shares[member];
      text += DrawnSending(member, share.straight, "", bytes);
      for (const auto& [neighbour, sending] : share.by) text += DrawnSending(member, sending, fmt::format(" by {}", neighbour), bytes);
      if (share.handed != 0) {
        text += fmt::format("{:>27} {} hands on {} message{}, {} on the wire\n", "", member, share.handed, plural(share.handed),
                            Bytes(share.handed_bytes));
      }
      totals[member].wire += turns * (share.wire_bytes + share.handed_bytes);
    }
    for (const auto& message : exchange.messages) {
      totals[message.from].sent += turns * bytes;
      totals[message.from].messages += turns;
      totals[message.to].received += turns * bytes;
    }
  }
  text += fmt::format("\n{:>6} {:>9} {:>12} {:>12} {:>12} {:>12}\n", "member", "messages", "sends", "receives", "on the wire", "time");
  for (uint32_t member = 0; member < list.members; ++member) {
    const Total& t = totals[member];
    text += fmt::format("{:>6} {:>9.0f} {:>12} {:>12} {:>12} {:>12}\n", member, t.messages, Bytes(t.sent), Bytes(t.received),
                        Bytes(t.wire), Time(t.time));
  }
  text +=
      "\nMessages of an exchange go to each other member, all at once: over its wire or, where not every two members have one, by the way\n"
      "of least latency, on which members between hand them on. The runtime has no other way, whatever the topology.\n"
      "Of sums, up to 16 KiB (an operand times the members of its group) are one gather, each member adding up all; larger ones are\n"
      "a swap and a gather of blocks, each member adding up one: chosen by bytes and members when the program is compiled.\n";
  return text;
}

}  // namespace mote
