# mote_add_firmware(NAME PROGRAM file… [NAMES name…] BOARD board | MEMORY FLASH=size@address RAM=size@address… [CPU core] [CLOCK hz]
#                   [KERNELS microcode|c] [TARGET target] [SOURCES file…] [OPTIONS option…] [PROGRAM_REGION name] [ARENA_REGION name]
#                   [REGIONS name=size…] [PROGRAM_SECTION name] [ARENA_SECTION name] [STATE_SECTION name] [C_ARRAY] [UF2_FAMILY id] [MEMBERS n])
#   PROGRAM  .mote files, or source programs, which are compiled with the host's `mote` (needed for KERNELS c)
#   NAMES    one a program, C identifiers; the file's name without its last extension unless told, other characters as `_`
#   BOARD    a row of ports/boards.cmake, or the path of a linker script that defines FLASH and RAM and includes sections.ld
#   MEMORY   or any other memory map: FLASH=1M@0x08000000 RAM=128K@0x20000000, and more regions by name
#   CPU      the core that the image is for (cmake/mote_cores.cmake): the toolchain must make code that it runs
#   CLOCK    the processor's, in Hz, where no board says it; MOTE_BOARD_HZ for the sources
#   TARGET   what programs are compiled for; the best of the toolchain's core unless told
#   SOURCES  of the application; its main may include "mote_firmware.h", or a program's own "name.h": the bytes name_program[],
#            NAME_ARENA_BYTES and the other sizes. An image of one program has them as MOTE_FIRMWARE_PROGRAM, MOTE_FIRMWARE_ARENA_BYTES… too.
#   OPTIONS  for `mote firmware`, as --state and --custom-call
#   PROGRAM_REGION, ARENA_REGION   regions of the memory map for the programs and for what stands in .mote_arena; FLASH and RAM unless told
#   REGIONS  the arena in several regions of the memory map, the fastest first: DTCM=64K PSRAM=2M. A buffer NAME_REGION_1_BYTES in section
#            NAME_REGION_1_SECTION is the second one's (mote_instance_init_regions), and so on
#   PROGRAM_SECTION, ARENA_SECTION, STATE_SECTION   sections for a linker script of one's own; .mote_program, .mote_arena and .bss.mote_state unless
#            told. Buffers are the application's, which places them by NAME_ARENA_SECTION and NAME_STATE_SECTION of "name.h".
#   C_ARRAY  the programs as C arrays instead of bytes that the assembler takes in
#   UF2_FAMILY   the board's family id, as 0xe48bff56: writes NAME.uf2 too
#   MEMBERS  the one source program of PROGRAM, which names no number of replicas, is compiled for 1 to so many: a group that shrinks goes on
#            with the one for fewer. The image has mote::link, a medium over the board's UARTs (uart.h) and "mote_members.h", the table of the programs;
#            SOURCES are ports/cortex_m/run_member.c unless told. Kernels are microcode
# NAME.bin and NAME.hex stand beside the image. A program outside of FLASH (PROGRAM_REGION) is in NAME.program.bin, not in NAME.bin.
# The programs lie in flash and are used in place. Only the step kinds and microcode operations that they need are linked.
#
# mote_add_firmware_program(TARGET PROGRAM file… [NAMES name…] [KERNELS microcode|c] [TARGET target] [OPTIONS option…]
#                           [PROGRAM_SECTION name] [ARENA_SECTION name] [STATE_SECTION name] [C_ARRAY])
#   The same programs, headers and part of the runtime for an executable of a project that has its own startup code, vectors and linker
#   script. It provides memcpy, memmove, memset and memcmp. Programs lie in section .mote_program, which is read-only data.
#
# MOTE_TOOL names the host's `mote`; it is searched on the PATH otherwise. C and C++ are enabled where a project has not: call these from a
# CMakeLists.txt, not from a function.
include(${CMAKE_CURRENT_LIST_DIR}/mote_cores.cmake)

