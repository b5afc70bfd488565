// stdio behind errors as values.
#include "tool/file_bytes.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace mote {

namespace {

struct Close {
  void operator()(FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<FILE, Close>;

Diagnostic IoError(const std::string& path, const std::string& what) {
  return FileError(path, Rule::kIo, what + ": " + std::strerror(errno));
}

// Pipes, and files that grow.
bool ReadRest(FILE* file, std::string* bytes) {
  char more[65536];
  size_t got = 0;
  while ((got = std::fread(more, 1, sizeof more, file)) > 0) bytes->append(more, got);
  return std::ferror(file) == 0;
}

}  // namespace

Result<std::string> ReadFile(const std::string& path) {
  errno = 0;
  if (path == "-") {
    std::string bytes;
    if (ReadRest(stdin, &bytes)) return bytes;
    return IoError("<stdin>", "cannot read standard input");
  }
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return IoError(path, "cannot read the file");
  if (S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return IoError(path, "cannot read the file");
  }
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) return IoError(path, "cannot read the file");
  std::string bytes;
  bytes.reserve(info.st_size);
  bytes.resize(info.st_size);
  size_t got = std::fread(bytes.data(), 1, bytes.size(), file.get());
  bytes.resize(got);
  if (!ReadRest(file.get(), &bytes)) return IoError(path, "cannot read the file");
  return bytes;
}

Status WriteFile(const std::string& path, std::span<const uint8_t> bytes) {
  errno = 0;
  if (path == "-") {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0) return Ok();
    return IoError("<stdout>", "cannot write to the standard output");
  }
  File file(std::fopen(path.c_str(), "wb"));
  if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() || std::fflush(file.get()) != 0) {
    return IoError(path, "cannot write the file");
  }
  return Ok();
}

}  // namespace mote
