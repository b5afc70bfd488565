// Forms of shaders for people.
#include "kernel/shader_form.h"

#include "schema/vulkan_layout.h"

namespace mote {

std::string FeatureNames(uint32_t features) {
  std::string text;
  const auto add = [&](uint32_t bit, const char* name) {
    if (features & bit) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(kMoteStorage16, "16-bit storage");
  add(kMoteStorage8, "8-bit storage");
  add(kMoteInt64, "64-bit integers");
  add(kMoteFloat64, "64-bit floats");
  add(kMoteLoneRows, "rows by single invocations");
  add(kMoteProcessor, "a processor");
  add(kMoteQuickStorage, "one that reads storage quickly");
  add(kMoteIntegerDot, "products of bytes by words");
  add(kMoteFloat16, "products in f16");
  return text;
}

std::string ToString(const ShaderForm& form) {
  std::string text = form.pattern == ShaderForm::Template::kFlat ? "flat"
                     : form.pattern == ShaderForm::Template::kRows ? "an invocation a group"
                                                                   : "a workgroup a group";
  for (size_t t = 0; t < form.tiles.size(); ++t) text += (t == 0 ? ", tiles of " : " x ") + std::to_string(form.tiles[t].size);
  if (!form.fours.empty()) text += ", " + std::to_string(form.fours.size()) + " accesses by fours";
  if (!form.slides.empty()) text += ", " + std::to_string(form.slides.size()) + " sliding";
  if (form.group != ShaderForm::kGroupInvocations) text += ", " + std::to_string(form.group) + " a workgroup";
  return form.tier == 0 ? text : text + ", " + FeatureNames(form.tier);
}

}  // namespace mote
