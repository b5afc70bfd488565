/* A raw tty that never blocks. */
#include "serial/serial.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const struct {
  uint32_t baud;
  speed_t speed;
} kSpeeds[] = {{9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},     {115200, B115200},   {230400, B230400},
               {460800, B460800}, {921600, B921600}, {1000000, B1000000}, {2000000, B2000000}, {3000000, B3000000}, {4000000, B4000000}};

static void Flush(mote_serial* serial) {
  while (serial->begin < serial->end) {
    const ssize_t sent = write(serial->file, serial->out + serial->begin, serial->end - serial->begin);
    if (sent <= 0) return;
    serial->begin += (size_t)sent;
  }
  serial->begin = serial->end = 0;
}

static size_t Room(void* user) {
  mote_serial* serial = user;
  Flush(serial);
  return sizeof serial->out - serial->end;
}

static void Write(void* user, const void* data, size_t size) {
  mote_serial* serial = user;
  memcpy(serial->out + serial->end, data, size);
  serial->end += size;
  Flush(serial);
}

static size_t Read(void* user, void* data, size_t size) {
  const mote_serial* serial = user;
  const ssize_t got = read(serial->file, data, size);
  return got > 0 ? (size_t)got : 0;
}

int mote_serial_open(mote_serial* serial, const char* path, uint32_t baud) {
  struct termios line;
  speed_t speed = B0;
  for (size_t i = 0; i < sizeof kSpeeds / sizeof *kSpeeds; ++i) {
    if (kSpeeds[i].baud == baud) speed = kSpeeds[i].speed;
  }
  if (baud != 0 && speed == B0) return EINVAL;
  serial->begin = serial->end = 0;
  serial->file = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (serial->file < 0) return errno;
  if (tcgetattr(serial->file, &line) == 0) {
    cfmakeraw(&line);
    line.c_cflag |= CLOCAL | CREAD;
    if (baud == 0 || (cfsetispeed(&line, speed) == 0 && cfsetospeed(&line, speed) == 0)) {
      if (tcsetattr(serial->file, TCSANOW, &line) == 0) return 0;
    }
  }
  const int error = errno;
  close(serial->file);
  return error;
}

mote_medium mote_serial_medium(mote_serial* serial) {
  const mote_medium medium = {serial, MOTE_LINK_MOST_PAYLOAD_STREAM, 0, 1, Room, Write, Read, NULL, NULL, NULL};
  return medium;
}

void mote_serial_close(mote_serial* serial) { close(serial->file); }
