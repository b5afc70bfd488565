// PairChannels: a send and the receive of its channel become one collective_permute, at the receive. Members all run one program, so what
// is sent on a channel must not depend on what comes by it: a ring that does waits for ever, and is refused with the members that wait.
#include <algorithm>
#include <map>
#include <set>

#include "passes/exchange.h"

namespace mote {
namespace {

bool BetweenMembers(const Instruction& i, Op op) { return i.op == op && !i.Bool(Attr::kIsHostTransfer); }

struct Channel {
  int64_t number = 0;
  int32_t send = -1, receive = -1;
  std::vector<int64_t> sources;          // by member
  std::set<size_t> at_send, at_receive;  // channels received from before, by number of `channels`
};

class ChannelPairing {
 public:
  ChannelPairing(const Module& module, const Computation& old) : old_(old), members_{module.replicas, module.partitions} {}

  // The same computation where nothing is sent or received.
  Result<Computation> Run() {
    MOTE_CHECK_OK(FindChannels());
    if (channels_.empty()) return old_;
    for (Channel& channel : channels_) {
      channel.at_send = ReceivedBefore(channel.send);
      channel.at_receive = ReceivedBefore(channel.receive);
    }
    MOTE_CHECK_OK(CheckMembers());
    MOTE_CHECK_OK(CheckChannels());
    return Rewritten();
  }

 private:
  const Instruction& At(int32_t i) const { return old_.instructions[i]; }

  Status FindChannels() {
    std::map<int64_t, Channel> found;
    for (int32_t i = 0; i < old_.instructions.count(); ++i) {
      const int64_t number = At(i).Int(Attr::kChannelId, 0);
      if (BetweenMembers(At(i), Op::kSend)) found[number].send = i;
      if (BetweenMembers(At(i), Op::kRecv)) found[number].receive = i;
    }
    for (auto& [number, channel] : found) {
      const int32_t one = std::max(channel.send, channel.receive);
      channel.number = number;
      if (channel.send < 0 || channel.receive < 0) {
        return Error(Rule::kUnsupported,
                     std::string(OpName(At(one).op)) + " on channel " + std::to_string(number) +
                         " has no other end in its computation: all members run the same one",
                     At(one).location);
      }
      MOTE_ASSIGN(channel.sources, Sources(At(channel.receive)));
      of_receive_[channel.receive] = channels_.size();
      channels_.push_back(std::move(channel));
    }
    return Ok();
  }

  // Ids are those of partitions where there is but one replica, else of replicas.
  Result<std::vector<int64_t>> Sources(const Instruction& i) const {
    const bool partitions = members_.replicas == 1;
    const int64_t count = partitions ? members_.partitions : members_.replicas, others = partitions ? 1 : members_.partitions;
    std::vector<int64_t> sources(static_cast<size_t>(members_.count()), -1);
    for (const std::vector<int64_t>& pair : i.Matrix(Attr::kSourceTargetPairs)) {
      if (pair.size() != 2 || std::max(pair[0], pair[1]) >= count || std::min(pair[0], pair[1]) < 0) {
        return Error(Rule::kUnsupported, std::string(OpName(i.op)) + " names a member outside of the grid", i.location);
      }
      for (int64_t other = 0; other < others; ++other) {
        sources[static_cast<size_t>(pair[1] * others + other)] = pair[0] * others + other;
      }
    }
    return sources;
  }

  // What instruction `i` waits for in its own member; not looking behind receives.
  std::set<size_t> ReceivedBefore(int32_t i) const {
    std::set<size_t> before;
    std::set<int32_t> seen;
    std::vector<int32_t> open = {i};
    while (!open.empty()) {
      const int32_t at = open.back();
      open.pop_back();
      for (const Value& operand : At(at).operands) {
        const auto receive = of_receive_.find(operand.instruction);
        if (receive != of_receive_.end()) before.insert(receive->second);
        else if (seen.insert(operand.instruction).second) open.push_back(operand.instruction);
      }
    }
    return before;
  }

  // A receive of one member.
  struct Wait {
    size_t channel;
    int64_t member;
    bool operator<(const Wait& o) const { return std::pair(channel, member) < std::pair(o.channel, o.member); }
    bool operator==(const Wait& o) const { return channel == o.channel && member == o.member; }
  };
  std::vector<Wait> WaitsFor(const Wait& w) const {
    std::vector<Wait> waits;
    for (const size_t c : channels_[w.channel].at_receive) waits.push_back({c, w.member});
    const int64_t source = channels_[w.channel].sources[static_cast<size_t>(w.member)];
    if (source < 0) return waits;
    for (const size_t c : channels_[w.channel].at_send) waits.push_back({c, source});
    return waits;
  }

  // Follows who waits for whom from every receive of every member.
  Status CheckMembers() const {
    std::set<Wait> ended;
    for (size_t c = 0; c < channels_.size(); ++c) {
      for (int64_t member = 0; member < members_.count(); ++member) {
        std::vector<Wait> path = {{c, member}};
        std::vector<std::vector<Wait>> left = {ended.count(path[0]) != 0 ? std::vector<Wait>() : WaitsFor(path[0])};
        while (!path.empty()) {
          if (left.back().empty()) {
            ended.insert(path.back());
            path.pop_back();
            left.pop_back();
            continue;
          }
          const Wait next = left.back().back();
          left.back().pop_back();
          const auto again = std::find(path.begin(), path.end(), next);
          if (again != path.end()) return Deadlock({again, path.end()});
          if (ended.count(next) != 0) continue;
          path.push_back(next);
          left.push_back(WaitsFor(next));
        }
      }
    }
    return Ok();
  }

