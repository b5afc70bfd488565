// A weight is read once a pixel, so a byte of it pays by the pixels.
#include "select/wide_weights.h"

#include <algorithm>

#include "schema/fixed_layout.h"
#include "select/step.h"

namespace mote {

std::map<const Instruction*, WeightForm> WideProducts(const Module& module, FixedPacking packing, double ratio) {
  struct Candidate {
    const Instruction* instruction;
    int64_t pixels;
    WeightForm form;
    double more;  // bytes, than in the form before
  };
  if (packing != FixedPacking::kDsp) return {};  // the others have one width
  const bool transforms = ratio > SelectOptions().packed_ratio;
  std::vector<Candidate> candidates;
  double room = 0;
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      const auto stream = i.attributes.find(Attr::kFixedStream);
      if (i.op != Op::kFixed || stream == i.attributes.end()) continue;
      if (i.Ints(Attr::kFixedFields)[kMoteFixedRoutine] > kMoteFixedLastProduct) continue;
      const auto plain = std::get<Literal>(stream->second).bytes();
      const std::vector<int64_t>& f = i.Ints(Attr::kFixedFields);
      const auto bytes = [&](WeightForm form) { return static_cast<double>(PackFixed(f, plain, packing, {form}).stream.size()); };
      const double narrow = bytes(WeightForm::kBytes), wide = bytes(WeightForm::kHalfwords);
      const double transformed = transforms ? bytes(WeightForm::kTransformed) : 0;
      const int64_t pixels = f[kMoteFixedBatch] * f[kMoteFixedOutH] * f[kMoteFixedOutW];
      const auto finishes = static_cast<double>(MoteFixedWeightsAt(f[kMoteFixedOutC], 0));
      room += (static_cast<double>(plain.size()) - finishes) * ratio - (narrow - finishes);
      if (wide > narrow) candidates.push_back({&i, pixels, WeightForm::kHalfwords, wide - narrow});
      if (transformed > wide) candidates.push_back({&i, pixels, WeightForm::kTransformed, transformed - wide});
    }
  }
  // transformed ones when all others have had their turn
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.form != b.form ? a.form < b.form : a.pixels > b.pixels;
  });
  std::map<const Instruction*, WeightForm> chosen;
  for (const Candidate& c : candidates) {
    if (c.more > room || (c.form == WeightForm::kTransformed && chosen.count(c.instruction) == 0)) continue;
    room -= c.more;
    chosen[c.instruction] = c.form;
  }
  return chosen;
}

}  // namespace mote
