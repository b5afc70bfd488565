/* Runs a compiled program on this machine, with the runtime alone: for machines that the tool `mote` is not built for.
   usage: mote_runner PROGRAM.mote OUTPUTS.bin [--repeat N] INPUT…
          mote_runner PROGRAM.mote OUTPUTS.bin --inputs FILE
   An input is a .npy file or raw elements, FILE all of them one after the other, raw; OUTPUTS.bin takes the outputs likewise. --repeat
   prints the least processor time of N runs. */
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int fail(const char* what, const char* detail) {
  fprintf(stderr, "mote_runner: %s: %s\n", what, detail);
  return 1;
}

static int refused(const char* call, mote_status status) {
  fprintf(stderr, "mote_runner: %s: code %d, site %u, detail %u\n", call, (int)status.code, (unsigned)status.site, (unsigned)status.detail);
  return 1;
}

/* Zeros, aligned to 64 as programs for Linux want their arena; never given back. */
static unsigned char* zeros(size_t size) {
  unsigned char* bytes = calloc(1, size + 64);
  if (bytes == NULL) exit(fail("memory", "there is not enough"));
  return bytes + (64 - (size_t)bytes % 64);
}

/* The bytes of a file; null when it cannot be read. */
static unsigned char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return NULL;
  unsigned char* bytes = NULL;
  if (fseek(file, 0, SEEK_END) == 0) {
    const long length = ftell(file);
    rewind(file);
    if (length >= 0) {
      bytes = zeros((size_t)length);
      *size = fread(bytes, 1, (size_t)length, file);
      if (*size != (size_t)length) bytes = NULL;
    }
  }
  fclose(file);
  return bytes;
}

/* Where the elements of an input file begin: behind the header of a .npy file. */
static size_t elements_of(const unsigned char* bytes, size_t size) {
  if (size < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0) return 0;
  if (bytes[6] == 1) return 10u + bytes[8] + 256u * bytes[9];
  return 12u + bytes[8] + 256u * bytes[9] + 65536u * bytes[10];
}

static int bind_inputs(mote_instance* instance, const mote_program* program, char** paths, int count) {
  if ((uint32_t)count != mote_input_count(program, 0)) return fail("inputs", "not as many as the program takes");
  for (uint32_t i = 0; i < (uint32_t)count; ++i) {
    mote_tensor tensor;
    size_t size = 0;
    const unsigned char* bytes = read_file(paths[i], &size);
    if (bytes == NULL) return fail(paths[i], "cannot be read");
    const size_t at = elements_of(bytes, size);
    if (mote_input(program, 0, i, &tensor).code != MOTE_OK) return fail(paths[i], "there is no such input");
    if (at > size || size - at != tensor.bytes) return fail(paths[i], "not the input's size");
    unsigned char* elements = zeros(size);
    memcpy(elements, bytes + at, size - at);
    const mote_status status = mote_bind_input(instance, i, elements, size - at);
    if (status.code != MOTE_OK) return refused("mote_bind_input", status);
  }
  return 0;
}

static int bind_joined(mote_instance* instance, const mote_program* program, const char* path) {
  size_t size = 0, at = 0;
  const unsigned char* bytes = read_file(path, &size);
  if (bytes == NULL) return fail(path, "cannot be read");
  for (uint32_t i = 0; i < mote_input_count(program, 0); ++i) {
    mote_tensor tensor;
    mote_status status = mote_input(program, 0, i, &tensor);
    if (status.code != MOTE_OK) return refused("mote_input", status);
    if (tensor.bytes > size - at) return fail(path, "is too short");
    unsigned char* elements = zeros((size_t)tensor.bytes);
    memcpy(elements, bytes + at, (size_t)tensor.bytes);
    at += (size_t)tensor.bytes;
    status = mote_bind_input(instance, i, elements, (size_t)tensor.bytes);
    if (status.code != MOTE_OK) return refused("mote_bind_input", status);
  }
  return at == size ? 0 : fail(path, "is too long");
}

static int bind_outputs(mote_instance* instance, const mote_program* program) {
  for (uint32_t i = 0; i < mote_output_count(program, 0); ++i) {
    mote_tensor tensor;
    mote_status status = mote_output(program, 0, i, &tensor);
    if (status.code == MOTE_OK) status = mote_bind_output(instance, i, zeros((size_t)tensor.bytes), (size_t)tensor.bytes);
    if (status.code != MOTE_OK) return refused("mote_bind_output", status);
  }
  return 0;
}

static int write_outputs(mote_instance* instance, const mote_program* program, const char* path) {
  FILE* file = fopen(path, "wb");
  if (file == NULL) return fail(path, "cannot be written");
  for (uint32_t i = 0; i < mote_output_count(program, 0); ++i) {
    mote_tensor tensor;
    const mote_status status = mote_output(program, 0, i, &tensor);
    if (status.code != MOTE_OK) return refused("mote_output", status);
    if (fwrite(mote_output_data(instance, i), 1, (size_t)tensor.bytes, file) != tensor.bytes) return fail(path, "cannot be written");
  }
  return fclose(file) == 0 ? 0 : fail(path, "cannot be written");
}

int main(int argc, char** argv) {
  const int joined = argc == 5 && strcmp(argv[3], "--inputs") == 0;
  const int repeat = argc > 4 && strcmp(argv[3], "--repeat") == 0 ? atoi(argv[4]) : 0, first = repeat > 0 ? 5 : 3;
  if (argc < 3) return fail("usage", "PROGRAM.mote OUTPUTS.bin [--repeat N] INPUT...");
  size_t size = 0;
  const unsigned char* bytes = read_file(argv[1], &size);
  if (bytes == NULL) return fail(argv[1], "cannot be read");
  const mote_program* program = NULL;
  mote_instance* instance = NULL;
  mote_sizes sizes;
  const mote_open_options options = {.target = "linux"};
  mote_status status = mote_open(zeros(mote_program_size()), mote_program_size(), bytes, size, &options, &program);
  if (status.code != MOTE_OK) return refused("mote_open", status);
  status = mote_query_sizes(program, &sizes);
  if (status.code != MOTE_OK) return refused("mote_query_sizes", status);
  const size_t arena = (size_t)sizes.arena, state = (size_t)sizes.state;
  const mote_memory memory = {.instance = zeros(sizes.instance), .instance_size = sizes.instance, .arena = zeros(arena),
                              .arena_size = arena, .state = zeros(state), .state_size = state};
  status = mote_instance_init(&memory, program, 0, &instance);
  if (status.code != MOTE_OK) return refused("mote_instance_init", status);
  if (joined ? bind_joined(instance, program, argv[4]) : bind_inputs(instance, program, argv + first, argc - first)) return 1;
  if (bind_outputs(instance, program)) return 1;
  clock_t least = 0;
  for (int i = 0; i < (repeat > 0 ? repeat : 1); ++i) {
    const clock_t before = clock();
    status = mote_run(instance, 0);
    const clock_t took = clock() - before;
    if (status.code != MOTE_OK) return refused("mote_run", status);
    if (i == 0 || took < least) least = took;
  }
  if (repeat > 0) printf("%.3f ms\n", 1000.0 * (double)least / CLOCKS_PER_SEC);
  return write_outputs(instance, program, argv[2]);
}
