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

/* `site` is a stable number of the place that found the failure (schema/sites.def), `detail` a value that helps (an offset, an index); both 0 on success. */
typedef struct mote_status {
  mote_code code;
  uint16_t site;
  uint32_t detail;
} mote_status;

#ifdef __cplusplus
}
#endif
#endif
