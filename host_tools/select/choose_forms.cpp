// The tiles that make the fewest loads, by a count of what a point costs; loads and stores of four count as little more than one.
#include "select/choose_forms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "kernel/byte_products.h"
#include "kernel/half_products.h"
#include "kernel/trips.h"
#include "schema/vulkan_layout.h"
#include "select/fours.h"

namespace mote {
namespace {

constexpr int32_t kTileSizes[] = {1, 2, 4, 8, 16};
constexpr double kWordCost = 8, kFourCost = 12;  // of a load or store, where an arithmetic operation costs 1
constexpr double kStoreCost = 8;                 // of a processor's store, in loads: lane by lane
constexpr double kInvocationCost = 64;           // of one on a processor, without loops
constexpr double kWideCost = 0.9;                // of an operation on one of four values side by side: shorter text
constexpr double kTurns = 8;                 // of a loop, as far as costs go
constexpr double kDivisionCost = 24;         // of finding an axis' coordinate
// Invocations of a launch: fewer leave a device idle, and more share less. A GPU has more lanes than a processor.
constexpr double kEnoughOnProcessors = 64, kEnough = 256, kEnoughOnGpus = 16384;
constexpr double kEnoughScattered = 16;      // of those that write what they read, turn by turn: each place is waited for
constexpr int32_t kFewTogether = 8;          // of a workgroup, where there are few: a processor's cores take workgroups whole
constexpr int64_t kQuadPoints = 1 << 16;     // of a kernel without loops that are worth a shader of such tiles
// Invocations of a workgroup, where there are many: a processor's driver takes memory for each and gives it back.
constexpr int32_t kManyTogether = 128;
constexpr double kManyOnProcessors = 32 * kManyTogether, kManyOnGpus = 512 * kManyTogether;
constexpr double kMostUnrolled = 1024;       // operations: a driver compiles every one of them
constexpr double kMostStraight = 512;        // likewise where there is no loop that reads the same again
constexpr double kMostPoints = 16;           // of a tile without loops, where little is left to share
constexpr double kMostAccumulators = 32;     // of a tile with loops, which stay in registers
constexpr double kProcessorsAccumulators = 64;  // which have caches below them: what is fetched costs more
constexpr double kFewAccumulators = 8;       // where there would be too few tiles for a GPU
constexpr double kMostLive = 64;             // values of a tile without loops at a time: the registers of a phone's GPU
constexpr double kNoBound = std::numeric_limits<double>::infinity();

bool Computes(Scalar op) { return static_cast<int>(op) >= 16; }

// Values of a kernel without loops that are alive at a time at most, constants apart.
double MostLive(const Kernel& kernel) {
  std::vector<NodeId> last(static_cast<size_t>(kernel.nodes.count()), kNone);
  for (NodeId id = 0; id < kernel.nodes.count(); ++id) {
    for (const NodeId in : kernel.nodes[id].in) {
      if (in != kNone) last[static_cast<size_t>(in)] = id;
    }
  }
  std::vector<int> ends(last.size());
  int live = 0, most = 0;
  for (NodeId id = 0; id < kernel.nodes.count(); ++id) {
    live -= ends[static_cast<size_t>(id)];
    const NodeId end = last[static_cast<size_t>(id)];
    const Scalar op = kernel.nodes[id].op;
    if (end == kNone || (op != Scalar::kLoad && !Computes(op))) continue;
    ++ends[static_cast<size_t>(end)];
    most = std::max(most, ++live);
  }
  return most;
}

// The best form of a flat kernel by what a point costs.
class FormSearch {
 public:
  FormSearch(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts, double enough = kEnough,
             double accumulators = kMostAccumulators, double most_live = kNoBound, bool quads = false)
      : kernel_(kernel), values_(values), fours_(kernel, values, counts), axes_(kernel.stages[0].axes), loops_(!kernel.loops.empty()),
        enough_(enough), accumulators_(accumulators), quads_(quads),
        most_tile_(loops_ ? kNoBound : std::max(1.0, most_live / MostLive(kernel))) {
    // How often the nodes of each open loop run. A processor's forms for bytes go by the loops' own extents: they end in stores, which are
    // dear there.
    std::vector<double> turns{1};
    std::vector<std::tuple<NodeId, size_t, double>> depths;
    size_t deepest = 1;
    double most = 1;
    for (NodeId id = 0; id < kernel.nodes.count(); ++id) {
      const Scalar op = kernel.nodes[id].op;
      if (op == Scalar::kLoopBegin) {
        const double extent = static_cast<double>(std::max<int64_t>(1, Extent(kernel.loops[kernel.nodes[id].index].axis)));
        turns.push_back(turns.back() * (quads_ ? extent : kTurns));
      }
      if (op == Scalar::kLoopEnd) turns.pop_back();
      deepest = std::max(deepest, turns.size());
      most = std::max(most, turns.back());
      if (op == Scalar::kLoad || op == Scalar::kStore || Computes(op)) depths.emplace_back(id, turns.size(), turns.back());
    }
    for (const Loop& loop : kernel.loops) carried_ = std::max(carried_, static_cast<double>(loop.next.size()));
    for (const auto& [id, at, often] : depths) nodes_.push_back({id, at == deepest, often / most});
    for (const AxisId axis : axes_) points_ *= Extent(axis);
  }

