// See fours.h.
#include "select/fours.h"

#include <algorithm>

#include "print/printers.h"

namespace mote {
namespace {

// Its computed offset and its predicate.
NodeId Computed(const Node& node) { return node.op == Scalar::kLoad ? node.in[0] : node.in[1]; }
NodeId Predicate(const Node& node) { return node.op == Scalar::kLoad ? node.in[1] : node.in[2]; }
bool Accesses(const Node& node) { return node.op == Scalar::kLoad || node.op == Scalar::kStore; }

}  // namespace

FoursOfKernel::FoursOfKernel(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts)
    : kernel_(kernel), values_(values), counts_(counts), on_(AxesOfNodes(kernel)), around_(kernel.nodes.size()),
      reads_(kernel.nodes.size(), false) {
  std::vector<Enclosing> open{{}};
  for (NodeId id = 0; id < kernel.nodes.count(); ++id) {
    const Node& node = kernel.nodes[id];
    if (node.op == Scalar::kLoopBegin) open.push_back({id, kernel.loops[node.index].axis});
    around_[id] = open.back();
    reads_[id] = node.op == Scalar::kLoad || node.op == Scalar::kCarried;
    for (const NodeId in : node.in) reads_[id] = reads_[id] || (in != kNone && reads_[in]);
    if (node.op == Scalar::kLoopEnd) open.pop_back();
  }
}

bool FoursOfKernel::MayBeVector(AxisId axis) const {
  if (Extent(axis) % 4 != 0 || Extent(axis) == 0) return false;
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) {
    const Node& node = kernel_.nodes[id];
    const bool value = node.op != Scalar::kStore && node.op != Scalar::kLoopBegin && node.op != Scalar::kLoopEnd;
    if (value && On(id, axis) && (node.type == Reg::kI64 || node.type == Reg::kF64)) return false;
  }
  return true;
}

bool FoursOfKernel::MayBeUnrolled(AxisId axis) const {
  if (Extent(axis) < 2 || (Extent(axis) > 4 && Extent(axis) % 4 != 0)) return false;
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) {
    const Node& node = kernel_.nodes[id];
    if (node.op != Scalar::kLoopBegin || kernel_.loops[node.index].axis != axis) continue;
    while (kernel_.nodes[++id].op != Scalar::kLoopEnd) {
      if (kernel_.nodes[id].op == Scalar::kLoopBegin) return false;
    }
  }
  return true;
}

bool FoursOfKernel::IsMultiple(NodeId id) const {
  const Node& node = kernel_.nodes[id];
  const auto both = [&] { return IsMultiple(node.in[0]) && IsMultiple(node.in[1]); };
  switch (node.op) {
    case Scalar::kConstant: return node.bits % 4 == 0;
    case Scalar::kParam: return values_[node.index] % 4 == 0;
    case Scalar::kMulI: return IsMultiple(node.in[0]) || IsMultiple(node.in[1]);
    case Scalar::kAddI:
    case Scalar::kSubI:
    case Scalar::kMinSI:
    case Scalar::kMaxSI: return both();
    case Scalar::kShlI: return kernel_.nodes[node.in[1]].op == Scalar::kConstant && kernel_.nodes[node.in[1]].bits >= 2;
    default: return false;
  }
}

bool FoursOfKernel::IsAligned(const Node& node, AxisId along) const {
  const Access& access = kernel_.accesses[node.index];
  if (access.offset != kNone && values_[access.offset] % 4 != 0) return false;
  bool next = false;
  for (const Access::Term& term : access.terms) {
    const int64_t stride = values_[term.stride];
    next |= term.axis == along && stride == 1;
    if (term.axis == along ? stride != 1 : stride % 4 != 0 && Extent(term.axis) != 1) return false;
  }
  const NodeId computed = Computed(node);
  return next && (computed == kNone || IsMultiple(computed));
}

