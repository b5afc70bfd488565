/* Two rings in a mapped file. A member that is killed leaves them whole: a datagram counts once its ring's head says so. */
#include "shared_memory/shared_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int mote_shared_memory_open(mote_shared_memory* memory, const char* path, uint32_t bytes, int first) {
  if (bytes < 4096 || bytes > 1u << 30 || (bytes & (bytes - 1)) != 0) return EINVAL;
  const size_t ring = mote_ring_size(bytes);
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  if (ftruncate(file, (off_t)(2 * ring)) != 0) {
    const int error = errno;
    close(file);
    return error;
  }
  memory->size = 2 * ring;
  memory->memory = mmap(NULL, memory->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int error = errno;
  close(file);
  if (memory->memory == MAP_FAILED) return error;
  mote_ring* const one = memory->memory;
  mote_ring* const other = (mote_ring*)((uint8_t*)memory->memory + ring);
  memory->end.out = first ? one : other;
  memory->end.in = first ? other : one;
  memory->end.bytes = bytes;
  __atomic_store_n(&memory->end.in->tail, __atomic_load_n(&memory->end.in->head, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
  return 0;
}

mote_medium mote_shared_memory_medium(mote_shared_memory* memory) {
  const uint32_t most = memory->end.bytes / 8;
  return mote_loopback_medium(&memory->end, most < 1u << 16 ? most : 1u << 16);
}

void mote_shared_memory_close(mote_shared_memory* memory) { munmap(memory->memory, memory->size); }
