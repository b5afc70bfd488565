// Each output of each member is sent to member 0 by an exchange in pairs.
#include "tool/gather_program.h"

#include <utility>

#include "hlo/builder.h"

namespace mote {

Result<std::unique_ptr<GatherProgram>> GatherProgram::Open(const IdVector<Shape>& shapes, uint32_t members) {
  Builder b("gather_outputs");
  Operands own;
  for (size_t i = 0; i < shapes.size(); ++i) own.push_back(b.Parameter(static_cast<int64_t>(i), shapes[i]));
  Operands all = own;
  for (int64_t member = 1; member < members; ++member) {
    for (const Operand output : own) all.push_back(b.CollectivePermute(output, {{member, 0}}));
  }
  auto program = std::make_unique<GatherProgram>();
  program->source_.path = "gather_outputs";
  MOTE_ASSIGN(program->source_.module, b.Build(all));
  program->source_.module->replicas = members;
  RunnerOptions options;
  options.backend = BackendKind::kCpu;
  MOTE_ASSIGN(program->runner_, Runner::Open(program->source_, options));
  return program;
}

std::vector<std::vector<Literal>> GatherProgram::ByMember(const std::vector<Literal>& gathered) const {
  const auto outputs = static_cast<std::ptrdiff_t>(runner_->input_shapes().size());
  std::vector<std::vector<Literal>> members;
  for (auto at = gathered.begin(); at != gathered.end(); at += outputs) members.emplace_back(at, at + outputs);
  return members;
}

}  // namespace mote
