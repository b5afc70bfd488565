// Running this machine's compiler on printed kernels, and loading what it makes.
#include "tool/native_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "compile/native_kernels.h"
#include "tool/file_bytes.h"
#include "tool/temporary_folder.h"

namespace mote {

Result<std::unique_ptr<NativeLibrary>> NativeLibrary::Build(const Plan& plan) {
  MOTE_ASSIGN(std::string text, PrintNativeKernels(plan, "mote_printed_kernels"));
  // The compiled file stands alone: the two structs of mote/native.h are repeated by the preprocessor, not by hand.
  const std::string include = "#include <mote/native.h>\n";
  static constexpr char kNativeHeader[] = {
#include "mote_native_header.inc"
      0};
  text.replace(text.find(include), include.size(), kNativeHeader);

  MOTE_ASSIGN(const TemporaryFolder folder, TemporaryFolder::Make("compiled kernels"));
  const std::string& directory = folder.path();
  MOTE_CHECK_OK(WriteFile(directory + "/kernels.c", text));
  const char* compiler = std::getenv("CC");
  if (compiler == nullptr || *compiler == 0) compiler = "cc";
  const std::string library = directory + "/kernels.so";
  const int code = RunProcess({compiler, "-std=gnu99", "-O3", "-march=native", "-fno-trapping-math", "-ffp-contract=off", "-fno-fast-math",
                                "-fPIC", "-shared", "-w", "-o", library, directory + "/kernels.c"});
  if (code == 127) return Error(Rule::kUnsupported, fmt::format("--kernels c needs a C compiler; '{}' was not found (set CC)", compiler));
  if (code != 0) return Error(Rule::kIo, fmt::format("'{}' could not compile the printed kernels (exit code {})", compiler, code));

  auto native = std::make_unique<NativeLibrary>();
  native->library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (native->library_ == nullptr) return Error(Rule::kIo, std::string("the compiled kernels cannot be loaded: ") + dlerror());
  native->table_ = static_cast<const mote_native_table*>(dlsym(native->library_, "mote_printed_kernels"));
  if (native->table_ == nullptr) return Error(Rule::kIo, "the compiled kernels have no table");
  return native;
}

NativeLibrary::~NativeLibrary() {
  if (library_ != nullptr) dlclose(library_);
}

}  // namespace mote
