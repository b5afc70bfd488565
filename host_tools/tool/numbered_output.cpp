// A pipe and a thread for each of the two; whole lines are written at once.
#include "tool/numbered_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace mote {
namespace {

void WriteAll(int to, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(to, text.data() + done, text.size() - done);
    if (wrote <= 0) return;
    done += static_cast<size_t>(wrote);
  }
}

}  // namespace

NumberedOutput::NumberedOutput(uint32_t number) {
  for (int i = 0; i < 2; ++i) {
    Stream& stream = streams_[i];
    int ends[2];
    stream.at = i + 1;
    std::fflush(i == 0 ? stdout : stderr);
    stream.out = fcntl(stream.at, F_DUPFD_CLOEXEC, 3);
    if (stream.out < 0) continue;
    if (pipe2(ends, O_CLOEXEC) != 0) {
      close(stream.out);
      stream.out = -1;
      continue;
    }
    dup2(ends[1], stream.at);
    close(ends[1]);
    stream.copier = std::thread(Copy, ends[0], stream.out, number);
  }
}

NumberedOutput::~NumberedOutput() {
  std::fflush(nullptr);
  for (Stream& stream : streams_) {
    if (stream.out < 0) continue;
    dup2(stream.out, stream.at);  // the last end of the pipe to be written to: the copier ends
    stream.copier.join();
    close(stream.out);
  }
}

void NumberedOutput::Copy(int from, int to, uint32_t number) {
  std::string text;
  char bytes[4096];
  for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;) {
    text.append(bytes, static_cast<size_t>(got));
    std::string lines;
    for (size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1)) {
      lines += fmt::format("[{}] {}\n", number, text.substr(0, end));
    }
    WriteAll(to, lines);
  }
  if (!text.empty()) WriteAll(to, fmt::format("[{}] {}\n", number, text));
  close(from);
}

}  // namespace mote
