// The op table as data: rows of ops.def and attributes.def, and lookups by name.
#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "hlo/op.h"
#include "hlo/spelling.h"

namespace mote {
namespace {

struct OpRow {
  Op op;
  Family family;
  std::string_view id, stablehlo, hlo, builder;
  Pretty pretty;
  int min_operands, max_operands, called;
  std::string_view attributes;
};

constexpr std::array kOpRows = {
#define MOTE_OP(id, family, stablehlo, hlo, builder, pretty, rule, min, max, called, attributes) \
  OpRow{Op::k##id, Family::family, #id, stablehlo, hlo, builder, Pretty::pretty, min, max, called, attributes},
#include "hlo/ops.def"
#undef MOTE_OP
};

constexpr std::array kAttrRows = {
#define MOTE_ATTR(id, stablehlo, hlo, kind) AttrInfo{Attr::k##id, #id, stablehlo, hlo, AttrKind::k##kind},
#include "hlo/attributes.def"
#undef MOTE_ATTR
};

// A name that attributes.def lacks would be a mistake of ours: the table does not compile into a program then (see the static_assert).
constexpr int AttrIndex(std::string_view id) {
  for (size_t i = 0; i < kAttrRows.size(); ++i) {
    if (kAttrRows[i].id == id) return static_cast<int>(i);
  }
  return -1;
}

template <typename Visit>
constexpr void ForEachAttribute(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    std::string_view word = list.substr(0, end);
    const bool required = word.back() == '!';
    if (required) word.remove_suffix(1);
    visit(word, required);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

constexpr bool EveryAttributeIsKnown() {
  bool known = true;
  for (const OpRow& row : kOpRows) {
    ForEachAttribute(row.attributes, [&](std::string_view id, bool) { known = known && AttrIndex(id) >= 0; });
  }
  return known;
}
static_assert(EveryAttributeIsKnown(), "ops.def names an attribute that attributes.def lacks");

class Table {
 public:
  Table() {
    attributes_.resize(kOpRows.size());
    for (size_t i = 0; i < kOpRows.size(); ++i) {
      const OpRow& row = kOpRows[i];
      ForEachAttribute(row.attributes, [&](std::string_view id, bool required) {
        attributes_[i].push_back({kAttrRows[AttrIndex(id)].attr, required});
      });
    }
    for (size_t i = 0; i < kOpRows.size(); ++i) {
      const OpRow& r = kOpRows[i];
      infos_.push_back(
          {r.op, r.family, r.id, r.stablehlo, r.hlo, r.builder, r.pretty, r.min_operands, r.max_operands, r.called, attributes_[i]});
      if (!r.stablehlo.empty()) by_stablehlo_.emplace(r.stablehlo, r.op);
      if (!r.hlo.empty()) by_hlo_.emplace(r.hlo, r.op);  // the first row of a name wins: `conditional` is kIf
    }
    by_stablehlo_.emplace("call", Op::kCall);
  }

  const std::vector<OpInfo>& infos() const { return infos_; }
  const std::map<std::string_view, Op>& by_stablehlo() const { return by_stablehlo_; }
  const std::map<std::string_view, Op>& by_hlo() const { return by_hlo_; }

 private:
  std::vector<std::vector<OpAttribute>> attributes_;
  std::vector<OpInfo> infos_;
  std::map<std::string_view, Op> by_stablehlo_, by_hlo_;
};

const Table& TheTable() {
  static const Table table;
  return table;
}

std::optional<Op> Find(const std::map<std::string_view, Op>& names, std::string_view name) {
  const auto found = names.find(name);
  if (found == names.end()) return std::nullopt;
  return found->second;
}

std::string_view Nearest(const std::map<std::string_view, Op>& names, std::string_view name) {
  Spelling spelling(name);
  for (const auto& [candidate, op] : names) spelling.Try(candidate);
  return spelling.nearest();
}

}  // namespace

const OpInfo& Info(Op op) { return TheTable().infos()[static_cast<size_t>(op)]; }
std::span<const OpInfo> OpTable() { return TheTable().infos(); }
std::optional<Op> OpFromStablehlo(std::string_view mnemonic) { return Find(TheTable().by_stablehlo(), mnemonic); }
std::optional<Op> OpFromHlo(std::string_view opcode) { return Find(TheTable().by_hlo(), opcode); }

const char* OpName(Op op) {
  const OpInfo& info = Info(op);  // both names are string literals, so they end in a zero byte
  return !info.stablehlo.empty() ? info.stablehlo.data() : !info.hlo.empty() ? info.hlo.data() : info.id.data();
}

const AttrInfo& Info(Attr attr) { return kAttrRows[static_cast<size_t>(attr)]; }
std::string_view NearestStablehloName(std::string_view mnemonic) { return Nearest(TheTable().by_stablehlo(), mnemonic); }
std::string_view NearestHloName(std::string_view opcode) { return Nearest(TheTable().by_hlo(), opcode); }

}  // namespace mote
