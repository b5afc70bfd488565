// CutLoops: a kernel whose loops run longer than one launch may, as several kernels that hand on what their loops carry. The same
// operations in the same order, so the same bits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace mote {

struct KernelPiece {
  Kernel kernel;
  IdVector<ParamValue> values;
  // per kernel operand: an operand of the kernel that was cut, or behind those, number + n of a carried array n
  IdVector<int32_t> operands;
};

struct CutKernel {
  std::vector<KernelPiece> pieces;      // in the order in which they run
  IdVector<ElementType> carried;     // arrays of `points` elements between pieces
  int64_t points = 0;
};

// Pieces of at most `most` trips (TripsOf). Nothing for kernels that cannot be cut: those that run by groups, or that
// store inside a loop other than the last one, or what is read around it.
std::optional<CutKernel> CutLoops(const Kernel& kernel, const IdVector<ParamValue>& values, int64_t most);

}  // namespace mote
