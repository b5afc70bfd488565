// Where a failure was found and what it means to the caller. The text stays on the host (schema/sites.def).
#ifndef MOTE_CORE_FAILURE_H_
#define MOTE_CORE_FAILURE_H_

#include <stddef.h>

#include "mote/status.h"

namespace mote::runtime {

enum class Site : uint16_t {
  kNone = 0,
#define MOTE_SITE(id, number, code, text) k##id = number,
#include "schema/sites.def"
#undef MOTE_SITE
};

// For failures of Vulkan, whose code may depend on what a driver said.
constexpr mote_status Failure(mote_code code, Site site, uint32_t detail) { return {code, static_cast<uint16_t>(site), detail}; }
constexpr mote_status Done() { return {MOTE_OK, 0, 0}; }
mote_code CodeOf(Site site);  // of a site that is not Vulkan's
constexpr uint32_t Detail(size_t value) { return value > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(value); }
inline mote_status Fail(Site site, uint32_t detail = 0) { return {CodeOf(site), static_cast<uint16_t>(site), detail}; }

}  // namespace mote::runtime

#endif
