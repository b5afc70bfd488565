// Custom calls by their targets.
#include "hlo/known_call.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>

#include "hlo/linear_algebra_call.h"

namespace mote {
namespace {

// The value behind `key =` or "key": in the text of a dictionary, up to a comma, colon or brace; empty when there is none.
std::string Entry(const std::string& dictionary, const std::string& key) {
  for (size_t at = dictionary.find(key); at != std::string::npos; at = dictionary.find(key, at + 1)) {
    const auto part_of_a_word = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    if (at > 0 && part_of_a_word(dictionary[at - 1])) continue;
    size_t from = dictionary.find_first_not_of(" \"", at + key.size());
    if (from == std::string::npos || (dictionary[from] != '=' && dictionary[from] != ':')) continue;
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
const IdVector<Shape>& Results(const Instruction& call) {
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

bool IsApproximateTopK(std::string_view target) { return target == "ApproxTopK" || target == "PartialReduce"; }

// Characters of LAPACK's interface: side L or R, uplo L or U, trans N, T or C, diag U or N, as numbers.
std::optional<Instruction> Lapack(const Instruction& call, const std::string& routine) {
  const std::string config = CallConfiguration(call);
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

std::string CallConfiguration(const Instruction& call) {
  const std::string plain = call.Text(Attr::kBackendConfig), typed = Extra(call, "mhlo.backend_config");
  return plain.find_first_of("=:") != std::string::npos || typed.empty() ? plain : typed;
}

std::optional<Instruction> KnownCall(const Instruction& call) {
  const std::string& target = call.Text(Attr::kCallTarget);
  if (target.starts_with("mhlo.")) return Wrapped(call, target.substr(5));
  if (target == "TopK") return TopK(call, call.Text(Attr::kBackendConfig));
  constexpr std::string_view kPrefix = "lapack_", kSuffix = "_ffi";  // lapack_spotrf_ffi: the letter names the type
  if (!target.starts_with(kPrefix) || !target.ends_with(kSuffix) || target.size() < kPrefix.size() + 1 + kSuffix.size()) {
    return std::nullopt;
  }
  return Lapack(call, target.substr(kPrefix.size() + 1, target.size() - kPrefix.size() - 1 - kSuffix.size()));
}

// The operands are n arrays and n values that a partial reduction would start with; sorting needs none of those.
std::optional<Instruction> ApproximateTopK(const Instruction& call, std::span<const Shape> operands) {
  const std::string& target = call.Text(Attr::kCallTarget);
  const IdVector<Shape>& results = Results(call);
  const size_t n = results.size();
  if (!IsApproximateTopK(target) || n == 0 || operands.size() != 2 * n || call.called.size() != 1) return std::nullopt;
  const std::string config = CallConfiguration(call);
  char* end = nullptr;
  const std::string written = Entry(config, "reduction_dim");
  const int64_t dimension = std::strtoll(written.c_str(), &end, 10), k = std::atoll(Entry(config, "top_k").c_str());
  if (end == written.c_str() || dimension < 0 || dimension >= operands[0].rank() || k < 1) return std::nullopt;
  const size_t d = dimension;
  for (size_t i = 0; i < n; ++i) {
    Dims dims = operands[i].dims;
    if (!operands[i].IsArray() || !results[i].IsArray()) return std::nullopt;
    if (dims != operands[0].dims || results[i].rank() != operands[i].rank()) return std::nullopt;
    const int64_t taken = results[i].dims[d];
    const bool whole = Entry(config, "aggregate_to_topk") == "true";
    if (taken > dims[d] || (whole ? taken != k : taken < std::min(k, dims[d]))) return std::nullopt;
    dims[d] = taken;
    if (results[i].dims != dims || results[i].element_type != operands[i].element_type) return std::nullopt;
  }
  Instruction sort = WithOp(call, Op::kSort, n, 0);
  sort.shapes.assign(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(n));
  sort.called = call.called;
  sort.attributes[Attr::kDimension] = dimension;
  sort.attributes[Attr::kIsStable] = true;
  return sort;
}

bool IsIdentityCall(const Instruction& call) {
  static constexpr std::string_view kTargets[] = {
      "Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement", "LayoutConstraint", "shape_assertion",
      "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape",
      "Pin", "Unpin"};  // a buffer is its array here: nothing but other custom calls writes to it
  const bool known = std::find(std::begin(kTargets), std::end(kTargets), call.Text(Attr::kCallTarget)) != std::end(kTargets);
  return known && call.shapes.size() <= call.operands.size();
}

Diagnostic RefusedCall(const Instruction& call, std::span<const Shape> operands) {
  const std::string& target = call.Text(Attr::kCallTarget);
  if (target.starts_with("xla_") && target.find("python") != std::string::npos && target.ends_with("_callback")) {
    const std::string text = "a callback into Python (@" + target + "), which is not there where the program runs";
    Diagnostic callback = Error(Rule::kUnsupported, text, call.location);
    callback.hint = "take jax.pure_callback, jax.debug.print, jax.debug.callback or io_callback out of the function";
    return callback;
  }
  if (IsLinearAlgebraCall(call)) {
    if (const auto read = LinearAlgebraCallOf(call, operands); !read.ok()) return read.error();
  }
  Diagnostic unknown = Error(Rule::kUnsupported, "custom_call of the target @" + target + ", which is not known", call.location);
  if (IsApproximateTopK(target)) unknown.text = "custom_call @" + target + " whose results are not the first elements of a sorted operand";
  if (target.starts_with("lapack_")) unknown.hint = "LAPACK's potrf, trsm, getrf, geqrf, orgqr, syevd, gesdd, geev are known";
  return unknown;
}

}  // namespace mote
