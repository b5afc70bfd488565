// Custom calls by their targets.
#include "hlo/known_call.h"

#include <cctype>
#include <cstdlib>

namespace mote {
namespace {

// The value behind `key =` in the text of a dictionary, up to a comma, colon or brace; empty when there is none.
std::string Entry(const std::string& dictionary, const std::string& key) {
  for (size_t at = dictionary.find(key); at != std::string::npos; at = dictionary.find(key, at + 1)) {
    const auto part_of_a_word = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    if (at > 0 && part_of_a_word(dictionary[at - 1])) continue;
    size_t from = dictionary.find_first_not_of(' ', at + key.size());
    if (from == std::string::npos || dictionary[from] != '=') continue;
    from = dictionary.find_first_not_of(' ', from + 1);
    if (from == std::string::npos) break;
    return dictionary.substr(from, dictionary.find_first_of(" ,:}", from) - from);
  }
  return {};
}

std::string Extra(const Instruction& call, const char* key) {
  const auto found = call.extra.find(key);
  return found == call.extra.end() ? std::string() : found->second;
}

// HLO text gives several results as one tuple.
const std::vector<Shape>& Results(const Instruction& call) {
  return call.shapes.size() == 1 && call.shapes[0].IsTuple() ? call.shapes[0].elements : call.shapes;
}

Instruction WithOp(const Instruction& call, Op op, size_t operands, size_t results) {
  Instruction known;
  known.op = op;
  known.operands.assign(call.operands.begin(), call.operands.begin() + static_cast<std::ptrdiff_t>(operands));
  known.shapes.assign(Results(call).begin(), Results(call).begin() + static_cast<std::ptrdiff_t>(results));
  known.name = call.name;
  known.location = call.location;
  return known;
}

std::optional<Instruction> TopK(const Instruction& call, const std::string& attributes) {
  if (call.operands.size() != 1 || Results(call).size() != 2 || Results(call)[0].dims.empty()) return std::nullopt;
  Instruction known = WithOp(call, Op::kTopK, 1, 2);
  known.attributes[Attr::kK] = Results(call)[0].dims.back();
  if (Entry(attributes, "largest") == "false") known.attributes[Attr::kLargest] = false;
  return known;
}

// mhlo.NAME of an operation of CHLO or StableHLO with one array operand a row.
std::optional<Instruction> Wrapped(const Instruction& call, const std::string& name) {
  if (name == "topk") return TopK(call, Extra(call, "mhlo.attributes"));
  for (const char* dialect : {"chlo.", "stablehlo."}) {
    const std::optional<Op> op = OpFromStablehlo(dialect + name);
    if (!op || call.shapes.size() != 1 || !call.called.empty()) continue;
    const OpInfo& info = Info(*op);
    const auto operands = static_cast<int>(call.operands.size());
    bool plain = operands >= info.min_operands && operands <= info.max_operands;
    for (const OpAttribute& attribute : info.attributes) plain &= !attribute.required;
    if (plain) return WithOp(call, *op, call.operands.size(), 1);
  }
  return std::nullopt;
}

// Characters of LAPACK's interface: side L or R, uplo L or U, trans N, T or C, diag U or N, as numbers.
std::optional<Instruction> Lapack(const Instruction& call, const std::string& routine) {
  const std::string plain = call.Text(Attr::kBackendConfig);
  const std::string config = plain.find('=') != std::string::npos ? plain : Extra(call, "mhlo.backend_config");
  const auto letter = [&](const char* key) { return std::atoi(Entry(config, key).c_str()); };
  if (letter("uplo") != 'L' && letter("uplo") != 'U') return std::nullopt;
  if (routine == "potrf" && call.operands.size() == 1 && Results(call).size() == 2) {
    Instruction known = WithOp(call, Op::kCholesky, 1, 1);
    known.attributes[Attr::kLower] = letter("uplo") == 'L';
    return known;
  }
  if (routine != "trsm" || call.operands.size() != 2 || call.shapes.size() != 1) return std::nullopt;
  Instruction known = WithOp(call, Op::kTriangularSolve, 2, 1);
  known.attributes[Attr::kLeftSide] = letter("side") == 'L';
  known.attributes[Attr::kLower] = letter("uplo") == 'L';
  known.attributes[Attr::kUnitDiagonal] = letter("diag") == 'U';
  const int transpose = letter("trans_x");
  known.attributes[Attr::kTransposeA] = std::string(transpose == 'T' ? "TRANSPOSE" : transpose == 'C' ? "ADJOINT" : "NO_TRANSPOSE");
  return known;
}

}  // namespace

std::optional<Instruction> KnownCall(const Instruction& call) {
  const std::string& target = call.Text(Attr::kCallTarget);
  if (target.starts_with("mhlo.")) return Wrapped(call, target.substr(5));
  if (target == "TopK") return TopK(call, call.Text(Attr::kBackendConfig));
  constexpr std::string_view kPrefix = "lapack_", kSuffix = "_ffi";  // lapack_spotrf_ffi: the letter names the type
  if (!target.starts_with(kPrefix) || !target.ends_with(kSuffix) || target.size() < kPrefix.size() + 1 + kSuffix.size()) return std::nullopt;
  return Lapack(call, target.substr(kPrefix.size() + 1, target.size() - kPrefix.size() - 1 - kSuffix.size()));
}

}  // namespace mote
