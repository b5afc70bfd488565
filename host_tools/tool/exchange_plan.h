// The exchanges of a program over a topology: who sends what to whom when, and what that takes, by the cost model of the link.
#pragma once

#include <string>

#include "compile/exchange_facts.h"
#include "tool/topology.h"

namespace mote {

// kCount: the topology has another number of members. kGroup: two members exchange data that no wires connect, or over wires whose frames
// are too short to be relayed.
Status CheckTopology(const ExchangeList& list, const Topology& topology, const std::string& path);

// A table of the exchanges, the messages of each, and of members with bytes and times. CheckTopology was right.
std::string DrawExchanges(const ExchangeList& list, const Topology& topology);

}  // namespace mote