  ShaderForm Best() {
    best_ = PlainForm(kernel_);
    least_ = Cost(best_);
    std::vector<AxisId> unrolled{kNone};
    for (const Loop& loop : kernel_.loops) {
      if (fours_.MayBeUnrolled(loop.axis)) unrolled.push_back(loop.axis);
    }
    for (const AxisId loop : unrolled) Try({}, kNone, loop);
    least_ *= 0.9;  // tiles must be worth their longer text
    for (const AxisId loop : unrolled) {
      for (size_t a = 0; a < axes_.size(); ++a) {
        for (size_t b = a + 1; b <= axes_.size(); ++b) TryPair(axes_[a], b < axes_.size() ? axes_[b] : kNone, loop);  // or one axis alone
      }
    }
    fours_.Fill(&best_);
    return best_;
  }

 private:
  int64_t Extent(AxisId axis) const { return values_[kernel_.axes[axis].extent]; }

  void TryPair(AxisId a, AxisId b, AxisId loop) {
    for (const int32_t size_a : kTileSizes) {
      for (const int32_t size_b : kTileSizes) {
        std::vector<ShaderForm::Tile> tiles;
        if (size_a > 1) tiles.push_back({a, size_a});
        if (size_b > 1 && b != kNone) tiles.push_back({b, size_b});
        Try(tiles, kNone, loop);
        if (size_a == 4 && fours_.MayBeVector(a)) Try(tiles, a, loop);
        if (size_b == 4 && b != kNone && fours_.MayBeVector(b)) Try(tiles, b, loop);
        if (size_a == ShaderForm::kQuad && MayBeQuad(a, loop)) Try(tiles, a, loop);
        if (size_b == ShaderForm::kQuad && b != kNone && MayBeQuad(b, loop)) Try(tiles, b, loop);
      }
    }
  }

  bool MayBeQuad(AxisId axis, AxisId loop) const {
    return quads_ && loop == kNone && Extent(axis) % ShaderForm::kQuad == 0 && fours_.MayBeVector(axis);
  }

  void Try(std::vector<ShaderForm::Tile> tiles, AxisId vector, AxisId unrolled) {
    ShaderForm form = PlainForm(kernel_);
    form.tiles = std::move(tiles);
    form.vector = vector;
    form.unrolled = unrolled;
    if (unrolled != kNone) form.steps = static_cast<int32_t>(std::min<int64_t>(4, Extent(unrolled)));
    const double cost = Cost(form);
    if (cost >= least_) return;
    least_ = cost;
    best_ = form;
  }

  bool IsAccess(NodeId id) const { return kernel_.nodes[id].op == Scalar::kLoad || kernel_.nodes[id].op == Scalar::kStore; }

