// The exit codes of every verb, and printing what ended it.
#pragma once

#include <string>

#include "hlo/diagnostic.h"

namespace mote {

enum ExitCode : int {
  kDone = 0,
  kComparisonFailed = 1,
  kUsage = 2,
  kInvalidInput = 3,
  kNotSupported = 4,
  kDeviceFailed = 5,
};

// kNotSupported or kDeviceFailed when the first error is of that kind, else kInvalidInput.
int ExitCodeOf(const Errors& errors);

// Prints every diagnostic to standard error, in colour on a terminal without NO_COLOR, and returns ExitCodeOf.
int Report(const Errors& errors);
// The same of what went wrong with `file`, where the errors name no other.
inline int Report(const Errors& errors, const std::string& file) { return Report(InFile(errors, file)); }
// A plain message of the tool itself: "mote: error: TEXT".
int Report(int exit_code, const std::string& text);

// Standard output or error is a terminal and NO_COLOR is unset.
bool ColourOn(int descriptor);
// Columns of the terminal that standard output is, else 100.
int TerminalWidth();

}  // namespace mote
