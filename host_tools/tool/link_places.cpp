// See the header.
#include "tool/link_places.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
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

// Guards are names of sockets, each of some ports: the system keeps them apart and forgets them with the process, however it ends.
constexpr uint32_t kGuarded = 64, kFirstPort = 20000, kPorts = 11000;

PortBlock::PortBlock(uint32_t count, int type) {
  std::random_device random;
  for (int i = 0; i < 50; ++i) {
    const uint32_t first = kFirstPort + random() % kPorts;
    if (Guard(first, count) && PortInUse(first, count, type) == 0) {
      first_ = first;
      return;
    }
    Free();
  }
}

PortBlock::~PortBlock() { Free(); }

bool PortBlock::Guard(uint32_t first, uint32_t count) {
  for (uint32_t i = first / kGuarded; i <= (first + count - 1) / kGuarded; ++i) {
    const int guard = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (guard < 0) return false;
    guards_.push_back(guard);
    sockaddr_un name = {};
    name.sun_family = AF_UNIX;
    const std::string text = "mote ports " + std::to_string(i);
    std::memcpy(name.sun_path + 1, text.data(), text.size());  // after a zero: a name that is in no folder
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
    if (bind(guard, reinterpret_cast<sockaddr*>(&name), size) != 0) return false;
  }
  return true;
}

void PortBlock::Free() {
  for (const int guard : guards_) close(guard);
  guards_.clear();
}

LinkFolder::LinkFolder() { made = mkdtemp(path.data()) != nullptr; }

LinkFolder::~LinkFolder() {
  std::error_code ignored;
  if (made) std::filesystem::remove_all(path, ignored);
}

}  // namespace mote
