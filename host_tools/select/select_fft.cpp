// Fourier transforms of a GPU: a launch for each radix.
#include "lower/fft_stages.h"
#include "select/selector.h"

namespace mote {

Status Selector::AddFft(Scope& scope, int32_t at, const FftCall& call) {
  const Instruction& i = scope.computation->instructions[at];
  const Instruction& table = scope.computation->at(Resolve(scope, i.operands.back()));
  if (table.op != Op::kConstant) return Unsupported(i, "its table is no constant");
  if (i.shapes[0].ElementCount() > lower_.max_index) return Unsupported(i, "it has too many elements");
  IdVector<BufferId> operands;
  for (const Value& v : i.operands) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, v));
    operands.push_back(b);
  }
  const BufferId roots = operands.back();
  operands.pop_back();
  const std::vector<FftStage> stages = StagesOf(call, operands.size() == 1, table.LiteralValue());
  Step like;
  like.why = "a Fourier transform of " + std::to_string(call.n) + ", " + std::to_string(stages.size()) + " launches of it";
  like.location = i.location;
  for (size_t s = 0; s < stages.size(); ++s) {
    IdVector<BufferId> made;
    for (int32_t part = 0; part < 2; ++part) {
      made.push_back(s + 1 == stages.size() ? MakeResult(scope, {at, part}) : NewBuffer(i.shapes[0], "transformed so far"));
    }
    if (ReadsTable(stages[s])) operands.push_back(roots);
    operands.insert(operands.end(), made.begin(), made.end());
    AddMadeKernel(scope, TransformStage(stages[s]), std::move(operands), like);
    operands = std::move(made);
  }
  return Ok();
}

}  // namespace mote
