// Fuzz target: bytes as StableHLO or HLO text; what the verifier accepts is evaluated within small limits, on zeros for its inputs.
#include <cstdint>
#include <string_view>

#include "evaluate/check.h"
#include "frontend/frontend.h"

namespace {

mote::RuntimeValue Zeros(const mote::Shape& shape) {
  mote::RuntimeValue value;
  value.is_tuple = shape.IsTuple();
  value.is_token = shape.IsToken();
  for (const mote::Shape& element : shape.elements) value.elements.push_back(Zeros(element));
  if (shape.IsArray() && shape.IsStatic()) value.literal = mote::Literal(shape);
  return value;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  mote::FrontendOptions options;
  options.max_depth = 64;
  options.max_elements = 1 << 16;
  options.max_constant_bytes = 1 << 20;
  options.max_expanded_bytes = 1 << 24;
  const auto module = text.starts_with("HloModule") ? mote::ReadHloText(text, "fuzz", options) : mote::ReadStablehlo(text, "fuzz", options);
  if (!module.ok() || module->entry < 0) return 0;
  mote::EvaluateOptions limits;
  limits.step_budget = 1 << 24;
  limits.max_live_bytes = 1 << 24;
  limits.max_call_depth = 32;
  std::vector<mote::RuntimeValue> inputs;
  for (const mote::Shape& shape : module->main().parameters) inputs.push_back(Zeros(shape));
  if (inputs.empty()) {
    (void)mote::RunSelfChecking(*module, limits);
  } else {
    (void)mote::Evaluate(*module, inputs, limits);
  }
  return 0;
}
