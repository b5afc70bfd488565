// GlslTiles, and what nodes depend on.
#include "print/print_glsl_tiles.h"

#include <algorithm>

namespace mote {

bool IsInline(Scalar op) {
  return op == Scalar::kConstant || op == Scalar::kParam || op == Scalar::kAxis || op == Scalar::kReduced || op == Scalar::kCombinerInput;
}

std::vector<uint64_t> AxesOfNodes(const Kernel& kernel) {
  const auto bit_of = [](AxisId axis) { return uint64_t{1} << axis; };
  IdVector<uint64_t> bits(kernel.nodes.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t id = 0; id < kernel.nodes.size(); ++id) {
      const Node& node = kernel.nodes[id];
      uint64_t all = bits[id];
      for (const NodeId in : node.in) {
        if (in != kNone) all |= bits[in];
      }
      if (node.op == Scalar::kAxis) all |= bit_of(node.index);
      if (node.op == Scalar::kLoad || node.op == Scalar::kStore) {
        for (const Access::Term& term : kernel.accesses[node.index].terms) all |= bit_of(term.axis);
      }
      if (node.op == Scalar::kCarried) all |= bits[kernel.loops[node.index].next[node.bits]];
      changed |= all != bits[id];
      bits[id] = all;
    }
  }
  return bits;
}

GlslTiles::GlslTiles(const Kernel& kernel, const ShaderForm& form, const ShaderParams& params)
    : kernel_(kernel), form_(form), params_(params), masks_(kernel.nodes.size(), 0), wide_(kernel.nodes.size(), false),
      last_use_(kernel.nodes.size(), kNone) {
  if (form_.tiles.empty() && form_.rows.empty()) return;
  const std::vector<uint64_t> axes = AxesOfNodes(kernel);
  for (const AxisId axis : form_.rows) {
    for (size_t id = 0; id < axes.size(); ++id) wide_[id] = wide_[id] || (axes[id] >> axis & 1);
  }
  for (size_t t = 0; t < form_.tiles.size(); ++t) {
    const AxisId axis = form_.tiles[t].axis;
    for (size_t id = 0; id < axes.size(); ++id) {
      const bool depends = axes[id] >> axis & 1;
      if (depends && axis == form_.vector) wide_[id] = true;
      if (depends && LoopSize(t) > 1) masks_[id] |= static_cast<Mask>(1u << t);
    }
  }
  for (size_t id = 0; id < kernel.nodes.size(); ++id) {
    const Node& node = kernel.nodes[id];
    for (const NodeId in : node.in) {
      if (in != kNone) last_use_[in] = static_cast<NodeId>(id);
    }
    if (node.op != Scalar::kLoopEnd) continue;
    for (const NodeId next : kernel.loops[node.index].next) last_use_[next] = static_cast<NodeId>(id);
  }
}

GlslTiles::Mask GlslTiles::MaskOfAxis(AxisId axis) const {
  for (size_t t = 0; t < form_.tiles.size(); ++t) {
    if (form_.tiles[t].axis == axis && LoopSize(t) > 1) return static_cast<Mask>(1u << t);
  }
  return 0;
}

int32_t GlslTiles::LoopSize(size_t tile) const { return form_.tiles[tile].size / (form_.tiles[tile].axis == form_.vector ? 4 : 1); }

int32_t GlslTiles::SizeOf(AxisId axis) const {
  for (const ShaderForm::Tile& tile : form_.tiles) {
    if (tile.axis == axis) return tile.size;
  }
  return 1;
}

bool GlslTiles::IsMultiple(AxisId axis, int32_t size) const {
  if (params_.values.size() == 0) return false;
  const std::vector<ParamValue>& extents = params_.values[kernel_.axes[axis].extent];
  return !extents.empty() && std::all_of(extents.begin(), extents.end(), [&](ParamValue extent) { return extent % size == 0; });
}

GlslTiles::Run GlslTiles::RunFrom(NodeId first, NodeId last) const {
  const auto stands_alone = [this](NodeId id) {
    const Scalar op = kernel_.nodes[id].op;
    return op == Scalar::kLoopBegin || op == Scalar::kLoopEnd || op == Scalar::kCarried;
  };
  if (stands_alone(first) || IsInline(kernel_.nodes[first].op) || masks_[first] == 0) return {first, first + 1, 0};
  NodeId end = first + 1;
  while (end < last && !stands_alone(end) && (IsInline(kernel_.nodes[end].op) || masks_[end] == masks_[first])) ++end;
  return {first, end, masks_[first]};
}

std::string GlslTiles::Subscript(Mask mask) const {
  std::string text;
  for (size_t t = 0; t < form_.tiles.size(); ++t) {
    if (mask & (1u << t)) text += "[t" + std::to_string(t) + "]";
  }
  return text;
}

std::string GlslTiles::Dimensions(Mask mask) const {
  std::string text;
  for (size_t t = 0; t < form_.tiles.size(); ++t) {
    if (mask & (1u << t)) text += "[" + std::to_string(LoopSize(t)) + "]";
  }
  return text;
}

std::vector<std::string> GlslTiles::LoopHeads(Mask mask) const {
  std::vector<std::string> heads;
  for (size_t t = 0; t < form_.tiles.size(); ++t) {
    const std::string name = "t" + std::to_string(t), size = std::to_string(LoopSize(t));
    if (mask & (1u << t)) heads.push_back("[[unroll]] for (int " + name + " = 0; " + name + " < " + size + "; ++" + name + ") {");
  }
  return heads;
}

std::vector<std::string> GlslTiles::InsideConditions(Mask mask) const {
  std::vector<std::string> conditions;
  for (size_t t = form_.tiles.size(); t-- > 0;) {
    if (!(mask & (1u << t))) continue;
    const AxisId axis = form_.tiles[t].axis;
    if (IsWhole(axis)) continue;
    conditions.push_back("first_i" + std::to_string(axis) + " + t" + std::to_string(t) + " < extent" +
                         std::to_string(kernel_.axes[axis].extent));
  }
  return conditions;
}

std::vector<AxisId> GlslTiles::axes() const {
  std::vector<AxisId> all;
  for (const ShaderForm::Tile& tile : form_.tiles) {
    if (MaskOfAxis(tile.axis) != 0) all.push_back(tile.axis);
  }
  return all;
}

}  // namespace mote
