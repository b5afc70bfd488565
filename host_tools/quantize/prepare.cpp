// The passes that every program goes through, as far as they leave floats what they are.
#include "quantize/prepare.h"

#include "passes/passes.h"

namespace mote {
namespace {

Status CheckIsFloat(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      bool stored = i.op == Op::kRequantize || i.op == Op::kUniformQuantize || i.op == Op::kUniformDequantize;
      for (const Shape& shape : i.shapes) stored |= shape.quantization != nullptr;
      if (InFamily(i.op, Family::kProduct) && i.shapes.size() == 1) stored |= IsInteger(i.shape().element_type);
      if (stored) {
        return Error(Rule::kUnsupported, "the program is quantized already: '" + std::string(OpName(i.op)) + "' works on stored integers",
                     i.location);
      }
    }
  }
  return Ok();
}

Status CheckSizes(const Module& module) {
  if (module.replicas * module.partitions != 1) return Error(Rule::kUnsupported, "a program of several processes is not quantized");
  for (const Instruction& i : module.main().instructions) {
    for (const Shape& shape : i.shapes) {
      if (shape.IsArray() && !shape.IsStatic())
        return Error(Rule::kUnsupported, "a program with open sizes is not quantized: " + ToString(shape), i.location);
    }
  }
  return Ok();
}

}  // namespace

Result<Module> PrepareForQuantization(const Module& module) {
  MOTE_CHECK_OK(CheckIsFloat(module));
  MOTE_ASSIGN(Module prepared, Canonicalise(module));
  MOTE_CHECK_OK(CheckSizes(prepared));
  MOTE_ASSIGN(prepared, Simplify(prepared));
  MOTE_ASSIGN(prepared, Fold(prepared, {}, nullptr));
  return Simplify(prepared);
}

Result<Module> PrepareSignal(const Module& module) {
  MOTE_CHECK_OK(CheckIsFloat(module));
  MOTE_ASSIGN(const Module canonical, Canonicalise(module));
  MOTE_CHECK_OK(CheckSizes(canonical));
  return ExpandFor(canonical);
}

bool IsSignal(const Module& prepared) {
  for (const Computation& computation : prepared.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op == Op::kWhile || i.op == Op::kFft) return true;
      for (const Shape& shape : i.shapes) {
        if (shape.IsArray() && IsComplex(shape.element_type)) return true;
      }
    }
  }
  return false;
}

}  // namespace mote