  // Of a node in a tile: how often it stands in the text, and what that costs.
  struct NodeCost {
    double text, time;
  };
  NodeCost CostOf(NodeId id, const ShaderForm& form) const {
    const AxisId along = fours_.Along(id, form);
    double text = 1, lanes = 1;
    for (const ShaderForm::Tile& tile : form.tiles) {
      if (!(fours_.AxesOf(id) >> tile.axis & 1)) continue;
      const bool of_vectors = tile.axis == form.vector;
      if (tile.axis != along) (of_vectors ? lanes : text) *= of_vectors ? 4 : tile.size;
      if (of_vectors && !fours_.MayTakeSixteen(id, along)) text *= tile.size / 4;
    }
    if (!IsAccess(id)) return {text, text * lanes * (lanes > 1 ? kWideCost : 1)};
    const double dear = kernel_.nodes[id].op == Scalar::kStore && quads_ ? kStoreCost : 1;
    const double fetch = along == kNone ? kWordCost : along == form.unrolled ? kFourCost / form.steps : kFourCost;
    if (const auto slide = fours_.SlideOf(id, form)) text = 1 + (text - 1) * slide->turns / static_cast<double>(Extent(slide->loop));
    return {text * lanes, text * lanes * dear * fetch};
  }

  double Cost(const ShaderForm& form) const {
    constexpr double kNever = kNoBound;
    double tile = 1, waste = 1, text = 0, total = 0;
    if (!loops_) total = kDivisionCost * static_cast<double>(axes_.size() - 1) + (quads_ ? kInvocationCost : 0);
    for (const ShaderForm::Tile& t : form.tiles) {
      const double extent = static_cast<double>(std::max<int64_t>(1, Extent(t.axis)));
      tile *= t.size;
      waste *= std::ceil(extent / t.size) * t.size / extent;
    }
    if (tile > most_tile_) return kNever;
    if (tile > 1 && tile * carried_ > (loops_ ? accumulators_ : kMostPoints)) return kNever;
    for (const Counted& node : nodes_) {
      const NodeCost cost = CostOf(node.id, form);
      text += cost.text * (node.innermost && form.unrolled != kNone ? form.steps : 1);
      total += cost.time * node.turns;
    }
    if (tile > 1 && text > (loops_ ? kMostUnrolled : kMostStraight)) return kNever;
    const double invocations = static_cast<double>(points_) / tile;
    return total / tile * waste * std::max(1.0, enough_ / std::max(invocations, 1.0));
  }

