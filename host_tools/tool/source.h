// What a verb is given: a source program (any form the frontend reads) or a compiled .mote file, told apart by content.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compile/compile_program.h"
#include "frontend/frontend.h"
#include "hlo/module.h"

namespace mote {

struct Source {
  std::string path;
  std::string bytes;              // of the file
  std::optional<Module> module;   // absent for a .mote file
  SourceFormat format = SourceFormat::kUnknown;
  std::vector<Module> other_entries;      // of the same source
  std::string entry;                      // of a .mote file: the one that is wanted
  std::vector<StateBinding> states;
  std::set<std::string> custom_calls;
  std::shared_ptr<const Wiring> wiring;   // of the members of its grid
  uint32_t vulkan_tiers = kUsualTiers;    // CompileRequest.vulkan_tiers
  int64_t bound = 0, bound_bytes = 0;  // parameters that became constants (source_options.h)
  bool compiled() const { return !module.has_value(); }
};

// One program with an entry point (ReadOneModule), from the file or, for "-", standard input.
// `entry`: the public function that is wanted, empty: the module's own.
Result<Source> LoadSource(const std::string& path, const FrontendOptions& options = {}, const std::string& entry = "");
// All modules of it (ReadModules).
Result<std::vector<Source>> LoadSources(const std::string& path, const FrontendOptions& options = {});

// All entries of a source program, with what its options say of the program.
Result<CompiledProgram> CompileSource(const Source& source, CompileRequest request);

// "a gzip file", "the text of a program"… for messages; empty when the bytes look like nothing known.
std::string DescribeInput(std::string_view bytes);

}  // namespace mote
