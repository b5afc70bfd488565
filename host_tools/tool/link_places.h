// Where members of this machine meet: ports of 127.0.0.1, a folder in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mote {

// The first of `count` ports from `first` on that somebody has; 0: none. `type`: SOCK_DGRAM or SOCK_STREAM.
uint32_t PortInUse(uint32_t first, uint32_t count, int type);

// Ports in a row that were free, below those that the system gives away. While the object is there no other PortBlock of this machine gets
// them: the members bind them later than the launcher looked.
class PortBlock {
 public:
  PortBlock(uint32_t count, int type);
  ~PortBlock();
  PortBlock(const PortBlock&) = delete;
  PortBlock& operator=(const PortBlock&) = delete;

  uint32_t first() const { return first_; }  // 0: none were found

 private:
  bool Guard(uint32_t first, uint32_t count);
  void Free();

  uint32_t first_ = 0;
  std::vector<int> guards_;
};

// A folder in memory that goes with the object.
struct LinkFolder {
  LinkFolder();
  ~LinkFolder();
  LinkFolder(const LinkFolder&) = delete;
  LinkFolder& operator=(const LinkFolder&) = delete;

  std::string path = "/dev/shm/mote_launch_XXXXXX";
  bool made = false;
};

}  // namespace mote
