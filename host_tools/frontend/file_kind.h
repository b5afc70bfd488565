// What bytes that are no program seem to be, by their content, and what to do about it. For messages: nothing is decided by it.
#pragma once

#include <string>
#include <string_view>

namespace mote {

struct FileKind {
  std::string what;      // "a gzip file", with its article; empty when the bytes look like nothing known
  std::string hint;      // what to do, a line of Python where the program has a text; may be empty
  bool program = false;  // it holds a program in a form that is not read: valid, not supported
};
FileKind DescribeBytes(std::string_view bytes);
// Of a folder that holds a file of this name, if that says what the folder is.
FileKind DescribeFolder(bool has_saved_model);

}  // namespace mote
