/* Bytes of a line: those that were under way when a connection broke are lost, as on any line. Nothing blocks. */
#include "uart_socket/uart_socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void Hang(mote_uart_socket* uart) {
  if (uart->socket >= 0) close(uart->socket);
  uart->socket = -1;
  uart->begin = uart->end = 0;
}

static struct sockaddr_un AddressOf(const char* path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, path, strlen(path) + 1);
  return address;
}

/* Makes a connection where there is none; a newer call takes the place of an older one, whose caller is gone. */
static void Connect(mote_uart_socket* uart) {
  if (uart->listener >= 0) {
    const int taken = accept4(uart->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (taken < 0) return;
    Hang(uart);
    uart->socket = taken;
    return;
  }
  if (uart->socket >= 0 || uart->called++ % 64 != 0) return;
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made < 0) return;
  const struct sockaddr_un there = AddressOf(uart->path);
  uart->socket = made;
  if (connect(made, (const struct sockaddr*)&there, sizeof there) != 0) Hang(uart);
}

static void Flush(mote_uart_socket* uart) {
  while (uart->socket >= 0 && uart->begin < uart->end) {
    const ssize_t sent = send(uart->socket, uart->out + uart->begin, uart->end - uart->begin, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EAGAIN) return;
    if (sent <= 0) {
      Hang(uart);
      return;
    }
    uart->begin += (size_t)sent;
  }
  uart->begin = uart->end = 0; /* without a connection they are lost */
}

static size_t Room(void* user) {
  mote_uart_socket* uart = user;
  Flush(uart);
  return sizeof uart->out - uart->end;
}

static void Write(void* user, const void* data, size_t size) {
  mote_uart_socket* uart = user;
  memcpy(uart->out + uart->end, data, size);
  uart->end += size;
  Flush(uart);
}

static size_t Read(void* user, void* data, size_t size) {
  mote_uart_socket* uart = user;
  Connect(uart);
  if (uart->socket < 0) return 0;
  const ssize_t got = recv(uart->socket, data, size, MSG_DONTWAIT);
  if (got > 0) return (size_t)got;
  if (got == 0 || errno != EAGAIN) Hang(uart);
  return 0;
}

int mote_uart_socket_open(mote_uart_socket* uart, const char* path, int listens) {
  uart->listener = uart->socket = -1;
  uart->called = 0;
  uart->path = path;
  uart->begin = uart->end = 0;
  if (strlen(path) >= sizeof((struct sockaddr_un*)0)->sun_path) return ENAMETOOLONG;
  if (!listens) return 0;
  const struct sockaddr_un here = AddressOf(path);
  uart->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (uart->listener < 0) return errno;
  (void)unlink(path);
  if (bind(uart->listener, (const struct sockaddr*)&here, sizeof here) != 0 || listen(uart->listener, 4) != 0) {
    const int error = errno;
    mote_uart_socket_close(uart);
    return error;
  }
  return 0;
}

mote_medium mote_uart_socket_medium(mote_uart_socket* uart) {
  const mote_medium medium = {uart, MOTE_LINK_MOST_PAYLOAD_STREAM, 0, 1, Room, Write, Read, NULL, NULL, NULL};
  return medium;
}

void mote_uart_socket_close(mote_uart_socket* uart) {
  Hang(uart);
  if (uart->listener >= 0) close(uart->listener);
  uart->listener = -1;
}
