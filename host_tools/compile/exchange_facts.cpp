#include "compile/exchange_facts.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "compile/program_facts.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "schema/step_layout.h"

namespace mote {
namespace {

enum : uint32_t {
#define MOTE_STEP(id, code, ...) k##id##Step = code,
#include "schema/steps.def"
#undef MOTE_STEP
};

using Words = std::span<const uint32_t>;

class Walk {
 public:
  Walk(const fb::Variant& variant, uint32_t members) : variant_(variant) { list_.members = members; }

  // The steps of a block, and of those that its loops and branches name. False: the words are no steps.
  bool Block(uint32_t number, ExchangeFacts place, int depth) {
    const auto* blocks = variant_.blocks();
    if (depth > kMoteMaxLevel + 1 || blocks == nullptr || 2 * uint64_t{number} + 1 >= blocks->size()) return false;
    uint64_t at = blocks->Get(2 * number);
    const uint64_t end = at + (blocks->Get(2 * number + 1) & kMoteBlockWords);
    if (variant_.words() == nullptr || end > variant_.words()->size()) return false;
    while (at < end) {
      const uint32_t length = variant_.words()->Get(static_cast<uint32_t>(at)) >> 16;
      if (length < 2 || length > end - at) return false;
      if (!Step(Words(variant_.words()->data() + at, length), place, depth)) return false;
      at += length;
    }
    return true;
  }
  ExchangeList Take() { return std::move(list_); }

 private:
  bool Step(Words words, const ExchangeFacts& place, int depth) {
    const uint32_t kind = words[0] & 0xff, operands = words[1] >> 16;
    const size_t first = 2 + (operands + 1) / 2;
    if (first > words.size()) return false;
    const Words fields = words.subspan(first);
    if (kind == kWhileStep) {
      if (fields.size() < kMoteWhileFields) return false;
      ExchangeFacts inside = place;
      const int64_t most = fields[kMoteWhileMost];
      if (most == 0) inside.loops = true;
      else inside.turns = std::min<int64_t>(inside.turns * most, INT64_C(1) << 40);
      return Block(fields[kMoteWhileCondition], inside, depth + 1) && Block(fields[kMoteWhileBody], inside, depth + 1);
    }
    if (kind == kConditionalStep) {
      ExchangeFacts inside = place;
      inside.branches = true;
      for (size_t i = 1; i < fields.size() && i <= fields[0]; ++i) {
        if (!Block(fields[i], inside, depth + 1)) return false;
      }
      return true;
    }
    if (kind != kExchangeStep || operands != 2) return true;
    const bool counted = fields.size() > kMoteExchangePart && fields[kMoteExchangePart] == kMoteExchangeDone;  // at its start
    return counted || Exchange(words[2] & 0xffff, words[2] >> 16, fields, place);
  }

  bool Exchange(uint32_t sent, uint32_t result, Words fields, ExchangeFacts exchange) {
    const auto* views = variant_.views();
    const uint64_t last = (uint64_t{std::max(sent, result)} + 1) * kMoteViewWords;
    if (fields.size() < kMoteExchangeFields || views == nullptr || last > views->size()) return false;
    const uint32_t kind = fields[kMoteExchangeKind], blocks = fields[kMoteExchangeBlocks], n = list_.members;
    const int64_t bytes = views->Get(result * kMoteViewWords + kMoteViewBytes);
    const Words params = fields.subspan(kMoteExchangeFields);
    if (kind == kMoteExchangePairs) {
      if (params.size() != n) return false;
      exchange.kind = ExchangeFacts::Kind::kPairs;
      exchange.bytes = bytes;
      for (uint32_t to = 0; to < n; ++to) {
        if (params[to] < n && params[to] != to) exchange.messages.push_back({params[to], to});
      }
      JoinPairs(exchange);
    } else {
      if (kind > kMoteExchangeSwap || blocks == 0 || (!params.empty() && params.size() != 2 * size_t{n})) return false;
      exchange.kind = kind == kMoteExchangeGather ? ExchangeFacts::Kind::kGather : ExchangeFacts::Kind::kSwap;
      exchange.bytes = bytes / blocks;
      std::vector<std::vector<uint32_t>> groups(1);
      for (uint32_t i = 0; i < n; ++i) {
        const uint32_t member = params.empty() ? i : params[i] & ~kMoteExchangeFirst;
        if (member >= n) return false;
        if (!params.empty() && i != 0 && (params[i] & kMoteExchangeFirst) != 0) groups.emplace_back();
        groups.back().push_back(member);
      }
      for (std::vector<uint32_t>& group : groups) {
        for (const uint32_t from : group) {
          for (const uint32_t to : group) {
            if (from != to) exchange.messages.push_back({from, to});
          }
        }
        if (group.size() > 1) exchange.groups.push_back(std::move(group));
      }
    }
    if (!exchange.messages.empty() && exchange.bytes != 0) list_.exchanges.push_back(std::move(exchange));
    return true;
  }

  void JoinPairs(ExchangeFacts& exchange) const {
    std::vector<uint32_t> root(list_.members);
    std::iota(root.begin(), root.end(), 0);
    for (const auto& [from, to] : exchange.messages) {
      const uint32_t a = root[from], b = root[to];
      std::replace(root.begin(), root.end(), b, a);
    }
    for (uint32_t r = 0; r < list_.members; ++r) {
      std::vector<uint32_t> group;
      for (uint32_t m = 0; m < list_.members; ++m) {
        if (root[m] == r) group.push_back(m);
      }
      if (group.size() > 1) exchange.groups.push_back(std::move(group));
    }
  }

  const fb::Variant& variant_;
  ExchangeList list_;
};

}  // namespace

Result<ExchangeList> ExchangesOf(std::span<const uint8_t> bytes, const std::string& target) {
  const std::vector<std::string> targets = VariantTargets(bytes);  // checks the whole buffer
  if (targets.empty()) return Error(Rule::kSyntax, "this is no program");
  const auto found = std::find(targets.begin(), targets.end(), target);
  if (found == targets.end()) return Error(Rule::kUnsupported, "the program has no variant for " + target);
  MoteFileHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const fb::Program* program = fb::GetProgram(bytes.data() + header.flat_offset);
  const fb::Variant& variant = *program->variants()->Get(static_cast<uint32_t>(found - targets.begin()));
  const uint64_t members = uint64_t{std::max(program->replicas(), 1u)} * std::max(program->partitions(), 1u);
  if (members > kMoteMostMembers) return Error(Rule::kSyntax, "the program is for more members than there may be");
  Walk walk(variant, static_cast<uint32_t>(members));
  const bool has_entry = variant.entries() != nullptr && variant.entries()->size() != 0;
  if (!has_entry || !walk.Block(variant.entries()->Get(0)->block(), {}, 0)) return Error(Rule::kSyntax, "its steps cannot be read");
  return walk.Take();
}

}  // namespace mote
