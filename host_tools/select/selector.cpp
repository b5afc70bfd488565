// Buffers of values, copies between them, and the walk through a computation's groups.
#include "select/selector.h"

#include "select/parallel_copy.h"

namespace mote {

BufferId Selector::ConstantBuffer(const Literal& literal, const std::string& name) {
  const auto bytes = literal.bytes();
  const std::string_view key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto [from, to] = constants_.equal_range(key);
  for (auto at = from; at != to; ++at) {
    if (At(at->second).type == literal.type()) return at->second;
  }
  const BufferId b = NewBuffer(literal.shape(), name);
  At(b).kind = Buffer::Kind::kConstant;
  At(b).constant = literal;
  // The key's bytes are the literal's, which the buffer shares from now on.
  constants_.insert({key, b});
  return b;
}

// Constants get their buffer when somebody reads it from memory; everything else has been made by then.
Result<BufferId> Selector::BufferOf(Scope& scope, Value v) {
  v = Resolve(scope, v);
  const auto found = scope.buffers.find(v);
  if (found != scope.buffers.end()) return found->second;
  const Instruction& i = scope.computation->at(v);
  if (i.op != Op::kConstant) return Unsupported(i, "its value has no buffer");
  const BufferId b = ConstantBuffer(i.LiteralValue(), i.name);
  scope.buffers[v] = b;
  return b;
}

BufferId Selector::MakeResult(Scope& scope, Value v) {
  v = Resolve(scope, v);
  const auto found = scope.buffers.find(v);
  if (found != scope.buffers.end()) return found->second;
  const auto wanted = scope.wanted.find(v);
  const Instruction& i = scope.computation->at(v);
  const BufferId b =
      wanted != scope.wanted.end() ? wanted->second : NewBuffer(scope.computation->shape(v), i.name.empty() ? OpName(i.op) : i.name);
  scope.buffers[v] = b;
  return b;
}

int32_t Selector::KernelIndex(Kernel kernel) {
  const auto [at, fresh] = kernels_.try_emplace(ContentHash(kernel), graph_.kernels.count());
  if (fresh) graph_.kernels.push_back(std::move(kernel));
  return at->second;
}

void Selector::AddCopy(int32_t block, BufferId from, BufferId to, const std::string& why, Location location) {
  if (from == to || At(to).bytes == 0) return;
  Step step;
  step.kind = StepKind::kCopy;
  step.operands = {from, to};
  step.name = "copy";
  step.why = why;
  step.location = location;
  Steps(block).push_back(std::move(step));
}

void Selector::AddCopies(int32_t block, const std::vector<BufferId>& from, const std::vector<BufferId>& to, const std::string& why,
                         Location location) {
  const auto spare = [&](int32_t b) {
    const BufferId copy = NewBuffer(Shape::Array(At(b).type, At(b).dims), At(b).name + ", set aside");
    return copy;
  };
  for (const auto& [source, destination] : SequenceCopies(from, to, spare)) AddCopy(block, source, destination, why, location);
}

Result<std::vector<BufferId>> Selector::Walk(const Computation& computation, int32_t block, const std::vector<BufferId>& parameters,
                                             const std::vector<BufferId>& wanted) {
  Scope scope{&computation, block, {}, {}, {}};
  for (size_t p = 0; p < parameters.size(); ++p) scope.buffers[Value{static_cast<int32_t>(p), 0}] = parameters[p];
  MOTE_ASSIGN(const Grouping grouping, FormGroups(module_, computation, lower_));
  for (const auto& [result, source] : grouping.aliases) scope.alias[result] = source;
  for (size_t r = 0; r < wanted.size(); ++r) {
    const Value v = Resolve(scope, computation.results[r]);
    const bool made_here = scope.buffers.count(v) == 0 && computation.at(v).op != Op::kConstant;
    if (made_here && wanted[r] != kNoBuffer && At(wanted[r]).type == computation.shape(v).element_type) {
      scope.wanted.try_emplace(v, wanted[r]);
    }
  }
  for (const Group& group : grouping.groups) {
    MOTE_CHECK_OK(group.kind == Group::Kind::kControl ? AddControl(scope, group) : AddGroup(scope, group));
  }
  std::vector<BufferId> results;
  for (const Value& v : computation.results) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, v));
    results.push_back(b);
  }
  return results;
}

Status Selector::BindOperands(Scope& scope, const BoundKernel& bound, Step* step) {
  for (size_t k = 0; k < bound.operands.size(); ++k) {
    if (bound.kernel.operands[k].written) {
      step->operands.push_back(MakeResult(scope, bound.operands[k]));
    } else {
      MOTE_ASSIGN(const BufferId b, BufferOf(scope, bound.operands[k]));
      step->operands.push_back(b);
    }
  }
  return Ok();
}

}  // namespace mote
