// Memory between guard pages: whatever is touched outside an object faults, at once on the side where the object meets its pages' end, and
// on the other side when the slack is looked at. Reserved once, emptied for every program. Linux.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mote::fault {

struct GuardedObject {
  const char* name = "";
  uint8_t* at = nullptr;
  size_t bytes = 0;
  uint8_t* pages = nullptr;
  size_t page_bytes = 0;
  bool filled = false;  // the slack holds a pattern
  bool read_only = false;
};

class GuardedMemory {
 public:
  // `shift` pages are skipped, so that two memories never have their objects at the same addresses.
  explicit GuardedMemory(size_t shift);
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  // Memory of zeros, aligned as told, at the end of its pages or at their start. Null when there is no room.
  uint8_t* Take(const char* name, size_t bytes, size_t alignment, bool at_end);
  void MakeReadOnly(const uint8_t* at);
  // The name of an object whose slack was written to, or null.
  const char* WrittenSlack() const;
  // Gives everything back.
  void Clear();
  const std::vector<GuardedObject>& objects() const { return objects_; }

 private:
  // Readable pages with a guard before and behind them; null when there is no room.
  uint8_t* Pages(size_t pages);

  // The first half is for small objects, whose pages are kept for later programs; the second for all others, from its start each time.
  uint8_t* base_ = nullptr;
  uint8_t *kept_ = nullptr, *kept_end_ = nullptr, *next_ = nullptr, *end_ = nullptr;
  std::map<size_t, std::vector<uint8_t*>> free_;  // kept pages that no object has, by their number
  std::vector<GuardedObject> objects_;
};

}  // namespace mote::fault
