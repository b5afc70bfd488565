// The grid of a program, and setting the transport of an instance.
#include "collective/members.h"

using namespace mote::runtime;

extern "C" {

mote_status mote_query_grid(const mote_program* program, mote_grid* grid, uint64_t* plan) {
  if (program == nullptr || grid == nullptr || plan == nullptr) return Fail(Site::kNullArgument);
  *grid = GridOf(*program);
  FlatReader reader(program->flat, program->flat_bytes);
  *plan = reader.Number(reader.Root(), kProgramPlan, 8);
  return Done();
}

mote_status mote_set_transport(mote_instance* instance, const mote_transport* transport) {
  if (instance == nullptr || transport == nullptr || transport->begin == nullptr) return Fail(Site::kNullArgument);
  const mote_grid grid = GridOf(*instance->program);
  if (transport->replica >= grid.replicas || transport->partition >= grid.partitions) {
    return Fail(Site::kNoSuchMember, transport->replica > transport->partition ? transport->replica : transport->partition);
  }
  instance->transport = *transport;
  instance->members = static_cast<uint32_t>(MembersOf(grid));
  instance->member = transport->replica * grid.partitions + transport->partition;
  return Done();
}

}  // extern "C"
