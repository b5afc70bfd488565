#include "tool/source.h"

#include <algorithm>
#include <charconv>

#include "frontend/spelling.h"
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

Diagnostic Wrong(const std::string& file, Rule rule, const std::string& text, const std::string& hint = "") {
  Diagnostic d = Error(rule, text);
  d.file = file;
  d.hint = hint;
  return d;
}

bool IsBlank(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line.substr(first, 2) != "//") return false;
    at = end + 1;
  }
  return true;
}

// The parts of a text between separators that hold more than comments; all of any other source.
std::vector<SplitChunk> ModuleChunks(std::string_view bytes) {
  std::vector<SplitChunk> chunks;
  if (Recognise(bytes) != SourceFormat::kStablehloText) return {{bytes, 1}};
  for (const SplitChunk& chunk : SplitModules(bytes)) {
    if (!IsBlank(chunk.text)) chunks.push_back(chunk);
  }
  return chunks.empty() ? std::vector<SplitChunk>{{bytes, 1}} : chunks;
}

bool HasOpenSize(const Shape& shape) {
  for (const Shape& element : shape.elements) {
    if (HasOpenSize(element)) return true;
  }
  return shape.IsArray() && !shape.IsStatic();
}

bool HasOpenSize(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& instruction : computation.instructions) {
      for (const Shape& shape : instruction.shapes) {
        if (HasOpenSize(shape)) return true;
      }
    }
  }
  return false;
}

// What `--dim NAME=SIZE` may name: scalar integer parameters, and every dimension of the others.
std::vector<std::string> SizeNames(const Computation& entry) {
  std::vector<std::string> names;
  for (size_t i = 0; i < entry.parameters.size(); ++i) {
    const bool named = i < entry.parameter_names.size() && !entry.parameter_names[i].empty();
    const std::string name = named ? entry.parameter_names[i] : "arg" + std::to_string(i);
    const Shape& shape = entry.parameters[i];
    if (shape.IsScalar() && IsInteger(shape.element_type)) names.push_back(name);
    for (size_t d = 0; d < shape.dims.size(); ++d) names.push_back(name + "." + std::to_string(d));
  }
  return names;
}

// "did you mean 'n.0'?", or what there is.
std::string NameHint(const std::string& wanted, const std::vector<std::string>& names) {
  std::string nearest, all;
  int distance = 3;
  for (const std::string& name : names) {
    const int d = EditDistance(wanted, name, distance);
    if (d < distance) nearest = name;
    distance = std::min(d, distance);
    if (all.size() < 100) all += (all.empty() ? "" : ", ") + name;
  }
  if (!nearest.empty()) return "did you mean '" + nearest + "'?";
  return all.empty() ? "" : "sizes of this program: " + all;
}

}  // namespace

std::string WrongDimension(const std::string& dim) {
  return SizeOf(dim) ? "" : "NAME=SIZE, NAME.DIMENSION=SIZE or SIZE is wanted, not '" + dim + "'";
}

Result<std::vector<Source>> LoadSources(const std::string& path, const FrontendOptions& options) {
  std::vector<Source> sources;
  MOTE_ASSIGN(std::string bytes, ReadFile(path));
  const std::string name = path == "-" ? "<stdin>" : path;
  if (bytes.empty()) return Wrong(name, Rule::kSyntax, path == "-" ? "standard input is empty" : "the file is empty");
  if (Recognise(bytes) == SourceFormat::kMote) {
    sources.push_back({name, std::move(bytes), std::nullopt});
    return sources;
  }
  FrontendOptions reading = options;
  for (const SplitChunk& chunk : ModuleChunks(bytes)) {
    reading.first_line = chunk.first_line;
    MOTE_ASSIGN(Module module, ReadProgram(chunk.text, name, reading));
    sources.push_back({name, "", std::move(module)});
  }
  return sources;
}

Result<Source> LoadSource(const std::string& path, const FrontendOptions& options) {
  MOTE_ASSIGN(std::vector<Source> sources, LoadSources(path, options));
  Source& source = sources.front();
  if (sources.size() > 1) {
    return Wrong(source.path, Rule::kSyntax, "the text holds " + std::to_string(sources.size()) + " modules, separated by lines of '// -----', where one program is wanted",
                 "`mote check` and `mote convert` take them all");
  }
  if (!source.compiled() && source.module->entry < 0) return Wrong(source.path, Rule::kSyntax, "the module has no function");
  return std::move(source);
}

Status TakeDimensions(Source& source, const std::vector<std::string>& dims) {
  if (dims.empty()) return Ok();
  const auto wrong = [&](const std::string& text, const std::string& hint = "") { return Wrong(source.path, Rule::kAttribute, "--dim: " + text, hint); };
  if (source.compiled()) return wrong("a source program is wanted, this one is compiled");
  if (source.module->entry < 0) return wrong("the module has no function");
  if (!HasOpenSize(*source.module)) return wrong("every size of the program is static: there is none to give");
  const std::vector<std::string> names = SizeNames(source.module->main());
  DimensionSizes sizes;
  for (const std::string& dim : dims) {
    const size_t equals = dim.rfind('=');
    const std::optional<int64_t> size = SizeOf(dim);
    if (!size) return wrong(WrongDimension(dim));
    const std::string name = dim.substr(0, equals == std::string::npos ? 0 : equals);
    if (equals == std::string::npos) {
      sizes.otherwise = *size;
    } else if (std::find(names.begin(), names.end(), name) == names.end()) {
      return wrong("no parameter has the size '" + name + "'", NameHint(name, names));
    } else {
      sizes.named[name] = *size;
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
