# Cortex-M4 with its single-precision FPU.
set(MOTE_MCU_CPU "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard")
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
