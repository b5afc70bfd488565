# Boards that mote_add_firmware knows: id | processor clock in Hz | core (cmake/mote_cores.cmake) | what it is. The linker script is <id>.ld in the
# port's folder; the id is also QEMU's name for the machine.
set(MOTE_BOARDS
  "microbit|16000000|cortex-m0|BBC micro:bit: Cortex-M0, 256 KiB of flash, 16 KiB of RAM"
  "mps2-an385|25000000|cortex-m3|Arm MPS2 with AN385: Cortex-M3, 4 MiB of code, 4 MiB of data"
  "mps2-an386|25000000|cortex-m4|Arm MPS2+ with AN386: Cortex-M4, 4 MiB of code, 4 MiB of data"
  "mps2-an500|25000000|cortex-m7|Arm MPS2+ with AN500: Cortex-M7, 4 MiB of code, 4 MiB of data"
  "mps2-an505|20000000|cortex-m33|Arm MPS2+ with AN505: Cortex-M33, 4 MiB of code, 4 MiB of data"
  "mps3-an547|32000000|cortex-m55|Arm MPS3 with AN547: Cortex-M55, 512 KiB of code, 512 KiB of data, DDR of 256 MiB"
  "virt|1000000000|riscv32|RISC-V virt, 32 bits: 16 MiB of code, 64 MiB of data")
