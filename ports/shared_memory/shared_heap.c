/* The file begins with a page for its name and its generation, which counts what was forgotten: who copies looks at it before and
   behind. */
#include "shared_memory/shared_heap.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum { kPage = 4096 };
/* Addresses that a heap has; what it does not use costs nothing. */
static const size_t kRange = sizeof(size_t) > 4 ? (size_t)1 << 35 : (size_t)1 << 28;

typedef struct Head {
  uint64_t name;
  uint32_t generation;
} Head;

static Head* HeadOf(const mote_shared_heap* heap) { return (Head*)(void*)heap->memory; }

static uint32_t Generation(const mote_shared_heap* heap) { return __atomic_load_n(&HeadOf(heap)->generation, __ATOMIC_ACQUIRE); }

/* Of an open file. Closes it where it cannot be mapped. */
static int Map(mote_shared_heap* heap, int protection) {
  heap->memory = mmap(NULL, kRange, protection, MAP_SHARED | MAP_NORESERVE, heap->file, 0);
  if (heap->memory != MAP_FAILED) return 0;
  const int error = errno;
  close(heap->file);
  heap->memory = NULL;
  return error;
}

/* Makes [from, to) of the file real: an access to what the file system has no room for would be the end of the process. */
static int Populate(mote_shared_heap* heap, size_t from, size_t to) {
  if (ftruncate(heap->file, (off_t)to) != 0) return errno;
  if (madvise(heap->memory + from, to - from, MADV_POPULATE_WRITE) == 0) return 0;
  const int error = errno == EINVAL ? posix_fallocate(heap->file, (off_t)from, (off_t)(to - from)) : ENOSPC;
  if (error != 0) (void)!ftruncate(heap->file, (off_t)from);
  return error;
}

int mote_shared_heap_make(mote_shared_heap* heap, const char* path) {
  memset(heap, 0, sizeof *heap);
  if (unlink(path) != 0 && errno != ENOENT) return errno;
  heap->file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (heap->file < 0) return errno;
  int error = Map(heap, PROT_READ | PROT_WRITE);
  if (error != 0) return error;
  error = Populate(heap, 0, kPage);
  if (error != 0) {
    mote_shared_heap_close(heap);
    return error;
  }
  heap->size = kPage;
  while (getrandom(&heap->name, sizeof heap->name, 0) != (ssize_t)sizeof heap->name || heap->name == 0) {
  }
  HeadOf(heap)->name = heap->name;
  return 0;
}

void* mote_shared_heap_take(mote_shared_heap* heap, size_t bytes, size_t alignment) {
  if (heap->memory == NULL || bytes > kRange / 2) return NULL;
  const size_t from = (heap->size + alignment - 1) / alignment * alignment, to = (from + bytes + kPage - 1) / kPage * kPage;
  if (to > kRange || Populate(heap, heap->size, to) != 0) return NULL;
  heap->size = to;
  return heap->memory + from;
}

void mote_shared_heap_forget(mote_shared_heap* heap) {
  if (heap->memory == NULL) return;
  __atomic_add_fetch(&HeadOf(heap)->generation, 1, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST); /* what is written next is written behind it */
}

void mote_shared_heap_close(mote_shared_heap* heap) {
  if (heap->memory == NULL) return;
  munmap(heap->memory, kRange);
  close(heap->file);
  heap->memory = NULL;
}

mote_shared_piece mote_shared_heap_piece(const mote_shared_heap* heap, const void* data, size_t size) {
  mote_shared_piece piece = {heap->name, 0, 0, 0};
  const uintptr_t offset = (uintptr_t)data - (uintptr_t)heap->memory;
  if (heap->memory == NULL || offset >= heap->size || size > heap->size - offset) return piece;
  piece.offset = offset;
  piece.size = (uint32_t)size;
  piece.generation = Generation(heap);
  return piece;
}

/* What the file has by now. */
static void Measure(mote_shared_heap* heap) {
  struct stat facts;
  const int known = fstat(heap->file, &facts) == 0 && facts.st_size >= kPage;
  heap->size = !known ? 0 : (uint64_t)facts.st_size < kRange ? (size_t)facts.st_size : kRange;
}

/* The heap that is at `path` now, if it is the one of this name. */
static int IsMapped(mote_shared_heap* heap, const char* path, uint64_t name) {
  if (heap->memory != NULL && heap->name == name) return 1;
  mote_shared_heap_close(heap);
  heap->file = open(path, O_RDONLY | O_CLOEXEC);
  if (heap->file < 0 || Map(heap, PROT_READ) != 0) return 0;
  Measure(heap);
  heap->name = heap->size != 0 ? HeadOf(heap)->name : 0;
  return heap->name == name && name != 0;
}

int mote_shared_heap_copy(mote_shared_heap* heap, const char* path, const mote_shared_piece* piece, void* to, size_t size) {
  if (!IsMapped(heap, path, piece->name)) return 0;
  if (piece->offset + size > heap->size || piece->offset > heap->size) Measure(heap);
  if (piece->offset > heap->size || size > heap->size - piece->offset || piece->generation != Generation(heap)) return 0;
  memcpy(to, heap->memory + piece->offset, size);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return piece->generation == Generation(heap);
}
