# Cortex-M3.
set(MOTE_MCU_CPU "-mcpu=cortex-m3 -mfloat-abi=soft")
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
