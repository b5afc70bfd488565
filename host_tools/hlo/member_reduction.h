// Reductions over members as calls of the application's functions, which ports/mpi has (schema/SPEC.md, Call). The configuration is the
// operation, a space, and the groups: members by comma, groups by semicolon ("add 0,2;1,3"). The reduction is over each group, in any
// order; who is in none keeps what it has. Operand and result of the first have one shape; of the second the operand has a leading
// dimension of the members of a group, and the result is this member's block.
#pragma once

namespace mote {

inline constexpr const char kAllReduceCall[] = "mote.all_reduce", kReduceScatterCall[] = "mote.reduce_scatter";

}  // namespace mote
