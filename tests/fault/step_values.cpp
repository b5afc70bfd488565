#include "step_values.h"

#include <algorithm>

#include "core/program.h"
#include "format_today.h"
#include "schema/microcode_layout.h"
#include "schema/routine_scratch.h"
#include "schema/step_layout.h"

namespace mote::fault {
namespace {

constexpr uint64_t kMostElements = UINT64_C(0xffffffff);

int64_t Signed(uint32_t word) { return static_cast<int32_t>(word); }

// One term of an address: coordinates 0 … last.
struct Term {
  uint32_t extent;
  uint32_t* stride;
};

// Cuts strides until the terms span at most `elements`; sets the offset so that the lowest is 0 or more. Gives the elements that are
// reached.
uint64_t Fit(Random& random, std::vector<Term> terms, uint32_t* offset, uint64_t elements) {
  for (const Term& term : terms) {
    if (term.extent == 0) return random.Below(3);  // never carried out: anything goes
  }
  uint64_t left = elements == 0 ? 0 : elements - 1;
  uint64_t below = 0, above = 0;
  for (size_t i = terms.size(); i > 0; --i) std::swap(terms[i - 1], terms[random.Below(static_cast<uint32_t>(i))]);
  for (const Term& term : terms) {
    const uint64_t last = term.extent - 1;
    if (last == 0) continue;
    uint64_t size = static_cast<uint64_t>(std::abs(Signed(*term.stride)));
    bool negative = Signed(*term.stride) < 0;
    if (size > left / last) {
      size = random.OneIn(3) ? 0 : left / last >> (random.OneIn(2) ? 0 : random.Below(8));
      negative = random.OneIn(4);
    }
    size = std::min<uint64_t>(size, 0x7fffffff);
    if (negative && offset == nullptr) negative = false;
    *term.stride = negative ? 0u - static_cast<uint32_t>(size) : static_cast<uint32_t>(size);
    left -= size * last;
    (negative ? below : above) += size * last;
  }
  if (offset != nullptr) {
    const uint64_t more = random.OneIn(2) ? 0 : std::min<uint64_t>(*offset, left);
    *offset = static_cast<uint32_t>(std::min<uint64_t>(below + more, 0x7fffffff));
    return std::min(*offset + above + 1, kMostElements);
  }
  return std::min(above + 1, kMostElements);
}

class LaunchChooser {
 public:
  LaunchChooser(Random& random, const MadeKernel& kernel, const StepLimits& limits)
      : random_(random), k_(kernel), limits_(limits), taken_(kernel.param_words) {
    values_.params.resize(kernel.param_words);
    for (uint32_t& word : values_.params) word = random.Number();
  }

  // Extents that somebody else wants for the lane axes, innermost last.
  void FixLanes(const std::vector<uint32_t>& extents) {
    for (uint32_t i = 0; i < extents.size() && i < k_.lanes; ++i) SetAxis(k_.groups + k_.loops + i, extents[i]);
  }

  StepValues Run() {
    Extents();
    Strides();
    Work();
    return std::move(values_);
  }

  uint32_t Extent(uint32_t axis) const { return values_.params[k_.axes[axis]]; }

 private:
  void SetAxis(uint32_t axis, uint32_t extent) {
    values_.params[k_.axes[axis]] = extent;
    taken_[k_.axes[axis]] = true;
  }

  void Extents() {
    // Axes share what points are left, in any order; a zero frees the others.
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < k_.axes.size(); ++i) order.push_back(i);
    for (size_t i = order.size(); i > 0; --i) std::swap(order[i - 1], order[random_.Below(static_cast<uint32_t>(i))]);
    double left = limits_.points;
    const bool any = random_.OneIn(30);
    for (const uint32_t axis : order) {
      if (taken_[k_.axes[axis]]) {
        left /= std::max(1u, Extent(axis));
        continue;
      }
      const uint32_t most = static_cast<uint32_t>(std::min<double>(any ? kMostDomain : std::max(1.0, left), kMostDomain));
      const uint32_t extent = k_.axes.size() > 12 && !random_.OneIn(8) ? 1 : random_.Extent(most);
      SetAxis(axis, extent);
      if (extent != 0) left /= extent;
      else if (random_.OneIn(4)) left = limits_.points * 1024;
    }
  }

