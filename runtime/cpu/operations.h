// The operations of every instruction set this archive was built with, by name.
#ifndef MOTE_CPU_OPERATIONS_H_
#define MOTE_CPU_OPERATIONS_H_

#include "core/kernel_code.h"
#include "core/linked.h"

namespace mote::runtime {

struct OperationTable {
  OperationFunction functions[kOperationCodes];
};

namespace base {
#define MOTE_SCALAR(id, code, ...) void Op##id(void* d, const void* a, const void* b, const void* c, uint32_t n, uint32_t form);
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
extern const OperationTable kOperations;
}  // namespace base

// Each architecture's folder (x86/, portable/) has these: a table an instruction set, the base first, and the number of the best one that
// this machine can run.
extern const OperationFunction* const kOperationInstances[];
uint8_t DetectIsa();
// Bit i: this machine runs instruction set number i.
uint32_t DetectIsas();

}  // namespace mote::runtime

#endif
