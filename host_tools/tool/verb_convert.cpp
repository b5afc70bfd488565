// mote convert: a source program as text of the other dialect, or of its own in canonical form. mote device: what this machine offers.
#include <fmt/format.h>

#include <memory>

#include "hlo/print.h"
#include "passes/specialize.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/source.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::string input, output;
  SourceOptions source;
  bool generic = false;
  unsigned max_errors = 1;
};

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

Result<std::string> StablehloText(const Module& module, const PrintOptions& options) {
  MOTE_CHECK_OK(CheckStablehlo(module));
  return PrintStablehlo(module, options);
}

bool HasRunTimeShapes(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      switch (i.op) {
        case Op::kDynamicBroadcastInDim: case Op::kDynamicReshape: case Op::kDynamicIota: case Op::kDynamicPad: case Op::kDynamicGather:
        case Op::kDynamicConv: case Op::kRealDynamicSlice: return true;
        default: break;
      }
    }
  }
  return false;
}

// HLO text has no operations with run-time shapes: with the shapes that the program itself computes they are static ones.
Result<std::string> HloText(const Module& module, const PrintOptions& options) {
  if (module.from_hlo_text || !HasRunTimeShapes(module)) return PrintHlo(module, options);
  MOTE_ASSIGN(const Module sized, Specialise(module, DimensionSizes()));
  return PrintHlo(sized, options);
}

int Convert(const Options& o) {
  const bool hlo = EndsWith(o.output, ".hlo");
  if (!hlo && o.output != "-" && !EndsWith(o.output, ".mlir")) {
    return Report(kUsage, "--output is FILE.mlir, FILE.hlo or -, not '" + o.output + "'");
  }
  FrontendOptions reading;
  reading.max_errors = o.max_errors;
  Result<std::vector<Source>> sources = LoadSources(o.input, reading);
  if (!sources) return Report(sources.errors());
  if (hlo && sources->size() > 1) {
    return Report(kUsage, sources->front().path + " holds several modules, an HLO text holds one: write FILE.mlir");
  }
  std::string text;
  for (Source& source : *sources) {
    if (Status s = TakeOptions(source, o.source); !s) return Report(s.errors());
    if (source.compiled()) return Report(kUsage, source.path + " is compiled; its source form is not kept");
    if (hlo && source.module->entry < 0) return Report(kInvalidInput, source.path + ": the module has no function");
    PrintOptions options;
    options.generic = o.generic;
    Result<std::string> one = hlo ? HloText(*source.module, options) : StablehloText(*source.module, options);
    if (!one) return Report(one.errors(), source.path);
    text += (text.empty() ? "" : "// -----\n") + *one;
  }
  if (o.output == "-") {
    fmt::print("{}", text);
    return kDone;
  }
  if (Status s = WriteFile(o.output, text); !s) return Report(s.errors());
  return kDone;
}

}  // namespace

void AddConvertVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("convert", "Write a source program as StableHLO or HLO text");
  auto o = std::make_shared<Options>();
  verb.Value("input", o->input, "Source program; - for standard input").Required();
  AddSourceOptions(verb, o->source);
  verb.Value("-o,--output", o->output, "FILE.mlir or FILE.hlo; - for StableHLO on standard output").Required();
  verb.Flag("--generic", o->generic, "StableHLO in the generic spelling only");
  verb.Value("--max-errors", o->max_errors, "Errors of the input to report, 1 unless told").Between(1, 1000);
  verb.Run([o, &exit_code] { exit_code = Convert(*o); });
}

}  // namespace mote
