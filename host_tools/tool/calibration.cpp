// Files by set, arrays by input, samples by leading dimension.
#include "tool/calibration.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "tool/array_files.h"
#include "tool/tensor_name.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

using Samples = std::vector<std::vector<Literal>>;  // by sample, then by input

// One sample's bytes of an array that holds several.
Literal SampleOf(const Literal& all, const Shape& shape, int64_t index) {
  const auto bytes = all.bytes().subspan(static_cast<size_t>(index * shape.ByteSize()), static_cast<size_t>(shape.ByteSize()));
  return Literal(shape, {bytes.begin(), bytes.end()});
}

// How many samples an array of these dimensions holds: 0 where it does not fit.
int64_t CountIn(const Dims& dims, const Dims& wanted) {
  if (dims == wanted) return 1;
  if (dims.size() == wanted.size() + 1 && std::equal(wanted.begin(), wanted.end(), dims.begin() + 1)) return dims[0];
  const bool stacked = dims.size() == wanted.size() && !wanted.empty() && wanted[0] == 1;
  return stacked && std::equal(wanted.begin() + 1, wanted.end(), dims.begin() + 1) ? dims[0] : 0;
}

std::string Role(const Computation& entry, size_t input) {
  return "input " + std::to_string(input) + " (" + ParameterNames(entry, input).front() + ")";
}

Slots InputSlots(const Computation& entry) {
  Slots slots;
  for (size_t i = 0; i < entry.parameters.size(); ++i) slots.names.push_back(ParameterNames(entry, i));
  return slots;
}

// The samples of one set of arrays.
Status TakeSet(const std::vector<std::string>& arguments, const std::string& path, const Computation& entry, Samples& samples) {
  auto arrays = AssignArrays(arguments, InputSlots(entry));
  if (!arrays.ok()) return InFile(arrays.errors(), path);
  std::vector<Literal> values;
  int64_t count = -1;
  for (size_t i = 0; i < arrays->size(); ++i) {
    const Shape& shape = entry.parameters[i];
    if (!(*arrays)[i]) return FileError(path, Rule::kCount, "no calibration values for " + Role(entry, i) + " " + ToString(shape));
    MOTE_ASSIGN(Literal value, LiteralOf(*(*arrays)[i], shape.element_type, Role(entry, i)));
    const int64_t held = value.type() == shape.element_type ? CountIn(value.shape().dims, shape.dims) : 0;
    if (held == 0) {
      return FileError((*arrays)[i]->path, value.type() == shape.element_type ? Rule::kShape : Rule::kElementType,
                       Role(entry, i) + " is " + ToString(shape) + ", the file holds " + ToString(value.shape()),
                       "calibration arrays have an input's dimensions, or one more in front that counts samples");
    }
    if (count >= 0 && held != count) {
      return FileError(path, Rule::kCount, Role(entry, i) + " has " + std::to_string(held) + " samples, " + Role(entry, 0) + " has " +
                                               std::to_string(count));
    }
    count = held;
    values.push_back(std::move(value));
  }
  for (int64_t s = 0; s < count; ++s) {
    std::vector<Literal> one;
    for (size_t i = 0; i < values.size(); ++i) one.push_back(SampleOf(values[i], entry.parameters[i], s));
    samples.push_back(std::move(one));
  }
  return Ok();
}

// Files of a folder and its folders, by folder. What mote writes and expects as outputs (out0.npy) stands beside inputs.
Result<std::map<std::string, std::vector<std::string>>> FilesUnder(const std::string& path, const std::string& extension) {
  std::map<std::string, std::vector<std::string>> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    const auto numbered = AsNumberedName(at->path().stem().string());
    if (at->path().extension() != extension || !at->is_regular_file() || (numbered && numbered->stem == "out")) continue;
    files[at->path().parent_path().string()].push_back(at->path().string());
  }
  if (error) return FileError(path, Rule::kIo, "cannot read the folder: " + error.message());
  for (auto& [folder, list] : files) std::sort(list.begin(), list.end());
  return files;
}

// "NAME=FILE" of a .npy beside others; in0 and arr_0 are numbers.
std::string NamedFile(const std::string& file) {
  const std::string stem = fs::path(file).stem().string();
  const auto numbered = AsNumberedName(stem);
  const bool number = numbered && (numbered->stem == "in" || numbered->stem == "arr_" || numbered->stem.empty());
  return (number ? std::to_string(numbered->number) : stem) + "=" + file;
}

}  // namespace

Result<Samples> ReadSamples(const std::vector<std::string>& paths, const Computation& entry) {
  Samples samples;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      MOTE_CHECK_OK(TakeSet({path}, path, entry, samples));
      continue;
    }
    MOTE_ASSIGN(const auto archives, FilesUnder(path, ".npz"));
    for (const auto& [folder, files] : archives) {
      for (const std::string& file : files) MOTE_CHECK_OK(TakeSet({file}, file, entry, samples));
    }
    MOTE_ASSIGN(const auto arrays, FilesUnder(path, ".npy"));
    for (const auto& [folder, files] : arrays) {
      std::vector<std::string> arguments;
      for (const std::string& file : files) arguments.push_back(NamedFile(file));
      MOTE_CHECK_OK(TakeSet(arguments, folder, entry, samples));
    }
    if (archives.empty() && arrays.empty()) return FileError(path, Rule::kIo, "there are no .npz or .npy files in the folder");
  }
  return samples;
}

}  // namespace mote
