# Cortex-M55 with FPU and Helium.
set(MOTE_MCU_CPU "-mcpu=cortex-m55 -mfloat-abi=hard")
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
