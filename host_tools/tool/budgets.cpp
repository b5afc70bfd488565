#include "tool/budgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "schema/step_layout.h"
#include "tool/byte_size.h"

namespace mote {

std::string Budgets::SetIn(CompileRequest& request) const {
  if (!ParseByteSize(ram, request.ram)) return "--ram wants a size such as 64K, not '" + ram + "'";
  if (!ParseByteSize(flash, request.flash)) return "--flash wants a size such as 256K, not '" + flash + "'";
  request.regions.clear();
  int64_t all = 0;
  for (const std::string& text : regions) {
    const size_t colon = text.find(':');
    Region region{text.substr(0, colon)};
    if (colon == 0 || colon == std::string::npos || !ParseByteSize(text.substr(colon + 1), region.bytes) || region.bytes <= 0) {
      return "--region wants a memory's name and size such as dtcm:64K, not '" + text + "'";
    }
    const bool again = std::any_of(request.regions.begin(), request.regions.end(), [&](const Region& r) { return r.name == region.name; });
    if (again) return "--region " + region.name + " is there twice";
    all += region.bytes = std::min<int64_t>(region.bytes, UINT32_MAX);
    request.regions.push_back(std::move(region));
  }
  if (request.regions.size() > kMoteMostRegions) {
    return fmt::format("{} regions, of which a program may have {}", request.regions.size(), static_cast<int>(kMoteMostRegions));
  }
  if (all > UINT32_MAX) return "the regions have more than 4 GiB together";
  return "";
}

}  // namespace mote
