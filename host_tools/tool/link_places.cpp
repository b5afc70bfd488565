// See the header.
#include "tool/link_places.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <random>

namespace mote {

uint32_t PortInUse(uint32_t first, uint32_t count, int type) {
  for (uint32_t port = first; port < first + count; ++port) {
    const int made = socket(AF_INET, type | SOCK_CLOEXEC, 0);
    const int yes = 1;  // a port that only waits for its last connection to be forgotten is free
    if (type == SOCK_STREAM) (void)setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool free = made >= 0 && bind(made, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    if (made >= 0) close(made);
    if (!free) return port;
  }
  return 0;
}

uint32_t FreePorts(uint32_t count, int type) {
  std::random_device random;
  for (int i = 0; i < 50; ++i) {
    const uint32_t first = 20000 + random() % 11000;
    if (PortInUse(first, count, type) == 0) return first;
  }
  return 0;
}

LinkFolder::LinkFolder() { made = mkdtemp(path.data()) != nullptr; }

LinkFolder::~LinkFolder() {
  std::error_code ignored;
  if (made) std::filesystem::remove_all(path, ignored);
}

}  // namespace mote
