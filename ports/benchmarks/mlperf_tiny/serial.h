/* One serial port, polled. A board of another kind has a file of its own that defines these. */
#ifndef MOTE_PORTS_BENCHMARKS_MLPERF_TINY_SERIAL_H_
#define MOTE_PORTS_BENCHMARKS_MLPERF_TINY_SERIAL_H_

void serial_begin(void);
char serial_get(void); /* waits for one */
void serial_put(char character);

#endif
