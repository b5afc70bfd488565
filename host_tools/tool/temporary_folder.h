// TemporaryFolder: a folder of its own that goes with the object; RunProcess: a program with these arguments, to its end.
#pragma once

#include <string>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

class TemporaryFolder {
 public:
  static Result<TemporaryFolder> Make(const std::string& what);
  TemporaryFolder(TemporaryFolder&& other) : path_(std::move(other.path_)) { other.path_.clear(); }
  ~TemporaryFolder();
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

// Its exit status; 127 where there is no such program, -1 where it was ended. `output`: a file for what it says; empty: this terminal.
int RunProcess(const std::vector<std::string>& arguments, const std::string& output = "");

}  // namespace mote
