// C-printed kernels: as text for firmware and applications (`--emit-c`), and compiled with this machine's compiler for `--kernels c`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "mote/native.h"
#include "plan/plan.h"

namespace mote {

// One C file with every kernel that a plan's launch steps use, each parameter set once, and the table `const mote_native_table NAME`.
// Empty plans give an empty table. Deterministic.
Result<std::string> PrintNativeKernels(const Plan& plan, const std::string& table_name);

// The table above, compiled (-O3 -fno-trapping-math -ffp-contract=off, this machine's widest ISA) and loaded. Needs a C compiler: CC or cc.
class NativeKernels {
 public:
  static Result<std::unique_ptr<NativeKernels>> Build(const Plan& plan);
  ~NativeKernels();
  const mote_native_table* table() const { return table_; }

 private:
  void* library_ = nullptr;
  const mote_native_table* table_ = nullptr;
};

}  // namespace mote
