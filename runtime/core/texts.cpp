// The texts of codes and sites, for applications that show them. Nothing in the runtime calls these: who does not either does not link
// them.
#include "core/failure.h"

namespace {

// Numbers, and their texts one behind the other: a table of pointers would be a fifth of them.
const char* TextOf(const uint16_t* numbers, uint32_t count, const char* texts, uint32_t number, const char* unknown) {
  for (uint32_t i = 0; i < count; ++i, ++texts) {
    if (numbers[i] == number) return texts;
    while (*texts != 0) ++texts;
  }
  return unknown;
}

#define MOTE_STATUS(id, number, text) number,
constexpr uint16_t kCodes[] = {
#include "schema/status.def"
};
#undef MOTE_STATUS
#define MOTE_STATUS(id, number, text) text "\0"
constexpr char kCodeTexts[] =
#include "schema/status.def"
    ;
#undef MOTE_STATUS

#define MOTE_SITE(id, number, code, text) number,
constexpr uint16_t kSites[] = {0,
#include "schema/sites.def"
};
#undef MOTE_SITE
#define MOTE_SITE(id, number, code, text) text "\0"
constexpr char kSiteTexts[] = "\0"
#include "schema/sites.def"
    ;
#undef MOTE_SITE

}  // namespace

extern "C" {

const char* mote_status_text(mote_code code) {
  return TextOf(kCodes, sizeof kCodes / sizeof *kCodes, kCodeTexts, code, "a code that this runtime does not know");
}

const char* mote_site_text(uint16_t site) {
  return TextOf(kSites, sizeof kSites / sizeof *kSites, kSiteTexts, site, "a place that this runtime does not know");
}

}  // extern "C"
