// What a program may take of its machine: --ram, --flash and --region, for verbs that compile.
#pragma once

#include <string>
#include <vector>

#include "compile/compile_program.h"

namespace mote {

struct Budgets {
  std::string ram, flash;            // sizes such as 64K; empty: none
  std::vector<std::string> regions;  // NAME:SIZE, the fastest memory first

  // Into the request; what is wrong with them, or nothing.
  std::string SetIn(CompileRequest& request) const;
};

}  // namespace mote
