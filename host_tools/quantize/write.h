// WriteIntegers: the integer program of a float one, by its steps and formats.
#pragma once

#include "quantize/formats.h"

namespace mote {

struct WriteOptions {
  bool integer_io = false;  // stored inputs and outputs instead of floats
  std::set<int32_t>* through_floats =
      nullptr;              // IntegerStep::first of tables that are too steep at 16 bits are put there: computed as floats
  bool tapped = false;      // the stored result of every step as one more result, behind the program's own
};
// Names, order and other types of inputs and outputs stay.
Result<Module> WriteIntegers(const Module& prepared, const IntegerSteps& steps, const FormatGroups& groups,
                             const std::vector<IntegerFormat>& formats, const WriteOptions& options = {});

}  // namespace mote
