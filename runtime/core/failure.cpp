// The status code of every failure site.
#include "core/failure.h"

namespace mote::runtime {

mote_code CodeOf(Site site) {
  switch (site) {
    case Site::kNone: return MOTE_OK;
#define MOTE_SITE(id, number, code, text) case Site::k##id: return MOTE_##code;
#include "schema/sites.def"
#undef MOTE_SITE
  }
  return MOTE_MALFORMED;
}

}  // namespace mote::runtime
