// --tolerance: how far a result may be from what is expected.
#pragma once

#include <optional>
#include <string>

#include "evaluate/check.h"

namespace mote {

// "exact", "ulp:3", "rel:1e-5,abs:1e-6" (either part may be missing: 0); nothing when the text is none of these.
std::optional<Criterion> ParseTolerance(const std::string& text);
// Exact for integers and booleans, rel:1e-4,abs:1e-5 for floats.
Criterion DefaultTolerance(ElementType type);
// What floats of a program that multiplies in f16 (--allow-fp16) are held to unless told: 2^-7 of the largest finite one. No bound, which
// depends on the program: a dot's error is below this where its products' magnitudes add up to no more than that.
Criterion Float16Tolerance(const Literal& expected);

}  // namespace mote
