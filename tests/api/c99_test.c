/* The public headers are C99, and calls with nothing in hand are refused, not crashed. */
#include <mote/mote.h>

int RunC99(void);

int RunC99(void) {
  const mote_program* program = 0;
  mote_instance* instance = 0;
  mote_tensor tensor;
  mote_sizes sizes;
  int refused = 0;
  refused += mote_open(0, 0, 0, 0, 0, &program).code == MOTE_INVALID_ARGUMENT;
  refused += mote_input(0, 0, 0, &tensor).code == MOTE_INVALID_ARGUMENT;
  refused += mote_query_sizes(0, &sizes).code == MOTE_INVALID_ARGUMENT;
  const mote_memory memory = {0};
  refused += mote_instance_init(0, 0, 0, &instance).code == MOTE_INVALID_ARGUMENT;
  refused += mote_instance_init(&memory, 0, 0, &instance).code == MOTE_INVALID_ARGUMENT;
  refused += mote_run(0, 0).code == MOTE_INVALID_ARGUMENT;
  refused += mote_input_data(0, 0) == 0 && mote_output_data(0, 0) == 0;
  refused += mote_entry_count(0) == 0;
  mote_set_threads(0, 0);
  mote_set_hook(0, 0);
  return refused;
}
