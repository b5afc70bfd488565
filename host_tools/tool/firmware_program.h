// A program of a firmware image or a C library: its bytes, the header with its sizes, its native kernels. Nothing here knows a board.
#pragma once

#include <string>
#include <vector>

#include "compile/program_facts.h"
#include "hlo/diagnostic.h"
#include "tool/budgets.h"
#include "tool/source_options.h"

namespace mote {

// How programs for firmware are made; options that `mote firmware` and `mote export` share.
struct FirmwareRequest {
  std::string target = "cortex-m4", kernels = "microcode";  // microcode, or c
  std::string arena_section = ".mote_arena", state_section = ".bss.mote_state";
  Budgets budgets;
  SourceOptions source;
};

struct FirmwareProgram {
  std::string name, bytes;
  std::string kernels_c;  // the native table as C
  std::string header;     // NAME.h
  std::string array;      // the bytes as C, where they are wanted so
};

// A C identifier of the file's name without its last extension.
std::string IdentifierOf(const std::string& path);
std::string UpperCase(std::string text);
// The program of `input`, a source or a .mote file, under `name`; its needs are added to `needs`.
Result<FirmwareProgram> PrepareFirmware(const std::string& input, const std::string& name, const FirmwareRequest& request,
                                        ProgramNeeds& needs);

}  // namespace mote
