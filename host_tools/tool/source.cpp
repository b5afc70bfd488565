#include "tool/source.h"

#include <charconv>

#include "passes/specialize.h"
#include "tool/file_bytes.h"

namespace mote {

namespace {

// SIZE of "NAME=SIZE" or "SIZE".
std::optional<int64_t> SizeOf(const std::string& dim) {
  const size_t equals = dim.rfind('=');
  const std::string digits = equals == std::string::npos ? dim : dim.substr(equals + 1);
  int64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || size < 0) return std::nullopt;
  return size;
}

}  // namespace

std::string WrongDimension(const std::string& dim) {
  return SizeOf(dim) ? "" : "NAME=SIZE, NAME.DIMENSION=SIZE or SIZE is wanted, not '" + dim + "'";
}

Result<Source> LoadSource(const std::string& path, const FrontendOptions& options) {
  Source source;
  source.path = path;
  MOTE_ASSIGN(source.bytes, ReadFile(path));
  if (source.bytes.empty()) {
    Diagnostic d = Error(Rule::kSyntax, "the file is empty");
    d.file = path;
    return d;
  }
  if (Recognise(source.bytes) == SourceFormat::kMote) return source;
  MOTE_ASSIGN(Module module, ReadProgram(source.bytes, path, options));
  if (module.entry < 0) {
    Diagnostic d = Error(Rule::kSyntax, "the module has no function");
    d.file = path;
    return d;
  }
  source.module = std::move(module);
  source.bytes.clear();
  source.bytes.shrink_to_fit();
  return source;
}

Status TakeDimensions(Source& source, const std::vector<std::string>& dims) {
  if (dims.empty()) return Ok();
  const auto wrong = [&](const std::string& text) {
    Diagnostic d = Error(Rule::kAttribute, text);
    d.file = source.path;
    return d;
  };
  if (source.compiled()) return wrong("--dim needs a source program, this one is compiled");
  DimensionSizes sizes;
  for (const std::string& dim : dims) {
    const size_t equals = dim.rfind('=');
    const std::optional<int64_t> size = SizeOf(dim);
    if (!size) return wrong("--dim: " + WrongDimension(dim));
    if (equals == std::string::npos) {
      sizes.otherwise = *size;
    } else {
      sizes.named[dim.substr(0, equals)] = *size;
    }
  }
  Result<Module> module = Specialise(*source.module, sizes);
  if (!module) {
    Errors errors = module.errors();
    for (Diagnostic& d : errors.list) d.file = source.path;
    return errors;
  }
  source.module = std::move(*module);
  return Ok();
}

}  // namespace mote
