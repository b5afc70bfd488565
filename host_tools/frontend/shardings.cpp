// Shardings as text, as splits.
#include "frontend/shardings.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace mote {
namespace {

// Behind `open` at `at`: where what closes it stands, quotes apart; npos when it is missing.
size_t Closing(std::string_view text, size_t at) {
  int depth = 0;
  for (size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      i = text.find('"', i + 1);
      if (i == std::string_view::npos) return i;
    } else if (c == '<' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == '>' || c == ']' || c == '}') && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

// The integers of the list that begins with the bracket at `*at`, and the place behind it.
std::vector<int64_t> Numbers(std::string_view text, size_t* at) {
  std::vector<int64_t> numbers;
  size_t i = *at + 1;
  while (i < text.size() && text[i] != ']' && text[i] != ')' && text[i] != '}' && text[i] != ' ') {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), number);
    if (error != std::errc()) break;
    numbers.push_back(number);
    i = static_cast<size_t>(end - text.data());
    if (i < text.size() && text[i] == ',') ++i;
  }
  *at = i + (i < text.size() && (text[i] == ']' || text[i] == ')') ? 1 : 0);
  return numbers;
}

// 0 … count - 1 in an array of these sizes, read with its dimensions in the order `permutation`.
std::vector<int64_t> Iota(const std::vector<int64_t>& sizes, const std::vector<int64_t>& permutation) {
  std::vector<int64_t> strides(sizes.size(), 1), index(sizes.size(), 0), order;
  for (size_t d = sizes.size(); d-- > 1;) strides[d - 1] = strides[d] * sizes[d];
  const int64_t count = std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    for (size_t d = 0; d < sizes.size(); ++d) at += index[d] * strides[static_cast<size_t>(permutation[d])];
    order.push_back(at);
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[static_cast<size_t>(permutation[d])]) break;
      index[d] = 0;
    }
  }
  return order;
}

// The product where it is at most `most` and no size is below 1, else 0.
int64_t Product(const std::vector<int64_t>& sizes, int64_t most) {
  int64_t product = 1;
  for (const int64_t size : sizes) {
    if (size < 1 || __builtin_mul_overflow(product, size, &product) || product > most) return 0;
  }
  return product;
}

bool IsPermutation(std::vector<int64_t> list, size_t count) {
  std::sort(list.begin(), list.end());
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] != static_cast<int64_t>(i)) return false;
  }
  return list.size() == count;
}

// The devices of a GSPMD tile assignment in its order, behind "devices=[…]"; empty when it is none.
std::vector<int64_t> DevicesOf(std::string_view text, size_t at, int64_t devices) {
  if (text.substr(at, 3) != "<=[") {
    --at;  // as behind a bracket
    return Numbers(text, &at);
  }
  at += 2;
  const std::vector<int64_t> sizes = Numbers(text, &at);
  std::vector<int64_t> permutation(sizes.size());
  std::iota(permutation.begin(), permutation.end(), 0);
  if (text.substr(at, 2) == "T(") permutation = Numbers(text, &++at);
  if (Product(sizes, devices) != devices || !IsPermutation(permutation, sizes.size())) return {};
  return Iota(sizes, permutation);
}

}  // namespace

std::vector<std::string_view> QuotedWords(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t begin = text.find('"'); begin != std::string_view::npos; begin = text.find('"', begin + 1)) {
    const size_t end = text.find('"', begin + 1);
    if (end == std::string_view::npos) break;
    words.push_back(text.substr(begin + 1, end - begin - 1));
    begin = end;
  }
  return words;
}

std::string_view FirstMesh(std::string_view shardings) {
  const size_t symbol = shardings.find('@'), written = shardings.find("mesh<");
  if (symbol < written) return shardings.substr(symbol, shardings.find_first_of(",> ", symbol) - symbol);
  return written == std::string_view::npos ? std::string_view() : shardings.substr(written);
}

