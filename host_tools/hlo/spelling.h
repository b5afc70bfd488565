// "Did you mean": the nearest of several names to a word that is none of them.
#pragma once

#include <string>
#include <string_view>

#include "hlo/element_type.h"

namespace mote {

class Spelling {
 public:
  explicit Spelling(std::string_view word);
  // Candidates must live as long as `nearest` is asked for. Of equally near ones the first tried is kept; of those that come without order
  // (`ordered` false) the first in the alphabet.
  void Try(std::string_view candidate, bool ordered = true);
  std::string_view nearest() const { return nearest_; }  // empty: none is less than 3 edits away, or fewer for short words
  // "did you mean 'NAME'?" with `before` and `after` around the name, else `otherwise`.
  std::string Hint(std::string_view otherwise = "", std::string_view before = "'", std::string_view after = "'") const;

 private:
  std::string_view word_, nearest_;
  int limit_;  // nearer ones are looked for
};

// A hint at the element type whose name (HloName or MlirName) is nearest, or empty.
std::string NearestType(std::string_view name, const char* (*name_of)(ElementType));

}  // namespace mote