  void Strides() {
    values_.elements.assign(k_.operands.size(), random_.OneIn(12) ? 0 : 1);
    for (const MadeStage& stage : k_.stages) {
      for (const MadeAccess& access : stage.accesses) OneAccess(access);
    }
    // Words that two accesses share may have been set twice: what is reached in the end counts.
    for (const MadeStage& stage : k_.stages) {
      for (const MadeAccess& access : stage.accesses) Reached(access);
    }
  }

  void OneAccess(const MadeAccess& access) {
    uint32_t inner = 1;  // what the axes so far span, so that rows often lie side by side; modulo 2^32
    const bool wraps = limits_.bytes > UINT32_MAX / 2 && random_.OneIn(2);  // rows that lie side by side modulo 2^32 only
    std::vector<Term> terms;
    for (size_t t = access.terms.size(); t-- > 0;) {
      const uint32_t extent = Extent(access.terms[t].axis);
      uint32_t& stride = values_.params[access.terms[t].stride];
      if (!taken_[access.terms[t].stride]) {
        if (wraps) stride = terms.empty() ? random_.Partner(extent) : inner;
        else stride = random_.OneIn(3) ? inner : random_.OneIn(3) ? random_.Partner(extent) : random_.OneIn(3) ? 0 : random_.Number();
        taken_[access.terms[t].stride] = true;
        terms.push_back({extent, &stride});
      }
      if (extent > 1) inner = extent * stride;
    }
    uint32_t* offset = nullptr;
    if (access.offset != 0 && !taken_[access.offset - 1]) {
      offset = &values_.params[access.offset - 1];
      taken_[access.offset - 1] = true;
    }
    const uint32_t size = runtime::ElementOf(k_.operands[access.operand] & 0x3f).bytes;
    if (!access.checked) Fit(random_, terms, offset, limits_.bytes / size);
  }

  void Reached(const MadeAccess& access) {
    if (access.checked) return;
    int64_t high = access.offset == 0 ? 0 : Signed(values_.params[access.offset - 1]);
    for (const MadeTerm& term : access.terms) {
      const int64_t last = static_cast<int64_t>(Extent(term.axis)) - 1, stride = Signed(values_.params[term.stride]);
      if (last < 0) return;
      if (stride > 0) high = std::min(high + stride * last, INT64_C(1) << 61);
    }
    uint64_t& elements = values_.elements[access.operand];
    if (high >= 0) elements = std::max(elements, std::min<uint64_t>(static_cast<uint64_t>(high) + 1, kMostElements));
  }

  void Work() {
    double groups = 1;
    for (uint32_t i = 0; i < k_.groups; ++i) groups *= Extent(i);
    for (size_t s = 0; s < k_.stages.size(); ++s) {
      double points = 1;
      for (const uint8_t axis : k_.stages[s].lanes) points *= Extent(axis);
      if (s == 0) values_.outer = k_.groups == 0 && k_.stages.size() == 1 && k_.stages[0].kind == kMoteStageMap ? points : groups;
      // The points of a strip share what it takes to begin an instruction; combiners begin anew for a few of them.
      const double begun = k_.stages[s].kind == kMoteStageReduce ? points : points / 4;
      values_.work += groups * (begun + 1);
      for (const MadeCost& cost : k_.stages[s].costs) {
        double times = groups * (begun + 1) * cost.instructions;
        for (const uint8_t axis : cost.loops) times *= Extent(axis);
        values_.work += times;
      }
      // The notes of all accesses are made anew for every group.
      values_.work += groups * static_cast<double>(k_.stages[s].accesses.size());
    }
  }

