# Cores of microcontrollers: core | mote's targets whose code and programs it runs, the best one last.
set(MOTE_CORES
  "cortex-m0|cortex-m0plus"
  "cortex-m0plus|cortex-m0plus"
  "cortex-m3|cortex-m0plus,cortex-m3"
  "cortex-m4|cortex-m0plus,cortex-m3,cortex-m4"
  "cortex-m7|cortex-m0plus,cortex-m3,cortex-m4,cortex-m7"
  "cortex-m23|cortex-m0plus"
  "cortex-m33|cortex-m0plus,cortex-m3,cortex-m4,cortex-m33"
  "cortex-m55|cortex-m0plus,cortex-m3,cortex-m4,cortex-m33,cortex-m55"
  "cortex-m85|cortex-m0plus,cortex-m3,cortex-m4,cortex-m33,cortex-m55"
  "riscv32|riscv32"
  CACHE INTERNAL "for functions that a parent directory calls")

# mote_targets_of_core(VARIABLE CORE): its targets; empty: no such core.
function(mote_targets_of_core variable core)
  set(${variable} "" PARENT_SCOPE)
  foreach(row ${MOTE_CORES})
    if(row MATCHES "^([^|]*)\\|(.*)$" AND CMAKE_MATCH_1 STREQUAL core)
      string(REPLACE "," ";" targets "${CMAKE_MATCH_2}")
      set(${variable} ${targets} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# mote_compiled_core(VARIABLE): the core that this build's compiler and flags make code for, by what the compiler says of itself; empty: another.
# Cortex-M4 and M7 have the same instructions here: the flags tell them apart.
function(mote_compiled_core variable)
  get_property(options DIRECTORY PROPERTY COMPILE_OPTIONS)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
  if(CMAKE_CXX_COMPILER_TARGET)
    list(PREPEND flags --target=${CMAKE_CXX_COMPILER_TARGET})
  endif()
  list(FILTER options EXCLUDE REGEX "[$]<")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} ${options} -dM -E -x c++ /dev/null OUTPUT_VARIABLE macros ERROR_QUIET)
  set(core "")
  if(macros MATCHES "#define __riscv_xlen 32")
    set(core riscv32)
  elseif(NOT macros MATCHES "#define __ARM_ARCH_PROFILE (77|'M')")
    set(core "")
  elseif(macros MATCHES "#define __ARM_FEATURE_MVE ")
    set(core cortex-m55)
  elseif(macros MATCHES "#define __ARM_FEATURE_DSP 1")
    set(core cortex-m4)
    if(macros MATCHES "#define __ARM_ARCH 8")
      set(core cortex-m33)
    elseif("${flags};${options}" MATCHES "-mcpu=cortex-m7")
      set(core cortex-m7)
    endif()
  elseif(macros MATCHES "#define __ARM_ARCH_(6M|8M_BASE)__")
    set(core cortex-m0plus)
  else()
    set(core cortex-m3)
  endif()
  set(${variable} "${core}" PARENT_SCOPE)
endfunction()
