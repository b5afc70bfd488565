// What jaxlib's linear algebra calls say of themselves.
#include "hlo/linear_algebra_call.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "hlo/known_call.h"

namespace mote {
namespace {

struct Target {
  std::string_view name;  // of LAPACK's: without `lapack_`, the letter of the type and `_ffi`
  Decomposition decomposition;
  std::string_view attributes;  // all of them are required
};

constexpr Target kRoutines[] = {
    {"getrf", Decomposition::kLu, ""},
    {"geqrf", Decomposition::kQr, ""},
    {"orgqr", Decomposition::kHouseholderProduct, ""},
    {"ungqr", Decomposition::kHouseholderProduct, ""},
    {"syevd", Decomposition::kEigh, "mode uplo"},
    {"heevd", Decomposition::kEigh, "mode uplo"},
    {"gesdd", Decomposition::kSvd, "mode"},
    {"geev", Decomposition::kEig, "compute_left compute_right"},
};
constexpr Target kNames[] = {
    {"LuDecomposition", Decomposition::kLu, ""},
    {"Qr", Decomposition::kQr, ""},
    {"ProductOfElementaryHouseholderReflectors", Decomposition::kHouseholderProduct, ""},
    {"Eigh", Decomposition::kEigh, ""},
};
constexpr std::string_view kPrefix = "lapack_", kSuffix = "_ffi", kLetters = "sdcz";
constexpr ElementType kTypes[] = {ElementType::kF32, ElementType::kF64, ElementType::kC64, ElementType::kC128};

// Null for others. `letter`: the place of the type's letter in kLetters, -1 for names without one.
const Target* Find(std::string_view target, int* letter) {
  *letter = -1;
  for (const Target& known : kNames) {
    if (known.name == target) return &known;
  }
  if (!target.starts_with(kPrefix) || !target.ends_with(kSuffix) || target.size() <= kPrefix.size() + kSuffix.size()) return nullptr;
  const size_t at = kLetters.find(target[kPrefix.size()]);
  const std::string_view routine = target.substr(kPrefix.size() + 1, target.size() - kPrefix.size() - kSuffix.size() - 1);
  if (at == std::string_view::npos) return nullptr;
  for (const Target& known : kRoutines) {
    if (known.name != routine) continue;
    *letter = static_cast<int>(at);
    return &known;
  }
  return nullptr;
}

// `{mode = 65 : ui8, …}` by key; in HLO text keys may be quoted.
std::map<std::string, int> Numbers(const std::string& dictionary) {
  std::map<std::string, int> numbers;
  for (size_t at = dictionary.find_first_not_of("{ "); at < dictionary.size();) {
    const size_t end = std::min(dictionary.find_first_of(",}", at), dictionary.size());
    const std::string entry = dictionary.substr(at, end - at);
    const size_t equals = entry.find_first_of("=:");
    std::string key = entry.substr(0, equals);
    key.erase(std::remove_if(key.begin(), key.end(), [](char c) { return c == ' ' || c == '"'; }), key.end());
    if (!key.empty()) numbers[key] = equals == std::string::npos ? 0 : std::atoi(entry.c_str() + equals + 1);
    at = end == dictionary.size() ? end : dictionary.find_first_not_of(" ", end + 1);
  }
  return numbers;
}

class Reader {
 public:
  Reader(const Instruction& call, std::span<const Shape> operands)
      : call_(call), operands_(operands), target_(call.Text(Attr::kCallTarget)),
        results_(call.shapes.size() == 1 && call.shapes[0].IsTuple() ? call.shapes[0].elements : call.shapes) {}

  Result<LinearAlgebraCall> Read() {
    int letter = -1;
    const Target* known = Find(target_, &letter);
    if (known == nullptr) return Refused("is not known");
    const size_t operand_count = known->decomposition == Decomposition::kHouseholderProduct ? 2 : 1;
    if (operands_.size() != operand_count) return Refused("takes " + std::to_string(operand_count) + " operands");
    const Shape& a = operands_[0];
    if (!a.IsArray() || !a.IsStatic() || a.rank() < 2) return Refused("of an operand of type " + ToString(a));
    if (std::find(std::begin(kTypes), std::end(kTypes), a.element_type) == std::end(kTypes) ||
        (letter >= 0 && kTypes[letter] != a.element_type)) {
      return Refused("of elements of type " + ToString(Shape::Scalar(a.element_type)));
    }
    out_.decomposition = known->decomposition;
    out_.type = a.element_type;
    out_.batch.assign(a.dims.begin(), a.dims.end() - 2);
    out_.rows = a.dims[a.dims.size() - 2];
    out_.columns = a.dims.back();
    out_.info = letter >= 0 && known->decomposition != Decomposition::kQr && known->decomposition != Decomposition::kHouseholderProduct;
    MOTE_CHECK_OK(letter >= 0 ? ReadAttributes(*known) : ReadName());
    MOTE_CHECK_OK(CheckShapes());
    return out_;
  }

 private:
  Diagnostic Refused(const std::string& text) const {
    return Error(Rule::kUnsupported, "custom_call @" + target_ + " " + text, call_.location);
  }

