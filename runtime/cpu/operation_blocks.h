// One microcode operation over any number of lanes. What instruction sets have (operations.inc) are loops over blocks of lanes and over the
// lanes that are left; values that stand for all lanes come to them as a block. Firmware has loops over lanes only (MOTE_STRIDED).
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

#if !defined(MOTE_STRIDED)
// `shape`: of kOperationShapes. At least a block of lanes, some operands of which are one value.
void RunSpread(OperationFunction operation, uint32_t shape, const OperationLanes& lanes);
#endif

inline __attribute__((always_inline))
void RunOperation(OperationFunction operation, [[maybe_unused]] uint32_t shape, const OperationLanes& lanes) {
#if !defined(MOTE_STRIDED)
  if ((lanes.form & 7) != 0 && lanes.n >= kBlockLanes) return RunSpread(operation, shape, lanes);
#endif
  operation(lanes.d, lanes.from[0], lanes.from[1], lanes.from[2], lanes.n, lanes.form);
}

}  // namespace mote::runtime

#endif
