#include "guarded_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "format_today.h"

namespace mote::fault {
namespace {

constexpr size_t kPage = 4096;
// Address space only. Between objects: more than any 32-bit count of elements reaches.
constexpr size_t kReserved = kSixtyFour ? size_t{1} << (kSixtyFour ? 44 : 0) : size_t{400} << 20;
constexpr size_t kGuard = kSixtyFour ? size_t{1} << (kSixtyFour ? 35 : 0) : size_t{1} << 20;
constexpr size_t kMostFilled = 1 << 16;  // slack lies in the first and last page, and only small objects are worth the pages
constexpr uint8_t kSlack = 0xa5;

// Not by mmap: the address sanitizer's own would write an eighth of the range, for gigabytes that nobody touches.
void* Map(void* at, size_t bytes, int protection) {
#if defined(SYS_mmap2)
  const long number = SYS_mmap2;
#else
  const long number = SYS_mmap;
#endif
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at == nullptr ? 0 : MAP_FIXED);
  return reinterpret_cast<void*>(syscall(number, at, bytes, protection, flags, -1, 0));
}

}  // namespace

GuardedMemory::GuardedMemory(size_t shift) {
  void* at = Map(nullptr, kReserved, PROT_NONE);
  if (at == MAP_FAILED) std::perror("guarded_memory: mmap"), std::exit(3);
  base_ = kept_ = static_cast<uint8_t*>(at) + shift * kPage + kGuard;
  end_ = static_cast<uint8_t*>(at) + kReserved - kGuard;
  kept_end_ = base_ + kReserved / 2;
  Clear();
}

uint8_t* GuardedMemory::Pages(size_t pages) {
  std::vector<uint8_t*>& free = free_[pages / kPage];
  if (pages <= kMostFilled && !free.empty()) {
    uint8_t* const at = free.back();
    free.pop_back();
    return at;
  }
  uint8_t*& next = pages <= kMostFilled && kept_ < kept_end_ ? kept_ : next_;
  if (next > end_ || pages > static_cast<size_t>(end_ - next)) return nullptr;
  uint8_t* const at = next;
  if (Map(at, pages, PROT_READ | PROT_WRITE) == MAP_FAILED) return nullptr;
  next += pages + kGuard;
  return at;
}

uint8_t* GuardedMemory::Take(const char* name, size_t bytes, size_t alignment, bool at_end) {
  const size_t pages = (bytes + kPage - 1) / kPage * kPage + (bytes == 0 ? kPage : 0);
  uint8_t* const from = Pages(pages);
  if (from == nullptr) return nullptr;
  GuardedObject object;
  object.name = name;
  object.pages = from;
  object.page_bytes = pages;
  object.bytes = bytes;
  object.at = at_end ? from + (pages - bytes) / alignment * alignment : from;
  object.filled = pages <= kMostFilled;
  if (object.filled) {
    std::memset(object.pages, kSlack, pages);
    std::memset(object.at, 0, bytes);
  }
  objects_.push_back(object);
  return object.at;
}

void GuardedMemory::MakeReadOnly(const uint8_t* at) {
  for (GuardedObject& object : objects_) {
    if (object.at == at) object.read_only = mprotect(object.pages, object.page_bytes, PROT_READ) == 0;
  }
}

const char* GuardedMemory::WrittenSlack() const {
  for (const GuardedObject& object : objects_) {
    if (!object.filled) continue;
    for (const uint8_t* at = object.pages; at < object.pages + object.page_bytes; ++at) {
      if (at == object.at) at += object.bytes;
      if (at < object.pages + object.page_bytes && *at != kSlack) return object.name;
    }
  }
  return nullptr;
}

void GuardedMemory::Clear() {
  for (const GuardedObject& object : objects_) {
    if (object.pages >= kept_end_) {
      Map(object.pages, object.page_bytes, PROT_NONE);
      continue;
    }
    if (object.read_only) mprotect(object.pages, object.page_bytes, PROT_READ | PROT_WRITE);
    free_[object.page_bytes / kPage].push_back(object.pages);
  }
  objects_.clear();
  next_ = kept_end_ + kGuard + kMostFilled;
}

}  // namespace mote::fault
