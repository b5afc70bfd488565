#include "tool/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "hlo/spelling.h"
#include "mote/link.h"
#include "tool/file_bytes.h"

namespace mote {
namespace {

using Json = nlohmann::json;

constexpr double kMostRate = 1e12, kMostLatency = 1e9;  // bytes a second, microseconds

class Reader {
 public:
  explicit Reader(std::string path) : path_(std::move(path)) {}

  Result<Topology> Read(const std::string& text) {
    Json json;
    try {
      json = Json::parse(text);
    } catch (const Json::parse_error& error) {
      const std::string before = text.substr(0, error.byte == 0 ? 0 : error.byte - 1);
      Diagnostic wrong = FileError(path_, Rule::kSyntax, "this is no JSON: " + Reason(error.what()));
      wrong.location.line = 1 + static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
      wrong.location.column = static_cast<uint32_t>(before.size() - (before.rfind('\n') + 1)) + 1;
      return wrong;
    }
    MOTE_CHECK_OK(Keys(json, "the topology", {"members", "interface_bytes_per_second", "wires"}));
    Topology topology;
    MOTE_ASSIGN(const double members, Number(json, "", "members", 1, 32, std::nullopt));
    if (members != std::floor(members)) return Wrong("members", "a whole number is expected");
    topology.members = static_cast<uint32_t>(members);
    MOTE_ASSIGN(const double interface, Number(json, "", "interface_bytes_per_second", 0, kMostRate, 0));
    topology.interface_bytes_per_us = interface / 1e6;
    if (!json.contains("wires") || !json["wires"].is_array()) return Wrong("wires", "a list of wires is expected");
    for (size_t i = 0; i < json["wires"].size(); ++i) MOTE_CHECK_OK(AddWire(json["wires"][i], fmt::format("wires[{}]", i), topology));
    return topology;
  }

 private:
  Diagnostic Wrong(const std::string& place, const std::string& what, const std::string& hint = "") const {
    return FileError(path_, Rule::kAttribute, place + ": " + what, hint);
  }

  // What the library says of it behind its own numbers and the place, which is told as a line.
  static std::string Reason(const std::string& what) {
    const size_t at = what.rfind(" - ");
    return at == std::string::npos ? what : what.substr(at + 3);
  }

  Status Keys(const Json& object, const std::string& place, std::initializer_list<const char*> known) const {
    if (!object.is_object()) return Wrong(place, "an object is expected");
    for (const auto& [key, value] : object.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      Spelling spelling(key);
      for (const char* name : known) spelling.Try(name);
      return Wrong(place, "there is no '" + key + "'", spelling.Hint());
    }
    return Ok();
  }

  Result<double> Number(const Json& object, const std::string& place, const char* key, double least, double most,
                        std::optional<double> otherwise) const {
    const std::string name = place.empty() ? key : place + "." + key;
    if (!object.contains(key)) {
      if (otherwise) return *otherwise;
      return Wrong(name, "is missing");
    }
    if (!object[key].is_number()) return Wrong(name, "a number is expected");
    const double value = object[key].get<double>();
    if (!(value >= least && value <= most)) return Wrong(name, fmt::format("{} is not from {} to {}", value, least, most));
    return value;
  }

  Status AddWire(const Json& json, const std::string& place, Topology& topology) const {
    MOTE_CHECK_OK(Keys(json, place, {"between", "bytes_per_second", "latency_us", "payload"}));
    Wire wire;
    MOTE_ASSIGN(const double rate, Number(json, place, "bytes_per_second", 1, kMostRate, std::nullopt));
    MOTE_ASSIGN(wire.latency_us, Number(json, place, "latency_us", 0, kMostLatency, std::nullopt));
    MOTE_ASSIGN(const double payload, Number(json, place, "payload", MOTE_LINK_LEAST_PAYLOAD, MOTE_LINK_MOST_PAYLOAD, 1400));
    wire.bytes_per_us = rate / 1e6;
    wire.payload = static_cast<uint32_t>(payload);
    if (!json.contains("between")) return Wrong(place + ".between", "is missing");
    const Json& between = json["between"];
    if (between == "all") {
      for (uint32_t high = 1; high < topology.members; ++high) {
        for (uint32_t low = 0; low < high; ++low) topology.wires[{low, high}] = wire;
      }
      return Ok();
    }
    if (!between.is_array() || between.size() != 2) return Wrong(place + ".between", "\"all\" or two members are expected");
    uint32_t ends[2];
    for (size_t i = 0; i < 2; ++i) {
      if (!between[i].is_number_unsigned()) return Wrong(place + ".between", "\"all\" or two members are expected");
      const uint64_t member = between[i].get<uint64_t>();
      if (member >= topology.members) {
        return Wrong(place + ".between", fmt::format("there is no member {}, they count from 0 to {}", member, topology.members - 1));
      }
      ends[i] = static_cast<uint32_t>(member);
    }
    if (ends[0] == ends[1]) return Wrong(place + ".between", fmt::format("member {} is wired to itself", ends[0]));
    topology.wires[std::minmax(ends[0], ends[1])] = wire;
    return Ok();
  }

  const std::string path_;
};

}  // namespace

const Wire* Topology::Between(uint32_t a, uint32_t b) const {
  const auto found = wires.find(std::minmax(a, b));
  return found == wires.end() ? nullptr : &found->second;
}

Result<Topology> ReadTopology(const std::string& path) {
  MOTE_ASSIGN(const std::string text, ReadFile(path));
  return Reader(path).Read(text);
}

}  // namespace mote
