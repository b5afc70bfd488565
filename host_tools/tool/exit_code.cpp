// Printing what ended a verb: colour on terminals, the source line where the pass that failed no longer had it.
#include "tool/exit_code.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace mote {

int ExitCodeOf(const Errors& errors) {
  const Rule rule = errors.list.empty() ? Rule::kSyntax : errors.list.front().rule;
  return rule == Rule::kDevice ? kDeviceFailed : IsUnsupported(rule) ? kNotSupported : kInvalidInput;
}

bool ColourOn(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(descriptor) && (no_colour == nullptr || *no_colour == 0);
}

int TerminalWidth() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 ? size.ws_col : 100;
}

namespace {

// Line `number` of the file, or empty. Passes keep places, not text: the file is read once more, for this one message.
std::string SourceLine(const std::string& path, uint32_t number) {
  std::ifstream file(path);
  std::string line;
  for (uint32_t i = 0; i < number; ++i) {
    if (!std::getline(file, line)) return "";
  }
  return line;
}

}  // namespace

int Report(const Errors& errors) {
  const bool colour = ColourOn(STDERR_FILENO);
  for (Diagnostic d : errors.list) {
    if (d.location.known() && d.line_text.empty()) d.line_text = SourceLine(d.file, d.location.line);
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
