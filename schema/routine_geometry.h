// What routines compute and read, as data: for who makes a step's fields, who runs it, who proves it (runtime core, audit) and who counts
// its work. Numbers are those of fields (step_layout.h); lists end with kMoteNoField.
#ifndef MOTE_SCHEMA_ROUTINE_GEOMETRY_H_
#define MOTE_SCHEMA_ROUTINE_GEOMETRY_H_

#include <stdint.h>

#include "schema/step_layout.h"
#include "schema/winograd_layout.h"

enum { kMoteNoField = 0xff };

// Coordinates 0 … extent·times - 1 of an operand lie `stride` elements apart. `times` kMoteNoField: 1.
struct MoteRoutineTerm {
  uint8_t extent, times, stride;
};

// A dimension of a convolution: positions out·stride - pad + tap·dilation, of which those in [0, in) are read.
struct MoteRoutineWindow {
  uint8_t in, out, kernel, stride, dilation, pad;
};

struct MoteRoutineGeometry {
  uint8_t fields;        // of a step
  uint8_t first_stride;  // the fields from here on say where operands lie: strides and offsets, in elements, and zero points
  uint8_t axes;          // of the epilogue: extents of `domain`, the last the product of all that are left
  uint8_t domain[6];     // extents of the outputs, outermost first. Workers share out the first kMoteRoutineRows
  uint8_t sum[4];        // extents of what an output sums over
  MoteRoutineTerm operands[2][5];
  MoteRoutineWindow windows[3];
  uint8_t offsets[2];    // of the operands' first elements
  uint8_t zeros[2];      // zero points, s32, which elements are taken less of; kMoteNoField: none
};

enum { kMoteRoutineRows = 2 };

inline constexpr MoteRoutineGeometry kMoteDotGeometry = {
    kMoteDotFields,
    kMoteDotLhsB,
    3,
    {kMoteDotBatch, kMoteDotM, kMoteDotN, kMoteNoField},
    {kMoteDotK, kMoteNoField},
    {{{kMoteDotBatch, kMoteNoField, kMoteDotLhsB},
      {kMoteDotM, kMoteNoField, kMoteDotLhsM},
      {kMoteDotK, kMoteNoField, kMoteDotLhsK},
      {kMoteNoField, 0, 0}},
     {{kMoteDotBatch, kMoteNoField, kMoteDotRhsB},
      {kMoteDotK, kMoteNoField, kMoteDotRhsK},
      {kMoteDotN, kMoteNoField, kMoteDotRhsN},
      {kMoteNoField, 0, 0}}},
    {{kMoteNoField, 0, 0, 0, 0, 0}},
    {kMoteDotLhsOffset, kMoteDotRhsOffset},
    {kMoteNoField, kMoteNoField},
};

inline constexpr MoteRoutineGeometry kMotePanelDotGeometry = {
    kMotePanelDotFields,
    kMotePanelDotLhsB,
    3,
    {kMotePanelDotBatch, kMotePanelDotM, kMotePanelDotN, kMoteNoField},
    {kMotePanelDotK, kMoteNoField},
    {{{kMotePanelDotBatch, kMoteNoField, kMotePanelDotLhsB},
      {kMotePanelDotM, kMoteNoField, kMotePanelDotLhsM},
      {kMotePanelDotK, kMoteNoField, kMotePanelDotLhsK},
      {kMoteNoField, 0, 0}},
     {{kMotePanelDotBatch, kMoteNoField, kMotePanelDotRhsB},
      {kMotePanelDotPanels, kMoteNoField, kMotePanelDotRhsPanel},
      {kMotePanelDotK, kMoteNoField, kMotePanelDotRhsK},
      {kMotePanelDotColumns, kMoteNoField, kMotePanelDotRhsN},
      {kMoteNoField, 0, 0}}},
    {{kMoteNoField, 0, 0, 0, 0, 0}},
    {kMotePanelDotLhsOffset, kMotePanelDotRhsOffset},
    {kMoteNoField, kMoteNoField},
};

