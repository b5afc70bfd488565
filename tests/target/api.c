/* Runs the calls of tests/api/c99_test.c: each of the seven answers must be a refusal. */
#include <stdio.h>

int RunC99(void);

int main(void) {
  const int refused = RunC99();
  printf("%d of 8 calls with nothing in hand refused\n", refused);
  return refused == 8 ? 0 : 1;
}