bool FoursOfKernel::MayTakeFour(NodeId id, AxisId along, const ShaderForm& form) const {
  const Node& node = kernel_.nodes[id];
  const int32_t operand = kernel_.accesses[node.index].operand;
  const int bytes = StorageBytes(kernel_.operands[operand].type);
  const NodeId computed = Computed(node), predicate = Predicate(node);
  const bool checked = computed != kNone || predicate != kNone;
  if (bytes > 4) return false;
  if (!IsAligned(node, along) || On(computed, along) || On(predicate, along)) return false;
  const bool beyond = along == form.unrolled && Extent(along) % 4 != 0;  // a four holds what lies behind the loop's elements too
  if ((checked || beyond) && counts_[static_cast<size_t>(operand)] % 4 != 0) return false;
  if (form.IsVector(along)) return true;
  // Fetched in front of the loop over the four, in the tile or in the kernel.
  if (node.op == Scalar::kStore || kernel_.operands[operand].written) return false;
  if (along != form.unrolled) return !checked;
  const Enclosing& loop = around_[id];
  return loop.axis == along && computed < loop.begin && predicate < loop.begin;
}

bool FoursOfKernel::MayTakeSixteen(NodeId id, AxisId along) const {
  const Node& node = kernel_.nodes[id];
  if (node.op != Scalar::kLoad || along == kNone || Extent(along) % 16 != 0 || Computed(node) != kNone) return false;
  const Access& access = kernel_.accesses[node.index];
  if (StorageBytes(kernel_.operands[access.operand].type) != 1) return false;
  if (access.offset != kNone && values_[access.offset] % 16 != 0) return false;
  return std::all_of(access.terms.begin(), access.terms.end(),
                     [&](const Access::Term& term) { return term.axis == along || values_[term.stride] % 16 == 0; });
}

// Whether the order of loads and stores matters.
bool FoursOfKernel::ReadsWritten() const {
  return std::any_of(kernel_.nodes.begin(), kernel_.nodes.end(), [this](const Node& node) {
    return node.op == Scalar::kLoad && kernel_.operands[kernel_.accesses[node.index].operand].written;
  });
}

AxisId FoursOfKernel::Along(NodeId id, const ShaderForm& form) const {
  if (!Accesses(kernel_.nodes[id])) return kNone;
  if (form.vector != kNone && MayTakeFour(id, form.vector, form)) return form.vector;
  for (const AxisId axis : form.rows) {
    if (MayTakeFour(id, axis, form)) return axis;
  }
  if (form.unrolled != kNone && MayTakeFour(id, form.unrolled, form)) return form.unrolled;
  for (const ShaderForm::Tile& tile : form.tiles) {
    const bool whole = tile.axis != form.vector && tile.size == 4 && Extent(tile.axis) % 4 == 0;
    if (whole && MayTakeFour(id, tile.axis, form)) return tile.axis;
  }
  return kNone;
}

bool FoursOfKernel::IsOfSum(NodeId id, const ShaderForm::Slide& slide) const {
  if (!On(id, slide.tile) && !On(id, slide.loop)) return true;
  const Node& node = kernel_.nodes[id];
  const auto is_axis = [&](NodeId in, AxisId axis) { return kernel_.nodes[in].op == Scalar::kAxis && kernel_.nodes[in].index == axis; };
  const auto is_factor = [&](NodeId in) {
    const Node& factor = kernel_.nodes[in];
    return factor.op == Scalar::kConstant ? static_cast<int64_t>(factor.bits) == slide.turns
                                          : factor.op == Scalar::kParam && values_[factor.index] == slide.turns;
  };
  const auto is_tile = [&](NodeId in) {
    const Node& product = kernel_.nodes[in];
    if (slide.turns == 1) return is_axis(in, slide.tile);
    return product.op == Scalar::kMulI && ((is_axis(product.in[0], slide.tile) && is_factor(product.in[1])) ||
                                           (is_axis(product.in[1], slide.tile) && is_factor(product.in[0])));
  };
  if (node.op == Scalar::kAddI) {
    const NodeId x = node.in[0], y = node.in[1];
    if ((is_tile(x) && is_axis(y, slide.loop)) || (is_tile(y) && is_axis(x, slide.loop))) return true;
  }
  const bool pure = node.op != Scalar::kAxis && node.op != Scalar::kLoad && node.op != Scalar::kCarried;
  return pure && std::all_of(node.in.begin(), node.in.end(), [&](NodeId in) { return in == kNone || IsOfSum(in, slide); });
}

