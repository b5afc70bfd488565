# Cortex-M0+, and Cortex-M0, which has the same instructions.
set(MOTE_MCU_CPU "-mcpu=cortex-m0plus -mfloat-abi=soft")
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
