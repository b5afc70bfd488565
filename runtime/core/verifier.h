// The verifier: proves a program's bytes before anything of them is used as an index. Its parts share one work account, so that its time is
// linear in the program's length whatever the bytes say (vectors of a FlatBuffer may overlap).
#ifndef MOTE_CORE_VERIFIER_H_
#define MOTE_CORE_VERIFIER_H_

#include "core/program.h"

namespace mote::runtime {

// Spends work; refuses when more was done than the program's length allows. Keeps the number that goes with the failure that ends it all.
class WorkAccount {
 public:
  explicit WorkAccount(uint32_t left) : left_(left) {}
  bool Spend(uint32_t units) {
    if (units > left_) return false;
    left_ -= units;
    return true;
  }
  uint32_t detail = 0;
  Site At(Site site, uint32_t number) {
    detail = number;
    return site;
  }

 private:
  uint32_t left_;
};

// verify_program.cpp: header, FlatBuffer, variant, views, entries; then the parts below. Fills all of `program` but `isa`.
mote_status VerifyProgram(const uint8_t* file, size_t size, const mote_open_options& options, mote_program* program);
// verify_code.cpp: one kernel's microcode by itself, to be run with so much scratch. Failures without a number of their own leave
// work->detail as the caller set it.
Site VerifyCode(const uint32_t* code, uint32_t words, uint32_t scratch, WorkAccount* work);
// verify_steps.cpp: the steps of an entry's block against views, kernels and its other blocks; adds their work to the program's. `limit`:
// the most work of a step, 0: any.
Site VerifyBlock(mote_program* program, uint32_t block, const EntryInfo& entry, uint64_t limit, WorkAccount* work);
inline bool MayWrite(uint32_t space) { return space == kMoteArena || space == kMoteOutput || space == kMoteState; }
inline bool MayWrite(const ViewInfo& view) { return MayWrite(view.space); }
// verify_device.cpp, caller_tensors.cpp: for the table of linked parts.
extern const struct DeviceChecks kDeviceChecks;
extern const struct CallerTensors kCallerTensors;

// What this build was linked with (cpu/linked_parts.cpp or the firmware's own).
bool HasElementType(uint32_t code);
bool HasStepKind(uint32_t kind);
bool HasCheckedAccess();

}  // namespace mote::runtime

#endif