if(MOTE_FREESTANDING AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  message(STATUS "mote: no CMAKE_BUILD_TYPE was given, so the firmware is built as MinSizeRel")
  set(CMAKE_BUILD_TYPE MinSizeRel CACHE STRING "A firmware's default: small" FORCE)
endif()

macro(mote_add_firmware)
  if(NOT CMAKE_SYSTEM_NAME STREQUAL Generic)
    message(FATAL_ERROR "mote_add_firmware: this build is for ${CMAKE_SYSTEM_NAME}. Configure an empty folder with -DCMAKE_TOOLCHAIN_FILE=… of "
      "ports/toolchains, for example cortex-m4f.cmake")
  endif()
  enable_language(C)
  enable_language(CXX)
  mote_add_firmware_image(${ARGV})
endmacro()

macro(mote_add_firmware_program)
  enable_language(C)
  enable_language(CXX)
  mote_link_firmware_programs(mote_add_firmware_program ${ARGV})
endmacro()

# mote_find_board(NAME BOARD): script, hz and core for the caller, or an end with the list of boards.
function(mote_find_board name board)
  set(ports ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../ports)
  include(${ports}/boards.cmake)
  set(known "")
  foreach(row ${MOTE_BOARDS})
    string(REPLACE "|" ";" fields "${row}")
    list(GET fields 0 id)
    list(GET fields 1 hz)
    list(GET fields 2 core)
    list(GET fields 3 text)
    string(APPEND known "\n  ${id}  ${text}")
    if(id STREQUAL board)
      file(GLOB script ${ports}/*/${id}.ld)
      set(script ${script} PARENT_SCOPE)
      set(hz ${hz} PARENT_SCOPE)
      set(core ${core} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  get_filename_component(path "${board}" ABSOLUTE)
  if(board AND EXISTS ${path})
    set(script ${path} PARENT_SCOPE)
    return()
  endif()
  if(board)
    set(problem "there is no board '${board}'")
  else()
    set(problem "BOARD is missing")
  endif()
  message(FATAL_ERROR "mote_add_firmware(${name}): ${problem}. Boards:${known}\n"
    "or the path of a linker script that defines FLASH and RAM and includes sections.ld, or MEMORY FLASH=size@address RAM=size@address.")
endfunction()

# mote_write_script(NAME FILE region…): a linker script with these regions, each NAME=size@address.
function(mote_write_script name file)
  set(text "")
  set(regions "")
  foreach(region ${ARGN})
    if(NOT region MATCHES "^([A-Za-z_][A-Za-z0-9_]*)=((0x[0-9A-Fa-f]+|[0-9]+)[KM]?)@(0x[0-9A-Fa-f]+|[0-9]+)$")
      message(FATAL_ERROR "mote_add_firmware(${name}): MEMORY has '${region}', which is no region: NAME=size@address, as FLASH=1M@0x08000000")
    endif()
    list(APPEND regions ${CMAKE_MATCH_1})
    string(APPEND text "  ${CMAKE_MATCH_1} (rwx) : ORIGIN = ${CMAKE_MATCH_4}, LENGTH = ${CMAKE_MATCH_2}\n")
  endforeach()
  foreach(region FLASH RAM)
    if(NOT region IN_LIST regions)
      message(FATAL_ERROR "mote_add_firmware(${name}): MEMORY has no ${region}=size@address")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "/* Memory of ${name}, by mote_add_firmware. */\nMEMORY {\n${text}}\nINCLUDE sections.ld\n" @ONLY)
endfunction()

# mote_check_core(WHO CORE COMPILED): ends where CORE does not run code for COMPILED.
function(mote_check_core who core compiled)
  mote_targets_of_core(runs ${core})
  if(NOT runs)
    string(REGEX REPLACE "\\|[^;]*" "" known "${MOTE_CORES}")
    string(REPLACE ";" ", " known "${known}")
    message(FATAL_ERROR "${who}: there is no core '${core}'; there are ${known}")
  endif()
  if(NOT compiled IN_LIST runs)
    list(GET runs -1 best)
    if(NOT compiled)
      set(compiled "none of the cores that mote knows")
    endif()
    message(FATAL_ERROR "${who}: a ${core} does not run what this build makes, code for ${compiled}. Configure an empty folder with a toolchain "
      "file for it, as ports/toolchains has for ${best}")
  endif()
endfunction()

# What mote_add_firmware calls once both languages are there.
function(mote_add_firmware_image name)
  set(ports ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../ports)
  set(of_programs KERNELS TARGET PROGRAM_SECTION ARENA_SECTION STATE_SECTION)
  cmake_parse_arguments(fw "C_ARRAY" "BOARD;CPU;CLOCK;PROGRAM_REGION;ARENA_REGION;UF2_FAMILY;MEMBERS;${of_programs}" "PROGRAM;NAMES;SOURCES;OPTIONS;MEMORY;REGIONS"
    ${ARGN})
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name}_program)
  mote_compiled_core(compiled)
  set(core "${compiled}")
  set(hz 0)
  if(fw_MEMORY)
    if(fw_BOARD)
      message(FATAL_ERROR "mote_add_firmware(${name}): BOARD and MEMORY are two memory maps: give one of them")
    endif()
    set(script ${dir}/memory.ld)
    mote_write_script(${name} ${script} ${fw_MEMORY})
  else()
    mote_find_board(${name} "${fw_BOARD}")
  endif()
  foreach(asked ${core} ${fw_CPU})
    mote_check_core("mote_add_firmware(${name})" ${asked} "${compiled}")
  endforeach()
  if(fw_CLOCK)
    set(hz ${fw_CLOCK})
  endif()
  set(shared ${ports}/cortex_m)
  set(port ${shared})
  if(compiled STREQUAL riscv32)
    set(port ${ports}/riscv32)
  endif()
  if(fw_MEMBERS)
    mote_compile_for_members(${name} ${dir} "${fw_MEMBERS}" "${fw_BOARD}" "${fw_KERNELS}" "${fw_TARGET}" ${fw_PROGRAM})
    list(APPEND fw_SOURCES ${shared}/uart.c)
    list(LENGTH fw_SOURCES sources)
    if(sources EQUAL 1)
      list(APPEND fw_SOURCES ${shared}/run_member.c)
    endif()
  endif()
  add_executable(${name} ${fw_SOURCES} ${port}/startup.c ${shared}/semihosting.c ${shared}/memory.c)
  set(programs "")
  foreach(argument ${of_programs} PROGRAM NAMES)
    if(fw_${argument})
      list(APPEND programs ${argument} ${fw_${argument}})
    endif()
  endforeach()
  if(fw_C_ARRAY)
    list(APPEND programs C_ARRAY)
  endif()
  foreach(region ${fw_REGIONS})
    if(NOT region MATCHES "^([^=]+)=([^=]+)$")
      message(FATAL_ERROR "mote_add_firmware(${name}): REGIONS has '${region}', which is no name=size, as DTCM=64K")
    endif()
    list(APPEND arena_regions ${CMAKE_MATCH_1})
    list(APPEND region_options --region ${CMAKE_MATCH_1}:${CMAKE_MATCH_2})
  endforeach()
  if(fw_REGIONS)
    if(fw_ARENA_REGION)
      message(FATAL_ERROR "mote_add_firmware(${name}): ARENA_REGION is one region for the arena, REGIONS are several: give one of them")
    endif()
    list(GET arena_regions 0 fw_ARENA_REGION)
    list(APPEND programs OPTIONS ${region_options} ${fw_OPTIONS})
  elseif(fw_OPTIONS)
    list(APPEND programs OPTIONS ${fw_OPTIONS})
  endif()
  mote_link_firmware_programs(mote_add_firmware ${name} ${programs})
  if(fw_MEMBERS)
    target_link_libraries(${name} PRIVATE mote::link)
  endif()
  # memcpy's loops must not become calls of memcpy.
  set_source_files_properties(${shared}/memory.c PROPERTIES COMPILE_OPTIONS "-fno-tree-loop-distribute-patterns")
  target_include_directories(${name} PRIVATE ${port} ${shared})
  if(hz)
    target_compile_definitions(${name} PRIVATE MOTE_BOARD_HZ=${hz})  # the processor clock, for code that reads SysTick
  endif()
  if(fw_PROGRAM_REGION OR fw_ARENA_REGION)
    foreach(region "PROGRAM=FLASH" "ARENA=RAM")
      string(REGEX MATCH "^(.*)=(.*)$" region "${region}")
      if(fw_${CMAKE_MATCH_1}_REGION)
        string(APPEND regions "REGION_ALIAS(\"${CMAKE_MATCH_1}\", ${fw_${CMAKE_MATCH_1}_REGION})\n")
      else()
        string(APPEND regions "REGION_ALIAS(\"${CMAKE_MATCH_1}\", ${CMAKE_MATCH_2})\n")
      endif()
    endforeach()
    list(APPEND arena_regions RAM RAM RAM RAM)  # those that are not given
    foreach(further 1 2 3)
      list(GET arena_regions ${further} region)
      string(APPEND regions "REGION_ALIAS(\"REGION_${further}\", ${region})\n")
    endforeach()
    file(CONFIGURE OUTPUT ${dir}/regions.ld CONTENT "${regions}" @ONLY)
    target_link_options(${name} PRIVATE -L${dir})
  endif()
  target_link_options(${name} PRIVATE -T${script} -L${shared} -Wl,-Map=${CMAKE_CURRENT_BINARY_DIR}/${name}.map)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS "${script};${shared}/sections.ld")
  mote_write_images(${name} "${fw_PROGRAM_REGION}" "${fw_UF2_FAMILY}")
