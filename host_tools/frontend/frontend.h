// Reading programs: bytes → hlo::Module, or diagnostics with file, line, column and rule code. Input is recognised by content.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"

namespace mote {

// What is read, and .mote files; file_kind.h has names for everything else.
enum class SourceFormat { kUnknown, kStablehloText, kHloText, kTflite, kMote };
SourceFormat Recognise(std::string_view bytes);

// Whose arithmetic a TFLite file has: LiteRT's reference kernels and TFLite Micro differ in single roundings (tflite/README.md).
enum class TfliteArithmetic { kLitert, kTflm };

struct FrontendOptions {
  int max_depth = 256;                         // nesting of regions, types and attributes
  int64_t max_elements = int64_t{1} << 40;     // of one type: more is R-LIMIT
  int64_t max_constant_bytes = int64_t{1} << 33;
  int64_t max_expanded_bytes = int64_t{1} << 31;  // what splats and aliases of one text stand for, together: text cannot bound it
  size_t max_errors = 1;                       // > 1: go on after an error, as `mote check` needs for the rejection suite
  bool verify = true;                          // run hlo::Verify
  uint32_t first_line = 1;                     // of the text in its file, for a chunk of SplitModules
  TfliteArithmetic tflite_arithmetic = TfliteArithmetic::kLitert;
};

// One module per text; a StableHLO file split by `// -----` gives several. Names in diagnostics come from `file_name`.
Result<Module> ReadProgram(std::string_view bytes, const std::string& file_name, const FrontendOptions& options = {});
Result<Module> ReadStablehlo(std::string_view text, const std::string& file_name, const FrontendOptions& options = {});
Result<Module> ReadHloText(std::string_view text, const std::string& file_name, const FrontendOptions& options = {});
Result<Module> ReadTflite(std::string_view bytes, const std::string& file_name, const FrontendOptions& options = {});

struct SplitChunk {
  std::string_view text;
  uint32_t first_line;  // of the chunk in the file, from 1
};
std::vector<SplitChunk> SplitModules(std::string_view text);

}  // namespace mote