  Random& random_;
  const MadeKernel& k_;
  const StepLimits limits_;
  std::vector<bool> taken_;
  StepValues values_;
};

// The epilogue of a routine whose output has these extents: its lane axes together have as many points.
StepValues Epilogue(Random& random, const MadeKernel& kernel, const StepLimits& limits, const std::vector<uint32_t>& extents,
                    std::vector<uint32_t> fields) {
  std::vector<uint32_t> lanes(kernel.lanes, 1);
  for (size_t i = 0; i < extents.size(); ++i) {
    uint32_t& lane = lanes[std::min(i, lanes.size() - 1)];
    const uint64_t product = uint64_t{lane} * extents[i];
    lane = static_cast<uint32_t>(std::min<uint64_t>(product, 0xffffffff));
  }
  if (random.OneIn(4)) std::swap(lanes.front(), lanes.back());
  LaunchChooser chooser(random, kernel, limits);
  chooser.FixLanes(lanes);
  StepValues values = chooser.Run();
  values.fields = std::move(fields);
  values.elements.insert(values.elements.begin(), {0, 0});
  return values;
}

}  // namespace

StepValues ChooseLaunch(Random& random, const MadeKernel& kernel, const StepLimits& limits) {
  return LaunchChooser(random, kernel, limits).Run();
}

