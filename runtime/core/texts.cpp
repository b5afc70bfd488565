// The texts of codes and sites, for applications that show them. Nothing in the runtime calls these: who does not either does not link
// them.
#include "core/failure.h"

extern "C" {

const char* mote_status_text(mote_code code) {
  switch (code) {
#define MOTE_STATUS(id, number, text) case MOTE_##id: return text;
#include "schema/status.def"
#undef MOTE_STATUS
  }
  return "a code that this runtime does not know";
}

const char* mote_site_text(uint16_t site) {
  switch (site) {
    case 0: return "";
#define MOTE_SITE(id, number, code, text) case number: return text;
#include "schema/sites.def"
#undef MOTE_SITE
    default: return "a place that this runtime does not know";
  }
}

}  // extern "C"
