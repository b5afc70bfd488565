# RV32IMAC by Debian's gcc-riscv64-unknown-elf, without a C library: the port brings the memory functions, libgcc the rest.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_ASM_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# The name of the architecture as libgcc's folders have it: with one more letter GCC would link the library for 64 bits.
set(MOTE_MCU_FLAGS "-march=rv32imac -mabi=ilp32 -ffreestanding -ffunction-sections -fdata-sections")
set(CMAKE_C_FLAGS_INIT "${MOTE_MCU_FLAGS}")
set(CMAKE_CXX_FLAGS_INIT "${MOTE_MCU_FLAGS} -fno-exceptions -fno-rtti -fno-threadsafe-statics")
set(CMAKE_ASM_FLAGS_INIT "${MOTE_MCU_FLAGS}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -Wl,--gc-sections")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
