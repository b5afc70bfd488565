// The base operations as a table. Apart from operations_base.cpp, so that firmware links only the operations that it names.
#include "cpu/operations.h"

namespace mote::runtime::base {
namespace {
constexpr OperationTable Make() {
  OperationTable table{};
#include "cpu/operation_rows.inc"
  return table;
}
}  // namespace

const OperationTable kOperations = Make();

}  // namespace mote::runtime::base
