// One member of a program's grid in this process, the others in processes of their own: a group over links.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tool/backend.h"
#include "tool/routes.h"

struct mote_shared_heap;

namespace mote {

// How members of one machine reach each other.
struct LinkPlace {
  std::string transport = "shm";  // shared memory; udp, tcp; uart: streams over Unix sockets, as emulated boards have them
  std::string folder;             // exists, and belongs to these members alone
  uint32_t first_port = 0;        // udp and tcp: members * members of them from there on
  std::vector<std::string> addresses;  // of the members, IPv4; empty: all are on this machine
  uint32_t deadline_ms = 10000;   // of joining and of each exchange
  std::string key_file;           // its 64 hexadecimal digits encrypt all links; empty: they are plain
  std::string trace;              // an existing trace, to add frames to; empty: none
  std::shared_ptr<mote_shared_heap> heap;  // this member's, of LendMemory; null: none
  uint32_t least = 0;             // members that go on where others are lost; 0: then the run fails
  LinkWires wires;                // this member's; datagrams alone are relayed, so not over uart
};
bool IsLinkTransport(const std::string& word);

// Over shared memory the others copy what member `number` sends from where it lies: a backend that is opened with `options` has its tensors
// there from here on.
void LendMemory(uint32_t number, LinkPlace* place, BackendOptions* options);

// What a member has to say between its runs.
struct LinkNews {
  uint32_t round = 0;    // the run that is done, from 1; 0: members were lost, and the others go on
  uint32_t members = 0;  // how many there are
  uint32_t epoch = 0;
  std::string lost;      // numbers of members
  bool first = false;    // this one is the first of them
  uint64_t bytes = 0;    // that this one has put on its links so far
};

struct LinkRun {
  uint32_t number = 0, members = 1;  // of all that begin
  uint32_t rounds = 1;               // the first outputs of one run are the inputs of the next
  // A backend for so many members of the program; one that was given before is not used any more.
  std::function<Result<Backend*>(uint32_t members)> open;
  // What a caller does not see among inputs and outputs (the state of Rng): put in, and taken away.
  std::function<std::vector<Literal>(const std::vector<Literal>& inputs)> with_hidden;
  std::function<void(std::vector<Literal>& outputs)> take_hidden;
  std::function<void(const LinkNews&, const std::vector<Literal>& outputs)> tell;
  Backend* follower = nullptr;  // of a program that takes the last outputs, in the same group, and gives others instead; null: none
};

// Joins as member `number`, runs, and leaves when all members have run. Where members are lost, those that are left do the round again that
// did not end, by the program for as many. kDevice: what became of the group.
Result<std::vector<Literal>> RunLinkMember(const LinkRun& run, const LinkPlace& place, std::vector<Literal> inputs);

// Says that a member has run: the others may leave when all have. The file that says so.
void NoteMemberDone(const std::string& folder, uint32_t number);
std::string DoneFile(const std::string& folder, uint32_t number);

// For measuring: the same with `rounds` rounds, of `runs` runs each, behind a first one that does not count.
struct LinkRounds {
  std::vector<double> seconds;   // of each round
  double processor_seconds = 0;  // of this process in all of them
  std::vector<Literal> outputs;  // of the last run
};
Result<LinkRounds> TimeLinkMember(Backend& backend, uint32_t number, const LinkPlace& place, const std::vector<Literal>& inputs,
                                  uint32_t rounds, uint32_t runs);

}  // namespace mote
