# What the GLSL printer needs: the library in shaders/ as text inside mote_print, glslang and SPIRV-Tools.
set(glsl_sources "")
foreach(part storage integer32 integer64 float32 small_float float64)  # a function stands behind those it uses
  list(APPEND glsl_sources ${PROJECT_SOURCE_DIR}/shaders/${part}.glsl)
endforeach()
set(glsl_text ${CMAKE_CURRENT_BINARY_DIR}/glsl_library_text.cpp)
add_custom_command(
  OUTPUT ${glsl_text}
  COMMAND ${CMAKE_COMMAND} "-DSOURCES=${glsl_sources}" -DOUTPUT=${glsl_text} -P ${PROJECT_SOURCE_DIR}/cmake/embed_glsl.cmake
  DEPENDS ${glsl_sources} ${PROJECT_SOURCE_DIR}/cmake/embed_glsl.cmake VERBATIM)
find_package(Threads REQUIRED)
find_package(glslang CONFIG REQUIRED)
find_package(SPIRV-Tools CONFIG REQUIRED)
find_package(SPIRV-Tools-opt CONFIG REQUIRED)
target_sources(mote_print PRIVATE ${glsl_text})
set(MOTE_PRINT_LIBRARIES glslang::glslang glslang::glslang-default-resource-limits glslang::SPIRV SPIRV-Tools-opt)
target_link_libraries(mote_print PRIVATE ${MOTE_PRINT_LIBRARIES})
if(MOTE_SANITIZE MATCHES "undefined")
  # Debian builds glslang without type information, which the check of virtual calls would link against.
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/host_tools/print/compile_glsl.cpp TARGET_DIRECTORY mote_print APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=vptr)
endif()
