// Small StableHLO modules, one a corner: attributes of windows and contractions, index types, element types, empty arrays.
#pragma once

#include <string>
#include <vector>

namespace mote::testing {

struct SmallModule {
  std::string name;
  std::string text;
};
std::vector<SmallModule> SmallModules();

}  // namespace mote::testing
