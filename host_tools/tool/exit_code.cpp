#include "tool/exit_code.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace mote {

int ExitCodeOf(const Errors& errors) {
  return !errors.list.empty() && IsUnsupported(errors.list.front().rule) ? kNotSupported : kInvalidInput;
}

bool ColourOn(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(descriptor) && (no_colour == nullptr || *no_colour == 0);
}

int TerminalWidth() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 ? size.ws_col : 100;
}

int Report(const Errors& errors) {
  const bool colour = ColourOn(STDERR_FILENO);
  for (const Diagnostic& d : errors.list) {
    std::string text = FormatDiagnostic(d);
    if (const size_t at = text.find("error"); colour && at != std::string::npos) {
      text.insert(at + 5, "\033[0m");
      text.insert(at, "\033[1;31m");
    }
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  return ExitCodeOf(errors);
}

int Report(int exit_code, const std::string& text) {
  std::fprintf(stderr, ColourOn(STDERR_FILENO) ? "mote: \033[1;31merror\033[0m: %s\n" : "mote: error: %s\n", text.c_str());
  return exit_code;
}

}  // namespace mote
