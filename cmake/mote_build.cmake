# Flags and two functions that every folder uses: mote_host_library and mote_host_test.
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(MOTE_CCACHE ccache)
  if(MOTE_CCACHE)
    # What ccache wants before it caches with precompiled headers; no file uses __TIME__ or defines what those headers read.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${MOTE_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${MOTE_CCACHE})
  endif()
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_SYSTEM_NAME STREQUAL Generic)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
endif()
if(CMAKE_CXX_BYTE_ORDER STREQUAL BIG_ENDIAN)
  message(FATAL_ERROR "mote: ${CMAKE_SYSTEM_PROCESSOR} is big-endian here. Programs and tensors are little-endian and used in place, so big-endian "
    "machines are not supported.")
endif()
set(MOTE_WARNINGS -Wall -Wextra)
if(MOTE_WERROR)
  list(APPEND MOTE_WARNINGS -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND MOTE_WARNINGS -Wno-restrict)  # false alarms on std::string operator+ (GCC bug 105651)
endif()
# Results must not depend on the compiler's liberties: no contraction into FMA, no fast math, anywhere in mote.
# Sections of their own, so that programs link what they call; nothing is thrown through the runtime, so no tables to unwind it.
set(MOTE_SMALL_CODE -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables)
set(MOTE_ARITHMETIC -ffp-contract=off -fno-fast-math)
if(MOTE_SANITIZE)
  add_compile_options(-fsanitize=${MOTE_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MOTE_SANITIZE})
  if(MOTE_SANITIZE MATCHES "undefined")
    add_compile_options(-fsanitize=float-cast-overflow -fno-sanitize-recover=all)
  endif()
endif()

# mote_precompile(TARGET PRIVATE headers… | REUSE_FROM TARGET): headers that are parsed once, in what ./test.sh and ./demo.sh build.
# Clang and the sanitizer builds compile every file by itself: so it shows when one lacks an include.
function(mote_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT MOTE_SANITIZE)
    # The first for ccache. GCC 12 warns of the library's own strings when they come from such a header (its bug 105651 again); the
    # sanitizer build has these warnings.
    target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-stringop-overflow -Wno-array-bounds)
    target_precompile_headers(${target} ${ARGN})
  endif()
endfunction()
set(MOTE_FREQUENT_HEADERS <algorithm> <cmath> <cstring> <functional> <map> <optional> <set> <string> <vector>
  ${PROJECT_SOURCE_DIR}/host_tools/hlo/module.h)

# mote_host_library(NAME folders' libraries…): host_tools/<NAME>/*.cpp as mote_<NAME>, C++20, linked against the given libraries.
function(mote_host_library name)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/host_tools/${name}/*.cpp)
  add_library(mote_${name} STATIC ${sources})
  target_compile_features(mote_${name} PUBLIC cxx_std_20)
  target_compile_options(mote_${name} PRIVATE ${MOTE_WARNINGS} ${MOTE_ARITHMETIC})
  if(NOT name STREQUAL "evaluate")  # whose loops run over elements; a compiler's are as fast by -O2, and compiled sooner
    target_compile_options(mote_${name} PRIVATE $<$<CONFIG:Release>:-O2>)
  endif()
  target_include_directories(mote_${name} PUBLIC ${PROJECT_SOURCE_DIR}/host_tools ${PROJECT_SOURCE_DIR})
  target_link_libraries(mote_${name} PUBLIC ${ARGN})
  if(name STREQUAL "hlo")
    mote_precompile(mote_hlo PRIVATE ${MOTE_FREQUENT_HEADERS})
  else()
    mote_precompile(mote_${name} REUSE_FROM mote_hlo)
  endif()
endfunction()

# Tests assert, so they are built soon rather than fast. What they test keeps its flags; but of inline functions the linker keeps the
# copy of a test, so not without optimisation.
set(MOTE_TEST_OPTIMIZATION $<$<CONFIG:Release>:-O1>)

# mote_test_program(NAME sources…): a program of tests.
function(mote_test_program name)
  add_executable(${name} ${ARGN})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_compile_options(${name} PRIVATE ${MOTE_WARNINGS} ${MOTE_ARITHMETIC} ${MOTE_TEST_OPTIMIZATION})
  target_compile_definitions(${name} PRIVATE MOTE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endfunction()

# mote_host_test(NAME libraries…): tests/unit/<NAME>/*.cpp as one GoogleTest program, known to CTest as unit_<NAME>.
function(mote_host_test name)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/${name}/*.cpp)
  mote_test_program(unit_${name} ${sources})
  target_link_libraries(unit_${name} PRIVATE ${ARGN} GTest::gtest_main)
  if(name STREQUAL "hlo")
    mote_precompile(unit_hlo PRIVATE <gtest/gtest.h> ${MOTE_FREQUENT_HEADERS})
  else()
    mote_precompile(unit_${name} REUSE_FROM unit_hlo)
  endif()
  add_test(NAME unit_${name} COMMAND unit_${name})
endfunction()
