// See the header.
#include "tool/launch_hosts.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "tool/file_bytes.h"
#include "tool/link_member.h"

namespace mote {
namespace {

std::string TextOf(const in_addr& address) {
  char text[INET_ADDRSTRLEN] = "";
  return inet_ntop(AF_INET, &address, text, sizeof text) == nullptr ? "" : text;
}

// The IPv4 address of a name or of an address; empty: none.
std::string AddressOf(const std::string& word) {
  addrinfo wanted = {}, *found = nullptr;
  wanted.ai_family = AF_INET;
  if (getaddrinfo(word.c_str(), nullptr, &wanted, &found) != 0) return "";
  const std::string text = TextOf(reinterpret_cast<const sockaddr_in*>(found->ai_addr)->sin_addr);
  freeaddrinfo(found);
  return text;
}

std::set<std::string> AddressesOfThisMachine() {
  std::set<std::string> addresses;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return addresses;
  for (const ifaddrs* at = list; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || at->ifa_addr->sa_family != AF_INET) continue;
    addresses.insert(TextOf(reinterpret_cast<const sockaddr_in*>(at->ifa_addr)->sin_addr));
  }
  freeifaddrs(list);
  return addresses;
}

// N of slots=N, 1 to 32; 0: it is none.
uint32_t SlotsIn(const std::string& word) {
  uint32_t slots = 0;
  if (word.rfind("slots=", 0) != 0) return 0;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data() + 6, end, slots);
  return read.ec == std::errc() && read.ptr == end && slots <= 32 ? slots : 0;
}

sockaddr_in PlaceOf(const std::string& address, uint16_t port) {
  sockaddr_in place = {};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  (void)inet_pton(AF_INET, address.c_str(), &place.sin_addr);
  return place;
}

}  // namespace

Result<LaunchHosts> ReadHosts(const std::string& path, const std::string& here) {
  MOTE_ASSIGN(const std::string text, ReadFile(path));
  const std::set<std::string> own = here.empty() ? AddressesOfThisMachine() : std::set<std::string>();
  LaunchHosts hosts;
  std::istringstream lines(text);
  std::string line, names;
  for (uint32_t number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name, behind, more;
    if (!(words >> name)) continue;
    const auto wrong = [&](Rule rule, const std::string& what) {
      Diagnostic diagnostic = FileError(path, rule, what);
      diagnostic.location.line = number, diagnostic.location.column = 1;
      return diagnostic;
    };
    uint32_t slots = 1;
    if (words >> behind && ((slots = SlotsIn(behind)) == 0 || words >> more)) {
      return wrong(Rule::kSyntax, fmt::format("'{}': a line is a machine and perhaps slots=N, 1 to 32 members there", line));
    }
    const std::string address = AddressOf(name);
    if (address.empty()) return wrong(Rule::kIo, fmt::format("no IPv4 address of '{}' is known here", name));
    const bool is_here = here.empty() ? own.count(address) != 0 : name == here || address == here;
    hosts.addresses.insert(hosts.addresses.end(), slots, address);
    hosts.here.insert(hosts.here.end(), slots, is_here);
    names += (names.empty() ? "" : ", ") + name;
  }
  if (hosts.addresses.empty() || hosts.addresses.size() > 32) {
    return FileError(path, Rule::kCount, fmt::format("it has {} members, where 1 to 32 are expected", hosts.addresses.size()));
  }
  if (std::find(hosts.here.begin(), hosts.here.end(), true) == hosts.here.end()) {
    const std::string who = here.empty() ? "an address of this machine" : "'" + here + "'";
    const std::string what = fmt::format("none of its machines ({}) is {}", names, who);
    return FileError(path, Rule::kAttribute, what, "--here says which of them this is");
  }
  return hosts;
}

HostNotes::HostNotes(const LaunchHosts& hosts, uint16_t port, std::string folder)
    : hosts_(hosts), port_(port), folder_(std::move(folder)) {}

HostNotes::~HostNotes() {
  for (const Connection& connection : connections_) {
    if (connection.socket >= 0) close(connection.socket);
  }
  if (listener_ >= 0) close(listener_);
}

int HostNotes::Listen() {
  if (!Listens()) return 0;
  const sockaddr_in place = PlaceOf(hosts_.addresses[0], port_);
  const int yes = 1;
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener_ < 0) return errno;
  (void)setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  const bool bound = bind(listener_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 && listen(listener_, 32) == 0;
  return bound ? 0 : errno;
}

void HostNotes::Turn() {
  for (uint32_t m = 0; m < hosts_.here.size(); ++m) {
    if (hosts_.here[m] && std::filesystem::exists(DoneFile(folder_, m))) done_ |= 1u << m;
  }
  Listens() ? Accept() : Call();
  for (Connection& connection : connections_) Hear(connection);
  for (Connection& connection : connections_) Tell(connection);
  std::erase_if(connections_, [](const Connection& c) { return c.socket < 0; });
}

void HostNotes::Accept() {
  sockaddr_in from = {};
  socklen_t size = sizeof from;
  for (int made; (made = accept4(listener_, reinterpret_cast<sockaddr*>(&from), &size, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
    const bool known = std::find(hosts_.addresses.begin(), hosts_.addresses.end(), TextOf(from.sin_addr)) != hosts_.addresses.end();
    if (known && connections_.size() < 32) connections_.push_back({made, true, 0});
    else close(made);
  }
}

// From the address that FILE has of this machine, by which the other one knows it.
void HostNotes::Call() {
  if (connections_.empty()) {
    const auto own = static_cast<size_t>(std::find(hosts_.here.begin(), hosts_.here.end(), true) - hosts_.here.begin());
    const sockaddr_in here = PlaceOf(hosts_.addresses[own], 0);
    const int made = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) return;
    (void)bind(made, reinterpret_cast<const sockaddr*>(&here), sizeof here);
    connections_.push_back({made, false, 0});
  }
  Connection& call = connections_[0];
  if (call.open) return;
  const sockaddr_in place = PlaceOf(hosts_.addresses[0], port_);
  call.open = connect(call.socket, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 || errno == EISCONN;
  if (call.open || errno == EINPROGRESS || errno == EALREADY) return;
  close(call.socket);  // nobody listens yet
  call.socket = -1;
}

void HostNotes::Hear(Connection& connection) {
  if (connection.socket < 0 || !connection.open) return;
  uint8_t notes[64];
  ssize_t got;
  while ((got = read(connection.socket, notes, sizeof notes)) > 0) {
    for (ssize_t i = 0; i < got; ++i) {
      const uint32_t member = notes[i];
      if (member >= hosts_.here.size() || hosts_.here[member]) continue;
      done_ |= 1u << member, connection.told |= 1u << member;
      NoteMemberDone(folder_, member);
    }
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  close(connection.socket);
  connection.socket = -1;
}

void HostNotes::Tell(Connection& connection) {
  if (connection.socket < 0 || !connection.open) return;
  for (uint8_t m = 0; m < hosts_.here.size(); ++m) {
    if (((done_ & ~connection.told) >> m & 1) == 0) continue;
    if (send(connection.socket, &m, 1, MSG_NOSIGNAL) != 1) return;  // no room, or broken, which is heard
    connection.told |= 1u << m;
  }
}

}  // namespace mote
