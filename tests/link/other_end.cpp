// Member 0 of a group of two whose other member is tests/link/peer.py: the same protocol from the same text by other hands.
// usage: link_other_end stream|datagrams PYTHON PEER EXCHANGES BYTES [MODE]
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "blocking/blocking.h"
#include "exchange_stub.h"
#include "plain_cipher.h"
#include "udp/udp.h"
#ifdef MOTE_TEST_MBEDTLS
#include "mbedtls/mote_mbedtls.h"
#endif

namespace {

std::vector<uint8_t> Content(uint32_t exchange, uint32_t member, uint32_t size) {
  std::vector<uint8_t> bytes(size);
  for (uint32_t i = 0; i < size; ++i) {
    bytes[i] = i % 7 == 0 ? 0 : static_cast<uint8_t>((exchange * 37 + member * 101 + i * i + (i >> 8)) % 251);
  }
  return bytes;
}

// A stream whose pieces travel in datagrams.
mote_udp udp;
std::vector<uint8_t> rest;
size_t StreamRead(void* user, void* data, size_t size) {
  if (rest.empty()) {
    rest.resize(4096);
    rest.resize(mote_udp_medium(&udp).read(user, rest.data(), rest.size()));
  }
  const size_t taken = rest.size() < size ? rest.size() : size;
  std::memcpy(data, rest.data(), taken);
  rest.erase(rest.begin(), rest.begin() + static_cast<ptrdiff_t>(taken));
  return taken;
}

// Encryption as the other end has it; null: the mode has none.
std::vector<uint64_t> seal_memory;
uint64_t random_state = 0;
mote_medium* SealIn(const std::string& mode, mote_medium* medium) {
  if (mode != "sealed" && mode != "sealed_damage" && mode != "wrong_key" && mode != "replay" && mode != "flipped") return nullptr;
  uint8_t key[MOTE_SEAL_KEY];
  for (uint8_t i = 0; i < sizeof key; ++i) key[i] = static_cast<uint8_t>(7 + i);
  random_state = mote_random_start();
  mote_cipher cipher = mote::link_test::PlainCipher(&random_state);
#ifdef MOTE_TEST_MBEDTLS
  cipher = mote_mbedtls_cipher();
#endif
  const mote_medium below = *medium;
  const mote_seal_options options = {&below, &cipher, key, 0, 1};
  seal_memory.resize(mote_seal_size(&below) / 8);
  return mote_seal_init(&options, seal_memory.data(), seal_memory.size() * 8, medium) == MOTE_OK ? medium : nullptr;
}

int Members(mote_group* group, uint32_t exchanges, uint32_t size, const std::string& mode, const mote_medium* sealed) {
  (void)!mote_group_join(group);
  const mote_code joined = mote_group_wait(group);
  if (mode == "other_plan") {
    std::printf("another plan: %d, member set %x\n", joined, mote_group_lost(group));
    (void)mote_group_serve(group, 500000);
    return joined == MOTE_NOT_ALLOWED && mote_group_lost(group) == 2 ? 0 : 1;
  }
  if (mode == "wrong_key") {
    std::printf("another key: %d, %u frames refused\n", joined, mote_seal_refused(sealed));
    return joined == MOTE_TIMEOUT && mote_seal_refused(sealed) > 1 && mote_group_members(group) == 0 ? 0 : 1;
  }
  if (joined != MOTE_OK) {
    std::printf("FAILED: joining says %d\n", joined);
    return 1;
  }
  for (uint32_t number = 0; number < exchanges; ++number) {
    std::vector<uint8_t> own = Content(number, 0, size), theirs(size);
    mote_instance instance;
    mote_exchange exchange;
    exchange.number = number;
    exchange.instance = &instance;
    exchange.sends.push_back({1, size, own.data()});
    exchange.receives.push_back({1, size, theirs.data()});
    mote_transport transport;
    if (mote_group_transport(group, 1, &transport) != MOTE_OK || transport.begin(transport.user, &exchange) != MOTE_WAIT) return 1;
    (void)mote_group_wait(group);
    if (instance.result != MOTE_OK || theirs != Content(number, 1, size)) {
      std::printf("FAILED: exchange %u: %d\n", number, instance.result);
      return 1;
    }
  }
  const mote_code left = mote_group_serve(group, 0);  // until the other one says good-bye
  mote_code code = left;
  for (int i = 0; i < 5000 && code == MOTE_OK; ++i) code = mote_group_serve(group, 1000);
  std::printf("member 0: %u exchanges were right; the other one left: %d, lost %x\n", exchanges, code, mote_group_lost(group));
  if (sealed != nullptr) std::printf("%u frames were refused\n", mote_seal_refused(sealed));
  if ((mode == "replay" || mode == "flipped") && mote_seal_refused(sealed) < exchanges) return 1;
  return code == MOTE_PEER_LOST ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) return 2;
  const bool stream = std::strcmp(argv[1], "stream") == 0;
  const std::string mode = argc > 6 ? argv[6] : "";
  // Two ports of its own for each process, below those that the tool and the system choose: the suite runs several of these side by side.
  const uint16_t port = static_cast<uint16_t>(14000 + getpid() % 3000 * 2);
  if (mote_udp_open(&udp, "127.0.0.1", port, "127.0.0.1", static_cast<uint16_t>(port + 1), stream ? 512 : 1000) != 0) {
    std::perror("mote_udp_open");
    return 3;
  }
  const std::string here = std::to_string(port), there = std::to_string(port + 1);
  const pid_t child = fork();
  if (child == 0) {
    execlp(argv[2], argv[2], argv[3], argv[1], there.c_str(), here.c_str(), argv[4], argv[5], mode.empty() ? nullptr : mode.c_str(),
           nullptr);
    _exit(127);
  }
  mote_medium mediums[2] = {{}, mote_udp_medium(&udp)};
  if (stream) {
    mediums[1].payload = 0;
    mediums[1].stream = 1;
    mediums[1].read = StreamRead;
  }
  const mote_medium* sealed = SealIn(mode, &mediums[1]);
  std::vector<uint64_t> memory(mote_group_size(2) / 8 + 1);
  std::vector<uint8_t> frame(2048);
  mote_group_options options = {};
  options.members = 2;
  options.plan = 7;
  options.mediums = mediums;
  options.random = mote_random_start();
  options.heartbeat_us = 400000;
  options.deadline_us = mode == "wrong_key" ? 2000000 : 20000000;
  options.frame = frame.data();
  options.frame_size = frame.size();
  mote_group* group = nullptr;
  int result = 1;
  if (mote_group_init(&options, memory.data(), memory.size() * 8, &group) == MOTE_OK) {
    result = Members(group, static_cast<uint32_t>(std::stoul(argv[4])), static_cast<uint32_t>(std::stoul(argv[5])), mode, sealed);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::printf("FAILED: the other one\n");
    result = 1;
  }
  return result;
}
