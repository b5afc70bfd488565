// The functions of shaders/*.glsl that a text uses. Knows nothing of kernels.
#pragma once

#include <string>

namespace mote {

extern const char* const kGlslLibraryText;  // all files, in the order in which functions build on each other

// The functions that `text` names, and those they name, in the order of the library, each with the comment above it.
std::string GlslLibraryFor(const std::string& text);

}  // namespace mote
