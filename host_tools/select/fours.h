// Which loads and stores of a kernel take four neighbouring elements at once in a form, and which loads slide: what their strides, extents
// and offsets allow.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernel/shader_form.h"

namespace mote {

class FoursOfKernel {
 public:
  // `counts`: elements of the operands.
  FoursOfKernel(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts);

  bool MayBeVector(AxisId axis) const;    // of a lane axis: its extent is a multiple of 4, and what depends on it are values of 32 bits
  bool MayBeUnrolled(AxisId axis) const;  // of a loop: its extent is a multiple of 4, or 2 or 3, and no loop is inside it
  // The axis along which the load or store takes four, kNone: none; `form` has its tiles, its vector axis and its unrolled loop.
  AxisId Along(NodeId node, const ShaderForm& form) const;
  // Whether a load that takes four bytes along an axis may take sixteen.
  bool MayTakeSixteen(NodeId node, AxisId along) const;
  // How the load slides along a tile of the form; nothing where it does not.
  std::optional<ShaderForm::Slide> SlideOf(NodeId node, const ShaderForm& form) const;
  // Fills in the form's accesses.
  void Fill(ShaderForm* form) const;
  uint64_t AxesOf(NodeId node) const { return on_[node]; }

 private:
  struct Enclosing {
    NodeId begin = kNone;  // of the innermost loop around a node
    AxisId axis = kNone;
  };
  int64_t Extent(AxisId axis) const { return values_[kernel_.axes[axis].extent]; }
  bool On(NodeId node, AxisId axis) const { return node != kNone && (on_[node] >> axis & 1); }
  bool IsOfSum(NodeId node, const ShaderForm::Slide& slide) const;  // depends on turns · tile + loop alone, of the two
  bool IsMultiple(NodeId node) const;  // of 4, for sure
  bool IsAligned(const Node& node, AxisId along) const;
  bool MayTakeFour(NodeId node, AxisId along, const ShaderForm& form) const;
  bool ReadsWritten() const;

  const Kernel& kernel_;
  const IdVector<ParamValue>& values_;
  const std::span<const int64_t> counts_;
  const IdVector<uint64_t> on_;
  IdVector<Enclosing> around_;
  IdVector<bool> reads_;  // of nodes: depends on what is loaded or carried
};

}  // namespace mote
