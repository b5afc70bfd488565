# Linux on 32-bit Arm with a floating-point unit (Debian: g++-arm-linux-gnueabihf).
set(CMAKE_SYSTEM_PROCESSOR arm)
set(MOTE_TRIPLE arm-linux-gnueabihf)
set(MOTE_QEMU qemu-arm)
include(${CMAKE_CURRENT_LIST_DIR}/linux-gnu.cmake)
