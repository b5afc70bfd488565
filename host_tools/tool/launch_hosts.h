// The machines of `mote launch --hosts`: which member runs where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

struct LaunchMachine {
  std::string name;     // as the file has it
  std::string address;  // IPv4; no other machine's
  bool here = false;    // whether this launcher starts its members
  std::string Text() const { return name == address ? name : name + " (" + address + ")"; }
};

struct LaunchHosts {
  std::vector<LaunchMachine> machines;  // in the file's order
  std::vector<size_t> machine_of;       // each member's, among them
  uint32_t members() const { return static_cast<uint32_t>(machine_of.size()); }
  bool here(uint32_t member) const { return machines[machine_of[member]].here; }
  std::vector<std::string> addresses() const;  // of each member
};

// FILE: a machine a line, by its name or IPv4 address; `slots=N` behind it: N members, one after the other, 1 unless told; # begins a
// comment. `here`: the word of FILE that is this machine; empty: the one with an address of this machine.
Result<LaunchHosts> ReadHosts(const std::string& path, const std::string& here);

}  // namespace mote