  Diagnostic Deadlock(const std::vector<Wait>& cycle) const {
    std::string text = "deadlock: ";
    for (const Wait& w : cycle) {
      const Channel& channel = channels_[w.channel];
      text += "member " + std::to_string(w.member) + " waits in recv on channel " + std::to_string(channel.number) + " for member " +
              std::to_string(channel.sources[static_cast<size_t>(w.member)]) + ", and ";
    }
    text += "member " + std::to_string(cycle[0].member) + " waits already";
    return Error(Rule::kChannel, text, At(channels_[cycle[0].channel].receive).location);
  }

  // What no member waits for in a circle may still be one for a program that all run at once: a chain of members.
  Status CheckChannels() const {
    for (size_t c = 0; c < channels_.size(); ++c) {
      std::set<size_t> reached;
      std::vector<size_t> open = {c};
      while (!open.empty()) {
        const Channel& channel = channels_[open.back()];
        open.pop_back();
        for (const std::set<size_t>* before : {&channel.at_send, &channel.at_receive}) {
          for (const size_t b : *before) {
            if (reached.insert(b).second) open.push_back(b);
          }
        }
      }
      if (reached.count(c) == 0) continue;
      Diagnostic d = Error(Rule::kUnsupported,
                           "what is sent on channel " + std::to_string(channels_[c].number) +
                               " is computed from what comes by it: members would run one after the other",
                           At(channels_[c].send).location);
      d.hint = "collective_permute in a loop hands values on from member to member";
      return d;
    }
    return Ok();
  }

  // Instructions in an order in which every receive follows its send.
  std::vector<int32_t> Order() const {
    std::vector<int32_t> order;
    std::set<int32_t> placed;
    for (int32_t first = 0; first < old_.instructions.count(); ++first) {
      std::vector<int32_t> open = {first};
      while (!open.empty()) {
        const int32_t at = open.back();
        std::vector<int32_t> needs;
        for (const Value& operand : At(at).operands) needs.push_back(operand.instruction);
        if (const auto receive = of_receive_.find(at); receive != of_receive_.end()) needs.push_back(channels_[receive->second].send);
        const auto missing = std::find_if(needs.begin(), needs.end(), [&](int32_t n) { return placed.count(n) == 0; });
        if (missing != needs.end()) {
          open.push_back(*missing);
          continue;
        }
        open.pop_back();
        if (placed.insert(at).second) order.push_back(at);
      }
    }
    return order;
  }

  Computation Rewritten() const {
    Computation fresh = EmptyLike(old_);
    ModuleEmitter e(fresh);
    IdVector<IdVector<Value>> map(old_.instructions.size());
    for (const int32_t at : Order()) {
      Instruction i = At(at);
      for (Value& operand : i.operands) operand = map[operand.instruction][operand.result];
      e.location = i.location;
      e.name = i.name;
      if (BetweenMembers(i, Op::kSend)) map[at] = AfterSend(e, i);
      else if (BetweenMembers(i, Op::kRecv)) map[at] = Received(e, i, channels_[of_receive_.at(at)], map);
      else if (BetweenMembers(i, Op::kSendDone)) map[at] = {i.operands.back()};
      else if (BetweenMembers(i, Op::kRecvDone))
        map[at] = {i.operands.begin(), i.operands.begin() + static_cast<std::ptrdiff_t>(i.shapes.size())};
      if (BetweenMembers(i, Op::kRecvDone)) map[at].back() = i.operands.back();
      if (!map[at].empty()) continue;
      const size_t results = i.shapes.size();
      const Value first = e.Add(std::move(i));
      for (size_t r = 0; r < results; ++r) map[at].push_back({first.instruction, static_cast<int32_t>(r)});
    }
    for (const Value& result : old_.results) fresh.results.push_back(map[result.instruction][result.result]);
    return fresh;
  }

  // HLO's contexts are (data, u32, token), flat.
  IdVector<Value> AfterSend(ModuleEmitter& e, const Instruction& i) const {
    if (i.shapes.size() == 1) return {i.operands.back()};
    return {i.operands[0], e.Splat(i.shapes[1], 0), i.operands.back()};
  }

  IdVector<Value> Received(ModuleEmitter& e, const Instruction& i, const Channel& channel, const IdVector<IdVector<Value>>& map) const {
    const Instruction& send = At(channel.send);
    IntMatrix pairs;
    for (size_t m = 0; m < channel.sources.size(); ++m) {
      if (channel.sources[m] >= 0) pairs.push_back({channel.sources[m], static_cast<int64_t>(m)});
    }
    IdVector<Value> results;
    for (const Value& operand : send.operands) {
      if (old_.shape(operand).IsToken()) continue;
      const Value sent = map[operand.instruction][operand.result];
      results.push_back(e.Make(Op::kCollectivePermute, e.shape(sent), {sent},
                               {{Attr::kSourceTargetPairs, pairs}, {Attr::kUseGlobalDeviceIds, true}, {Attr::kChannelId, int64_t{1}}}));
    }
    if (results.size() + 2 == i.shapes.size()) results.push_back(e.Splat(i.shapes[results.size()], 0));
    results.push_back(i.operands.back());
    return results;
  }

  const Computation& old_;
  const Members members_;
  std::vector<Channel> channels_;
  std::map<int32_t, size_t> of_receive_;
};

}  // namespace

Result<Module> PairChannels(const Module& module) {
  Module fresh = module;
  for (Computation& computation : fresh.computations) {
    MOTE_ASSIGN(computation, ChannelPairing(module, computation).Run());
  }
  return fresh;
}

}  // namespace mote
