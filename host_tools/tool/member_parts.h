// Programs that are cut among their members (hlo/split.h): what each member takes of a file, and what their outputs are together.
#pragma once

#include <vector>

#include "tool/array_files.h"
#include "tool/link_member.h"
#include "tool/runner.h"

namespace mote {

// Input `i` of a member: its part of what the file holds, where that is the whole tensor; else the file is its own.
Result<Literal> ReadMemberInput(const Runner& runner, const ArrayFile& file, size_t i, int64_t member);

// The outputs of the program, from those of each of its members.
std::vector<Literal> JoinOutputs(const Runner& runner, const std::vector<std::vector<Literal>>& outputs);

// Members in processes of their own: all leave their outputs in the folder of the place, and member 0 has them all. The others have none.
// kDevice: a member's are not there within the deadline.
Result<std::vector<std::vector<Literal>>> GatherOutputs(const Runner& runner, const LinkPlace& place, int64_t member, int64_t members,
                                                        const std::vector<Literal>& own);

}  // namespace mote
