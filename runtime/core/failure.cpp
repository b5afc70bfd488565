// The status code of every failure site that core finds. Vulkan's sites state theirs where they fail.
#include "core/failure.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kFirstOfVulkan = 200;

constexpr uint32_t EndOfSites() {
  uint32_t end = 0;
#define MOTE_SITE(id, number, ...) end = (number) < kFirstOfVulkan && (number) >= end ? (number) + 1 : end;
#include "schema/sites.def"
#undef MOTE_SITE
  return end;
}
constexpr uint32_t kSites = EndOfSites();

struct Codes {
  uint8_t of[kSites];
};
constexpr Codes MakeCodes() {
  Codes codes{};
#define MOTE_SITE(id, number, code, text) \
  if ((number) < kSites) codes.of[(number) < kSites ? (number) : 0] = MOTE_##code;
#include "schema/sites.def"
#undef MOTE_SITE
  return codes;
}
constexpr Codes kCodes = MakeCodes();

}  // namespace

mote_code CodeOf(Site site) { return static_cast<mote_code>(kCodes.of[static_cast<uint32_t>(site)]); }

}  // namespace mote::runtime
