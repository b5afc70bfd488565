// A C++17 application against an installed mote.
#include "../digits_app.inc"
