// Finding and reading the suites that lie beside the repository; they may be absent.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace mote {

inline std::filesystem::path SharedFolder() {
  const char* given = std::getenv("MOTE_SHARED");
  return given != nullptr ? std::filesystem::path(given) : std::filesystem::path(MOTE_SOURCE_DIR) / ".." / "shared";
}

// The files below `folder` whose names end with `ending`, sorted.
inline std::vector<std::string> FilesBelow(const std::filesystem::path& folder, const std::string& ending) {
  std::vector<std::string> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (entry.is_regular_file() && path.size() >= ending.size() && path.ends_with(ending)) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string ReadFile(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace mote
