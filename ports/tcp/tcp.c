/* One datagram at a time waits to be sent, and one is put together from what came. Nothing blocks. */
#include "tcp/tcp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void Hang(mote_tcp* tcp) {
  if (tcp->socket >= 0) close(tcp->socket);
  tcp->socket = -1;
  tcp->calling = 0;
  tcp->out_begin = tcp->out_end = tcp->in_end = 0;
}

static void Take(mote_tcp* tcp, int socket) {
  Hang(tcp);
  const int yes = 1;
  (void)setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  tcp->socket = socket;
}

/* Makes a connection where there is none; a newer call takes the place of an older one, whose caller is gone. */
static void Connect(mote_tcp* tcp) {
  if (tcp->listener >= 0) {
    const int socket = accept4(tcp->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) Take(tcp, socket);
    return;
  }
  if (tcp->socket >= 0 || tcp->called++ % 64 != 0) return;
  const int made = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made < 0) return;
  Take(tcp, made);
  const struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = tcp->port, .sin_addr = {tcp->address}};
  if (connect(made, (const struct sockaddr*)&there, sizeof there) != 0 && errno != EINPROGRESS) Hang(tcp);
}

static void Flush(mote_tcp* tcp) {
  while (tcp->socket >= 0 && tcp->out_begin < tcp->out_end) {
    const ssize_t sent = send(tcp->socket, tcp->out + tcp->out_begin, tcp->out_end - tcp->out_begin, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      tcp->out_begin += (size_t)sent;
    } else if (errno == EAGAIN || errno == ENOTCONN || errno == EINPROGRESS) {
      return;
    } else {
      Hang(tcp);
    }
  }
}

static size_t Room(void* user) {
  mote_tcp* tcp = user;
  Flush(tcp);
  return tcp->socket >= 0 && tcp->out_begin == tcp->out_end ? MOTE_LINK_HEADER + MOTE_TCP_PAYLOAD : 0;
}

static void Write(void* user, const void* data, size_t size) {
  mote_tcp* tcp = user;
  const uint32_t length = (uint32_t)size;
  memcpy(tcp->out, &length, 4);
  memcpy(tcp->out + 4, data, size);
  tcp->out_begin = 0;
  tcp->out_end = 4 + size;
  Flush(tcp);
}

static size_t Read(void* user, void* data, size_t size) {
  mote_tcp* tcp = user;
  Connect(tcp);
  while (tcp->socket >= 0) {
    uint32_t length = 0;
    if (tcp->in_end >= 4) memcpy(&length, tcp->in, 4);
    if (length > sizeof tcp->in - 4) {
      Hang(tcp);
      break;
    }
    const size_t wanted = 4 + (size_t)length;
    if (tcp->in_end >= 4 && tcp->in_end == wanted) {
      tcp->in_end = 0;
      if (length == 0) continue;
      const size_t taken = length < size ? length : size;
      memcpy(data, tcp->in + 4, taken);
      return taken;
    }
    const ssize_t got = recv(tcp->socket, tcp->in + tcp->in_end, wanted - tcp->in_end, MSG_DONTWAIT);
    if (got > 0) {
      tcp->in_end += (size_t)got;
    } else if (got < 0 && (errno == EAGAIN || errno == ENOTCONN)) {
      break;
    } else {
      Hang(tcp);
    }
  }
  return 0;
}

int mote_tcp_open(mote_tcp* tcp, const char* address, uint16_t port, int listens) {
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(port)};
  tcp->listener = tcp->socket = -1;
  tcp->called = 0;
  Hang(tcp);
  if (inet_pton(AF_INET, address, &here.sin_addr) != 1) return EINVAL;
  tcp->address = here.sin_addr.s_addr;
  tcp->port = here.sin_port;
  if (!listens) return 0;
  const int yes = 1;
  tcp->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (tcp->listener < 0) return errno;
  (void)setsockopt(tcp->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(tcp->listener, (struct sockaddr*)&here, sizeof here) != 0 || listen(tcp->listener, 4) != 0) {
    const int error = errno;
    mote_tcp_close(tcp);
    return error;
  }
  return 0;
}

mote_medium mote_tcp_medium(mote_tcp* tcp) {
  const mote_medium medium = {tcp, MOTE_TCP_PAYLOAD, 0, 0, Room, Write, Read};
  return medium;
}

void mote_tcp_close(mote_tcp* tcp) {
  Hang(tcp);
  if (tcp->listener >= 0) close(tcp->listener);
  tcp->listener = -1;
}
