/* Prints how the inputs and outputs of a program file are cut, by mote_input_split and mote_output_split. With "damage" behind the file
   each of its words in turn is made another: what is still opened must answer, with cuts that hold together or an error.
   usage: shard_map_splits FILE.mote [damage] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mote/program.h"

static const mote_program* Open(void* memory, const void* bytes, size_t size) {
  const mote_program* program = NULL;
  return mote_open(memory, mote_program_size(), bytes, size, NULL, &program).code == MOTE_OK ? program : NULL;
}

static mote_status SplitOf(const mote_program* program, int output, uint32_t i, mote_split* split) {
  return output ? mote_output_split(program, 0, i, split) : mote_input_split(program, 0, i, split);
}

static uint32_t Count(const mote_program* program, int output) {
  return output ? mote_output_count(program, 0) : mote_input_count(program, 0);
}

static void Print(const mote_program* program) {
  for (int output = 0; output < 2; ++output) {
    for (uint32_t i = 0; i < Count(program, output); ++i) {
      mote_split split;
      if (SplitOf(program, output, i, &split).code != MOTE_OK) exit(1);
      printf("%s %u:", output ? "output" : "input", (unsigned)i);
      for (uint32_t d = 0; d < split.rank; ++d) printf(" %u", (unsigned)split.tiles[d]);
      printf(" |");
      for (uint32_t m = 0; m < split.members; ++m) printf(" %u", (unsigned)split.parts[m]);
      printf("\n");
    }
  }
}

/* Whether every answer is one. */
static int Sound(const mote_program* program, unsigned* refused) {
  for (int output = 0; output < 2; ++output) {
    for (uint32_t i = 0; i < Count(program, output); ++i) {
      mote_split split;
      uint64_t parts = 1;
      if (SplitOf(program, output, i, &split).code != MOTE_OK) {
        ++*refused;
        continue;
      }
      for (uint32_t d = 0; d < split.rank; ++d) parts *= split.tiles[d];
      for (uint32_t m = 0; m < split.members; ++m) {
        if (split.parts[m] >= parts) return 0;
      }
    }
  }
  return 1;
}

int main(int count, char** words) {
  FILE* file = count > 1 ? fopen(words[1], "rb") : NULL;
  if (file == NULL) return 2;
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  uint32_t* bytes = malloc(size + 4);
  uint64_t* memory = malloc(mote_program_size());
  if (bytes == NULL || memory == NULL || fread(bytes, 1, size, file) != size) return 2;
  fclose(file);
  if (count < 3) {
    const mote_program* program = Open(memory, bytes, size);
    if (program == NULL) return 1;
    Print(program);
    return 0;
  }
  unsigned opened = 0, refused = 0;
  for (size_t word = 0; word < size / 4; ++word) {
    static const uint32_t kOthers[] = {0, 3, 4, 0x40000000, 0xffffffff};
    for (size_t k = 0; k < sizeof kOthers / sizeof *kOthers; ++k) {
      const uint32_t was = bytes[word];
      bytes[word] = kOthers[k];
      const mote_program* program = Open(memory, bytes, size);
      opened += program != NULL;
      if (program != NULL && !Sound(program, &refused)) return 1;
      bytes[word] = was;
    }
  }
  printf("%s\n", opened != 0 && refused != 0 ? "sound" : "nothing was tried");
  return 0;
}
