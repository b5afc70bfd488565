/* Status codes of the runtime and where a failure was found. */
#ifndef MOTE_STATUS_H_
#define MOTE_STATUS_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__cplusplus) && __cplusplus >= 201703L
#define MOTE_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define MOTE_NODISCARD __attribute__((warn_unused_result))
#else
#define MOTE_NODISCARD
#endif

typedef enum mote_code {
#define MOTE_STATUS(id, code, text) MOTE_##id = code,
#include "mote/tables/status.def"
#undef MOTE_STATUS
} mote_code;

/* `site` is a stable number of the place that found the failure (schema/sites.def); `detail` is what the site's text says of it (bytes
   needed, a step's word, a number that was given; larger values count as 2^32 - 1), else 0. Both are 0 on success. */
typedef struct mote_status {
  mote_code code;
  uint16_t site;
  uint32_t detail;
} mote_status;

/* The same in words: English, static, never null. The text of a site may end in "; detail: WHAT". A number of a newer runtime gives a text
   that says so, site 0 an empty one. They lie in an object of the archive by themselves: an image that does not call them does not carry
   the texts. */
const char* mote_status_text(mote_code code);
const char* mote_site_text(uint16_t site);

#ifdef __cplusplus
}
#endif
#endif
