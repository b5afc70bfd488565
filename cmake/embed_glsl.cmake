# Writes OUTPUT, C++ source with the text of the files SOURCES (a list) joined in their order. Run with cmake -P.
set(text "")
foreach(source ${SOURCES})
  file(READ ${source} part)
  string(APPEND text "${part}\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from shaders/*.glsl.
#include \"print/print_glsl_library.h\"

namespace mote {
const char* const kGlslLibraryText = R\"glsl(
${text})glsl\";
}  // namespace mote
")
