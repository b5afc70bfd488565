// Where the suites lie that are not part of this repository, and reading files. Tests skip with a printed line where the folder is absent.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace mote::test {

inline std::filesystem::path SharedFolder() {
  const char* set = std::getenv("MOTE_SHARED");
  return set != nullptr ? std::filesystem::path(set) : std::filesystem::path(MOTE_SOURCE_DIR).parent_path() / "shared";
}

inline bool HasShared(const std::string& folder) {
  if (std::filesystem::exists(SharedFolder() / folder)) return true;
  std::cout << "skipped: no folder shared/" << folder << " beside the repository\n";
  return false;
}

inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Files below `folder` with this ending, sorted.
inline std::vector<std::filesystem::path> FilesBelow(const std::filesystem::path& folder, const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace mote::test
