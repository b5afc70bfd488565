/* The firmware: one network, asked over a serial port (protocol.h). The input stays what the runner sent, since a run may overwrite the
   network's; every inference begins by putting it there, which counts. */
#include <mote/mote.h>

#include <ticks.h> /* the processor's, of its port */

#include "mote_firmware.h"
#include "protocol.h"
#include "serial.h"

enum { kBytes, kUnsigned, kFloats, kScores, kError };
struct model {
  const char* name;
  int input;
  float input_scale;
  int input_zero;
  int results;
  float output_scale;
  int output_zero;
};
enum {
#define MLPERF_MODEL(id, ...) k_##id,
#include "models.def"
#undef MLPERF_MODEL
};
static const struct model models[] = {
#define MLPERF_MODEL(id, name, input, scale, zero, results, ...) {name, k##input, scale, zero, k##results, __VA_ARGS__},
#include "models.def"
#undef MLPERF_MODEL
};
#define MODEL models[MOTE_MLPERF_MODEL]

enum { kInputs = MOTE_MLPERF_INPUTS }; /* elements, a byte each in the network */
static union { uint8_t bytes[MOTE_MLPERF_FLOATS ? 4 * kInputs : kInputs]; float floats[MOTE_MLPERF_FLOATS ? kInputs : 1]; } sent;

__attribute__((section(MOTE_FIRMWARE_ARENA_SECTION), aligned(8))) static unsigned char arena[MOTE_FIRMWARE_ARENA_BYTES];
static uint64_t program_memory[MOTE_FIRMWARE_PROGRAM_WORDS], instance_memory[MOTE_FIRMWARE_INSTANCE_WORDS];
static const mote_program* program;
static mote_instance* instance;
static uint32_t outputs; /* elements */

/* As the reference firmware quantizes: a quotient, rounded half away from 0. */
static int8_t quantized(float value) {
  const float quotient = value / MODEL.input_scale;
  const float limited = quotient < -1024 ? -1024 : quotient > 1024 ? 1024 : quotient;
  const int rounded = (int)(limited < 0 ? limited - 0.5f : limited + 0.5f) + MODEL.input_zero;
  return (int8_t)(rounded < -128 ? -128 : rounded > 127 ? 127 : rounded);
}

static int infer(void) {
  int8_t* const input = mote_input_data(instance, 0);
  for (uint32_t i = 0; i < kInputs; ++i) {
    input[i] = MODEL.input == kFloats ? quantized(sent.floats[i]) : (int8_t)(sent.bytes[i] - (MODEL.input == kUnsigned ? 128 : 0));
  }
  return mote_run(instance, 0).code == MOTE_OK;
}

static float output(uint32_t i) {
  return (float)(((const int8_t*)mote_output_data(instance, 0))[i] - MODEL.output_zero) * MODEL.output_scale;
}

static void results(void) {
  protocol_write("m-results-[");
  if (MODEL.results == kError) {
    float sum = 0;
    for (uint32_t i = 0; i < outputs && i < kInputs; ++i) {
      const float difference = output(i) - sent.floats[i];
      sum += difference * difference;
    }
    protocol_write_thousandths(sum / (float)outputs);
  } else {
    for (uint32_t i = 0; i < outputs; ++i) {
      if (i != 0) protocol_write(",");
      protocol_write_thousandths(output(i));
    }
  }
  protocol_write("]\r\n");
}

static uint32_t microseconds(void) {
  enum { kMegahertz = MOTE_BOARD_HZ / 1000000 };
  static uint32_t last, rest, total;
  const uint32_t passed = ticks() - last;
  last += passed;
  rest += passed % kMegahertz;
  total += passed / kMegahertz + rest / kMegahertz;
  rest %= kMegahertz;
  return total;
}

const struct benchmark benchmark = {models[MOTE_MLPERF_MODEL].name, sent.bytes, sizeof sent.bytes, infer, results, serial_put,
                                    microseconds};

static void failed(const char* what, const mote_status* status) {
  protocol_write("e-[");
  protocol_write(what);
  protocol_write(": code ");
  protocol_write_number((uint32_t)status->code);
  protocol_write(", site ");
  protocol_write_number(status->site);
  protocol_write("]\r\n");
}

static int begin(void) {
  const mote_open_options options = {.target = MOTE_FIRMWARE_TARGET, .natives = MOTE_FIRMWARE_NATIVES};
  mote_status status =
      mote_open(program_memory, sizeof program_memory, MOTE_FIRMWARE_PROGRAM, MOTE_FIRMWARE_PROGRAM_SIZE, &options, &program);
  if (status.code != MOTE_OK) return failed("mote_open", &status), 0;
  const mote_memory memory = {
      .instance = instance_memory, .instance_size = sizeof instance_memory, .arena = arena, .arena_size = sizeof arena};
  status = mote_instance_init(&memory, program, 0, &instance);
  if (status.code != MOTE_OK) return failed("mote_instance_init", &status), 0;
  mote_tensor in, out;
  if (mote_input(program, 0, 0, &in).code != MOTE_OK || mote_output(program, 0, 0, &out).code != MOTE_OK || in.bytes != kInputs) {
    protocol_write("e-[This is another network]\r\n");
    return 0;
  }
  outputs = (uint32_t)out.bytes;
  return 1;
}

int main(void) {
  start_ticks();
  serial_begin();
  if (!begin()) return 1;
  protocol_begin();
  while (1) protocol_take(serial_get());
}
