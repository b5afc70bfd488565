#include "exchange_words.h"

#include <algorithm>

#include "schema/step_layout.h"

namespace mote::fault {
namespace {

// All members in any order, cut into groups; each member's place. Gives the largest group.
uint32_t AppendGroups(Random& random, uint32_t members, std::vector<uint32_t>& params) {
  std::vector<uint32_t> order(members), places(members);
  for (uint32_t m = 0; m < members; ++m) order[m] = m;
  for (uint32_t i = members; i > 0; --i) std::swap(order[i - 1], order[random.Below(i)]);
  uint32_t size = 0, largest = 0;
  for (uint32_t i = 0; i < members; ++i) {
    const bool first = i == 0 || random.OneIn(3);
    size = first ? 1 : size + 1;
    largest = std::max(largest, size);
    places[order[i]] = i;
    params.push_back(order[i] | (first ? kMoteExchangeFirst : 0));
  }
  params.insert(params.end(), places.begin(), places.end());
  return largest;
}

}  // namespace

ExchangeWords MakeExchangeWords(Random& random, uint32_t members, bool device) {
  ExchangeWords words;
  words.kind = random.Below(kMoteExchangeKinds);
  if (words.kind == kMoteExchangePairs) {
    for (uint32_t m = 0; m < members; ++m) words.params.push_back(random.OneIn(3) ? kMoteExchangeNobody : random.Below(members));
  } else if (words.kind == kMoteExchangeGather || words.kind == kMoteExchangeSwap) {
    words.blocks = random.OneIn(3) ? members : AppendGroups(random, members, words.params);
    if (random.OneIn(4)) words.blocks += random.Below(4);
  }
  words.parts = {kMoteExchangeWhole};
  if (words.kind <= kMoteExchangePairs && !device && random.OneIn(2)) words.parts = {kMoteExchangeStart, kMoteExchangeDone};
  if (random.OneIn(60)) random.PickOf(words.parts) = random.Below(kMoteExchangeParts + 1);
  if (random.OneIn(30) && !words.params.empty()) random.PickOf(words.params) = random.Number();
  return words;
}

}  // namespace mote::fault
