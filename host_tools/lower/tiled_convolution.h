// A convolution by tiles (Winograd's F(4 x 4, 3 x 3), in the order of SPEC.md section 3) as kernels for devices: inputs of all tiles are
// transformed, position by position they are products with the weights, and these become outputs.
#pragma once

#include <optional>
#include <string>

#include "kernel/kernel_builder.h"
#include "lower/lower.h"

namespace mote {

// How many of what, from the fields of a step of Routine::kWinogradF32.
struct TiledShape {
  explicit TiledShape(const IdVector<int64_t>& fields);
  const IdVector<int64_t>& fields;
  int64_t batch, down, across, in, out;
  int64_t Tiles() const { return batch * down * across; }
  int64_t Panels() const;
  int64_t InputStep() const;    // elements from the inputs of one position to the next one's
  int64_t ProductStep() const;  // of products
  // Whether all panels of the weights are equally wide, so that a product's axes reach them.
  bool HasWholePanels() const;
};

// Operands: the convolution's input, f32 [position][tile, input].
MadeKernel TiledInputs(const TiledShape& shape);
// Operands: these inputs, the step's weights, f32 [position][tile, output].
MadeKernel TiledProducts(const TiledShape& shape);
// Operands: these products, then the group's as in an epilogue; the first of `operands` names no value. Nothing when the group's epilogue
// cannot be computed so.
std::optional<BoundKernel> TiledOutputs(const Module& module, const Computation& computation, const Group& group, const TiledShape& shape,
                                        std::string* why);

}  // namespace mote