inline constexpr MoteRoutineGeometry kMoteConvolutionGeometry = {
    kMoteConvFields,
    kMoteConvLhsB,
    4,
    {kMoteConvBatch, kMoteConvOutH, kMoteConvOutW, kMoteConvGroups, kMoteConvOutPerGroup, kMoteNoField},
    {kMoteConvKernelH, kMoteConvKernelW, kMoteConvInPerGroup, kMoteNoField},
    {{{kMoteConvBatch, kMoteNoField, kMoteConvLhsB},
      {kMoteConvInH, kMoteNoField, kMoteConvLhsY},
      {kMoteConvInW, kMoteNoField, kMoteConvLhsX},
      {kMoteConvInPerGroup, kMoteConvGroups, kMoteConvLhsC},
      {kMoteNoField, 0, 0}},
     {{kMoteConvKernelH, kMoteNoField, kMoteConvRhsY},
      {kMoteConvKernelW, kMoteNoField, kMoteConvRhsX},
      {kMoteConvInPerGroup, kMoteNoField, kMoteConvRhsC},
      {kMoteConvOutPerGroup, kMoteConvGroups, kMoteConvRhsO},
      {kMoteNoField, 0, 0}}},
    {{kMoteConvInH, kMoteConvOutH, kMoteConvKernelH, kMoteConvStrideY, kMoteConvDilationY, kMoteConvPadY},
     {kMoteConvInW, kMoteConvOutW, kMoteConvKernelW, kMoteConvStrideX, kMoteConvDilationX, kMoteConvPadX},
     {kMoteNoField, 0, 0, 0, 0, 0}},
    {kMoteConvLhsOffset, kMoteConvRhsOffset},
    {kMoteNoField, kMoteNoField},
};

// With two more fields: the zero points of lhs and rhs. Positions in a window's padding stand for the zero point.
constexpr MoteRoutineGeometry MoteCentered(MoteRoutineGeometry geometry) {
  for (uint8_t& zero : geometry.zeros) zero = geometry.fields++;
  return geometry;
}
inline constexpr MoteRoutineGeometry kMoteCenteredDotGeometry = MoteCentered(kMoteDotGeometry);
inline constexpr MoteRoutineGeometry kMoteCenteredConvolutionGeometry = MoteCentered(kMoteConvolutionGeometry);

// A convolution of 3 by 3 taps by tiles of outputs (winograd_layout.h): kernel extents stand for the positions that a tile takes of its
// input. Each position has a matrix of weights, kMoteConvRhsX elements behind that of the last one, whose elements are kMoteConvRhsC apart.
// A term of the sum counts for the transforms too.
constexpr MoteRoutineGeometry MoteByTiles(MoteRoutineGeometry geometry) {
  geometry.sum[0] = kMoteConvKernelH;
  geometry.sum[1] = kMoteConvInPerGroup;
  geometry.sum[2] = kMoteNoField;
  geometry.operands[1][0] = {kMoteConvKernelH, kMoteConvKernelW, kMoteConvRhsX};
  geometry.operands[1][1] = {kMoteConvInPerGroup, kMoteConvOutPerGroup, kMoteConvRhsC};
  geometry.operands[1][2] = {kMoteNoField, 0, 0};
  return geometry;
}
inline constexpr MoteRoutineGeometry kMoteWinogradGeometry = MoteByTiles(kMoteConvolutionGeometry);

// Whether the fields of a step whose geometry that is say what it takes for granted.
template <class Fields>
constexpr bool MoteIsByTiles(const Fields& f) {
  return f[kMoteConvKernelH] == kMoteTiledPositions && f[kMoteConvKernelW] == kMoteTiledPositions && f[kMoteConvGroups] == 1 &&
         f[kMoteConvStrideY] == 1 && f[kMoteConvStrideX] == 1 && f[kMoteConvDilationY] == 1 && f[kMoteConvDilationX] == 1;
}

// Whether the panels hold all columns, and a panel has some.
template <class Fields>
constexpr bool MoteIsInPanels(const Fields& f) {
  const auto panels = static_cast<int32_t>(f[kMotePanelDotPanels]), columns = static_cast<int32_t>(f[kMotePanelDotColumns]);
  return panels >= 0 && columns > 0 && static_cast<int64_t>(static_cast<int32_t>(f[kMotePanelDotN])) <= int64_t{panels} * columns;
}

enum { kMoteMostPosition = 1 << 29 };  // of a window: strides, dilations, pads, and positions by them, in size

#endif