std::optional<ShaderForm::Slide> FoursOfKernel::SlideOf(NodeId id, const ShaderForm& form) const {
  const Node& node = kernel_.nodes[id];
  if (node.op != Scalar::kLoad || around_[id].axis == kNone || around_[id].axis == form.unrolled || form.HasQuad()) return {};
  const Access& access = kernel_.accesses[node.index];
  ShaderForm::Slide slide{node.index, kNone, around_[id].axis, 0};
  for (const ShaderForm::Tile& t : form.tiles) {
    if (t.axis == form.vector || !On(id, t.axis)) continue;
    if (slide.tile != kNone || Extent(t.axis) % t.size != 0) return {};
    slide.tile = t.axis;
  }
  if (slide.tile == kNone || kernel_.operands[access.operand].written) return {};
  const AxisId along = Along(id, form);
  if (along != kNone && along != form.vector) return {};
  const auto stride = [&](AxisId axis) {
    for (const Access::Term& term : access.terms) {
      if (term.axis == axis) return values_[term.stride];
    }
    return ParamValue{0};
  };
  constexpr int32_t kMostTurns = 2;  // values of so many turns are kept
  const ParamValue a_point = stride(slide.tile), a_turn = stride(slide.loop);
  while (++slide.turns <= kMostTurns && a_point != slide.turns * a_turn) {}
  const auto is_of_sum = [&](NodeId in) { return in == kNone || IsOfSum(in, slide); };
  // Computed in front of the loop as well, where nothing of it has been loaded or carried.
  const auto is_index = [&](NodeId in) { return in == kNone || !reads_[in]; };
  if (!is_index(node.in[0]) || !is_index(node.in[1])) return {};
  const bool slides = slide.turns <= kMostTurns && Extent(slide.loop) > slide.turns && is_of_sum(node.in[0]) && is_of_sum(node.in[1]);
  return slides ? std::optional(slide) : std::nullopt;
}

void FoursOfKernel::Fill(ShaderForm* form) const {
  if (form->unrolled != kNone) form->steps = static_cast<int32_t>(std::min<int64_t>(4, Extent(form->unrolled)));
  IdVector<AxisId> along(kernel_.accesses.size(), kNone);
  IdVector<bool> seen(kernel_.accesses.size(), false), apart(kernel_.operands.size(), false);
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) {
    if (!Accesses(kernel_.nodes[id])) continue;
    const int32_t access = kernel_.nodes[id].index;
    const AxisId axis = Along(id, *form);
    along[access] = seen[access] && along[access] != axis ? kNone : axis;
    seen[access] = true;
    if (along[access] == kNone) apart[kernel_.accesses[access].operand] = true;
  }
  for (int32_t access = 0; access < along.count(); ++access) {
    // What is written is one array to a shader: of words, or of fours.
    const int32_t operand = kernel_.accesses[access].operand;
    if (along[access] != kNone && !(kernel_.operands[operand].written && apart[operand])) form->fours.push_back({access, along[access]});
  }
  const bool quad = form->HasQuad() && !ReadsWritten();
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) {
    const AxisId axis = Accesses(kernel_.nodes[id]) ? form->FoursAlong(kernel_.nodes[id].index) : kNone;
    const bool may = (axis == form->unrolled || (quad && axis == form->vector)) && MayTakeSixteen(id, axis);
    if (may && !form->GoesBySixteens(kernel_.nodes[id].index)) form->sixteens.push_back(kernel_.nodes[id].index);
  }
  std::sort(form->sixteens.begin(), form->sixteens.end());
  IdVector<int> loads(kernel_.accesses.size(), 0);
  for (const Node& node : kernel_.nodes) loads[Accesses(node) ? node.index : 0] += Accesses(node) ? 1 : 0;
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) {
    if (const auto slide = SlideOf(id, *form); slide && loads[slide->access] == 1) form->slides.push_back(*slide);
  }
  std::sort(form->slides.begin(), form->slides.end());
}

}  // namespace mote
