# mote_add_firmware(NAME PROGRAM file BOARD board [KERNELS microcode|c] [SOURCES file…])
#   PROGRAM  a .mote file, or a source program, which is compiled with the host's `mote` (needed for KERNELS c)
#   BOARD    mps2-an386 (Cortex-M4), mps3-an547 (Cortex-M55), or the path of a linker script that defines FLASH and RAM and includes sections.ld
#   SOURCES  of the application; its main may include "mote_firmware.h" (sizes, natives) and reads the program at mote_program_start
# The program lies in flash and is used in place. Only the step kinds and microcode operations that it needs are linked.
# MOTE_TOOL names the host's `mote`; it is searched on the PATH otherwise.

function(mote_add_firmware name)
  set(MOTE_PORT_DIR ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../ports/cortex_m)
  cmake_parse_arguments(fw "" "PROGRAM;BOARD;KERNELS;TARGET" "SOURCES" ${ARGN})
  if(NOT fw_PROGRAM OR NOT fw_BOARD)
    message(FATAL_ERROR "mote_add_firmware(${name}): PROGRAM and BOARD are needed")
  endif()
  find_program(MOTE_TOOL mote)
  if(NOT MOTE_TOOL)
    message(FATAL_ERROR "mote_add_firmware(${name}): the host's `mote` is not on the PATH; set MOTE_TOOL")
  endif()
  if(NOT fw_KERNELS)
    set(fw_KERNELS microcode)
  endif()
  if(NOT fw_TARGET)
    string(REGEX MATCH "cortex-m55|cortex-m4" fw_TARGET "${CMAKE_C_FLAGS}")
    if(NOT fw_TARGET)
      set(fw_TARGET cortex-m4)
    endif()
  endif()
  get_filename_component(program ${fw_PROGRAM} ABSOLUTE)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name}_program)
  set(files ${dir}/program.mote ${dir}/mote_firmware.h ${dir}/config.cpp ${dir}/kernels.c)
  add_custom_command(OUTPUT ${files}
    COMMAND ${MOTE_TOOL} firmware ${program} --target ${fw_TARGET} --kernels ${fw_KERNELS} -o ${dir}
    DEPENDS ${program} ${MOTE_TOOL} VERBATIM)

  add_executable(${name} ${fw_SOURCES} ${MOTE_PORT_DIR}/startup.c ${MOTE_PORT_DIR}/semihosting.c ${MOTE_PORT_DIR}/memory.c
    ${MOTE_PORT_DIR}/program.S ${files})
  set_source_files_properties(${MOTE_PORT_DIR}/program.S PROPERTIES OBJECT_DEPENDS ${dir}/program.mote
    COMPILE_DEFINITIONS "MOTE_PROGRAM_FILE=\"${dir}/program.mote\"")
  # memcpy's loops must not become calls of memcpy.
  set_source_files_properties(${MOTE_PORT_DIR}/memory.c PROPERTIES COMPILE_OPTIONS "-fno-tree-loop-distribute-patterns")
  set_source_files_properties(${dir}/kernels.c PROPERTIES COMPILE_OPTIONS "-O3;-ffp-contract=off;-fno-trapping-math;-w")
  # config.cpp lists parts of the runtime by their own headers.
  target_include_directories(${name} PRIVATE ${dir} ${MOTE_PORT_DIR} ${MOTE_PORT_DIR}/../../runtime ${MOTE_PORT_DIR}/../..)
  # The processor clock, for code that reads SysTick.
  if(fw_BOARD STREQUAL mps3-an547)
    target_compile_definitions(${name} PRIVATE MOTE_BOARD_HZ=32000000)
  else()
    target_compile_definitions(${name} PRIVATE MOTE_BOARD_HZ=25000000)
  endif()
  set(script ${MOTE_PORT_DIR}/${fw_BOARD}.ld)
  if(NOT EXISTS ${script})
    set(script ${fw_BOARD})
  endif()
  target_link_options(${name} PRIVATE -T${script} -L${MOTE_PORT_DIR} -Wl,-Map=${CMAKE_CURRENT_BINARY_DIR}/${name}.map)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS "${script};${MOTE_PORT_DIR}/sections.ld")
  target_link_libraries(${name} PRIVATE mote::runtime gcc)
endfunction()
