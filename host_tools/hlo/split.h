// How a parameter or result of an entry is cut among the partitions of a program: what shard_map's shardings become when its body is made
// the program of one member. A mark on the entry's signature (Computation::parameter_extra and result_extra), so that it goes where the
// tensor goes; the shape there is that of one member's part.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"

namespace mote {

struct Split {
  std::vector<int64_t> tiles;    // into how many equal parts each dimension is cut; one per dimension, from 1
  std::vector<int64_t> members;  // by partition: the part that it has, in row-major order of the parts
  bool operator==(const Split&) const = default;

  bool Whole() const;  // every member has all of it
  Shape FullOf(const Shape& part) const;
  // The position of member `m`'s part along dimension `d`, in parts.
  int64_t TileOf(int64_t m, size_t d) const;
  // The first member that has part `tile`.
  int64_t OwnerOf(int64_t tile) const;
};

// Key of Computation::parameter_extra and result_extra. Either all results of an entry have it, or none.
inline constexpr std::string_view kSplit = "mote.split";
using Extras = std::vector<std::map<std::string, std::string>>;

std::string SplitText(const Split& split);  // an attribute: "tiles=[2, 1] members=[0, 1]", in quotes
// Why it is no split of a tensor with so many dimensions among so many members; empty when it is one.
std::string WrongSplit(const Split& split, size_t rank, int64_t members);
// The mark of parameter or result `i`, whose shape is `shape` to callers; nothing where there is none. R-ATTR: a mark that is none for it.
Result<std::optional<Split>> SplitOf(const Extras& extras, size_t i, const Shape& shape, const Module& module);

Literal PartOf(const Literal& full, const Split& split, int64_t member);
Literal JoinParts(const std::vector<const Literal*>& parts, const Split& split);  // by member, of one shape

}  // namespace mote
