# Debian's cross compilers for Linux with glibc; what is built runs here under QEMU's user mode where qemu-user is installed. Included by one file a
# processor, which sets MOTE_TRIPLE, MOTE_QEMU and CMAKE_SYSTEM_PROCESSOR.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${MOTE_TRIPLE}-gcc)
set(CMAKE_CXX_COMPILER ${MOTE_TRIPLE}-g++)
set(CMAKE_FIND_ROOT_PATH /usr/${MOTE_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR ${MOTE_QEMU} -L /usr/${MOTE_TRIPLE})
