// What single operations, constants and conversions are as GLSL text: one table. Loads, loops and who calls whom are GlslBody's.
#pragma once

#include <string>

#include "kernel/kernel.h"

namespace mote {

// How a value stands in the text: b bool, i int (both i32); u uint, the bits of an f32, f float, h float16_t, of an f32 that is nothing but
// a factor in f16; p uvec2, the bits of an i64 or f64, low word first; d double. Copies, selections and special values keep to bits,
// arithmetic to floats. Four values side by side are vectors of b, i, u, f or h.
using GlslForm = char;
const char* GlslTypeName(GlslForm form);
const char* GlslWideName(GlslForm form);  // of four of them: vec4 of float

struct GlslOpText {
  Scalar op;
  GlslForm result;
  const char* operands;  // forms
  const char* text;      // $0 $1 $2 operands, $# the immediate
  const char* wide = nullptr;  // the same for four values; null: value by value
};
const GlslOpText* GlslTextOf(Scalar op);  // null for what has no row
GlslForm GlslBitsForm(Reg reg);
std::string GlslConstant(const Node& node, GlslForm form);
std::string GlslConverted(const std::string& text, GlslForm from, GlslForm to);
std::string GlslWideConverted(const std::string& text, GlslForm from, GlslForm to);

// A call of the library function `what` (small_from_f32, f32_from_small, round_small) for a float type of 8 bits or fewer.
std::string GlslSmallFloatCall(ElementType type, const std::string& what, const std::string& value);

}  // namespace mote
