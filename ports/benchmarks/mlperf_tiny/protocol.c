#include "protocol.h"

enum { kLongest = 80 };
static char command[kLongest + 1];
static uint32_t length, expected, loaded;

void protocol_write(const char* text) {
  for (; *text != 0; ++text) benchmark.put(*text);
}

void protocol_write_number(uint32_t number) {
  char digits[11];
  char* at = digits + sizeof digits - 1;
  *at = 0;
  do *--at = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  protocol_write(at);
}

void protocol_write_thousandths(float value) {
  union { float f; uint32_t bits; } of = {value};
  const int exponent = (int)(of.bits >> 23 & 255) - 150; /* value = fraction x 2^exponent */
  uint64_t thousandths = (uint64_t)((of.bits & 0x7fffff) | (exponent > -150 ? 0x800000 : 0)) * 1000;
  if (exponent > 7) {
    thousandths = (uint64_t)INT32_MAX * 1000;
  } else if (exponent >= 0) {
    thousandths <<= exponent;
  } else {
    const int shift = exponent < -40 ? 40 : -exponent; /* 34 bits: all are gone */
    const uint64_t half = (uint64_t)1 << (shift - 1), rest = thousandths & (2 * half - 1);
    thousandths >>= shift;
    if (rest > half || (rest == half && thousandths % 2 == 1)) ++thousandths;
  }
  const uint32_t whole = (uint32_t)(thousandths / 1000), digits = (uint32_t)(thousandths % 1000);
  protocol_write_number(whole);
  benchmark.put('.');
  benchmark.put((char)('0' + digits / 100));
  benchmark.put((char)('0' + digits / 10 % 10));
  benchmark.put((char)('0' + digits % 10));
}

static void write_line(const char* before, uint32_t number, const char* after) {
  protocol_write(before);
  protocol_write_number(number);
  protocol_write(after);
  protocol_write("\r\n");
}

static int is(const char* a, const char* b) {
  for (; *a == *b; ++a, ++b) {
    if (*a == 0) return 1;
  }
  return 0;
}

/* The next word of the command, 0-terminated in place; an empty one at its end. */
static char* next_word(char** at) {
  while (**at == ' ') ++*at;
  char* const word = *at;
  while (**at != 0 && **at != ' ') ++*at;
  if (**at == ' ') *(*at)++ = 0;
  return word;
}

