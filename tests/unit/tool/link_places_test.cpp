// Blocks of ports: no two that live at one time share any.
#include "tool/link_places.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <set>
#include <vector>

namespace mote {
namespace {

TEST(PortBlock, BlocksOfOneTimeShareNoPort) {
  // Three quarters of all there are, where blocks chosen without regard to each other would collide for certain.
  constexpr uint32_t kBlocks = 60, kCount = 100;
  std::vector<std::unique_ptr<PortBlock>> blocks;
  std::set<uint32_t> taken;
  uint32_t found = 0;
  for (uint32_t i = 0; i < kBlocks; ++i) {
    blocks.push_back(std::make_unique<PortBlock>(kCount, SOCK_DGRAM));
    const uint32_t first = blocks.back()->first();
    if (first == 0) continue;  // what is left lies in pieces
    ++found;
    for (uint32_t port = first; port < first + kCount; ++port) EXPECT_TRUE(taken.insert(port).second) << port;
  }
  EXPECT_GE(found, 20u);
}

TEST(PortBlock, GivesPortsBackAndAvoidsThoseInUse) {
  uint32_t first = 0;
  {
    const PortBlock block(9, SOCK_STREAM);
    first = block.first();
    ASSERT_NE(first, 0u);
    EXPECT_EQ(PortInUse(first, 9, SOCK_STREAM), 0u);
  }
  const int held = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(first + 4));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(bind(held, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(PortInUse(first, 9, SOCK_DGRAM), first + 4);
  close(held);
  EXPECT_EQ(PortInUse(first, 9, SOCK_DGRAM), 0u);
}

}  // namespace
}  // namespace mote
