# Android on x86-64 (emulators, Chromebooks).
set(ANDROID_ABI x86_64)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(MOTE_TRIPLE x86_64-linux-android24)
set(MOTE_LIBC_INCLUDE /usr/include /usr/include/x86_64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/android.cmake)
