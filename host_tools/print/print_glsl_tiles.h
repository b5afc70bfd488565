// GlslTiles: what the tiles of a form mean for the nodes of a kernel. Which values depend on the tiled axes, which nodes share one loop
// over the tile, and the text of those loops. Coordinates of a tiled axis past its extent repeat the last one; their stores are left out.
#pragma once

#include <string>
#include <vector>

#include "kernel/shader_form.h"
#include "print/printers.h"

namespace mote {

bool IsInline(Scalar op);  // of a node that is printed where it is read

class GlslTiles {
 public:
  using Mask = uint8_t;  // bit t: depends on the axis of tile t
  struct Run {
    NodeId first = 0, last = 0;
    Mask mask = 0;
  };

  GlslTiles(const Kernel& kernel, const ShaderForm& form, const ShaderParams& params);

  // Axes that are loops over the tile; the vector axis is none but in a quad, where its vectors are.
  Mask MaskOf(NodeId node) const { return masks_[node]; }
  bool Wide(NodeId node) const { return wide_[node]; }  // four values side by side, one for each point along the vector axis
  Mask MaskOfAxis(AxisId axis) const;
  int32_t SizeOf(AxisId axis) const;  // 1 when the axis is not tiled
  bool IsWhole(AxisId axis) const { return IsMultiple(axis, SizeOf(axis)); }
  bool IsMultiple(AxisId axis, int32_t size) const;    // no tile reaches past the extent, in any launch
  // The longest run from `first` of nodes that depend on the same tiled axes, loops not included; mask 0 when `first` depends on none.
  Run RunFrom(NodeId first, NodeId last) const;
  // Whether a value of this run is read after it.
  bool OutlivesRun(NodeId node, const Run& run) const { return run.mask != 0 && last_use_[node] >= run.last; }

  std::string Subscript(Mask mask) const;   // "[t0][t1]"
  std::string Dimensions(Mask mask) const;  // "[8][4]"
  std::vector<std::string> LoopHeads(Mask mask) const;
  std::vector<std::string> InsideConditions(Mask mask) const;  // that the coordinates are below the extents
  std::vector<AxisId> axes() const;  // that are loops

 private:
  int32_t LoopSize(size_t tile) const;

  const Kernel& kernel_;
  const ShaderForm form_;
  const ShaderParams& params_;
  IdVector<Mask> masks_;
  IdVector<bool> wide_;
  IdVector<NodeId> last_use_;
};

}  // namespace mote
