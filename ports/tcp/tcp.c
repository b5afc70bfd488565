/* What the system does not take of a datagram waits to be sent. Of what came, the first bytes are read ahead; the rest stays with the
   system until it is whole and its place is known. Nothing blocks. */
#include "tcp/tcp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kFirst = 4096 }; /* bytes that are read ahead */

static void Hang(mote_tcp* tcp) {
  if (tcp->socket >= 0) close(tcp->socket);
  tcp->socket = -1;
  tcp->calling = 0;
  tcp->out_begin = tcp->out_end = tcp->in_begin = tcp->in_end = tcp->waiting = 0;
}

static void Use(mote_tcp* tcp, int socket) {
  Hang(tcp);
  const int yes = 1;
  (void)setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  tcp->socket = socket;
}

/* Makes a connection where there is none; a newer call takes the place of an older one, whose caller is gone. */
static void Connect(mote_tcp* tcp) {
  if (tcp->listener >= 0) {
    if (tcp->socket >= 0 && tcp->called++ % 64 != 0) return;
    const int socket = accept4(tcp->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) Use(tcp, socket);
    return;
  }
  if (tcp->socket >= 0 || tcp->called++ % 64 != 0) return;
  const int made = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made < 0) return;
  Use(tcp, made);
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

static void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  mote_tcp* tcp = user;
  const uint32_t length = (uint32_t)(head_size + size);
  memcpy(tcp->out, &length, 4);
  memcpy(tcp->out + 4, head, head_size);
  struct iovec parts[2] = {{tcp->out, 4 + head_size}, {(void*)data, size}};
  const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  const ssize_t sent = sendmsg(tcp->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  tcp->out_begin = sent > 0 ? (size_t)sent : 0;
  tcp->out_end = 4 + (size_t)length;
  const size_t kept = tcp->out_begin < 4 + head_size ? 4 + head_size : tcp->out_begin;
  if (kept < tcp->out_end) memcpy(tcp->out + kept, (const uint8_t*)data + (kept - 4 - head_size), tcp->out_end - kept);
  Flush(tcp);
}

static void Write(void* user, const void* data, size_t size) { WriteParts(user, data, size, NULL, 0); }

/* Bytes into `data`; 0: none there. A connection that ended is hung up. */
static size_t Receive(mote_tcp* tcp, void* data, size_t size) {
  const ssize_t got = recv(tcp->socket, data, size, MSG_DONTWAIT);
  if (got > 0) return (size_t)got;
  if (got == 0 || (errno != EAGAIN && errno != ENOTCONN)) Hang(tcp);
  return 0;
}

/* Whether the datagram of `length` bytes is here whole, in `in` and what the system has. What the system has no more room for, or what
   came to a halt, goes to `in`. */
static int IsWhole(mote_tcp* tcp, size_t length) {
  const size_t have = tcp->in_end - tcp->in_begin;
  if (have >= length) return 1;
  int there = 0;
  if (ioctl(tcp->socket, FIONREAD, &there) != 0) return 0;
  if ((size_t)there >= length - have) return 1;
  const int stands = (size_t)there == tcp->waiting;
  tcp->waiting = (size_t)there;
  if (!stands) return 0;
  memmove(tcp->in, tcp->in + tcp->in_begin, have);
  const size_t got = Receive(tcp, tcp->in + have, length - have);
  if (tcp->socket < 0) return 0;
  tcp->in_begin = 0;
  tcp->in_end = have + got;
  return tcp->in_end == length;
}

static size_t Look(void* user, void* head, size_t size) {
  mote_tcp* tcp = user;
  Connect(tcp);
  while (tcp->socket >= 0) {
    uint32_t length = 0;
    size_t have = tcp->in_end - tcp->in_begin;
    if (have >= 4) memcpy(&length, tcp->in + tcp->in_begin, 4);
    if (length > sizeof tcp->in - 4) {
      Hang(tcp);
      break;
    }
    if (have >= 4 && length == 0) {
      tcp->in_begin += 4;
      continue;
    }
    const size_t wanted = have < 4 ? 4 : 4 + (length < size ? length : size);
    if (have < wanted) {
      memmove(tcp->in, tcp->in + tcp->in_begin, have);
      const size_t got = Receive(tcp, tcp->in + have, kFirst);
      if (tcp->socket < 0) break;
      tcp->in_begin = 0;
      tcp->in_end = have + got;
      if (got == 0) break;
      continue;
    }
    if (!IsWhole(tcp, 4 + (size_t)length)) break;
    memcpy(head, tcp->in + tcp->in_begin + 4, length < size ? length : size);
    return length;
  }
  return 0;
}

static size_t Take(void* user, void* data, size_t size) {
  mote_tcp* tcp = user;
  const uint8_t* from = tcp->in + tcp->in_begin;
  uint32_t length;
  memcpy(&length, from, 4);
  const size_t have = tcp->in_end - tcp->in_begin, whole = 4 + (size_t)length, here = have < whole ? have : whole;
  const size_t head = 4 + MOTE_LINK_HEADER, behind = here < head ? 0 : here - head, copied = behind < size ? behind : size;
  if (copied != 0) memcpy(data, from + head, copied);
  tcp->in_begin += here;
  tcp->waiting = 0;
  size_t done = copied;
  for (size_t rest = whole - here; rest != 0;) {  /* all of it is in the system's memory */
    const size_t left = size - done;
    const size_t got = Receive(tcp, left != 0 ? (uint8_t*)data + done : tcp->in, left != 0 ? left : rest);
    if (got == 0) {
      Hang(tcp);
      return done;
    }
    if (left != 0) done += got;
    rest -= got;
    tcp->in_begin = tcp->in_end = 0;
  }
  return done;
}

static size_t Read(void* user, void* data, size_t size) {
  const size_t length = Look(user, data, size < MOTE_LINK_HEADER ? size : MOTE_LINK_HEADER), taken = length < size ? length : size;
  const size_t wanted = taken > MOTE_LINK_HEADER ? taken - MOTE_LINK_HEADER : 0;
  return length == 0 || Take(user, (uint8_t*)data + MOTE_LINK_HEADER, wanted) == wanted ? taken : 0;
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
  const mote_medium medium = {tcp, MOTE_TCP_PAYLOAD, 0, 0, Room, Write, Read, WriteParts, Look, Take};
  return medium;
}

struct pollfd mote_tcp_awaited(const mote_tcp* tcp) {
  const short writes = tcp->out_begin < tcp->out_end ? POLLOUT : 0;
  const struct pollfd awaited = {tcp->socket >= 0 ? tcp->socket : tcp->listener, (short)(POLLIN | writes), 0};
  return awaited;
}

void mote_tcp_close(mote_tcp* tcp) {
  Hang(tcp);
  if (tcp->listener >= 0) close(tcp->listener);
  tcp->listener = -1;
}
