// See the header.
#include "tool/launch_hosts.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include "tool/file_bytes.h"

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

}  // namespace

std::vector<std::string> LaunchHosts::addresses() const {
  std::vector<std::string> addresses;
  for (const size_t machine : machine_of) addresses.push_back(machines[machine].address);
  return addresses;
}

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
    const auto same = [&](const LaunchMachine& machine) { return machine.address == address; };
    const auto known = std::find_if(hosts.machines.begin(), hosts.machines.end(), same);
    hosts.machine_of.insert(hosts.machine_of.end(), slots, static_cast<size_t>(known - hosts.machines.begin()));
    if (known == hosts.machines.end()) hosts.machines.push_back({name, address, is_here});
    else known->here = known->here || is_here;
    names += (names.empty() ? "" : ", ") + name;
  }
  if (hosts.members() < 1 || hosts.members() > 32) {
    return FileError(path, Rule::kCount, fmt::format("it has {} members, where 1 to 32 are expected", hosts.members()));
  }
  if (std::none_of(hosts.machines.begin(), hosts.machines.end(), [](const LaunchMachine& machine) { return machine.here; })) {
    const std::string who = here.empty() ? "an address of this machine" : "'" + here + "'";
    const std::string what = fmt::format("none of its machines ({}) is {}", names, who);
    return FileError(path, Rule::kAttribute, what, "--here says which of them this is");
  }
  return hosts;
}

}  // namespace mote
