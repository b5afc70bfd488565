// What a verb is given: a source program (any form the frontend reads) or a compiled .mote file, told apart by content.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "hlo/module.h"

namespace mote {

struct Source {
  std::string path;
  std::string bytes;              // of the file
  std::optional<Module> module;   // absent for a .mote file
  int64_t bound = 0, bound_bytes = 0;  // parameters that became constants (source_options.h)
  bool compiled() const { return !module.has_value(); }
};

// One program with an entry point (ReadOneModule), from the file or, for "-", standard input.
Result<Source> LoadSource(const std::string& path, const FrontendOptions& options = {});
// All modules of it (ReadModules).
Result<std::vector<Source>> LoadSources(const std::string& path, const FrontendOptions& options = {});

// "a gzip file", "the text of a program"… for messages; empty when the bytes look like nothing known.
std::string DescribeInput(std::string_view bytes);

}  // namespace mote
