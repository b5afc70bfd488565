// What a program hands to its host and takes from it is calls of these names (schema/SPEC.md, Call; mote/queue.h).
#pragma once

#include <cstdint>
#include <string>

namespace mote {

inline constexpr const char kInfeedCall[] = "mote.infeed", kOutfeedCall[] = "mote.outfeed";
// Of send and recv with the host, each channel by itself.
inline std::string SendCall(int64_t channel) { return "mote.send." + std::to_string(channel); }
inline std::string ReceiveCall(int64_t channel) { return "mote.recv." + std::to_string(channel); }

inline bool IsHostCall(const std::string& name) {
  return name == kInfeedCall || name == kOutfeedCall || name.rfind("mote.send.", 0) == 0 || name.rfind("mote.recv.", 0) == 0;
}

}  // namespace mote
