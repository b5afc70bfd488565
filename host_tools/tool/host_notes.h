// The launchers of `mote launch --hosts` among themselves: that all machines are there and were told the same, which members have run, and
// how they have ended. Each has a TCP connection with each other; members exchange their data over links of their own.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "tool/launch_hosts.h"
#include "tool/member_ends.h"
#include "tool/note_stream.h"

namespace mote {

struct HostNotesOptions {
  LaunchHosts hosts;
  uint16_t port = 0;          // where each machine listens, at its address in the file
  std::string command;        // what all machines have to be told alike, lines without the last end
  std::string folder;         // of this machine's members: where they look for who has run (DoneFile)
  uint32_t deadline = 10;     // seconds, from 1: of meeting, and of another one's silence
};

class HostNotes {
 public:
  explicit HostNotes(HostNotesOptions options);
  ~HostNotes();
  HostNotes(const HostNotes&) = delete;
  HostNotes& operator=(const HostNotes&) = delete;

  // kDevice: the address or the port is not to be had.
  Status Listen();
  // Until it is true, again and again: all are there, and nobody else is listened to any more. kDevice: some have not come within the
  // deadline, or one went; kAttribute: one was told otherwise.
  Result<bool> Meet();
  // Passes on what is new, as often as Meet: of this machine's members from `ends`, of the others to it. Members of a machine whose
  // launcher goes, is silent or sends nonsense are lost with it.
  void Turn(MemberEnds& ends);
  // For members that should have ended: whoever still has some is lost.
  void GiveUp(MemberEnds& ends);
  // After the end: until the others have heard all, at most two seconds.
  void Leave();

 private:
  using Clock = std::chrono::steady_clock;

  // A launcher on another machine. Of two the one later in the file calls, from its address there, by which the other one knows it.
  struct Peer {
    size_t own = 0, other = 0;  // of hosts.machines; this machine may be several of them
    bool met = false;
    NoteStream stream{-1};      // once it is met
    int calling = -1;           // a call that is under way
    std::string instead;        // what else was found in its place
    Clock::time_point heard;
    bool gone = false;          // or lost
  };
  // Of whoever has called or was called, and has not said who it is.
  struct Stranger {
    size_t peer = 0;
    NoteStream stream;
  };

  void Accept();
  void Call(size_t peer);
  void Greet(size_t peer, int socket);
  // Whether it is still one.
  Result<bool> Hear(Stranger& stranger);
  Status CheckCommand(const Peer& peer, const std::string& said) const;
  std::string Missing() const;  // the machines that have not been met
  void Hear(Peer& peer, MemberEnds& ends);
  void Lose(Peer& peer, MemberEnds& ends, const std::string& why);
  void TellOwn(const MemberEnds& ends);
  void TellOf(uint8_t member, NoteKind kind, const std::string& text);
  void KeepAlive();
  const LaunchMachine& MachineOf(const Peer& peer) const { return o_.hosts.machines[peer.other]; }

  const HostNotesOptions o_;
  const std::chrono::seconds deadline_;
  const Clock::time_point began_ = Clock::now();
  bool waiting_told_ = false;
  std::vector<int> listeners_;
  std::vector<Peer> peers_;
  std::vector<Stranger> strangers_;
  uint32_t done_told_ = 0, ends_told_ = 0;  // members of this machine, by bits
  Clock::time_point alive_ = began_;        // when that was said last
};

}  // namespace mote
