// Rules and names by the numbers of fixed_routines.def.
#include "target/fixed_table.h"

#include <algorithm>
#include <numeric>

namespace mote {

const char* NameOf(FixedRoutine routine) {
  switch (routine) {
#define MOTE_FIXED(id, number, name, ...) \
  case FixedRoutine::k##id:               \
    return name;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
  }
  return "?";
}

bool IsElementwise(FixedRoutine routine) {
  switch (routine) {
    case FixedRoutine::kAdd: case FixedRoutine::kAddDsp: case FixedRoutine::kAddHost: case FixedRoutine::kAddHelium:
    case FixedRoutine::kTable: case FixedRoutine::kTableHelium: case FixedRoutine::kSoftmax: case FixedRoutine::kMultiply:
    case FixedRoutine::kLines: case FixedRoutine::kSigmoidal: return true;
    default: return false;
  }
}

bool MayBeginAtItsInput(FixedRoutine routine) { return IsElementwise(routine) || routine == FixedRoutine::kDepthwisePlanes; }

MoteFixedNeeds FixedNeeds(const std::vector<int64_t>& fields) {
  MoteFixedNeeds needs{};
  if (fields.size() != kMoteFixedFields ||
      std::any_of(fields.begin(), fields.end(), [](int64_t f) { return f != static_cast<int32_t>(f); })) {
    return needs;
  }
  std::vector<int32_t> words(fields.begin(), fields.end());
  switch (words[kMoteFixedRoutine]) {
#define MOTE_FIXED(id, number, name, rule, ...) \
  case number:                                  \
    Mote##rule##Needs(words.data(), &needs);    \
    break;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
    default: break;
  }
  return needs;
}

bool IsWholePool(const std::vector<int64_t>& fields) {
  const auto routine = static_cast<FixedRoutine>(fields[kMoteFixedRoutine]);
  const bool pool = routine == FixedRoutine::kAveragePool || routine == FixedRoutine::kAveragePoolDsp ||
                    routine == FixedRoutine::kAveragePoolHelium;
  std::vector<int64_t> rows = fields;
  rows[kMoteFixedRoutine] = static_cast<int64_t>(FixedRoutine::kAveragePoolRows);
  return pool && FixedNeeds(rows).output != 0;
}

int64_t PixelsTogether(FixedRoutine routine) {
  const bool pairs = routine == FixedRoutine::kConvolutionDsp || routine == FixedRoutine::kConvolutionDspSigned ||
                     routine == FixedRoutine::kConvolutionWide || routine == FixedRoutine::kConvolutionWideSigned;
  const bool fours = routine == FixedRoutine::kConvolutionHelium || routine == FixedRoutine::kConvolutionHeliumSigned;
  return fours ? 4 : pairs ? 2 : 1;
}

// Such routines want a multiple of that in a call; tiles have two rows.
static int64_t RowsTogether(const std::vector<int64_t>& f) {
  const auto routine = static_cast<FixedRoutine>(f[kMoteFixedRoutine]);
  if (routine == FixedRoutine::kConvolutionWinograd || routine == FixedRoutine::kConvolutionWinogradSigned) return 2;
  const int64_t pixels = PixelsTogether(routine);
  return pixels / std::gcd(pixels, f[kMoteFixedOutW]);
}

RowDistances DistancesOf(const std::vector<int64_t>& f) {
  const int64_t in_row = f[kMoteFixedInW] * f[kMoteFixedInC], out_row = f[kMoteFixedOutW] * f[kMoteFixedOutC];
  const int64_t together = RowsTogether(f), rows = f[kMoteFixedBatch] * f[kMoteFixedOutH];
  const int64_t reach = (f[kMoteFixedKernelH] - 1) * f[kMoteFixedDilationY] + 1;
  RowDistances d = {1, 1};  // which side the output lies on tells the order
  for (int64_t image = 0; image < f[kMoteFixedBatch]; ++image) {
    for (int64_t y = 0; y < f[kMoteFixedOutH]; ++y) {
      const int64_t row = image * f[kMoteFixedOutH] + y, top = y * f[kMoteFixedStrideY] - f[kMoteFixedPadY];
      const int64_t first = image * f[kMoteFixedInH] + std::clamp<int64_t>(top, 0, f[kMoteFixedInH]);
      const int64_t last = image * f[kMoteFixedInH] + std::clamp<int64_t>(top + reach, 0, f[kMoteFixedInH]);
      d.below = std::max(d.below, std::min(row + together, rows) * out_row - first * in_row);
      d.above = std::max(d.above, last * in_row - std::max<int64_t>(row + 1 - together, 0) * out_row);
    }
  }
  return d;
}

}  // namespace mote
