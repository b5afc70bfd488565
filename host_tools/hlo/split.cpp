// Marks of cut tensors, and cutting and joining them.
#include "hlo/split.h"

#include <algorithm>
#include <charconv>

namespace mote {
namespace {

// The integers of "key=[1, 2]"; nothing when the key or the list is not there.
std::optional<std::vector<int64_t>> ListOf(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  std::vector<int64_t> numbers;
  const size_t end = text.find(']', at);
  if (end == std::string_view::npos) return std::nullopt;
  for (size_t i = at + key.size(); i < end;) {
    int64_t number = 0;
    const auto [next, error] = std::from_chars(text.data() + i, text.data() + end, number);
    if (error != std::errc()) return std::nullopt;
    numbers.push_back(number);
    i = static_cast<size_t>(next - text.data());
    while (i < end && (text[i] == ',' || text[i] == ' ')) ++i;
  }
  return numbers;
}

std::string Text(const std::vector<int64_t>& numbers) {
  std::string text;
  for (const int64_t number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

// Visits the rows (runs of the last dimension) of member `m`'s part: element offsets in the full array and in the part, and a row's length.
template <typename Visit>
void ForEachRow(const Shape& part, const Split& split, int64_t m, Visit&& visit) {
  const size_t rank = part.dims.size();
  const int64_t row = rank == 0 ? 1 : part.dims.back();
  const Dims strides = RowMajorStrides(split.FullOf(part).dims);
  int64_t base = 0;
  for (size_t d = 0; d < rank; ++d) base += split.TileOf(m, d) * part.dims[d] * strides[d];
  const int64_t count = part.ElementCount();
  std::vector<int64_t> index(rank, 0);
  for (int64_t done = 0; done < count; done += row) {
    int64_t at = base;
    for (size_t d = 0; d + 1 < rank; ++d) at += index[d] * strides[d];
    visit(at, done, row);
    for (size_t d = rank < 2 ? 0 : rank - 1; d-- > 0;) {
      if (++index[d] < part.dims[d]) break;
      index[d] = 0;
    }
  }
}

}  // namespace

bool Split::Whole() const {
  return std::all_of(tiles.begin(), tiles.end(), [](int64_t count) { return count == 1; });
}

Shape Split::FullOf(const Shape& part) const {
  Shape full = part;
  for (size_t d = 0; d < tiles.size(); ++d) full.dims[d] *= tiles[d];
  return full;
}

int64_t Split::TileOf(int64_t m, size_t d) const {
  int64_t tile = members[static_cast<size_t>(m)];
  for (size_t minor = tiles.size() - 1; minor > d; --minor) tile /= tiles[minor];
  return tile % tiles[d];
}

int64_t Split::OwnerOf(int64_t tile) const { return std::find(members.begin(), members.end(), tile) - members.begin(); }

std::string SplitText(const Split& split) { return "\"tiles=" + Text(split.tiles) + " members=" + Text(split.members) + "\""; }

std::string WrongSplit(const Split& split, size_t rank, int64_t members) {
  if (split.tiles.size() != rank) return std::to_string(split.tiles.size()) + " dimensions are cut, the tensor has " + std::to_string(rank);
  if (static_cast<int64_t>(split.members.size()) != members) {
    return "it is cut for " + std::to_string(split.members.size()) + " members, the program has " + std::to_string(members) + " partitions";
  }
  int64_t parts = 1;
  for (const int64_t count : split.tiles) {
    if (count < 1 || __builtin_mul_overflow(parts, count, &parts) || parts > members) return "it has more parts than members, or none";
  }
  for (int64_t tile = 0; tile < parts; ++tile) {
    if (split.OwnerOf(tile) == members) return "nobody has part " + std::to_string(tile);
  }
  for (const int64_t tile : split.members) {
    if (tile < 0 || tile >= parts) return "there is no part " + std::to_string(tile);
  }
  return "";
}

Result<std::optional<Split>> SplitOf(const Extras& extras, size_t i, const Shape& shape, const Module& module) {
  if (i >= extras.size() || extras[i].count(std::string(kSplit)) == 0) return std::optional<Split>();
  const std::string& text = extras[i].at(std::string(kSplit));
  const auto tiles = ListOf(text, "tiles=["), members = ListOf(text, "members=[");
  const bool read = tiles && members && shape.IsArray();
  std::string wrong = "tiles and members of an array are wanted";
  if (read) wrong = WrongSplit({*tiles, *members}, shape.dims.size(), module.partitions);
  if (wrong.empty() && module.replicas != 1) wrong = "a program that is cut has one replica, not " + std::to_string(module.replicas);
  if (wrong.empty()) return std::optional<Split>(Split{*tiles, *members});
  return Error(Rule::kAttribute, "mote.split " + text + " of " + ToString(shape) + ": " + wrong, module.main().location);
}

Literal PartOf(const Literal& full, const Split& split, int64_t member) {
  Shape shape = full.shape();
  for (size_t d = 0; d < split.tiles.size(); ++d) shape.dims[d] /= split.tiles[d];
  Literal part(shape);
  if (part.size() == 0) return part;
  const size_t bytes = part.bytes().size() / static_cast<size_t>(part.size());
  const std::span<const uint8_t> from = full.bytes();
  const std::span<uint8_t> to = part.mutable_bytes();
  ForEachRow(shape, split, member, [&](int64_t in_full, int64_t in_part, int64_t count) {
    std::memcpy(to.data() + static_cast<size_t>(in_part) * bytes, from.data() + static_cast<size_t>(in_full) * bytes,
                static_cast<size_t>(count) * bytes);
  });
  return part;
}

Literal JoinParts(const std::vector<const Literal*>& parts, const Split& split) {
  const Shape& shape = parts[0]->shape();
  Literal full(split.FullOf(shape));
  if (full.size() == 0) return full;
  const size_t bytes = full.bytes().size() / static_cast<size_t>(full.size());
  const std::span<uint8_t> to = full.mutable_bytes();
  for (size_t m = 0; m < parts.size(); ++m) {
    if (split.OwnerOf(split.members[m]) != static_cast<int64_t>(m)) continue;
    const std::span<const uint8_t> from = parts[m]->bytes();
    ForEachRow(shape, split, static_cast<int64_t>(m), [&](int64_t in_full, int64_t in_part, int64_t count) {
      std::memcpy(to.data() + static_cast<size_t>(in_full) * bytes, from.data() + static_cast<size_t>(in_part) * bytes,
                  static_cast<size_t>(count) * bytes);
    });
  }
  return full;
}

}  // namespace mote
