// Times by the model that tests/link/scaling.cpp holds against simulation, for each member by its own wires. What members compute between
// exchanges is not counted.
#include "tool/exchange_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mote/link.h"

namespace mote {
namespace {

constexpr double kHead = MOTE_LINK_HEADER, kAck = 24;  // bytes
constexpr double kShort = 64;                          // bytes of a message (LINK.md section 7)

const char* NameOf(ExchangeFacts::Kind kind) {
  return kind == ExchangeFacts::Kind::kGather ? "gather" : kind == ExchangeFacts::Kind::kSwap ? "swap" : "pairs";
}

double OnWire(const Wire& wire, double bytes) { return bytes + std::max(1.0, std::ceil(bytes / wire.payload)) * kHead; }

// What one member has in one exchange.
struct Share {
  std::vector<uint32_t> to;
  double latency = 0, carry = 0, answer = 0;  // the slowest of its wires: microseconds there, of its bytes, of an acknowledgement
  double wire_bytes = 0;                      // that it sends
  double first = 0;                           // microseconds of the first chunks, which go unasked
  bool asked = false;                         // messages of several chunks are asked for
  bool lone = false;                          // a short exchange, that ends with its messages
};

std::vector<Share> SharesOf(const ExchangeFacts& exchange, const Topology& topology) {
  std::vector<Share> shares(topology.members);
  std::vector<double> answers(topology.members, 0), first_bytes(topology.members, 0);
  const auto bytes = static_cast<double>(exchange.bytes);
  const bool lone = topology.members == 2 && exchange.messages.size() == 2 && bytes <= kShort;
  for (const auto& [from, to] : exchange.messages) {
    const Wire& wire = *topology.Between(from, to);
    Share& share = shares[from];
    share.to.push_back(to);
    share.wire_bytes += OnWire(wire, bytes);
    share.carry = std::max(share.carry, OnWire(wire, bytes) / wire.bytes_per_us);
    const double first = OnWire(wire, std::min<double>(bytes, wire.payload));
    first_bytes[from] += first;
    share.first = std::max(share.first, first / wire.bytes_per_us);
    share.lone = lone && bytes <= wire.payload;
    for (const uint32_t end : {from, to}) {
      shares[end].latency = std::max(shares[end].latency, wire.latency_us);
      shares[end].answer = std::max(shares[end].answer, kAck / wire.bytes_per_us);
      shares[end].asked = shares[end].asked || bytes > wire.payload;
    }
    answers[to] += kAck;
  }
  if (topology.interface_bytes_per_us > 0) {
    for (uint32_t m = 0; m < topology.members; ++m) {
      shares[m].carry = std::max(shares[m].carry, shares[m].wire_bytes / topology.interface_bytes_per_us);
      shares[m].first = std::max(shares[m].first, first_bytes[m] / topology.interface_bytes_per_us);
      shares[m].answer = std::max(shares[m].answer, answers[m] / topology.interface_bytes_per_us);
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
  for (size_t i = 0; i < list.exchanges.size(); ++i) {
    for (const auto& [from, to] : list.exchanges[i].messages) {
      if (topology.Between(from, to) != nullptr) continue;
      return FileError(path, Rule::kGroup,
                       fmt::format("wires: none between {} and {}, and in exchange {} ({} of {}) member {} sends {} bytes to {}",
                                   std::min(from, to), std::max(from, to), i, NameOf(list.exchanges[i].kind), Groups(list.exchanges[i]),
                                   from, list.exchanges[i].bytes, to),
                       "nothing is relayed: every two members that exchange data want a wire");
    }
  }
  return Ok();
}

std::string DrawExchanges(const ExchangeList& list, const Topology& topology) {
  struct Total {
    double time = 0, sent = 0, received = 0, wire = 0, messages = 0;
  };
  std::vector<Total> totals(list.members);
  const auto plural = [](size_t count) { return count == 1 ? "" : "s"; };
  std::string text = fmt::format("{} member{}, {} exchange{} a run; times without what members compute\n\n", list.members,
                                 plural(list.members), list.exchanges.size(), plural(list.exchanges.size()));
  if (!list.exchanges.empty()) text += fmt::format("{:>12} {:>12}  exchange\n", "begins", "takes");
  for (size_t i = 0; i < list.exchanges.size(); ++i) {
    const ExchangeFacts& exchange = list.exchanges[i];
    const std::vector<Share> shares = SharesOf(exchange, topology);
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
      if (share.to.empty()) continue;
      const auto count = static_cast<double>(share.to.size());
      text += fmt::format("{:>27} {} -> {}{}: {}, {} on the wire, {}\n", "", member, Listed(share.to),
                          share.to.size() > 1 ? " each" : "", Bytes(bytes), Bytes(share.wire_bytes), Time(share.carry));
      totals[member].sent += turns * count * bytes;
      totals[member].wire += turns * share.wire_bytes;
      totals[member].messages += turns * count;
    }
    for (const auto& message : exchange.messages) totals[message.to].received += turns * bytes;
  }
  text += fmt::format("\n{:>6} {:>9} {:>12} {:>12} {:>12} {:>12}\n", "member", "messages", "sends", "receives", "on the wire", "time");
  for (uint32_t member = 0; member < list.members; ++member) {
    const Total& t = totals[member];
    text += fmt::format("{:>6} {:>9.0f} {:>12} {:>12} {:>12} {:>12}\n", member, t.messages, Bytes(t.sent), Bytes(t.received),
                        Bytes(t.wire), Time(t.time));
  }
  text +=
      "\nMessages of an exchange go straight to each other member, all at once: the runtime has no other way, whatever the topology.\n"
      "Of sums, up to 16 KiB (an operand times the members of its group) are one gather, each member adding up all; larger ones are\n"
      "a swap and a gather of blocks, each member adding up one: chosen by bytes and members when the program is compiled.\n";
  return text;
}

}  // namespace mote
