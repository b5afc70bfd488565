// Errors as values: a Diagnostic with its place, rule code and text, and Result<T> that carries one or a T.
// Not a logging facility: nothing here prints.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// Copies, moves and the end of a struct that is large and met everywhere, declared here and compiled once, by the second, in its own file:
// left to the compiler, they made a quarter of every other file's code.
#define MOTE_DECLARE_COPIES(Type)           \
  Type();                                   \
  Type(const Type&);                        \
  Type(Type&&) noexcept;                    \
  Type& operator=(const Type&);             \
  Type& operator=(Type&&) noexcept;         \
  ~Type()
#define MOTE_DEFINE_COPIES(Type)                    \
  Type::Type() = default;                           \
  Type::Type(const Type&) = default;                \
  Type::Type(Type&&) noexcept = default;            \
  Type& Type::operator=(const Type&) = default;     \
  Type& Type::operator=(Type&&) noexcept = default; \
  Type::~Type() = default

namespace mote {

// A place in a source file. `line` and `column` count from 1; line 0 means "no place known".
// `file` indexes SourceFiles::names of the module being read.
struct Location {
  uint32_t line = 0;
  uint32_t column = 0;
  uint16_t file = 0;
  bool known() const { return line != 0; }
};

// Rule codes of OPS.md section 1, plus those of text (SYNTAX), limits and unsupported cases.
// kUnsupported and kLimit mean "valid, but not supported" (exit code 4), kDevice that a device is missing or failed (5); all others mean
// invalid input (3).
enum class Rule : uint8_t {
  kSyntax, kArray, kElementType, kElementMix, kRank, kShape, kDimension, kDuplicate, kOrder, kCount, kSize, kDivisible,
  kSignature, kAttribute, kGroup, kChannel, kArity, kResult, kUnsupported, kLimit, kOverflow, kIo, kDevice,
};
// "R-SHAPE", "R-UNSUP"… ; "SYNTAX", "IO", "DEVICE" for those that OPS.md does not name.
const char* RuleCode(Rule rule);
bool IsUnsupported(Rule rule);

struct Diagnostic {
  MOTE_DECLARE_COPIES(Diagnostic);
  Rule rule = Rule::kSyntax;
  std::string text;      // what is wrong, with both shapes; no trailing full stop, no place
  Location location;
  std::string file;      // name for display, filled by whoever knows it
  std::string hint;      // what to do, or empty
  std::string line_text; // the source line for the caret, or empty
};
// "file:line:column: error [R-SHAPE]: text" + the source line with a caret + the hint, each on a line of its own.
std::string FormatDiagnostic(const Diagnostic& diagnostic);

// What a pass or a parser may end with instead of a value: one or more diagnostics.
struct Errors {
  MOTE_DECLARE_COPIES(Errors);
  explicit Errors(std::vector<Diagnostic> diagnostics);
  std::vector<Diagnostic> list;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Diagnostic diagnostic) : state_(std::in_place_index<1>, Errors{{std::move(diagnostic)}}) {}
  Result(Errors errors) : state_(std::in_place_index<1>, std::move(errors)) {}
  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Errors& errors() const { return std::get<1>(state_); }
  const Diagnostic& error() const { return errors().list.front(); }

 private:
  std::variant<T, Errors> state_;
};

struct Unit {};
using Status = Result<Unit>;
inline Status Ok() { return Unit{}; }

inline Diagnostic Error(Rule rule, std::string text, Location location = {}) {
  Diagnostic d;
  d.rule = rule;
  d.text = std::move(text);
  d.location = location;
  return d;
}

// An error without a place in the source, of the file `file`.
inline Diagnostic FileError(std::string file, Rule rule, std::string text, std::string hint = "") {
  Diagnostic d = Error(rule, std::move(text));
  d.file = std::move(file);
  d.hint = std::move(hint);
  return d;
}
// The errors under the name `file`, those aside that have one already. Of a module's own errors: InFile of hlo/module.h.
Errors InFile(Errors errors, const std::string& file);

// MOTE_ASSIGN(auto x, F()) binds the value of F() or returns its errors from the enclosing function.
#define MOTE_CONCAT_(a, b) a##b
#define MOTE_CONCAT(a, b) MOTE_CONCAT_(a, b)
#define MOTE_ASSIGN(declaration, expression) MOTE_ASSIGN_(MOTE_CONCAT(result_, __COUNTER__), declaration, expression)
#define MOTE_ASSIGN_(temporary, declaration, expression) \
  auto temporary = (expression);                         \
  if (!temporary.ok()) return temporary.errors();        \
  declaration = std::move(temporary).value()
#define MOTE_CHECK_OK(expression) MOTE_CHECK_OK_(MOTE_CONCAT(status_, __COUNTER__), expression)
#define MOTE_CHECK_OK_(temporary, expression) \
  if (auto temporary = (expression); !temporary.ok()) return temporary.errors()

}  // namespace mote
