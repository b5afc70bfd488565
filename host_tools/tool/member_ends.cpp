// See the header.
#include "tool/member_ends.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mote {

std::string MemberEnd::Text() const {
  if (!machine.empty()) return "its machine " + machine;
  return signal != 0 ? fmt::format("signal {}", signal) : fmt::format("exit code {}", code);
}

void MemberEnds::Note(uint32_t member, MemberEnd end) {
  if (ends_[member].ended) return;
  end.ended = true;
  if (end.code != 0 && first_failed_ < 0) first_failed_ = static_cast<int>(member);
  ends_[member] = std::move(end);
}

uint32_t MemberEnds::running() const {
  return static_cast<uint32_t>(std::count_if(ends_.begin(), ends_.end(), [](const MemberEnd& end) { return !end.ended; }));
}

uint32_t MemberEnds::well() const {
  return static_cast<uint32_t>(std::count_if(ends_.begin(), ends_.end(), [](const MemberEnd& end) { return end.well(); }));
}

}  // namespace mote
