// What this process prints, each line with a number in front: of a member whose output others mix with that of its peers.
#pragma once

#include <cstdint>
#include <thread>

namespace mote {

// Standard output and standard error, from its making to its end.
class NumberedOutput {
 public:
  explicit NumberedOutput(uint32_t number);
  NumberedOutput(const NumberedOutput&) = delete;
  NumberedOutput& operator=(const NumberedOutput&) = delete;
  ~NumberedOutput();

 private:
  struct Stream {
    int at = -1, out = -1;  // 1 or 2; where that went before
    std::thread copier;
  };
  static void Copy(int from, int to, uint32_t number);

  Stream streams_[2];
};

}  // namespace mote
