// Bytes → modules, for whoever has read them: the tool from files, a user of mote/compiler.h from anywhere. Opens nothing: names are for
// messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "hlo/module.h"

namespace mote {

// The modules of a text that lines of "// -----" separate, which may be declarations only; one for every other source.
Result<std::vector<Module>> ReadModules(std::string_view bytes, const std::string& name, const FrontendOptions& options = {});

// One program with an entry point: the public function `entry`, or the module's own where that is empty. Several modules are refused.
Result<Module> ReadOneModule(std::string_view bytes, const std::string& name, const FrontendOptions& options = {},
                             const std::string& entry = "");

}  // namespace mote
