// The machines of `mote launch --hosts`: which member runs where, and the notes that their launchers pass on to each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

struct LaunchHosts {
  std::vector<std::string> addresses;  // of each member, IPv4
  std::vector<bool> here;              // whether this launcher starts it
};

// FILE: a machine a line, by its name or IPv4 address; `slots=N` behind it: N members, one after the other, 1 unless told; # begins a
// comment. `here`: the word of FILE that is this machine; empty: the one with an address of this machine.
Result<LaunchHosts> ReadHosts(const std::string& path, const std::string& here);

// A member that has run stays until all have, and sees that by files in a folder of its own machine. Launchers tell each other by TCP
// which of their members are done: that of member 0's machine listens, the others call it, and each of them hears what it has not told.
// A note is a byte, the member's number; nobody whose address is not in FILE is listened to.
class HostNotes {
 public:
  HostNotes(const LaunchHosts& hosts, uint16_t port, std::string folder);
  ~HostNotes();
  HostNotes(const HostNotes&) = delete;
  HostNotes& operator=(const HostNotes&) = delete;

  // Of the machine that listens. An errno, or 0.
  int Listen();
  // Passes on what is new: often, and once more when the members of this machine have ended.
  void Turn();

 private:
  struct Connection {
    int socket = -1;
    bool open = false;  // a call may be under way
    uint32_t told = 0;  // members
  };

  void Accept();
  void Call();
  void Hear(Connection& connection);
  void Tell(Connection& connection);
  bool Listens() const { return hosts_.here[0]; }

  const LaunchHosts hosts_;
  const uint16_t port_;
  const std::string folder_;
  int listener_ = -1;
  uint32_t done_ = 0;  // members, by bits
  std::vector<Connection> connections_;
};

}  // namespace mote