std::vector<std::string_view> ShardingList(std::string_view text) {
  std::vector<std::string_view> list;
  const size_t end = Closing(text, text.find('['));
  if (end == std::string_view::npos) return list;
  for (size_t begin = text.find('<', text.find('[')); begin < end; begin = text.find('<', begin)) {
    const size_t close = Closing(text, begin);
    if (close == std::string_view::npos) break;
    list.push_back(text.substr(begin + 1, close - begin - 1));
    begin = close + 1;
  }
  return list;
}

std::optional<Split> ShardySplit(std::string_view sharding, const Mesh& mesh, size_t rank, std::string* fault) {
  const auto wrong = [&](std::string text) {
    *fault = std::move(text);
    return std::nullopt;
  };
  size_t begin = 0;
  if (sharding.substr(0, 5) == "mesh<") begin = Closing(sharding, 4);
  begin = begin == std::string_view::npos ? begin : sharding.find('[', begin);
  const size_t end = begin == std::string_view::npos ? begin : Closing(sharding, begin);
  if (end == std::string_view::npos) return wrong("is malformed");
  if (sharding.find("unreduced", end) != std::string_view::npos) return wrong("has unreduced axes, which are not supported");
  Split split;
  split.members.assign(mesh.devices.size(), 0);
  std::vector<std::string_view> used;
  for (size_t at = sharding.find('{', begin); at < end; at = sharding.find('{', at)) {
    const size_t close = Closing(sharding, at);
    if (close == std::string_view::npos) return wrong("is malformed");
    const std::string_view dimension = sharding.substr(at, close - at);
    if (dimension.find("\":") != std::string_view::npos) return wrong("has a part of an axis, which is not supported");
    int64_t tiles = 1;
    for (const std::string_view name : QuotedWords(dimension)) {
      const auto axis = AxisNamed(mesh, name);
      if (!axis) return wrong("names axis '" + std::string(name) + "', which its mesh does not have");
      if (std::find(used.begin(), used.end(), name) != used.end()) return wrong("uses axis '" + std::string(name) + "' twice");
      used.push_back(name);
      tiles *= axis->size;
      for (size_t k = 0; k < mesh.devices.size(); ++k) {
        int64_t& tile = split.members[static_cast<size_t>(mesh.devices[k])];
        tile = tile * axis->size + static_cast<int64_t>(k) / axis->stride % axis->size;
      }
    }
    split.tiles.push_back(tiles);
    at = close + 1;
  }
  if (split.tiles.size() != rank) {
    return wrong("is for " + std::to_string(split.tiles.size()) + " dimensions, the value has " + std::to_string(rank));
  }
  return split;
}

std::optional<Split> GspmdSplit(std::string_view sharding, size_t rank, int64_t devices, std::string* fault) {
  const auto wrong = [&](std::string text) {
    *fault = std::move(text);
    return std::nullopt;
  };
  Split split{std::vector<int64_t>(rank, 1), std::vector<int64_t>(static_cast<size_t>(devices), 0)};
  constexpr std::string_view kReplicated = "{replicated}", kDevices = "devices=[";
  if (sharding.find(kReplicated) != std::string_view::npos) return split;
  if (sharding.find("last_tile_dims") != std::string_view::npos) return wrong("has dimensions of other kinds");
  size_t at = sharding.find(kDevices);
  if (at == std::string_view::npos) return wrong("is not one of tiles");
  at += kDevices.size() - 1;
  std::vector<int64_t> tiles = Numbers(sharding, &at);
  const std::vector<int64_t> order = DevicesOf(sharding, at, devices);
  const bool replicated = sharding.find("last_tile_dim_replicate") != std::string_view::npos;
  if (tiles.size() != rank + replicated || Product(tiles, devices) != devices || !IsPermutation(order, static_cast<size_t>(devices))) {
    return wrong("is not one of " + std::to_string(rank) + " dimensions over " + std::to_string(devices) + " devices");
  }
  const int64_t copies = replicated ? tiles.back() : 1;
  tiles.resize(rank);
  for (size_t k = 0; k < order.size(); ++k) split.members[static_cast<size_t>(order[k])] = static_cast<int64_t>(k) / copies;
  split.tiles = std::move(tiles);
  return split;
}

}  // namespace mote
