// C-printed kernels, compiled with this machine's compiler and loaded, for `--kernels c`.
#pragma once

#include <memory>

#include "hlo/diagnostic.h"
#include "mote/native.h"
#include "plan/plan.h"

namespace mote {

// The table of PrintNativeKernels, compiled (-O3 -fno-trapping-math -ffp-contract=off, this machine's widest ISA) and loaded. Needs a C
// compiler: CC or cc.
class NativeLibrary {
 public:
  static Result<std::unique_ptr<NativeLibrary>> Build(const Plan& plan);
  ~NativeLibrary();
  const mote_native_table* table() const { return table_; }

 private:
  void* library_ = nullptr;
  const mote_native_table* table_ = nullptr;
};

}  // namespace mote