endfunction()

# mote_compile_for_members(NAME DIR MEMBERS BOARD KERNELS TARGET PROGRAM…): fw_PROGRAM and fw_NAMES for the caller, one a number of members, and
# DIR/mote_members.h.
function(mote_compile_for_members name dir members board kernels target)
  set(boards mps2-an385 mps2-an386 mps2-an500)
  list(LENGTH ARGN programs)
  if(NOT members MATCHES "^[1-6]$")
    message(FATAL_ERROR "mote_add_firmware(${name}): MEMBERS is 1 to 6: a board has a UART for each of at most 5 others")
  elseif(NOT board IN_LIST boards)
    string(REPLACE ";" ", " boards "${boards}")
    message(FATAL_ERROR "mote_add_firmware(${name}): MEMBERS wants a BOARD whose UARTs mote knows: ${boards}")
  elseif(NOT programs EQUAL 1 OR ARGN MATCHES "[.]mote$")
    message(FATAL_ERROR "mote_add_firmware(${name}): MEMBERS wants one source PROGRAM, which is compiled for each number of members")
  elseif(kernels AND NOT kernels STREQUAL microcode)
    message(FATAL_ERROR "mote_add_firmware(${name}): with MEMBERS kernels are microcode, not KERNELS ${kernels}")
  endif()
  mote_find_tool("mote_add_firmware(${name})")
  if(NOT target)
    mote_compiled_core(target)
  endif()
  get_filename_component(source ${ARGN} ABSOLUTE)
  set(rows "")
  set(arenas "")
  set(handles "")
  set(instances "")
  foreach(count RANGE 1 ${members})
    set(file ${dir}/for/members_${count}.mote)
    add_custom_command(OUTPUT ${file} COMMAND ${MOTE_TOOL} compile ${source} --quiet --replicas ${count} --target ${target} -o ${file}
      DEPENDS ${source} ${MOTE_TOOL} VERBATIM)
    list(APPEND files ${file})
    list(APPEND names members_${count})
    string(APPEND rows "  {members_${count}_program, MEMBERS_${count}_PROGRAM_SIZE, MEMBERS_${count}_TARGET},\n")
    string(APPEND arenas " uint8_t for_${count}[MEMBERS_${count}_ARENA_BYTES + 8];")
    string(APPEND handles " uint64_t for_${count}[MEMBERS_${count}_PROGRAM_WORDS];")
    string(APPEND instances " uint64_t for_${count}[MEMBERS_${count}_INSTANCE_WORDS];")
  endforeach()
  file(MAKE_DIRECTORY ${dir}/for)
  file(CONFIGURE OUTPUT ${dir}/mote_members.h @ONLY CONTENT "/* Programs by number of members, and room for any of them; by mote_add_firmware. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include \"mote_firmware.h\"
enum { MOTE_MEMBERS = ${members} };
typedef struct { const void* program; size_t size; const char* target; } mote_members_row;
typedef union { uint64_t align;${arenas} } mote_members_arena;
typedef union {${handles} } mote_members_program;
typedef union {${instances} } mote_members_instance;
static const mote_members_row mote_members_rows[MOTE_MEMBERS] = {
${rows}};
")
  set(fw_PROGRAM ${files} PARENT_SCOPE)
  set(fw_NAMES ${names} PARENT_SCOPE)
endfunction()

# mote_write_images(NAME PROGRAM_REGION UF2_FAMILY): the forms that flashing tools read.
function(mote_write_images name program_region family)
  set(image $<TARGET_FILE:${name}>)
  set(base $<TARGET_FILE_DIR:${name}>/${name})
  set(commands COMMAND ${CMAKE_OBJCOPY} -O ihex ${image} ${base}.hex)
  if(program_region AND NOT program_region STREQUAL FLASH)
    list(APPEND commands COMMAND ${CMAKE_OBJCOPY} -O binary --only-section .mote_program ${image} ${base}.program.bin
      COMMAND ${CMAKE_OBJCOPY} -O binary --remove-section .mote_program ${image} ${base}.bin)
  else()
    list(APPEND commands COMMAND ${CMAKE_OBJCOPY} -O binary ${image} ${base}.bin)
  endif()
  if(family)
    list(APPEND commands COMMAND ${MOTE_TOOL} uf2 ${base}.hex --family ${family} -o ${base}.uf2)
  endif()
  add_custom_command(TARGET ${name} POST_BUILD ${commands} VERBATIM)
endfunction()

# mote_link_firmware_programs(WHO TARGET PROGRAM…): programs, their headers and the part of the runtime that they need.
function(mote_link_firmware_programs who name)
  cmake_parse_arguments(fw "C_ARRAY" "KERNELS;TARGET;PROGRAM_SECTION;ARENA_SECTION;STATE_SECTION" "PROGRAM;NAMES;OPTIONS" ${ARGN})
  if(NOT fw_PROGRAM)
    message(FATAL_ERROR "${who}(${name}): PROGRAM is missing: one or more source programs or .mote files")
  endif()
  mote_find_tool("${who}(${name})")
  if(NOT fw_KERNELS)
    set(fw_KERNELS microcode)
  endif()
  mote_compiled_core(compiled)
  if(NOT compiled)
    if(NOT fw_TARGET)
      message(FATAL_ERROR "${who}(${name}): this build is for none of the cores that mote knows (cmake/mote_cores.cmake): give it a TARGET")
    endif()
  elseif(NOT fw_TARGET)
    set(fw_TARGET ${compiled})
  else()
    mote_targets_of_core(runs ${compiled})
    if(NOT fw_TARGET IN_LIST runs)
      string(REPLACE ";" ", " runs "${runs}")
      message(FATAL_ERROR "${who}(${name}): programs for TARGET ${fw_TARGET} do not run on this build's core, a ${compiled}, which runs those for ${runs}")
    endif()
  endif()
  if(NOT fw_NAMES)
    mote_program_names(fw_NAMES ${fw_PROGRAM})
  endif()
  list(LENGTH fw_PROGRAM programs)
  list(LENGTH fw_NAMES names)
  if(NOT programs EQUAL names)
    message(FATAL_ERROR "${who}(${name}): ${programs} files in PROGRAM, but ${names} in NAMES")
  endif()
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name}_program)
  if(NOT fw_PROGRAM_SECTION)
    set(fw_PROGRAM_SECTION .mote_program)
  endif()
  set(programs "")
  set(arguments --program-section ${fw_PROGRAM_SECTION})
  foreach(buffer arena state)
    string(TOUPPER ${buffer} argument)
    if(fw_${argument}_SECTION)
      list(APPEND arguments --${buffer}-section ${fw_${argument}_SECTION})
    endif()
  endforeach()
  if(fw_C_ARRAY)
    list(APPEND arguments --c-array)
  endif()
  set(files ${dir}/config.cpp ${dir}/mote_firmware.h)
  foreach(program ${fw_PROGRAM})
    get_filename_component(program ${program} ABSOLUTE)
    list(APPEND programs ${program})
  endforeach()
  foreach(program_name ${fw_NAMES})
    list(APPEND arguments --name ${program_name})
    list(APPEND files ${dir}/${program_name}.mote ${dir}/${program_name}.h ${dir}/${program_name}_kernels.c)
    set_source_files_properties(${dir}/${program_name}_kernels.c PROPERTIES
      COMPILE_OPTIONS "-O3;-ffp-contract=off;-fno-trapping-math;-fno-math-errno;-w")
    if(fw_C_ARRAY)
      list(APPEND files ${dir}/${program_name}_program.c)
    else()
      mote_embed_program(${name} ${program_name} ${dir} "${fw_PROGRAM_SECTION}, \\\"a\\\"")
    endif()
  endforeach()
  add_custom_command(OUTPUT ${files}
    COMMAND ${MOTE_TOOL} firmware ${programs} ${arguments} --target ${fw_TARGET} --kernels ${fw_KERNELS} ${fw_OPTIONS} -o ${dir}
    DEPENDS ${programs} ${MOTE_TOOL} VERBATIM)
  target_sources(${name} PRIVATE ${files})
  # config.cpp lists parts of the runtime by their own headers.
  set_source_files_properties(${dir}/config.cpp PROPERTIES
    INCLUDE_DIRECTORIES "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../runtime;${CMAKE_CURRENT_FUNCTION_LIST_DIR}/..")
  target_include_directories(${name} PRIVATE ${dir})
  target_link_libraries(${name} PRIVATE mote::runtime)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_link_libraries(${name} PRIVATE gcc)
  endif()
endfunction()