namespace {

// Elements that operands 0 and 1 must have where the routine reads at all; strides are cut to fit.
void FitOperands(Random& random, const RoutineRow& routine, const StepLimits& limits, StepValues& values) {
  const MoteRoutineGeometry& geometry = *routine.geometry;
  std::vector<uint32_t>& f = values.fields;
  for (size_t i = 0; i < 2; ++i) {
    std::vector<Term> terms;
    for (const MoteRoutineTerm* t = geometry.operands[i]; t->extent != kMoteNoField; ++t) {
      const uint64_t extent = uint64_t{f[t->extent]} * (t->times == kMoteNoField ? 1 : f[t->times]);
      terms.push_back({static_cast<uint32_t>(std::min<uint64_t>(extent, 0xffffffff)), &f[t->stride]});
    }
    uint32_t& offset = f[geometry.offsets[i]];
    offset = random.OneIn(3) ? random.Below(1 << 20) : 0;
    values.elements[i] = Fit(random, terms, &offset, limits.bytes / runtime::ElementOf(routine.types[i]).bytes);
  }
}

// Strides, offsets and zero points, whatever they reach.
void Places(Random& random, const MoteRoutineGeometry& geometry, std::vector<uint32_t>& f) {
  for (size_t i = geometry.first_stride; i < f.size(); ++i) {
    f[i] = random.OneIn(3) ? 1 : random.OneIn(3) ? random.Below(40) : random.Number();
  }
}

StepValues ChooseDot(Random& random, const RoutineRow& routine, const MadeKernel& kernel, const StepLimits& limits) {
  std::vector<uint32_t> f(routine.geometry->fields);
  double left = limits.points;
  for (const int field : {kMoteDotM, kMoteDotN, kMoteDotBatch, kMoteDotK}) {
    const bool free = field == kMoteDotK && random.OneIn(8);
    f[field] = random.OneIn(left < kMostDomain ? 6 : 2) && left >= 1
                   ? static_cast<uint32_t>(std::min<double>(left, kMostDomain))
                   : random.Extent(static_cast<uint32_t>(std::min<double>(free ? kMostDomain : std::max(left, 1.0), kMostDomain)));
    if (f[field] != 0 && !free) left /= f[field];
  }
  Places(random, *routine.geometry, f);
  StepValues values = Epilogue(random, kernel, limits, {f[kMoteDotBatch], f[kMoteDotM], f[kMoteDotN]}, f);
  std::vector<uint32_t>& g = values.fields;
  const bool runs = f[kMoteDotBatch] != 0 && f[kMoteDotM] != 0 && f[kMoteDotN] != 0 && f[kMoteDotK] != 0;
  values.elements[0] = values.elements[1] = random.Below(3);
  if (runs) FitOperands(random, routine, limits, values);
  values.outer = static_cast<double>(g[kMoteDotBatch]) * g[kMoteDotM];
  values.work += values.outer * g[kMoteDotN] * (1.0 + g[kMoteDotK]) / 2;
  return values;
}

StepValues ChoosePanelDot(Random& random, const RoutineRow& routine, const MadeKernel& kernel, const StepLimits& limits) {
  std::vector<uint32_t> f(routine.geometry->fields);
  double left = limits.points;
  for (const int field : {kMotePanelDotM, kMotePanelDotN, kMotePanelDotBatch, kMotePanelDotK}) {
    f[field] = random.OneIn(left < kMostDomain ? 6 : 2) && left >= 1
                   ? static_cast<uint32_t>(std::min<double>(left, kMostDomain))
                   : random.Extent(static_cast<uint32_t>(std::min<double>(std::max(left, 1.0), kMostDomain)));
    if (f[field] != 0) left /= f[field];
  }
  Places(random, *routine.geometry, f);
  const uint32_t n = f[kMotePanelDotN];  // the panels hold at least as many columns
  f[kMotePanelDotColumns] = random.OneIn(3) ? std::max(n, 1u) : 1 + random.Below(60);
  f[kMotePanelDotPanels] = (n + f[kMotePanelDotColumns] - 1) / f[kMotePanelDotColumns] + (random.OneIn(4) ? random.Below(3) : 0);
  StepValues values = Epilogue(random, kernel, limits, {f[kMotePanelDotBatch], f[kMotePanelDotM], n}, f);
  std::vector<uint32_t>& g = values.fields;
  values.elements[0] = values.elements[1] = random.Below(3);
  values.outer = static_cast<double>(g[kMotePanelDotBatch]) * g[kMotePanelDotM];
  const double domain = values.outer * n;
  if (domain != 0 && g[kMotePanelDotK] != 0) FitOperands(random, routine, limits, values);
  values.work += domain * (1.0 + g[kMotePanelDotK]) / 2;
  return values;
}

StepValues ChooseConvolution(Random& random, const RoutineRow& routine, const MadeKernel& kernel, const StepLimits& limits) {
  std::vector<uint32_t> f(routine.geometry->fields);
  double left = limits.points;
  const auto extent = [&](int field, bool shares) {
    f[field] = random.OneIn(left < kMostDomain ? 40 : 4) && shares && left >= 1
                   ? static_cast<uint32_t>(std::min<double>(left, kMostDomain))
                   : random.Extent(static_cast<uint32_t>(std::min<double>(shares ? std::max(left, 1.0) : 64, kMostDomain)));
    if (shares && f[field] != 0) left /= f[field];
  };
  for (const int field : {kMoteConvKernelH, kMoteConvKernelW, kMoteConvInPerGroup, kMoteConvInH, kMoteConvInW}) extent(field, false);
  const bool tiles = routine.geometry == &kMoteWinogradGeometry;  // other windows are refused
  if (tiles) f[kMoteConvKernelH] = f[kMoteConvKernelW] = kMoteTiledPositions;
  if (!tiles && (f[kMoteConvKernelH] == 0 || f[kMoteConvKernelW] == 0 || f[kMoteConvInPerGroup] == 0)) {
    // What lies beside it in the sum has no effect and may be anything.
    for (const int field : {kMoteConvKernelH, kMoteConvKernelW, kMoteConvInPerGroup}) {
      const uint32_t most = field == kMoteConvInPerGroup ? kMostDomain : kMostConvolution;
      if (f[field] != 0 && random.OneIn(2)) f[field] = random.OneIn(2) ? most : random.Extent(most);
    }
  }
  left /= std::max(1.0, static_cast<double>(f[kMoteConvKernelH]) * f[kMoteConvKernelW] * f[kMoteConvInPerGroup]);
  for (const int field : {kMoteConvGroups, kMoteConvOutPerGroup, kMoteConvOutW, kMoteConvOutH, kMoteConvBatch}) extent(field, true);
  if (tiles || random.OneIn(2)) f[kMoteConvGroups] = 1;
  if (random.OneIn(4)) f[kMoteConvInPerGroup] = f[kMoteConvOutPerGroup] = 1;
  for (int i = 0; i < 2; ++i) {
    const auto bounded = [&](uint32_t factor) {
      const uint32_t wished = random.OneIn(6) ? 0x7fffffff : random.OneIn(3) ? random.Number() : 1 + random.Below(3);
      return std::max(1u, std::min(kMostConvolution / std::max(1u, factor), wished));
    };
    const auto free = [&](uint32_t factor) {
      return factor == 0 && random.Percent(kFreeDilationPercent) ? std::max(1u, random.Number() & 0x7fffffff) : bounded(factor);
    };
    f[kMoteConvStrideY + i] = tiles ? 1 : free(f[kMoteConvOutH + i]);
    f[kMoteConvDilationY + i] = tiles ? 1 : free(f[kMoteConvKernelH + i]);
    f[kMoteConvPadY + i] = random.OneIn(4)
                               ? random.Pick<uint32_t>({kMostConvolution, 0u - kMostConvolution, kMostConvolution - 1, 65536, 0u - 65536})
                               : random.Below(7) - 3;
  }
  Places(random, *routine.geometry, f);
  const uint64_t features = uint64_t{f[kMoteConvGroups]} * f[kMoteConvOutPerGroup];
  const auto word = [](uint64_t value) { return static_cast<uint32_t>(std::min<uint64_t>(value, 0xffffffff)); };
  StepValues values = Epilogue(random, kernel, limits, {f[kMoteConvBatch], f[kMoteConvOutH], f[kMoteConvOutW], word(features)}, f);
  std::vector<uint32_t>& g = values.fields;
  values.elements[0] = values.elements[1] = random.Below(3);
  const double taps = static_cast<double>(g[kMoteConvKernelH]) * g[kMoteConvKernelW] * g[kMoteConvInPerGroup];
  values.outer = static_cast<double>(g[kMoteConvBatch]) * g[kMoteConvOutH];
  const double domain = values.outer * g[kMoteConvOutW] * static_cast<double>(features);
  if (domain != 0 && taps != 0 && g[kMoteConvInH] != 0 && g[kMoteConvInW] != 0) {
    FitOperands(random, routine, limits, values);
  }
  values.work += domain * (1 + taps) / 2 + values.outer * g[kMoteConvOutW] * 8;
  return values;
}

}  // namespace

const std::vector<RoutineRow>& Routines() {
  static const std::vector<RoutineRow> rows = {
#define MOTE_ROUTINE(id, code, name, geometry, lhs, rhs, sum, scratch, text) \
  {code, {runtime::kElement##lhs, runtime::kElement##rhs}, &kMote##geometry##Geometry, Mote##scratch##Scratch},
#include "schema/routines.def"
#undef MOTE_ROUTINE
  };
  return rows;
}

StepValues ChooseRoutine(Random& random, const RoutineRow& routine, const MadeKernel& kernel, const StepLimits& limits) {
  const bool window = routine.geometry->windows[0].in != kMoteNoField;
  if (routine.geometry == &kMotePanelDotGeometry) return ChoosePanelDot(random, routine, kernel, limits);
  return window ? ChooseConvolution(random, routine, kernel, limits) : ChooseDot(random, routine, kernel, limits);
}

int64_t RoutineScratch(const RoutineRow& routine, int strip, const StepValues& values) {
  std::vector<int64_t> fields;
  for (const uint32_t field : values.fields) fields.push_back(Signed(field));
  return routine.scratch(strip, fields.data());
}

}  // namespace mote::fault
