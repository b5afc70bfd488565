// Verify: every instruction's rule, the declared results against the inferred ones, and what only a whole computation shows.
#include "hlo/verify.h"

#include <algorithm>
#include <map>

#include "hlo/infer.h"

namespace mote {

namespace {

class Verifier {
 public:
  Verifier(const Module& module, size_t max_errors) : module_(module), max_errors_(max_errors) {}

  std::vector<Diagnostic> Run() {
    for (const Computation& computation : module_.computations) {
      for (const Instruction& instruction : computation.instructions) {
        if (errors_.size() >= max_errors_) return std::move(errors_);
        Check(computation, instruction);
      }
    }
    if (errors_.empty()) CheckChannels();
    return std::move(errors_);
  }

 private:
  void Check(const Computation& computation, const Instruction& instruction) {
    Shapes operands;
    operands.reserve(instruction.operands.size());
    const size_t position = &instruction - computation.instructions.data();
    for (const Value& value : instruction.operands) {
      const bool earlier =
          value.instruction >= 0 && static_cast<size_t>(value.instruction) < position && value.result >= 0 &&
          static_cast<size_t>(value.result) < computation.instructions[value.instruction].shapes.size();
      if (!earlier) return Add(Error(Rule::kSyntax, "an operand is not a result of an earlier instruction", instruction.location));
      operands.push_back(computation.shape(value));
    }
    const InferContext c{module_, instruction, operands, instruction.shapes, &computation};
    for (const Shape& shape : instruction.shapes) {
      if (const Status status = CheckDeclared(c, shape); !status.ok()) return Add(status.error());
    }
    if (instruction.captures > instruction.operands.count()) return Add(c.Fail(Rule::kSyntax, "more captured values than operands"));
    const Inferred inferred = InferInContext(c);
    if (!inferred.ok()) return Add(inferred.error());
    if (const Status status = CheckResults(c, *inferred); !status.ok()) Add(status.error());
  }

  // What a transfer carries: the arrays of a send's operands or of a recv's results. HLO's recv gives them in its context.
  static Shapes Payload(const Computation& computation, const Instruction& transfer) {
    Shapes payload;
    if (transfer.op == Op::kSend) {
      for (const Value& value : transfer.operands) payload.push_back(computation.shape(value));
    } else {
      payload = transfer.shapes.size() == 1 && transfer.shapes[0].IsTuple() ? Shapes{transfer.shapes[0].elements[0]} : transfer.shapes;
    }
    std::erase_if(payload, [](const Shape& shape) { return shape.IsToken(); });
    return payload;
  }

  static bool SameRoute(const Instruction& a, const Instruction& b) {
    return a.Int(Attr::kChannelId) == b.Int(Attr::kChannelId) && a.Matrix(Attr::kSourceTargetPairs) == b.Matrix(Attr::kSourceTargetPairs) &&
           a.extra == b.extra;
  }

  // Between devices: one send on a channel of a computation, and what is received is what some send of the module gives (OPS.md 2.1 Send,
  // Recv). Channel 0 pairs nothing.
  void CheckChannels() {
    std::map<int64_t, std::vector<Shapes>> sent;
    const auto between_devices = [](const Instruction& i, Op op) {
      return i.op == op && i.Int(Attr::kChannelId) > 0 && !i.Bool(Attr::kIsHostTransfer);
    };
    for (const Computation& computation : module_.computations) {
      std::vector<const Instruction*> sends;
      for (const Instruction& instruction : computation.instructions) {
        if (!between_devices(instruction, Op::kSend)) continue;
        for (const Instruction* other : sends) {
          if (!SameRoute(*other, instruction)) continue;
          return Add(Error(Rule::kChannel,
                           "channel " + Text(instruction.Int(Attr::kChannelId)) + " carries an earlier send of this computation already",
                           instruction.location));
        }
        sends.push_back(&instruction);
        sent[instruction.Int(Attr::kChannelId)].push_back(Payload(computation, instruction));
      }
    }
    for (const Computation& computation : module_.computations) {
      for (const Instruction& instruction : computation.instructions) {
        const auto found = between_devices(instruction, Op::kRecv) ? sent.find(instruction.Int(Attr::kChannelId)) : sent.end();
        if (found == sent.end()) continue;
        const Shapes received = Payload(computation, instruction);
        const InferContext c{module_, instruction, {}, {}, &computation};
        if (std::any_of(found->second.begin(), found->second.end(), [&](const Shapes& given) { return SameTypes(given, received); })) {
          continue;
        }
        return Add(c.Fail(Rule::kShape, "recv takes " + c.Show(received) + " from channel " + Text(found->first) + ", but its send gives " +
                                            c.Show(found->second[0])));
      }
    }
  }

  static bool SameTypes(const Shapes& a, const Shapes& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](const Shape& x, const Shape& y) { return TypesAgree(x, y); });
  }

  static Status CheckDeclared(const InferContext& c, const Shape& shape) {
    MOTE_CHECK_OK(CheckSize(c, shape));
    for (const Shape& element : shape.elements) MOTE_CHECK_OK(CheckDeclared(c, element));
    if (!IsQuantized(shape) || IsValidQuantized(shape)) return Ok();
    return c.Fail(
        Rule::kElementType,
        "the parameters of " + c.Show(shape) +
            " do not fit: one scale per element of the axis, scales within the expressed and zero points within the storage type");
  }

  Status CheckResults(const InferContext& c, const Shapes& inferred) const {
    const Shapes& declared = c.instruction.shapes;
    // HLO text gives several results as one tuple; frontends may keep it so.
    if (c.hlo() && declared.size() == 1 && declared[0].IsTuple() && inferred.size() != 1) {
      return Agree(c, declared[0].elements, inferred);
    }
    return Agree(c, declared, inferred);
  }

  static Status Agree(const InferContext& c, std::span<const Shape> declared, const Shapes& inferred) {
    bool agree = declared.size() == inferred.size();
    for (size_t i = 0; agree && i < inferred.size(); ++i) agree = TypesAgree(inferred[i], declared[i]);
    if (agree) return Ok();
    return c.Fail(Rule::kResult, c.Name() + " gives " + (inferred.size() == 1 ? c.Show(inferred[0]) : c.Show(inferred)) +
                                     ", but is declared as " + (declared.size() == 1 ? c.Show(declared[0]) : c.Show(declared)));
  }

  void Add(Diagnostic diagnostic) { errors_.push_back(std::move(diagnostic)); }

  const Module& module_;
  const size_t max_errors_;
  std::vector<Diagnostic> errors_;
};

}  // namespace

std::vector<Diagnostic> Verify(const Module& module, size_t max_errors) {
  return InFile(Errors{Verifier(module, max_errors).Run()}, module).list;
}

}  // namespace mote
