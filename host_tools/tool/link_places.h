// Where members of this machine meet: ports of 127.0.0.1, a folder in memory.
#pragma once

#include <cstdint>
#include <string>

namespace mote {

// The first of `count` ports from `first` on that somebody has; 0: none. `type`: SOCK_DGRAM or SOCK_STREAM.
uint32_t PortInUse(uint32_t first, uint32_t count, int type);
// The first of `count` free ones in a row, below those that the system gives away; 0: none were found.
uint32_t FreePorts(uint32_t count, int type);

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
