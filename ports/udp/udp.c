/* Connected datagram sockets that never block. What the kernel does not take is lost, as datagrams are. */
#include "udp/udp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int MakeAddress(struct sockaddr_in* address, const char* text, uint16_t port) {
  *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port)};
  return inet_pton(AF_INET, text, &address->sin_addr) == 1;
}

static size_t Room(void* user) {
  const mote_udp* udp = user;
  int queued = 0;
  const int full = ioctl(udp->socket, TIOCOUTQ, &queued) == 0 && queued >= udp->most / 2;
  return full ? 0 : udp->payload + MOTE_LINK_HEADER;
}

static void Write(void* user, const void* data, size_t size) {
  const mote_udp* udp = user;
  const ssize_t sent = send(udp->socket, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  (void)sent; /* lost, or told of by the other end's silence */
}

static void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  const mote_udp* udp = user;
  struct iovec parts[2] = {{(void*)head, head_size}, {(void*)data, size}};
  const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  const ssize_t sent = sendmsg(udp->socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  (void)sent;
}

static size_t Read(void* user, void* data, size_t size) {
  const mote_udp* udp = user;
  for (int i = 0; i < 4; ++i) { /* an error of an earlier send (nobody listened) stands in front of what came */
    const ssize_t got = recv(udp->socket, data, size, MSG_DONTWAIT);
    if (got > 0) return (size_t)got;
    if (got < 0 && errno == EAGAIN) return 0;
  }
  return 0;
}

int mote_udp_open(mote_udp* udp, const char* address, uint16_t port, const char* other_address, uint16_t other_port, uint32_t payload) {
  struct sockaddr_in here, there;
  if (!MakeAddress(&here, address, port) || !MakeAddress(&there, other_address, other_port) || payload > 65000) return EINVAL;
  udp->payload = payload != 0 ? payload : 1400;
  udp->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (udp->socket < 0) return errno;
  const int bytes = 4 << 20;
  (void)setsockopt(udp->socket, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  (void)setsockopt(udp->socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
  socklen_t size = sizeof udp->most;
  if (getsockopt(udp->socket, SOL_SOCKET, SO_SNDBUF, &udp->most, &size) != 0) udp->most = bytes;
  if (bind(udp->socket, (struct sockaddr*)&here, sizeof here) != 0 || connect(udp->socket, (struct sockaddr*)&there, sizeof there) != 0) {
    const int error = errno;
    close(udp->socket);
    return error;
  }
  return 0;
}

mote_medium mote_udp_medium(mote_udp* udp) {
  const mote_medium medium = {udp, udp->payload, 0, 0, Room, Write, Read, WriteParts, NULL, NULL};
  return medium;
}

void mote_udp_close(mote_udp* udp) { close(udp->socket); }
