// The verifier: proves a program's bytes before anything of them is used as an index. Its parts share one work account, so that its time is
// linear in the program's length whatever the bytes say (vectors of a FlatBuffer may overlap).
#ifndef MOTE_CORE_VERIFIER_H_
#define MOTE_CORE_VERIFIER_H_

#include "core/program.h"

namespace mote::runtime {

// Spends work; refuses when more was done than the program's length allows.
class WorkAccount {
 public:
  explicit WorkAccount(uint64_t left) : left_(left) {}
  bool Spend(uint64_t units) {
    if (units > left_) return false;
    left_ -= units;
    return true;
  }

 private:
  uint64_t left_;
};

// verify_program.cpp: header, FlatBuffer, variant, views, entries; then the parts below. Fills `program`.
mote_status VerifyProgram(const uint8_t* file, uint64_t size, const mote_open_options& options, mote_program* program);
// verify_code.cpp: one kernel's microcode by itself.
mote_status VerifyCode(const uint32_t* code, uint32_t words, uint32_t kernel, WorkAccount* work);
// verify_steps.cpp: the steps of a block against views, kernels and other blocks.
mote_status VerifyBlock(const mote_program& program, uint32_t block, WorkAccount* work);

// What this build was linked with (cpu/linked_parts.cpp or the firmware's own).
bool HasOperation(uint32_t code);
bool HasElementType(uint32_t code);
bool HasStepKind(uint32_t kind);

}  // namespace mote::runtime

#endif
