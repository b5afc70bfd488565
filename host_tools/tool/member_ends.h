// How the members of a launch have ended, wherever they ran.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mote {

struct MemberEnd {
  bool ended = false;
  int code = 0;    // of ExitCode
  int signal = 0;  // that ended it; 0: none did
  std::string machine;  // that it was lost with; empty: it ended by itself, or was ended
  bool well() const { return ended && code == 0; }
  std::string Text() const;  // "exit code 3", "signal 9", "its machine node2"
};

class MemberEnds {
 public:
  explicit MemberEnds(uint32_t members) : ends_(members) {}

  // What is noted of a member first stays.
  void Note(uint32_t member, MemberEnd end);
  const MemberEnd& of(uint32_t member) const { return ends_[member]; }
  uint32_t members() const { return static_cast<uint32_t>(ends_.size()); }
  uint32_t running() const;
  uint32_t well() const;
  int first_failed() const { return first_failed_; }  // a member; -1: none

 private:
  std::vector<MemberEnd> ends_;
  int first_failed_ = -1;
};

}  // namespace mote
