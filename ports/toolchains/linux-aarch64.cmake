# Linux on 64-bit Arm (Debian: g++-aarch64-linux-gnu).
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(MOTE_TRIPLE aarch64-linux-gnu)
set(MOTE_QEMU qemu-aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/linux-gnu.cmake)
