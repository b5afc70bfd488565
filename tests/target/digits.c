/* The application of tests/consumer on the target machine: recognises an empty image with the linked digits program. */
#define _ISOC11_SOURCE
#include "../consumer/digits_app.inc"
