// CompileGlsl: GLSL text to SPIR-V 1.3 with glslang, made smaller with SPIRV-Tools. The same text gives the same words on every host.
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <spirv-tools/optimizer.hpp>

#include <mutex>

#include "print/printers.h"

namespace mote {
namespace {

void StartGlslang() {
  static std::once_flag once;
  std::call_once(once, [] { glslang::InitializeProcess(); });
}

// Removes names and what is unused; keeps every arithmetic operation marked NoContraction as it stands.
bool Shrink(std::vector<uint32_t>* words) {
  spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
  optimizer.SetMessageConsumer([](spv_message_level_t, const char*, const spv_position_t&, const char*) {});
  optimizer.RegisterPass(spvtools::CreateStripDebugInfoPass())
      .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass())
      .RegisterPass(spvtools::CreatePrivateToLocalPass())
      .RegisterPass(spvtools::CreateScalarReplacementPass())
      .RegisterPass(spvtools::CreateLocalMultiStoreElimPass())
      .RegisterPass(spvtools::CreateRedundancyEliminationPass())
      .RegisterPass(spvtools::CreateAggressiveDCEPass())
      .RegisterPass(spvtools::CreateCFGCleanupPass())
      .RegisterPass(spvtools::CreateCompactIdsPass());
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  std::vector<uint32_t> smaller;
  if (!optimizer.Run(words->data(), words->size(), &smaller, options)) return false;
  *words = std::move(smaller);
  return true;
}

}  // namespace

Result<std::vector<uint32_t>> CompileGlsl(const std::string& glsl) {
  StartGlslang();
  glslang::TShader shader(EShLangCompute);
  const char* text = glsl.c_str();
  shader.setStrings(&text, 1);
  shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
  const auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
  if (!shader.parse(GetDefaultResources(), 450, false, messages)) {
    return Error(Rule::kUnsupported, std::string("glslang does not accept a printed shader: ") + shader.getInfoLog());
  }
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages)) {
    return Error(Rule::kUnsupported, std::string("glslang does not link a printed shader: ") + program.getInfoLog());
  }
  glslang::SpvOptions options;
  options.disableOptimizer = true;
  std::vector<uint32_t> words;
  glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), words, &options);
  if (words.empty() || !Shrink(&words)) return Error(Rule::kUnsupported, "glslang gives no SPIR-V for a printed shader");
  return words;
}

}  // namespace mote
