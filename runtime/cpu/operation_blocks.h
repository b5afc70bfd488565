// One microcode operation over any number of lanes. What instruction sets have (operations.inc) are loops over whole blocks of lanes, short
// code without beginnings, ends or forms, which stand here once for all. In firmware (MOTE_STRIDED) they are loops over lanes.
#ifndef MOTE_CPU_OPERATION_BLOCKS_H_
#define MOTE_CPU_OPERATION_BLOCKS_H_

#include "core/linked.h"

namespace mote::runtime {

inline constexpr uint32_t kBlockLanes = 16;

struct OperationLanes {
  void* d;
  const void* from[3];  // a, b, c; those behind the operation's arity are not looked at
  uint32_t n;
  uint32_t form;        // bits 0, 1, 2: a, b, c are one value for all lanes; bits 8-15: the immediate
};

#if defined(MOTE_STRIDED)
inline __attribute__((always_inline)) void RunOperation(OperationFunction operation, uint32_t, const OperationLanes& lanes) {
  operation(lanes.d, lanes.from[0], lanes.from[1], lanes.from[2], lanes.n, lanes.form);
}
#else
// `shape`: of kOperationShapes. The result is one of the operands, or apart from them.
void RunOperation(OperationFunction operation, uint32_t shape, const OperationLanes& lanes);
#endif

}  // namespace mote::runtime

#endif