  Status ReadAttributes(const Target& known) {
    std::map<std::string, int> numbers = Numbers(CallConfiguration(call_));
    std::map<std::string, int> values;
    for (std::string_view rest = known.attributes; !rest.empty();) {
      const std::string key(rest.substr(0, rest.find(' ')));
      rest.remove_prefix(std::min(key.size() + 1, rest.size()));
      if (numbers.count(key) == 0) return Refused("without its attribute '" + key + "'");
      values[key] = numbers[key];
      numbers.erase(key);
    }
    if (!numbers.empty()) return Refused("with the unknown attribute '" + numbers.begin()->first + "'");
    for (const auto& [key, value] : values) {
      const std::string allowed = key == "uplo" ? "LU" : key != "mode" ? "NV" : out_.decomposition == Decomposition::kSvd ? "ASN" : "NV";
      if (value <= 0 || value > 127 || allowed.find(static_cast<char>(value)) == std::string::npos) {
        return Refused("with '" + key + "' = " + std::to_string(value) + ", which is none of the letters " + allowed);
      }
    }
    out_.lower = values["uplo"] != 'U';
    out_.vectors = values["mode"] != 'N';
    out_.whole = values["mode"] == 'A';
    out_.left = values["compute_left"] == 'V';
    out_.right = values["compute_right"] == 'V';
    return Ok();
  }

  // XLA's own names: Eigh has "lower, sorted, iterations, tolerance", of which the last three do not matter to who sorts and converges.
  Status ReadName() {
    const std::string config = CallConfiguration(call_);
    out_.permutation = out_.decomposition == Decomposition::kLu;
    if (out_.decomposition != Decomposition::kEigh) {
      return Numbers(config).empty() ? Ok() : Status(Refused("with the unknown attribute '" + Numbers(config).begin()->first + "'"));
    }
    if (std::count(config.begin(), config.end(), ',') != 3 || (config[0] != '0' && config[0] != '1')) {
      return Refused("with a backend_config that is not \"lower,sorted,iterations,tolerance\"");
    }
    out_.lower = config[0] == '1';
    return Ok();
  }

  Status CheckShapes() {
    const int64_t m = out_.rows, n = out_.columns, k = std::min(m, n);
    const bool square = out_.decomposition == Decomposition::kEigh || out_.decomposition == Decomposition::kEig;
    if (square && m != n) return Refused("of a matrix that is not square: " + ToString(operands_[0]));
    const ElementType type = out_.type, real = IsComplex(type) ? RealPart(type) : type, s32 = ElementType::kS32;
    const ElementType complex = real == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128;
    std::vector<std::pair<ElementType, Dims>> wanted;
    switch (out_.decomposition) {
      case Decomposition::kLu:
        wanted = {{type, {m, n}}, {s32, {k}}};
        if (out_.permutation) wanted.push_back({s32, {m}});
        break;
      case Decomposition::kQr: wanted = {{type, {m, n}}, {type, {k}}}; break;
      case Decomposition::kHouseholderProduct: wanted = {{type, {m, n}}}; break;
      case Decomposition::kEigh: wanted = {{type, {n, n}}, {real, {n}}}; break;
      case Decomposition::kSvd:
        wanted = {{type, {m, n}}, {real, {k}}, {type, {m, out_.whole ? m : k}}, {type, {out_.whole ? n : k, n}}};
        break;
      case Decomposition::kEig:
        wanted = {{type, {n}}};
        if (!IsComplex(type)) wanted.push_back({type, {n}});
        wanted.insert(wanted.end(), 2, {complex, {n, n}});
        break;
    }
    if (out_.info) wanted.push_back({s32, {}});
    if (results_.size() != wanted.size()) return Refused("with " + std::to_string(results_.size()) + " results");
    for (size_t r = 0; r < wanted.size(); ++r) {
      Shape shape = Shape::Array(wanted[r].first, out_.batch);
      shape.dims.insert(shape.dims.end(), wanted[r].second.begin(), wanted[r].second.end());
      // Factors that nobody asked for may be of either size.
      const bool any = out_.decomposition == Decomposition::kSvd && !out_.vectors && (r == 2 || r == 3);
      if (any ? results_[r].element_type != shape.element_type || !results_[r].IsStatic()
              : results_[r].dims != shape.dims || results_[r].element_type != shape.element_type) {
        return Refused("whose result " + std::to_string(r) + " is " + ToString(results_[r]) + ", not " + ToString(shape));
      }
    }
    if (out_.decomposition != Decomposition::kHouseholderProduct) return Ok();
    Shape taus = operands_[1];
    const int64_t reflectors = taus.IsArray() && taus.rank() > 0 ? taus.dims.back() : -1;
    if (taus.rank() > 0) taus.dims.pop_back();
    if (reflectors < 0 || reflectors > k || m < n || taus.dims != out_.batch || taus.element_type != type) {
      return Refused("of " + ToString(operands_[1]) + " factors of " + ToString(operands_[0]));
    }
    return Ok();
  }

  const Instruction& call_;
  std::span<const Shape> operands_;
  const std::string target_;
  const IdVector<Shape>& results_;
  LinearAlgebraCall out_;
};

}  // namespace

int64_t LinearAlgebraCall::matrices() const {
  int64_t count = 1;
  for (const int64_t size : batch) count *= size;
  return count;
}

bool LinearAlgebraCall::HasRoutine() const {
  constexpr int64_t kMostRows = 32767;
  return !IsComplex(type) && info && rows <= kMostRows && columns <= kMostRows && matrices() * rows * columns != 0 &&
         (decomposition == Decomposition::kLu || decomposition == Decomposition::kEigh);
}

bool IsLinearAlgebraCall(const Instruction& call) {
  int letter = -1;
  return call.op == Op::kCustomCall && Find(call.Text(Attr::kCallTarget), &letter) != nullptr;
}

Result<LinearAlgebraCall> LinearAlgebraCallOf(const Instruction& call, std::span<const Shape> operands) {
  return Reader(call, operands).Read();
}

}  // namespace mote
