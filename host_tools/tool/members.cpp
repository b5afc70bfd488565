// Running members in turn.
#include "tool/members.h"

#include <algorithm>

#include "mote/loopback.h"

namespace mote {
namespace {

// What member `m` waits in, when it does.
std::string Waiting(const mote_loopback_member& member, size_t m) {
  if (member.exchange == nullptr) return "";
  const std::string number = std::to_string(mote_exchange_number(member.exchange));
  return "member " + std::to_string(m) + " waits in exchange " + number + " of its run for " + std::to_string(member.receives) +
         " to receive from and " + std::to_string(member.sends) + " to send to";
}

Diagnostic Stuck(const std::vector<mote_loopback_member>& members, const std::vector<bool>& done) {
  std::string text = "no member can go on";
  for (size_t m = 0; m < members.size(); ++m) {
    const std::string one = done[m] ? "member " + std::to_string(m) + " has finished" : Waiting(members[m], m);
    if (!one.empty()) text += "; " + one;
  }
  return Error(Rule::kDevice, text);
}

}  // namespace

Result<std::vector<std::vector<Literal>>> RunMembers(const std::vector<Backend*>& members,
                                                     const std::vector<std::vector<Literal>>& inputs) {
  std::vector<mote_loopback_member> meetings(members.size());
  mote_loopback loopback = {meetings.data(), static_cast<uint32_t>(meetings.size())};
  for (size_t m = 0; m < members.size(); ++m) {
    const uint32_t partitions = members[m]->grid().partitions, number = static_cast<uint32_t>(m);
    MOTE_CHECK_OK(members[m]->SetTransport(mote_loopback_transport(&loopback, number / partitions, number % partitions)));
    MOTE_CHECK_OK(members[m]->Load(inputs[m]));
  }
  std::vector<bool> done(members.size()), waits(members.size());
  for (bool moved = true; std::find(done.begin(), done.end(), false) != done.end();) {
    if (!moved) return Stuck(meetings, done);
    moved = false;
    for (size_t m = 0; m < members.size(); ++m) {
      if (done[m] || (waits[m] && meetings[m].exchange != nullptr)) continue;
      if (meetings[m].failed != MOTE_OK) {
        return Error(Rule::kDevice, "member " + std::to_string(m) + " and others came to exchanges that do not fit together");
      }
      MOTE_ASSIGN(const RunStop stop, members[m]->RunOn(0));
      done[m] = stop == RunStop::kDone;
      waits[m] = stop == RunStop::kWaits;
      moved = true;
    }
  }
  std::vector<std::vector<Literal>> outputs;
  for (Backend* member : members) {
    MOTE_ASSIGN(std::vector<Literal> own, member->Outputs());
    outputs.push_back(std::move(own));
  }
  return outputs;
}

}  // namespace mote
