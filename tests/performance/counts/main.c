/* Runs one compiled program on QEMU's virt machine for AArch64 and prints how many instructions its second run takes, and the sum of its
   outputs' words. Inputs are numbers between -1 and 1. */
#include <mote/mote.h>
#include <stddef.h>

extern const unsigned char program[], program_end[];
uint64_t semihosting_call(uint64_t operation, const void* argument);

enum {
#define MOTE_ELEMENT_TYPE(id, code, ...) ELEMENT_##id = code,
#include <mote/tables/element_types.def>
#undef MOTE_ELEMENT_TYPE
};

/* What the kernel would tell of the core. */
unsigned long getauxval(unsigned long which);
unsigned long getauxval(unsigned long which) { return which == 16 ? HWCAP : 0; }

static unsigned char memory[64 << 20] __attribute__((aligned(64)));
static size_t used;

static void* take(size_t size) {
  void* at = memory + used;
  used += (size + 63) / 64 * 64;
  return at;
}

typedef uint64_t Pair __attribute__((vector_size(16), aligned(1), may_alias));

void* memcpy(void* to, const void* from, size_t size) {
  unsigned char* d = to;
  const unsigned char* s = from;
  for (; size >= 64; size -= 64, d += 64, s += 64) {
    const Pair a = ((const Pair*)s)[0], b = ((const Pair*)s)[1], c = ((const Pair*)s)[2], e = ((const Pair*)s)[3];
    ((Pair*)d)[0] = a, ((Pair*)d)[1] = b, ((Pair*)d)[2] = c, ((Pair*)d)[3] = e;
  }
  for (; size >= 16; size -= 16, d += 16, s += 16) *(Pair*)d = *(const Pair*)s;
  for (; size != 0; --size) *d++ = *s++;
  return to;
}

void* memmove(void* to, const void* from, size_t size) {
  unsigned char* d = to;
  const unsigned char* s = from;
  if (d <= s || d >= s + size) return memcpy(to, from, size);
  while (size-- != 0) d[size] = s[size];
  return to;
}

void* memset(void* to, int value, size_t size) {
  unsigned char* d = to;
  const uint64_t word = (unsigned char)value * 0x0101010101010101u;
  const Pair all = {word, word};
  for (; size >= 64; size -= 64, d += 64) ((Pair*)d)[0] = ((Pair*)d)[1] = ((Pair*)d)[2] = ((Pair*)d)[3] = all;
  for (; size != 0; --size) *d++ = (unsigned char)value;
  return to;
}

int memcmp(const void* a, const void* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const int difference = ((const unsigned char*)a)[i] - ((const unsigned char*)b)[i];
    if (difference != 0) return difference;
  }
  return 0;
}

static void write(const char* name, uint64_t number) {
  char text[64], *at = text + sizeof text;
  *--at = 0, *--at = '\n';
  do *--at = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  semihosting_call(4, name);
  semihosting_call(4, at);
}

static void leave(int code) {
  const uint64_t reason[2] = {0x20026, (uint64_t)code};
  semihosting_call(0x18, reason);
}

static void must(mote_status status) {
  if (status.code == MOTE_OK) return;
  write("refused ", (uint64_t)status.code);
  leave(1);
}

static uint64_t retired(void) {
  uint64_t count;
  __asm volatile("isb\n mrs %0, pmevcntr0_el0" : "=r"(count) : : "memory");
  return count;
}

/* Between these other tools may count, function by function. */
__attribute__((noinline)) void count_begin(void) { __asm volatile(""); }
__attribute__((noinline)) void count_end(void) { __asm volatile(""); }

int main(void) {
  const mote_program* opened = NULL;
  mote_instance* instance = NULL;
  mote_sizes sizes;
  const mote_open_options options = {.target = "linux"};
  must(mote_open(take(mote_program_size()), mote_program_size(), program, (size_t)(program_end - program), &options, &opened));
  must(mote_query_sizes(opened, &sizes));
  const mote_memory all = {.instance = take(sizes.instance), .instance_size = sizes.instance, .arena = take((size_t)sizes.arena),
                           .arena_size = (size_t)sizes.arena, .state = take((size_t)sizes.state), .state_size = (size_t)sizes.state};
  must(mote_instance_init(&all, opened, 0, &instance));
  uint32_t random = 1;
  for (uint32_t i = 0; i < mote_input_count(opened, 0); ++i) {
    mote_tensor tensor;
    must(mote_input(opened, 0, i, &tensor));
    float* const values = take((size_t)tensor.bytes);
    __fp16* const halves = (__fp16*)values;
    const uint64_t bytes = tensor.element_type == ELEMENT_F16 ? 2 : 4;
    for (uint64_t e = 0; e < tensor.bytes / bytes; ++e) {
      random = random * 1664525u + 1013904223u;
      const float value = (float)(int32_t)random * 0x1p-31f;
      if (bytes == 2) halves[e] = (__fp16)value;
      else values[e] = value;
    }
    must(mote_bind_input(instance, i, values, (size_t)tensor.bytes));
  }
  uint32_t* outputs[4] = {NULL};
  for (uint32_t i = 0; i < mote_output_count(opened, 0) && i < 4; ++i) {
    mote_tensor tensor;
    must(mote_output(opened, 0, i, &tensor));
    outputs[i] = take((size_t)tensor.bytes);
    must(mote_bind_output(instance, i, outputs[i], (size_t)tensor.bytes));
  }
  must(mote_run(instance, 0));
  const uint64_t before = retired();
  count_begin();
  must(mote_run(instance, 0));
  count_end();
  write("instructions ", retired() - before);
  leave(0);
  return 0;
}
