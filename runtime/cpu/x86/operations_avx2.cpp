// The operations once more for x86-64 machines with AVX2 and FMA. Compiled with those flags; runs only where DetectIsa found them.
#include "cpu/operation_blocks.h"
#include "cpu/operations.h"
#include "cpu/scalar_math.h"
#include "cpu/vector_loop.h"

namespace mote::runtime::avx2 {
namespace {
#include "cpu/operations.inc"

constexpr OperationTable Make() {
  OperationTable table{};
#include "cpu/operation_rows.inc"
  return table;
}
}  // namespace

extern const OperationTable kOperations;
const OperationTable kOperations = Make();

}  // namespace mote::runtime::avx2