  struct Counted {
    NodeId id;
    bool innermost;
    double turns;  // how often it runs, of the nodes in the deepest loops
  };
  const Kernel& kernel_;
  const IdVector<ParamValue>& values_;
  const FoursOfKernel fours_;
  const std::vector<AxisId>& axes_;
  const bool loops_;
  const double enough_;  // invocations: below it, parallelism counts more than reuse
  const double accumulators_;  // at most
  const bool quads_;           // for a processor, whose tiles may have four vectors, of bytes or without loops
  const double most_tile_;     // points, without loops
  std::vector<Counted> nodes_;
  int64_t points_ = 1;
  double carried_ = 1;  // values that the largest loop carries
  ShaderForm best_;
  double least_ = 0;
};

}  // namespace

ShaderForm WithNarrowStores(const Kernel& kernel, ShaderForm form) {
  for (int32_t access = 0; access < kernel.accesses.count(); ++access) {
    const KernelOperand& operand = kernel.operands[kernel.accesses[access].operand];
    const int bytes = StorageBytes(operand.type);
    if (operand.written && bytes <= 2 && form.FoursAlong(access) == kNone) form.tier |= bytes == 2 ? kMoteStorage16 : kMoteStorage8;
  }
  return form;
}

// Of f64 by shared memory alone: shuffles of it are a feature more.
std::optional<ShaderForm> SubgroupForm(const Kernel& kernel) {
  bool folds = false, wide = false;
  for (const Stage& stage : kernel.stages) {
    folds |= stage.kind == Stage::Kind::kReduce && stage.lanes == ShaderForm::kGroupInvocations;
    for (const NodeId value : stage.values) wide |= kernel.nodes[value].type == Reg::kF64;
  }
  if (!folds || wide) return {};
  ShaderForm form = WithNarrowStores(kernel, PlainForm(kernel));
  form.tier |= kMoteSubgroups;
  return form;
}

std::optional<ShaderForm> RowForm(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts) {
  if (IsFlat(kernel) || !kernel.loops.empty() || kernel.axes.size() > 64) return {};
  if (TripsOf(kernel, values, kMoteLoneRowPoints) > kMoteMaxTrips) return {};
  const FoursOfKernel fours(kernel, values, counts);
  ShaderForm form = PlainForm(kernel);
  form.pattern = ShaderForm::Template::kRows;
  for (const Stage& stage : kernel.stages) {
    if (stage.kind == Stage::Kind::kScalar) continue;
    if (stage.axes.size() != 1 || !fours.MayBeVector(stage.axes[0])) return {};
    const bool partials = stage.lanes == 32 && values[kernel.axes[stage.axes[0]].extent] % 32 == 0;
    if (stage.kind == Stage::Kind::kReduce && !partials) return {};
    form.rows.push_back(stage.axes[0]);
  }
  if (form.rows.empty()) return {};
  fours.Fill(&form);
  return form;
}

ShaderForm LoopForm(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts) {
  if (!IsFlat(kernel) || kernel.axes.size() > 64) return PlainForm(kernel);
  return FormSearch(kernel, values, counts, ShaderForm::kGroupInvocations).Best();
}

namespace {

// Of a flat kernel the best tile within so many accumulators, of another an invocation or a workgroup a group as it is.
ShaderForm TiledForm(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts, double enough,
                     double accumulators, double most_live = kNoBound, bool quads = false) {
  if (!IsFlat(kernel) || kernel.axes.size() > 64) return PlainForm(kernel);
  return FormSearch(kernel, values, counts, enough, accumulators, most_live, quads).Best();
}

double TilesOf(const Kernel& kernel, const IdVector<ParamValue>& values, const ShaderForm& form) {
  double tiles = static_cast<double>(PointsOf(kernel, values));
  for (const ShaderForm::Tile& tile : form.tiles) tiles /= tile.size;
  return tiles;
}

// Whether a launch has fewer tiles than would keep a GPU busy.
bool HasFewTiles(const Kernel& kernel, const IdVector<ParamValue>& values, const ShaderForm& form) {
  return !kernel.loops.empty() && TilesOf(kernel, values, form) < kEnoughOnGpus;
}

// Whether a loop stores.
bool Scatters(const Kernel& kernel) {
  int depth = 0;
  for (const Node& node : kernel.nodes) {
    depth += (node.op == Scalar::kLoopBegin) - (node.op == Scalar::kLoopEnd);
    if (depth > 0 && node.op == Scalar::kStore) return true;
  }
  return false;
}

bool ReadsBytes(const Kernel& kernel) {
  return std::any_of(kernel.operands.begin(), kernel.operands.end(),
                     [](const KernelOperand& operand) { return operand.read && StorageBytes(operand.type) == 1; });
}

// Whether processors multiply what it reads in a way of their own (print/print_glsl_raised.cpp).
bool SumsSignedBytes(const Kernel& kernel) {
  return !kernel.loops.empty() && std::any_of(kernel.operands.begin(), kernel.operands.end(), [](const KernelOperand& operand) {
    return operand.read && operand.type == ElementType::kS8;
  });
}

// What processors take: more sums in a tile; where a loop scatters, few invocations, shared out among cores.
ShaderForm LargeForm(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts) {
  // Bytes are fetched sixteen at once, and between two fetches sums may stay in registers.
  const bool bytes = ReadsBytes(kernel);
  const bool scatters = IsFlat(kernel) && Scatters(kernel);
  const bool quads = bytes || (kernel.loops.empty() && PointsOf(kernel, values) >= kQuadPoints);
  ShaderForm form = TiledForm(kernel, values, counts, scatters ? kEnoughScattered : kEnoughOnProcessors,
                              bytes ? kMostAccumulators : kProcessorsAccumulators, kNoBound, quads);
  if (scatters && TilesOf(kernel, values, form) <= kEnoughOnProcessors) form.group = kFewTogether;
  return form;
}

// Larger workgroups where nothing else takes time beside them.
void JoinGroups(const Kernel& kernel, const IdVector<ParamValue>& values, ShaderForm* form) {
  if (!IsFlat(kernel) || !kernel.loops.empty() || form->group != ShaderForm::kGroupInvocations) return;
  const double many = form->tier & kMoteProcessor ? kManyOnProcessors : kManyOnGpus;
  if (TilesOf(kernel, values, *form) >= many) form->group = kManyTogether;
}

}  // namespace

std::vector<ShaderForm> ChooseForms(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts,
                                    uint32_t tiers) {
  constexpr int64_t kManyPoints = 1024, kMuchWork = 1 << 14;  // that are worth a second shader in the file; iterations, or
  constexpr int64_t kNodes = 4;                               // so many operations each, of all points
  constexpr int64_t kManyGroups = 16;    // likewise: workgroups of such invocations share them out
  int64_t groups = 1;
  for (const AxisId axis : kernel.group_axes) groups *= values[kernel.axes[axis].extent];
  const int64_t points = PointsOf(kernel, values);
  const bool many = points >= kManyPoints || points * (1 + TripsOf(kernel, values) + kernel.nodes.count() / kNodes) >= kMuchWork;
  std::vector<ShaderForm> forms;
  if (const auto rows = RowForm(kernel, values, counts); rows && groups >= kManyGroups) forms.push_back(*rows);
  const auto add_narrow = [&](const ShaderForm& form) {
    const ShaderForm narrow = WithNarrowStores(kernel, form);
    if (many && narrow != form) forms.push_back(narrow);
    return many && narrow != form;
  };
  // Sixteen bytes taken apart are as many registers more.
  const double accumulators = ReadsBytes(kernel) ? kMostAccumulators / 2 : kMostAccumulators;
  // Unless the device multiplies them by words.
  const auto add_dots = [&] {
    ShaderForm dots = TiledForm(kernel, values, counts, kEnough, kMostAccumulators, kMostLive);
    if (HasFewTiles(kernel, values, dots)) dots = TiledForm(kernel, values, counts, kEnough, kFewAccumulators, kMostLive);
    if (!HasByteProduct(kernel, values, dots)) return;
    dots.slides.clear();
    dots.tier |= kMoteIntegerDot;
    if (!add_narrow(dots)) forms.push_back(dots);
  };
  ShaderForm plain = TiledForm(kernel, values, counts, kEnough, accumulators, kMostLive);
  ShaderForm large = many ? LargeForm(kernel, values, counts) : plain;
  if (many && HasFewTiles(kernel, values, plain)) plain = TiledForm(kernel, values, counts, kEnough, kFewAccumulators, kMostLive);
  if (large != plain) plain.slides.clear();  // of small tiles, and of fewer shaders in the file: strides that differ have one then
  if (plain != large || (many && SumsSignedBytes(kernel))) {
    large.tier |= kMoteProcessor;
    if (!add_narrow(large)) forms.push_back(large);
  }
  if (const auto subgroups = SubgroupForm(kernel); many && subgroups) forms.push_back(*subgroups);
  if (many && ReadsBytes(kernel)) add_dots();
  if (many && HasHalfProduct(kernel, plain)) {
    ShaderForm halves = plain;
    halves.tier |= kMoteFloat16;
    if (!add_narrow(halves)) forms.push_back(halves);
  }
  add_narrow(plain);
  forms.push_back(plain);
  for (ShaderForm& form : forms) JoinGroups(kernel, values, &form);
  std::erase_if(forms, [tiers](const ShaderForm& form) { return (form.Features() & ~tiers) != 0; });
  return forms;
}

}  // namespace mote
