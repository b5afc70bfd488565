# Linux on 64-bit RISC-V (Debian: g++-riscv64-linux-gnu).
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(MOTE_TRIPLE riscv64-linux-gnu)
set(MOTE_QEMU qemu-riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/linux-gnu.cmake)
