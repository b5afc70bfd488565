// Arrays that the command line names: .npy files, .npz archives, folders of .npy files; and which input or parameter each is meant for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/literal.h"

namespace mote {

struct ArrayFile {
  std::string name;   // in its archive or folder, without ".npy"; empty for a file by itself
  std::string path;   // for messages
  std::string bytes;  // of the .npy file
};

// Told apart by content: one array, or all of an archive or of a folder and its folders, in the order of the archive or of the paths.
Result<std::vector<ArrayFile>> ReadArrays(const std::string& path);

// What the arguments of an option may be meant for.
struct Slots {
  const char* kind = "input";                   // "input", "output", "parameter", for messages
  std::vector<std::vector<std::string>> names;  // of every slot; may be empty
  bool in_order = true;                         // a file by itself takes the next free slot; else it wants a name
};

// "NAME=F", "NUMBER=F" or "F", each F as for ReadArrays. A single file takes the next free slot. Of an archive or a folder every array goes
// to the slot of its name (NameFit), or, where no name is known and all are numbers, arr_0, arr_1 … as NumPy calls them, or in0, out0 …, to
// the slot of that number. Nothing for slots that are not given. Errors: kCount for names and numbers that do not exist, fit several, or
// come twice.
Result<std::vector<std::optional<ArrayFile>>> AssignArrays(const std::vector<std::string>& arguments, const Slots& slots);

// Slots for tensors of these names; names beyond `count` or empty ones are none.
Slots SlotsOf(const char* kind, const std::vector<std::string>& names, size_t count);

// The array as the file has it; `expected` as for ReadNpy, `role` as in "input 0". Errors under the array's path.
Result<Literal> LiteralOf(const ArrayFile& array, ElementType expected, const std::string& role);
// The array as a value of `shape`: same element type and dimensions, or an error with both.
Result<Literal> TensorOf(const ArrayFile& array, const Shape& shape, const std::string& role);
// The same of a .npy file.
Result<Literal> ReadTensor(const std::string& path, const Shape& shape, const std::string& role);

}  // namespace mote
