#include "expand/expand.h"
#include "expand_harness.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "kernel/interpret.h"
#include "print/printers.h"
#include "kernel/scalar.h"

namespace mote {
namespace {

constexpr int kStrip = 512;
union Strip {
  int32_t i[kStrip];
  uint32_t u[kStrip];
  int64_t l[kStrip];
  uint64_t ul[kStrip];
  float f[kStrip];
  double d[kStrip];
};

uint64_t At(const Strip& s, Reg reg, int i) { return reg == Reg::kI32 || reg == Reg::kF32 ? s.u[i] : s.ul[i]; }
void Put(Strip& s, Reg reg, int i, uint64_t bits) {
  if (reg == Reg::kI32 || reg == Reg::kF32) s.u[i] = static_cast<uint32_t>(bits);
  else s.ul[i] = bits;
}

#define MOTE_CASE(id, out, expression) \
  case Scalar::k##id:                  \
    for (int k = 0; k < kStrip; ++k) r.out[k] = (expression); \
    return true;

bool RunFastInteger(Scalar op, Strip& r, const Strip& a, const Strip& b, const Strip& c) {
  switch (op) {
    MOTE_CASE(AddI, u, a.u[k] + b.u[k])
    MOTE_CASE(SubI, u, a.u[k] - b.u[k])
    MOTE_CASE(MulI, u, a.u[k] * b.u[k])
    MOTE_CASE(AndI, u, a.u[k] & b.u[k])
    MOTE_CASE(OrI, u, a.u[k] | b.u[k])
    MOTE_CASE(XorI, u, a.u[k] ^ b.u[k])
    MOTE_CASE(ShlI, u, b.u[k] > 31 ? 0 : a.u[k] << b.u[k])
    MOTE_CASE(ShrUI, u, b.u[k] > 31 ? 0 : a.u[k] >> b.u[k])
    MOTE_CASE(ShrSI, i, a.i[k] >> (b.u[k] > 31 ? 31 : b.u[k]))
    MOTE_CASE(EqI, i, a.i[k] == b.i[k])
    MOTE_CASE(NeI, i, a.i[k] != b.i[k])
    MOTE_CASE(LtSI, i, a.i[k] < b.i[k])
    MOTE_CASE(LeSI, i, a.i[k] <= b.i[k])
    MOTE_CASE(LtUI, i, a.u[k] < b.u[k])
    MOTE_CASE(MulHiUI, u, static_cast<uint32_t>((uint64_t{a.u[k]} * b.u[k]) >> 32))
    MOTE_CASE(SelectI, u, a.u[k] ? b.u[k] : c.u[k])
    MOTE_CASE(AddL, ul, a.ul[k] + b.ul[k])
    MOTE_CASE(SubL, ul, a.ul[k] - b.ul[k])
    MOTE_CASE(MulL, ul, a.ul[k] * b.ul[k])
    MOTE_CASE(AndL, ul, a.ul[k] & b.ul[k])
    MOTE_CASE(OrL, ul, a.ul[k] | b.ul[k])
    MOTE_CASE(XorL, ul, a.ul[k] ^ b.ul[k])
    MOTE_CASE(ShlL, ul, b.ul[k] > 63 ? 0 : a.ul[k] << b.ul[k])
    MOTE_CASE(ShrUL, ul, b.ul[k] > 63 ? 0 : a.ul[k] >> b.ul[k])
    MOTE_CASE(ShrSL, l, a.l[k] >> (b.ul[k] > 63 ? 63 : b.ul[k]))
    MOTE_CASE(LtSL, i, a.l[k] < b.l[k])
    MOTE_CASE(SelectL, ul, a.u[k] ? b.ul[k] : c.ul[k])
    MOTE_CASE(TruncLI, u, static_cast<uint32_t>(a.ul[k]))
    default: return false;
  }
}

bool RunFastFloat(Scalar op, Strip& r, const Strip& a, const Strip& b, const Strip& c) {
  switch (op) {
    MOTE_CASE(AddF, f, a.f[k] + b.f[k])
    MOTE_CASE(SubF, f, a.f[k] - b.f[k])
    MOTE_CASE(MulF, f, a.f[k] * b.f[k])
    MOTE_CASE(DivF, f, a.f[k] / b.f[k])
    MOTE_CASE(SqrtF, f, std::sqrt(a.f[k]))
    MOTE_CASE(EqF, i, a.f[k] == b.f[k])
    MOTE_CASE(NeF, i, a.f[k] != b.f[k])
    MOTE_CASE(LtF, i, a.f[k] < b.f[k])
    MOTE_CASE(LeF, i, a.f[k] <= b.f[k])
    MOTE_CASE(NegF, u, a.u[k] ^ 0x80000000u)
    MOTE_CASE(AbsF, u, a.u[k] & 0x7fffffffu)
    MOTE_CASE(SelectF, u, a.u[k] ? b.u[k] : c.u[k])
    MOTE_CASE(AddD, d, a.d[k] + b.d[k])
    MOTE_CASE(SubD, d, a.d[k] - b.d[k])
    MOTE_CASE(MulD, d, a.d[k] * b.d[k])
    MOTE_CASE(DivD, d, a.d[k] / b.d[k])
    MOTE_CASE(SqrtD, d, std::sqrt(a.d[k]))
    MOTE_CASE(EqD, i, a.d[k] == b.d[k])
    MOTE_CASE(NeD, i, a.d[k] != b.d[k])
    MOTE_CASE(LtD, i, a.d[k] < b.d[k])
    MOTE_CASE(LeD, i, a.d[k] <= b.d[k])
    MOTE_CASE(NegD, ul, a.ul[k] ^ (uint64_t{1} << 63))
    MOTE_CASE(AbsD, ul, a.ul[k] & ~(uint64_t{1} << 63))
    MOTE_CASE(SelectD, ul, a.u[k] ? b.ul[k] : c.ul[k])
    MOTE_CASE(BitsFI, u, a.u[k])
    MOTE_CASE(BitsIF, u, a.u[k])
    MOTE_CASE(BitsDL, ul, a.ul[k])
    MOTE_CASE(BitsLD, ul, a.ul[k])
    MOTE_CASE(SignedIF, f, static_cast<float>(a.i[k]))
    MOTE_CASE(SignedID, d, a.i[k])
    default: return false;
  }
}
#undef MOTE_CASE

// The operations that math functions are made of; the rest goes through EvaluateScalar.
bool RunFast(Scalar op, Strip& r, const Strip& a, const Strip& b, const Strip& c) {
  return RunFastInteger(op, r, a, b, c) || RunFastFloat(op, r, a, b, c);
}

int Bytes(ElementType type) { return StorageBytes(type); }

}  // namespace

ExpansionProgram::ExpansionProgram(const std::vector<ElementType>& inputs, ElementType output, const Body& body)
    : inputs_(inputs), output_(output) {
  KernelBuilder b("expansion");
  const AxisId axis = b.AddAxis(Axis::Kind::kLane, 1);
  std::vector<int32_t> accesses;
  for (size_t i = 0; i <= inputs.size(); ++i) {
    const bool out = i == inputs.size();
    const int32_t operand = b.AddOperand(out ? output : inputs[i], !out, out);
    const ParamId stride = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
    accesses.push_back(b.AddAccess({operand, kNone, {{axis, stride}}}));
  }
  b.BeginStage(Stage::Kind::kMap, {axis});
  std::vector<NodeId> loaded;
  for (size_t i = 0; i < inputs.size(); ++i) loaded.push_back(b.Load(accesses[i], RegisterOf(inputs[i])));
  b.Store(accesses.back(), body(b, loaded));
  b.EndStage();
  kernel_ = b.Take();
}

ExpansionProgram ExpansionProgram::Of(Op op, ElementType type, int operands, ElementType output) {
  return ExpansionProgram(std::vector<ElementType>(static_cast<size_t>(operands), type), output,
                          [&](KernelBuilder& b, const std::vector<NodeId>& in) { return ExpandElementwise(b, op, type, in); });
}

int ExpansionProgram::operations() const {
  int count = 0;
  for (const Node& node : kernel_.nodes) count += static_cast<int>(node.op) >= 16;
  return count;
}

std::vector<uint64_t> ExpansionProgram::Run(const std::vector<std::vector<uint64_t>>& inputs) const {
  const size_t n = inputs[0].size();
  std::vector<uint64_t> out(n);
  std::vector<Strip> registers(kernel_.nodes.size());
  const auto reg = [&](NodeId id) -> Strip& { return registers[id == kNone ? 0 : static_cast<size_t>(id)]; };
  const auto type = [&](NodeId id) { return id == kNone ? Reg::kI32 : kernel_.nodes[static_cast<size_t>(id)].type; };
  for (size_t at = 0; at < n; at += kStrip) {
    const int count = static_cast<int>(std::min<size_t>(kStrip, n - at));
    for (size_t id = 0; id < kernel_.nodes.size(); ++id) {
      const Node& node = kernel_.nodes[id];
      Strip& r = registers[id];
      if (node.op == Scalar::kConstant) {
        if (at == 0) for (int k = 0; k < kStrip; ++k) Put(r, node.type, k, node.bits);
      } else if (node.op == Scalar::kLoad) {
        const size_t operand = static_cast<size_t>(kernel_.accesses[static_cast<size_t>(node.index)].operand);
        for (int k = 0; k < kStrip; ++k) {
          Put(r, node.type, k, k < count ? WidenElement(inputs_[operand], node.type, inputs[operand][at + static_cast<size_t>(k)]) : 0);
        }
      } else if (node.op == Scalar::kStore) {
        for (int k = 0; k < count; ++k) out[at + static_cast<size_t>(k)] = NarrowElement(output_, At(reg(node.in[0]), type(node.in[0]), k));
      } else if (!RunFast(node.op, r, reg(node.in[0]), reg(node.in[1]), reg(node.in[2]))) {
        for (int k = 0; k < kStrip; ++k) {
          Put(r, node.type, k, EvaluateScalar(node.op, At(reg(node.in[0]), type(node.in[0]), k), At(reg(node.in[1]), type(node.in[1]), k),
                                              At(reg(node.in[2]), type(node.in[2]), k), node.bits));
        }
      }
    }
  }
  return out;
}

std::vector<uint64_t> ExpansionProgram::Interpret(const std::vector<std::vector<uint64_t>>& inputs) const {
  const size_t n = inputs[0].size();
  std::vector<std::vector<uint8_t>> buffers;
  for (size_t i = 0; i <= inputs.size(); ++i) {
    const size_t width = static_cast<size_t>(Bytes(i == inputs.size() ? output_ : inputs_[i]));
    buffers.emplace_back(n * width);
    if (i < inputs.size()) for (size_t k = 0; k < n; ++k) std::memcpy(&buffers[i][k * width], &inputs[i][k], width);
  }
  std::vector<ParamValue> values(kernel_.params.size(), 1);
  values[0] = static_cast<ParamValue>(n);
  std::vector<uint64_t> out(n);
  if (!InterpretKernel(kernel_, values, buffers).ok()) return {};
  const size_t width = static_cast<size_t>(Bytes(output_));
  for (size_t k = 0; k < n; ++k) std::memcpy(&out[k], &buffers.back()[k * width], width);
  return out;
}

}  // namespace mote
