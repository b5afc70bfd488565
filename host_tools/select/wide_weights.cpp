// A weight is read once a pixel, so a byte of it pays by the pixels.
#include "select/wide_weights.h"

#include <algorithm>

#include "schema/fixed_layout.h"
#include "select/pack_fixed.h"

namespace mote {

std::set<const Instruction*> WideProducts(const Module& module, FixedPacking packing, double ratio) {
  struct Candidate {
    const Instruction* instruction;
    int64_t pixels;
    double more;  // bytes
  };
  if (packing != FixedPacking::kDsp) return {};  // the others have one width
  std::vector<Candidate> candidates;
  double room = 0;
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      const auto stream = i.attributes.find(Attr::kFixedStream);
      if (i.op != Op::kFixed || stream == i.attributes.end()) continue;
      const auto plain = std::get<Literal>(stream->second).bytes();
      const std::vector<int64_t>& f = i.Ints(Attr::kFixedFields);
      const auto narrow = static_cast<double>(PackFixed(f, plain, packing).stream.size());
      const auto wide = static_cast<double>(PackFixed(f, plain, packing, true).stream.size());
      room += static_cast<double>(plain.size()) * ratio - narrow;
      if (wide > narrow) candidates.push_back({&i, f[kMoteFixedBatch] * f[kMoteFixedOutH] * f[kMoteFixedOutW], wide - narrow});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.pixels > b.pixels; });
  std::set<const Instruction*> chosen;
  for (const Candidate& c : candidates) {
    if (c.more > room) continue;
    room -= c.more;
    chosen.insert(c.instruction);
  }
  return chosen;
}

}  // namespace mote
