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
  bool compiled() const { return !module.has_value(); }
};

// One program with an entry point, from the file or, for "-", standard input. A text of several modules is refused.
Result<Source> LoadSource(const std::string& path, const FrontendOptions& options = {});
// The modules of a text that lines of "// -----" separate, which may be declarations only; one for every other source.
Result<std::vector<Source>> LoadSources(const std::string& path, const FrontendOptions& options = {});
// The values of `--dim`: NAME=SIZE for a scalar parameter that holds a size, NAME.DIMENSION=SIZE for a dimension of a parameter, or SIZE for
// all that are not named. The source's module takes these sizes; nothing happens without any.
Status TakeDimensions(Source& source, const std::vector<std::string>& dims);
// Empty for a well-formed value of `--dim`, else what is wrong with it.
std::string WrongDimension(const std::string& dim);

}  // namespace mote