/* -1 where the word is no number below 10^9, or empty. */
static int32_t number_of(const char* word) {
  int32_t value = 0;
  int digits = 0;
  for (; *word >= '0' && *word <= '9' && digits < 9; ++word, ++digits) value = value * 10 + (*word - '0');
  return *word == 0 && digits > 0 ? value : -1;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = (char)(c | 32);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void load(const char* word) {
  const int32_t bytes = number_of(word);
  expected = loaded = 0;
  if (bytes <= 0) {
    protocol_write("e-[db load takes a number of bytes above 0]\r\n");
  } else if ((uint32_t)bytes != benchmark.input_bytes) {
    write_line("e-[The input of this model has ", benchmark.input_bytes, " bytes]");
  } else {
    expected = (uint32_t)bytes;
    write_line("m-[Expecting ", expected, " bytes]");
  }
}

/* Digits behind the last byte that is expected are left alone, as the reference firmware does. */
static void take_bytes(const char* digits) {
  if (expected == 0) {
    protocol_write("e-[db before db load]\r\n");
    return;
  }
  for (; digits[0] != 0 && loaded < expected; digits += 2) {
    const int high = hex_digit(digits[0]), low = high < 0 ? -1 : hex_digit(digits[1]);
    if (low < 0) {
      protocol_write("e-[db takes pairs of hexadecimal digits]\r\n");
      return;
    }
    benchmark.input[loaded++] = (uint8_t)(high * 16 + low);
  }
  if (loaded == expected) protocol_write("m-load-done\r\n");
}

static void print_bytes(void) {
  static const char kDigits[] = "0123456789abcdef";
  for (uint32_t i = 0; i < loaded; ++i) {
    if (i % 8 == 0) protocol_write("m-buffer-");
    benchmark.put(kDigits[benchmark.input[i] >> 4]);
    benchmark.put(kDigits[benchmark.input[i] & 15]);
    protocol_write(i % 8 == 7 || i + 1 == loaded ? "\r\n" : "-");
  }
}

static void buffer(char* at) {
  const char* const word = next_word(&at);
  if (*word == 0) protocol_write("e-[db takes load, print or bytes]\r\n");
  else if (is(word, "load")) load(next_word(&at));
  else if (is(word, "print")) print_bytes();
  else take_bytes(word);
}

static void timestamp(void) { write_line("m-lap-us-", benchmark.microseconds(), ""); }

static int repeat(int32_t times) {
  for (; times > 0; --times) {
    if (!benchmark.infer()) return 0;
    (void)benchmark.microseconds(); /* which may count in less than 32 bits */
  }
  return 1;
}

static void infer(char* at) {
  const char* const many = next_word(&at);
  const char* const before = next_word(&at);
  const int32_t times = *many == 0 ? 1 : number_of(many), warm_up = *before == 0 ? 10 : number_of(before);
  if (times <= 0 || warm_up < 0) {
    protocol_write("e-[infer takes a number of inferences above 0, and one to warm up]\r\n");
    return;
  }
  if (loaded == 0 || loaded != expected) {
    protocol_write("e-[infer before the input was loaded]\r\n");
    return;
  }
  write_line("m-warmup-start-", (uint32_t)warm_up, "");
  int right = repeat(warm_up);
  protocol_write("m-warmup-done\r\n");
  write_line("m-infer-start-", (uint32_t)times, "");
  timestamp();
  right = right && repeat(times);
  timestamp();
  if (!right) {
    protocol_write("e-[The inference failed]\r\n");
    return;
  }
  protocol_write("m-infer-done\r\n");
  benchmark.results();
}

static void help(void) {
  protocol_write(
      "help         : this\r\n"
      "name         : of the device\r\n"
      "profile      : of the benchmark, and the model\r\n"
      "timestamp    : microseconds\r\n"
      "db load N    : N bytes of input follow\r\n"
      "db HH[HH]*   : bytes of it\r\n"
      "db print     : what has been loaded\r\n"
      "infer N [W]  : N inferences after W to warm up (10)\r\n"
      "results      : of the last inference\r\n");
}

static void run(char* at) {
  const char* const word = next_word(&at);
  if (is(word, "name")) {
    protocol_write("m-name-dut-[mote]\r\n");
  } else if (is(word, "profile")) {
    protocol_write("m-profile-[ULPMark for tinyML Firmware V0.0.1]\r\nm-model-[");
    protocol_write(benchmark.model);
    protocol_write("]\r\n");
  } else if (is(word, "timestamp")) {
    timestamp();
  } else if (is(word, "help")) {
    help();
  } else if (is(word, "db")) {
    buffer(at);
  } else if (is(word, "infer")) {
    infer(at);
  } else if (is(word, "results")) {
    benchmark.results();
  } else {
    protocol_write("e-[Unknown command: ");
    protocol_write(word);
    protocol_write("]\r\n");
  }
}

void protocol_begin(void) {
  protocol_write("m-timestamp-mode-performance\r\n");
  timestamp();
  protocol_write("m-init-done\r\nm-ready\r\n");
}

void protocol_take(char character) {
  if (character == '\r' || character == '\n') return; /* of terminals */
  if (character != '%') {
    if (length <= kLongest) command[length++] = character; /* one more than fits says that it was longer */
    return;
  }
  const uint32_t taken = length;
  length = 0;
  if (taken > kLongest) {
    protocol_write("e-[A command has at most 80 characters]\r\n");
  } else {
    command[taken] = 0;
    run(command);
  }
  protocol_write("m-ready\r\n");
}
