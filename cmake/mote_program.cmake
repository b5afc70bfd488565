# mote_add_program(TARGET SOURCE [NAME name] [TARGETS linux,vulkan])
#   Compiles SOURCE (StableHLO or HLO text) with the build and links the program into TARGET. The generated "NAME.h" declares
#   `extern const unsigned char NAME_program[]` (aligned to 16) and `NAME_program_size`. NAME is a C identifier; unless told, the file's
#   name without its last extension, other characters as `_`. A target may have several programs.
# The tool is mote::mote when this build has it, else MOTE_TOOL or `mote` on the PATH.

function(mote_add_program target source)
  cmake_parse_arguments(program "" "NAME;TARGETS" "" ${ARGN})
  get_filename_component(source ${source} ABSOLUTE)
  if(NOT program_NAME)
    mote_program_names(program_NAME ${source})
  endif()
  if(NOT program_TARGETS)
    set(program_TARGETS linux)
  endif()
  if(TARGET mote::mote)
    set(tool $<TARGET_FILE:mote::mote>)
    set(depends mote::mote)
  else()
    mote_find_tool("mote_add_program(${target})")
    set(tool ${MOTE_TOOL})
    set(depends ${MOTE_TOOL})
  endif()
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target}_programs)
  file(MAKE_DIRECTORY ${dir})
  set(MOTE_PROGRAM_NAME ${program_NAME})
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/mote_program.h.in ${dir}/${program_NAME}.h @ONLY)
  add_custom_command(OUTPUT ${dir}/${program_NAME}.mote
    COMMAND ${tool} compile ${source} --quiet --target ${program_TARGETS} -o ${dir}/${program_NAME}.mote
    DEPENDS ${source} ${depends} VERBATIM)
  mote_embed_program(${target} ${program_NAME} ${dir} .rodata)
  target_sources(${target} PRIVATE ${dir}/${program_NAME}.mote)
  target_include_directories(${target} PRIVATE ${dir})
endfunction()

# mote_program_names(VARIABLE file…): a C identifier for each file.
function(mote_program_names variable)
  set(names "")
  foreach(file ${ARGN})
    get_filename_component(file ${file} NAME_WLE)
    string(MAKE_C_IDENTIFIER "${file}" identifier)
    list(APPEND names ${identifier})
  endforeach()
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

# mote_find_tool(WHO): sets MOTE_TOOL, or ends the configuration with what WHO misses.
function(mote_find_tool who)
  find_program(MOTE_TOOL mote)
  if(NOT MOTE_TOOL OR NOT EXISTS ${MOTE_TOOL})
    message(FATAL_ERROR "${who}: the host's tool `mote` was not found (${MOTE_TOOL}). Build mote for this machine, and put the tool on the PATH or "
      "set MOTE_TOOL")
  endif()
endfunction()

# mote_embed_program(TARGET NAME DIR SECTION): links DIR/NAME.mote into TARGET by the assembler, as C where the project has it, else as C++.
function(mote_embed_program target name dir section)
  set(extension cpp)
  if(CMAKE_C_COMPILER_LOADED)
    set(extension c)
  endif()
  set(MOTE_PROGRAM_NAME ${name})
  set(MOTE_PROGRAM_FILE ${dir}/${name}.mote)
  set(MOTE_PROGRAM_SECTION "${section}")
  set(source ${dir}/${name}_program.${extension})
  get_target_property(sources ${target} SOURCES)
  if(source IN_LIST sources)
    message(FATAL_ERROR "${target} has two programs named ${name}: give one a NAME")
  endif()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/mote_program.c.in ${source} @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${MOTE_PROGRAM_FILE})
  target_sources(${target} PRIVATE ${source})
endfunction()
