#include "hlo/fft_call.h"

#include <algorithm>
#include <sstream>

#include "schema/fft_layout.h"

namespace mote {
namespace {

#define MOTE_KNOWN_CALL(...)
#define MOTE_KNOWN_FFT(id, name, ...) constexpr char kName[] = name;
#include "schema/known_calls.def"
#undef MOTE_KNOWN_CALL

constexpr int64_t kMuchWork = 1 << 20;  // products, from here on threads share them

MoteFft LayoutOf(const FftCall& call) {
  MoteFft layout = {1, call.outer, call.n, call.inner, static_cast<uint32_t>(call.radices.size()), {}};
  for (size_t s = 0; s < call.radices.size(); ++s) layout.radices[s] = static_cast<uint8_t>(call.radices[s]);
  return layout;
}

std::string Numbers(const FftCall& call) {
  std::string text = std::to_string(call.outer) + " " + std::to_string(call.n) + " " + std::to_string(call.inner);
  for (const int64_t radix : call.radices) text += " " + std::to_string(radix);
  return text;
}

}  // namespace

bool FftCall::HasRoutine() const {
  constexpr int64_t kMost = INT32_MAX / 4;  // of bytes of an operand
  if (outer < 1 || n < 2 || inner < 1 || n > kMost || outer > kMost / n || inner > kMost / (outer * n)) return false;
  if (radices.empty() || radices.size() > kMoteFftMostStages) return false;
  int64_t product = 1;
  for (const int64_t radix : radices) {
    if (radix < 2 || radix > kMoteFftLargestRadix || product > n / radix) return false;
    product *= radix;
  }
  const MoteFft layout = LayoutOf(*this);
  return product == n && TableSize() <= kMost && MoteFftScratchOfBlock(&layout) <= kMost;
}

int64_t FftCall::TableSize() const {
  const MoteFft layout = LayoutOf(*this);
  return MoteFftTable(&layout);
}

Instruction FftCall::Call(IdVector<Value> values, Value table) const {
  Instruction call;
  call.op = Op::kCustomCall;
  call.operands = std::move(values);
  call.operands.push_back(table);
  call.shapes.assign(2, Shape::Array(ElementType::kF32, {outer, n, inner}));
  call.attributes[Attr::kCallTarget] = std::string(kName);
  call.attributes[Attr::kBackendConfig] = Numbers(*this);
  return call;
}

std::string FftCall::Configuration(int64_t workers, int64_t* scratch) const {
  const MoteFft layout = LayoutOf(*this);
  int64_t work = 0;
  for (const int64_t radix : radices) work += 2 * radix * outer * n * inner;
  const int64_t block = MoteFftScratchOfBlock(&layout);
  const int64_t blocks = work < kMuchWork ? 1 : std::min({workers, MoteFftUnits(&layout), INT32_MAX / 4 / block});
  *scratch = blocks * block;
  return std::to_string(blocks) + " " + Numbers(*this);
}

std::optional<FftCall> FftCallOf(const Instruction& instruction, std::span<const Shape> operands) {
  if (instruction.op != Op::kCustomCall || instruction.Text(Attr::kCallTarget) != kName) return std::nullopt;
  if ((operands.size() != 2 && operands.size() != 3) || instruction.shapes.size() != 2) return std::nullopt;
  FftCall call;
  std::istringstream text(instruction.Text(Attr::kBackendConfig));
  if (!(text >> call.outer >> call.n >> call.inner)) return std::nullopt;
  for (int64_t radix; text >> radix;) call.radices.push_back(radix);
  if (!text.eof() || !call.HasRoutine()) return std::nullopt;
  const Shape values = Shape::Array(ElementType::kF32, {call.outer, call.n, call.inner});
  for (size_t i = 0; i + 1 < operands.size(); ++i) {
    if (!(operands[i] == values)) return std::nullopt;
  }
  if (!(operands.back() == Shape::Array(ElementType::kF32, {call.TableSize()}))) return std::nullopt;
  if (!(instruction.shapes[0] == values) || !(instruction.shapes[1] == values)) return std::nullopt;
  return call;
}

}  // namespace mote
