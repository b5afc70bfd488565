// Reading arrays, matching their names to slots, and checking their shapes.
#include "tool/array_files.h"

#include <algorithm>
#include <filesystem>

#include "hlo/spelling.h"
#include "hlo/npy.h"
#include "tool/file_bytes.h"
#include "tool/npz.h"
#include "tool/source.h"
#include "tool/tensor_name.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

Result<std::vector<ArrayFile>> ReadFolder(const std::string& path) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".npy" && at->is_regular_file()) files.push_back(at->path().string());
  }
  if (error) return FileError(path, Rule::kIo, "cannot read the folder: " + error.message());
  if (files.empty()) return FileError(path, Rule::kIo, "there are no .npy files in the folder");
  std::sort(files.begin(), files.end());
  std::vector<ArrayFile> arrays;
  for (const std::string& file : files) {
    MOTE_ASSIGN(std::string bytes, ReadFile(file));
    arrays.push_back({fs::path(file).lexically_relative(path).replace_extension().generic_string(), file, std::move(bytes)});
  }
  return arrays;
}

// The types that NumPy calls otherwise than programs do, or makes where none is asked for.
const char* NumpyName(ElementType type) {
  switch (type) {
    case ElementType::kF16: return "float16";
    case ElementType::kF32: return "float32";
    case ElementType::kF64: return "float64";
    case ElementType::kS8: return "int8";
    case ElementType::kS16: return "int16";
    case ElementType::kS32: return "int32";
    case ElementType::kS64: return "int64";
    case ElementType::kU8: return "uint8";
    case ElementType::kPred: return "bool_";
    default: return nullptr;
  }
}

Diagnostic NoArray(std::string_view bytes, const std::string& role) {
  const std::string what = DescribeInput(bytes);
  return Error(Rule::kIo, "not a .npy array" + (what.empty() ? std::string(": the magic bytes are missing") : ", but " + what) + "; " +
                              role + " is wanted");
}

std::string SlotName(const Slots& slots, size_t slot) {
  const std::vector<std::string>& names = slots.names[slot];
  return std::string(slots.kind) + " " + std::to_string(slot) + (names.empty() ? "" : " (" + names[0] + ")");
}

std::string AllNames(const Slots& slots) {
  constexpr size_t kMost = 40;
  std::string text;
  for (size_t i = 0; i < slots.names.size() && i < kMost; ++i) {
    text += (i == 0 ? "" : ", ") + (slots.names[i].empty() ? std::to_string(i) : slots.names[i][0]);
  }
  return slots.names.size() > kMost ? text + " and " + std::to_string(slots.names.size() - kMost) + " more" : text;
}

Diagnostic NoSuchName(const std::string& name, const Slots& slots) {
  const std::string kind = slots.kind;
  if (slots.names.empty()) return Error(Rule::kCount, "the program has no " + kind + ", '" + name + "' was given");
  Diagnostic d = Error(Rule::kCount, "the program has no " + kind + " named '" + name + "'; it has " + AllNames(slots));
  Spelling spelling(name);
  for (const std::vector<std::string>& names : slots.names) {
    for (const std::string& candidate : names) spelling.Try(candidate);
  }
  d.hint = spelling.Hint();
  return d;
}

// The slots that a name fits best.
std::vector<size_t> Fitting(const std::string& name, const Slots& slots) {
  std::vector<size_t> found;
  int best = 1;
  for (size_t i = 0; i < slots.names.size(); ++i) {
    int fit = 0;
    for (const std::string& candidate : slots.names[i]) fit = std::max(fit, NameFit(name, candidate));
    if (fit < best) continue;
    if (fit > best) found.clear();
    best = fit;
    found.push_back(i);
  }
  return found;
}

Result<size_t> SlotOf(const std::string& name, const Slots& slots) {
  if (const std::optional<size_t> number = AsNumber(name)) {
    if (*number < slots.names.size()) return *number;
    return Error(Rule::kCount,
                 "there is no " + std::string(slots.kind) + " " + name + ", the program has " + std::to_string(slots.names.size()));
  }
  const std::vector<size_t> fitting = Fitting(name, slots);
  if (fitting.size() == 1) return fitting[0];
  if (fitting.empty()) return NoSuchName(name, slots);
  return Error(Rule::kCount, "'" + name + "' fits " + SlotName(slots, fitting[0]) + " and " + SlotName(slots, fitting[1]));
}

class Assignment {
 public:
  explicit Assignment(const Slots& slots) : slots_(slots), given_(slots.names.size()) {}

  Status Take(const std::string& argument) {
    std::error_code error;
    const size_t equals = argument.find('=');
    if (equals != std::string::npos && !fs::exists(argument, error)) {
      MOTE_ASSIGN(const size_t slot, SlotOf(argument.substr(0, equals), slots_));
      const std::string path = argument.substr(equals + 1);
      MOTE_ASSIGN(std::vector<ArrayFile> arrays, ReadArrays(path));
      if (arrays.size() != 1) {
        return FileError(path, Rule::kCount,
                         "one array is wanted for " + SlotName(slots_, slot) + ", there are " + std::to_string(arrays.size()));
      }
      return Place(slot, std::move(arrays[0]));
    }
    MOTE_ASSIGN(std::vector<ArrayFile> arrays, ReadArrays(argument));
    if (arrays.size() == 1 && arrays[0].name.empty()) {
      if (!slots_.in_order) {
        return FileError(argument, Rule::kCount,
                         "one array, which says not for which " + std::string(slots_.kind) + ": give NAME=FILE");
      }
      const auto free = std::find(given_.begin(), given_.end(), std::nullopt);
      return Place(free - given_.begin(), std::move(arrays[0]));
    }
    return TakeMany(argument, std::move(arrays));
  }

