// A C++17 application that takes mote in as a subdirectory.
#include "../digits_app.inc"
