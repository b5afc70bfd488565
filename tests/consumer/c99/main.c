/* A C99 application against an installed mote (aligned_alloc is the one newer function it calls). */
#define _ISOC11_SOURCE
#include "../digits_app.inc"