  std::vector<std::optional<ArrayFile>> Given() { return std::move(given_); }

 private:
  Status Place(size_t slot, ArrayFile array) {
    if (slot >= given_.size()) {
      return Error(Rule::kCount, "the program takes " + std::to_string(given_.size()) + " " + slots_.kind +
                                     (given_.size() == 1 ? "" : "s") + ", more were given");
    }
    if (given_[slot]) return Error(Rule::kCount, SlotName(slots_, slot) + " is given twice: " + given_[slot]->path + " and " + array.path);
    given_[slot] = std::move(array);
    return Ok();
  }

  Status TakeMany(const std::string& path, std::vector<ArrayFile> arrays) {
    const bool by_number = Numbered(arrays);
    for (ArrayFile& array : arrays) {
      Result<size_t> slot = by_number ? Result<size_t>(AsNumberedName(array.name)->number) : SlotOf(array.name, slots_);
      if (!slot) return InFile(slot.errors(), path);
      if (Status s = Place(*slot, std::move(array)); !s) return InFile(s.errors(), path);
    }
    return Ok();
  }

  // No array's name is known, and all are numbers: any other stem may mean something else by them.
  bool Numbered(const std::vector<ArrayFile>& arrays) const {
    constexpr std::string_view kStems[] = {"arr_", "in", "out", ""};
    for (const ArrayFile& array : arrays) {
      const std::optional<NumberedName> numbered = AsNumberedName(array.name);
      if (!numbered || std::find(std::begin(kStems), std::end(kStems), numbered->stem) == std::end(kStems)) return false;
      if (numbered->stem != AsNumberedName(arrays[0].name)->stem || !Fitting(array.name, slots_).empty()) return false;
    }
    return true;
  }

  const Slots& slots_;
  std::vector<std::optional<ArrayFile>> given_;
};

}  // namespace

Result<std::vector<ArrayFile>> ReadArrays(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return ReadFolder(path);
  MOTE_ASSIGN(std::string bytes, ReadFile(path));
  if (!IsZip(bytes)) return std::vector<ArrayFile>{{"", path, std::move(bytes)}};
  Result<std::vector<NpzEntry>> entries = ReadNpz(bytes);
  if (!entries) return InFile(entries.errors(), path);
  std::vector<ArrayFile> arrays;
  for (NpzEntry& entry : *entries) arrays.push_back({entry.name, path + ": " + entry.name, std::move(entry.bytes)});
  return arrays;
}

Slots SlotsOf(const char* kind, const std::vector<std::string>& names, size_t count) {
  Slots slots;
  slots.kind = kind;
  slots.names.resize(count);
  for (size_t i = 0; i < count && i < names.size(); ++i) {
    if (!names[i].empty()) slots.names[i].push_back(names[i]);
  }
  return slots;
}

Result<std::vector<std::optional<ArrayFile>>> AssignArrays(const std::vector<std::string>& arguments, const Slots& slots) {
  Assignment assignment(slots);
  for (const std::string& argument : arguments) MOTE_CHECK_OK(assignment.Take(argument));
  return assignment.Given();
}

Result<Literal> LiteralOf(const ArrayFile& array, ElementType expected, const std::string& role) {
  if (array.bytes.substr(0, 6) != "\x93NUMPY") return InFile(Errors{{NoArray(array.bytes, role)}}, array.path);
  auto literal = ReadNpy(array.bytes, expected);
  if (!literal) return InFile(literal.errors(), array.path);
  return literal;
}

Result<Literal> TensorOf(const ArrayFile& array, const Shape& shape, const std::string& role) {
  MOTE_ASSIGN(Literal literal, LiteralOf(array, shape.element_type, role));
  if (literal.type() == shape.element_type && literal.shape().dims == shape.dims) return literal;
  const Rule rule = literal.type() != shape.element_type ? Rule::kElementType : Rule::kShape;
  std::string hint;
  if (rule == Rule::kElementType && shape.element_type == ElementType::kBF16) {
    hint = "a .npy file holds bf16 as two opaque bytes, dtype '<V2'";
  } else if (rule == Rule::kElementType && NumpyName(shape.element_type)) {
    hint = std::string("in Python, x.astype(numpy.") + NumpyName(shape.element_type) + ") makes it so";
  }
  return FileError(array.path, rule, role + " is " + ToString(shape) + ", the file holds " + ToString(literal.shape()), hint);
}

Result<Literal> ReadTensor(const std::string& path, const Shape& shape, const std::string& role) {
  MOTE_ASSIGN(std::string bytes, ReadFile(path));
  return TensorOf({"", path, std::move(bytes)}, shape, role);
}

}  // namespace mote
