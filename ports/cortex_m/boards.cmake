# Boards that mote_add_firmware knows: id | processor clock in Hz | what it is. The linker script is <id>.ld; the id is also QEMU's name for
# the machine.
set(MOTE_BOARDS
  "mps2-an386|25000000|Arm MPS2+ with AN386: Cortex-M4, 4 MiB of code, 4 MiB of data"
  "mps3-an547|32000000|Arm MPS3 with AN547: Cortex-M55, 512 KiB of code, 512 KiB of data")
