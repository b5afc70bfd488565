/* The serial protocol that EEMBC's runner speaks to a device under test of MLPerf Tiny: commands of at most 80 characters that end in
   '%', answered by lines that begin with m- (or e- for errors) and, at the end of each, m-ready. What the device can do is the image's:
   below. */
#ifndef MOTE_PORTS_BENCHMARKS_MLPERF_TINY_PROTOCOL_H_
#define MOTE_PORTS_BENCHMARKS_MLPERF_TINY_PROTOCOL_H_

#include <stdint.h>

/* Says that the device is there; then hand over every character that comes. */
void protocol_begin(void);
void protocol_take(char character);

/* Text to the runner, of the image's own too: "m-results-[…]\r\n". */
void protocol_write(const char* text);           /* 0-terminated */
void protocol_write_number(uint32_t number);     /* decimal */
/* Three digits behind the point, rounded as printf does; for values below 2^31 that are not negative. */
void protocol_write_thousandths(float value);

/* Of the image. */
struct benchmark {
  const char* model;       /* "kws01", "vww01", "ic01", "ad01" */
  uint8_t* input;          /* what `db` fills */
  uint32_t input_bytes;
  int (*infer)(void);      /* one inference of the input; 0: it failed */
  void (*results)(void);   /* writes the results of the last one */
  void (*put)(char character);
  uint32_t (*microseconds)(void); /* since any time; called at least once an inference */
};
extern const struct benchmark benchmark;

#endif
