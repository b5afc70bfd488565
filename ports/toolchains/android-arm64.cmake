# Android on 64-bit Arm.
set(ANDROID_ABI arm64-v8a)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(MOTE_TRIPLE aarch64-linux-android24)
set(MOTE_LIBC_INCLUDE /usr/aarch64-linux-gnu/include)
include(${CMAKE_CURRENT_LIST_DIR}/android.cmake)
