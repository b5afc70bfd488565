// See the header.
#include "tool/host_notes.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>
#include <utility>

#include "tool/exit_code.h"
#include "tool/link_member.h"

namespace mote {
namespace {

constexpr auto kAlive = std::chrono::milliseconds(250);
constexpr auto kWaitingTold = std::chrono::seconds(2);  // a machine that comes later is asked for
constexpr size_t kMostStrangers = 64;

sockaddr_in PlaceOf(const std::string& address, uint16_t port) {
  sockaddr_in place = {};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  (void)inet_pton(AF_INET, address.c_str(), &place.sin_addr);
  return place;
}

int NewSocket() { return socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

// The first lines of two texts that differ; that of the shorter one may be empty.
std::pair<std::string, std::string> FirstDifference(const std::string& a, const std::string& b) {
  std::istringstream lines_a(a), lines_b(b);
  std::string line_a, line_b;
  for (bool more = true; more && line_a == line_b;) {
    const bool has_a = static_cast<bool>(std::getline(lines_a, line_a)), has_b = static_cast<bool>(std::getline(lines_b, line_b));
    if (!has_a) line_a.clear();
    if (!has_b) line_b.clear();
    more = has_a || has_b;
  }
  return {line_a, line_b};
}

}  // namespace

HostNotes::HostNotes(HostNotesOptions options) : o_(std::move(options)), deadline_(o_.deadline) {
  const std::vector<LaunchMachine>& machines = o_.hosts.machines;
  for (size_t own = 0; own < machines.size(); ++own) {
    for (size_t other = 0; machines[own].here && other < machines.size(); ++other) {
      if (machines[other].here) continue;
      Peer& peer = peers_.emplace_back();
      peer.own = own, peer.other = other;
    }
  }
}

HostNotes::~HostNotes() {
  for (const Peer& peer : peers_) {
    if (peer.calling >= 0) close(peer.calling);
  }
  for (const int listener : listeners_) close(listener);
}

Status HostNotes::Listen() {
  for (const LaunchMachine& machine : o_.hosts.machines) {
    if (!machine.here) continue;
    const sockaddr_in place = PlaceOf(machine.address, o_.port);
    const int yes = 1, listener = listeners_.emplace_back(NewSocket());
    (void)setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0 || listen(listener, 32) != 0) {
      return Error(Rule::kDevice, fmt::format("port {} of {}, for the launchers: {}", o_.port, machine.address, std::strerror(errno)));
    }
  }
  return Ok();
}

Result<bool> HostNotes::Meet() {
  Accept();
  for (size_t p = 0; p < peers_.size(); ++p) Call(p);
  for (size_t i = 0; i < strangers_.size();) {
    MOTE_ASSIGN(const bool stays, Hear(strangers_[i]));
    if (stays) ++i;
    else strangers_.erase(strangers_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  KeepAlive();
  for (Peer& peer : peers_) {
    if (!peer.met) continue;
    if (peer.stream.Turn()) peer.heard = Clock::now();
    if (peer.stream.closed()) return Error(Rule::kDevice, fmt::format("{} went before all were there", MachineOf(peer).Text()));
  }
  const std::string missing = Missing();
  const auto waited = Clock::now() - began_;
  if (missing.empty()) {
    for (const int listener : listeners_) close(listener);
    listeners_.clear();
    strangers_.clear();
    return true;
  }
  if (waited >= deadline_) {
    Diagnostic late = Error(Rule::kDevice, fmt::format("not there within {} s: {}", o_.deadline, missing));
    late.hint = "the same command is wanted on each machine, within --deadline of the first";
    return late;
  }
  if (waited >= kWaitingTold && !waiting_told_) {
    fmt::print(stderr, "mote: waiting for {}\n", missing);
    waiting_told_ = true;
  }
  return false;
}

void HostNotes::Accept() {
  for (const int listener : listeners_) {
    sockaddr_in from = {}, at = {};
    socklen_t from_size = sizeof from, at_size = sizeof at;
    for (int made; (made = accept4(listener, reinterpret_cast<sockaddr*>(&from), &from_size, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
      (void)getsockname(made, reinterpret_cast<sockaddr*>(&at), &at_size);
      const auto peer = std::find_if(peers_.begin(), peers_.end(), [&](const Peer& p) {
        return p.other > p.own && !p.met && PlaceOf(MachineOf(p).address, 0).sin_addr.s_addr == from.sin_addr.s_addr &&
               PlaceOf(o_.hosts.machines[p.own].address, 0).sin_addr.s_addr == at.sin_addr.s_addr;
      });
      if (peer != peers_.end()) Greet(static_cast<size_t>(peer - peers_.begin()), made);
      else close(made);
    }
  }
}

void HostNotes::Call(size_t number) {
  Peer& peer = peers_[number];
  const bool called = std::any_of(strangers_.begin(), strangers_.end(), [&](const Stranger& s) { return s.peer == number; });
  if (peer.other > peer.own || peer.met || called) return;
  if (peer.calling < 0) {
    const sockaddr_in here = PlaceOf(o_.hosts.machines[peer.own].address, 0);
    peer.calling = NewSocket();
    (void)bind(peer.calling, reinterpret_cast<const sockaddr*>(&here), sizeof here);
  }
  const sockaddr_in place = PlaceOf(MachineOf(peer).address, o_.port);
  const bool open = connect(peer.calling, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 || errno == EISCONN;
  if (!open && (errno == EINPROGRESS || errno == EALREADY)) return;
  const int socket = std::exchange(peer.calling, -1);
  if (open) Greet(number, socket);
  else close(socket);  // nobody listens yet
}

void HostNotes::Greet(size_t peer, int socket) {
  if (strangers_.size() == kMostStrangers) strangers_.erase(strangers_.begin());
  Stranger& stranger = strangers_.emplace_back(Stranger{peer, NoteStream(socket)});
  stranger.stream.Put({NoteKind::kHello, 0, std::string(kNotesLine) + "\n" + o_.command});
}

Result<bool> HostNotes::Hear(Stranger& stranger) {
  Peer& peer = peers_[stranger.peer];
  if (peer.met) return false;
  (void)stranger.stream.Turn();
  const std::optional<Note> note = stranger.stream.Take();
  if (note && note->kind == NoteKind::kHello && note->text.rfind("mote launch", 0) == 0) {
    MOTE_CHECK_OK(CheckCommand(peer, note->text));
    peer.stream = std::move(stranger.stream);
    peer.met = true;
    peer.heard = Clock::now();
    return false;
  }
  const bool nonsense = note || !stranger.stream.wrong().empty();
  if (nonsense) peer.instead = "something there speaks otherwise than `mote launch`";
  return !nonsense && !stranger.stream.closed();
}

Status HostNotes::CheckCommand(const Peer& peer, const std::string& said) const {
  const auto [here, there] = FirstDifference(std::string(kNotesLine) + "\n" + o_.command, said);
  if (here == there) return Ok();
  return Error(Rule::kAttribute, fmt::format("{} was told otherwise: '{}' there, '{}' here", MachineOf(peer).Text(), there, here));
}

std::string HostNotes::Missing() const {
  std::string text;
  for (const Peer& peer : peers_) {
    if (peer.met) continue;
    text += (text.empty() ? "" : ", ") + MachineOf(peer).Text();
    if (!peer.instead.empty()) text += " (" + peer.instead + ")";
  }
  return text;
}

void HostNotes::Turn(MemberEnds& ends) {
  TellOwn(ends);
  KeepAlive();
  for (Peer& peer : peers_) Hear(peer, ends);
}

void HostNotes::TellOwn(const MemberEnds& ends) {
  for (uint8_t m = 0; m < ends.members(); ++m) {
    if (!o_.hosts.here(m)) continue;
    if ((done_told_ >> m & 1) == 0 && std::filesystem::exists(DoneFile(o_.folder, m))) {
      TellOf(m, NoteKind::kDone, "");
      done_told_ |= 1u << m;
    }
    if ((ends_told_ >> m & 1) == 0 && ends.of(m).ended) {
      TellOf(m, NoteKind::kEnded, {static_cast<char>(ends.of(m).code), static_cast<char>(ends.of(m).signal)});
      ends_told_ |= 1u << m;
    }
  }
}

// To those who know the member to be at the address from which they hear of it.
void HostNotes::TellOf(uint8_t member, NoteKind kind, const std::string& text) {
  for (Peer& peer : peers_) {
    if (!peer.gone && o_.hosts.machine_of[member] == peer.own) peer.stream.Put({kind, member, text});
  }
}

void HostNotes::KeepAlive() {
  if (Clock::now() - alive_ < kAlive) return;
  alive_ = Clock::now();
  for (Peer& peer : peers_) {
    if (peer.met && !peer.gone) peer.stream.Put({NoteKind::kAlive, 0, ""});
  }
}

void HostNotes::Hear(Peer& peer, MemberEnds& ends) {
  if (peer.gone) return;
  if (peer.stream.Turn()) peer.heard = Clock::now();
  while (const std::optional<Note> note = peer.stream.Take()) {
    if (note->kind == NoteKind::kAlive) continue;
    if (note->kind == NoteKind::kHello || note->member >= ends.members() || o_.hosts.machine_of[note->member] != peer.other) {
      return Lose(peer, ends, "its launcher sends what no launcher does");
    }
    if (note->kind == NoteKind::kDone) NoteMemberDone(o_.folder, note->member);
    else ends.Note(note->member, {true, static_cast<uint8_t>(note->text[0]), static_cast<uint8_t>(note->text[1]), ""});
  }
  if (!peer.stream.wrong().empty()) Lose(peer, ends, "its launcher sends " + peer.stream.wrong());
  else if (peer.stream.closed()) Lose(peer, ends, "its launcher is not there any more");
  else if (Clock::now() - peer.heard >= deadline_) Lose(peer, ends, fmt::format("its launcher has been silent for {} s", o_.deadline));
}

// Who has run need not stay for members that are lost with their machine.
void HostNotes::Lose(Peer& peer, MemberEnds& ends, const std::string& why) {
  peer.gone = true;
  peer.stream = NoteStream(-1);
  std::vector<uint32_t> lost;
  for (uint32_t m = 0; m < ends.members(); ++m) {
    if (o_.hosts.machine_of[m] != peer.other || ends.of(m).ended) continue;
    lost.push_back(m);
    ends.Note(m, {true, kDeviceFailed, 0, MachineOf(peer).name});
    NoteMemberDone(o_.folder, m);
  }
  if (lost.empty()) return;
  const bool one = lost.size() == 1;
  fmt::print(stderr, "mote: member{} {} {} lost with {}: {}\n", one ? "" : "s", fmt::join(lost, ", "), one ? "is" : "are",
             MachineOf(peer).Text(), why);
}

void HostNotes::GiveUp(MemberEnds& ends) {
  for (Peer& peer : peers_) {
    if (!peer.gone) Lose(peer, ends, "its members do not end");
  }
}

void HostNotes::Leave() {
  for (Peer& peer : peers_) {
    if (peer.gone) continue;
    (void)peer.stream.Turn();
    peer.stream.End();
  }
  const auto end = Clock::now() + std::chrono::seconds(2);
  const auto open = [](const Peer& peer) { return !peer.gone && !peer.stream.closed(); };
  while (Clock::now() < end && std::any_of(peers_.begin(), peers_.end(), open)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (Peer& peer : peers_) {
      if (!open(peer)) continue;
      (void)peer.stream.Turn();
      while (peer.stream.Take()) continue;
    }
  }
}

}  // namespace mote
