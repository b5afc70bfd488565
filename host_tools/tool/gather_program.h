// The outputs of all members for member 0, where members share no folder: a program that follows theirs in their group, over its links.
#pragma once

#include <memory>
#include <vector>

#include "tool/runner.h"

namespace mote {

class GatherProgram {
 public:
  // For so many members, each with outputs of these shapes.
  static Result<std::unique_ptr<GatherProgram>> Open(const IdVector<Shape>& shapes, uint32_t members);
  // Takes a member's own outputs.
  Backend* backend() { return runner_->backend(); }
  // Of what it gave on member 0: the outputs of each member.
  std::vector<std::vector<Literal>> ByMember(const std::vector<Literal>& gathered) const;

 private:
  Source source_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace mote
