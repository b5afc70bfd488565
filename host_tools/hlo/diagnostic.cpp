// Rule codes as text and the display form of a diagnostic.
#include "hlo/diagnostic.h"

namespace mote {

MOTE_DEFINE_COPIES(Diagnostic);
MOTE_DEFINE_COPIES(Errors);
Errors::Errors(std::vector<Diagnostic> diagnostics) : list(std::move(diagnostics)) {}

const char* RuleCode(Rule rule) {
  switch (rule) {
    case Rule::kSyntax: return "SYNTAX";
    case Rule::kArray: return "R-ARRAY";
    case Rule::kElementType: return "R-ETYPE";
    case Rule::kElementMix: return "R-EMIX";
    case Rule::kRank: return "R-RANK";
    case Rule::kShape: return "R-SHAPE";
    case Rule::kDimension: return "R-DIM";
    case Rule::kDuplicate: return "R-DUP";
    case Rule::kOrder: return "R-ORDER";
    case Rule::kCount: return "R-COUNT";
    case Rule::kSize: return "R-SIZE";
    case Rule::kDivisible: return "R-DIV";
    case Rule::kSignature: return "R-SIG";
    case Rule::kAttribute: return "R-ATTR";
    case Rule::kGroup: return "R-GROUP";
    case Rule::kChannel: return "R-CHAN";
    case Rule::kArity: return "R-ARITY";
    case Rule::kResult: return "R-RESULT";
    case Rule::kUnsupported: return "R-UNSUP";
    case Rule::kLimit: return "R-LIMIT";
    case Rule::kOverflow: return "R-OVERFLOW";
    case Rule::kIo: return "IO";
    case Rule::kDevice: return "DEVICE";
  }
  return "?";
}

bool IsUnsupported(Rule rule) { return rule == Rule::kUnsupported || rule == Rule::kLimit; }

Errors InFile(Errors errors, const std::string& file) {
  for (Diagnostic& d : errors.list) {
    if (d.file.empty()) d.file = file;
  }
  return errors;
}

namespace {

// Names and lists of the source can be megabytes long.
std::string Bounded(const std::string& text) {
  constexpr size_t kMost = 1000, kHead = 600, kTail = 200;
  return text.size() <= kMost ? text : text.substr(0, kHead) + " … " + text.substr(text.size() - kTail);
}

}  // namespace

std::string FormatDiagnostic(const Diagnostic& diagnostic) {
  std::string out = diagnostic.file;
  if (diagnostic.location.known()) {
    if (!out.empty()) out += ":";
    out += std::to_string(diagnostic.location.line) + ":" + std::to_string(diagnostic.location.column);
  }
  if (!out.empty()) out += ": ";
  out += std::string("error [") + RuleCode(diagnostic.rule) + "]: " + Bounded(diagnostic.text);
  if (!diagnostic.line_text.empty() && diagnostic.location.known()) {
    // A window of the line, so that a megabyte of constants does not hide the caret. Columns count bytes.
    constexpr size_t kBefore = 80, kWidth = 160;
    const std::string& line = diagnostic.line_text;
    size_t column = diagnostic.location.column == 0 ? 0 : diagnostic.location.column - 1;
    if (column > line.size()) column = line.size();
    const size_t begin = column > kBefore ? column - kBefore : 0;
    out += "\n  " + line.substr(begin, kWidth) + "\n  ";
    for (size_t i = begin; i < column; ++i) out += line[i] == '\t' ? '\t' : ' ';
    out += "^";
  }
  if (!diagnostic.hint.empty()) out += "\nhint: " + Bounded(diagnostic.hint);
  return out;
}

}  // namespace mote
