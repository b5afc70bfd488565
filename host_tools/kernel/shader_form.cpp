// Forms of shaders for people.
#include "kernel/shader_form.h"

#include "schema/vulkan_layout.h"

namespace mote {

namespace {

struct Feature {
  uint32_t bit;
  const char* name;  // for people
  const char* tier;  // as --vulkan-tiers calls the shaders that it is for; null: they are no matter of choice there
};
constexpr Feature kFeatures[] = {
    {kMoteStorage16, "16-bit storage", "16-bit"},
    {kMoteStorage8, "8-bit storage", "8-bit"},
    {kMoteInt64, "64-bit integers", nullptr},
    {kMoteFloat64, "64-bit floats", nullptr},
    {kMoteLoneRows, "rows by single invocations", "rows"},
    {kMoteProcessor, "a processor", "processors"},
    {kMoteQuickStorage, "one that reads storage quickly", nullptr},
    {kMoteIntegerDot, "products of bytes by words", "dots"},
    {kMoteFloat16, "products in f16", nullptr},
    {kMoteSubgroups, "subgroups", "subgroups"},
};

}  // namespace

std::string FeatureNames(uint32_t features) {
  std::string text;
  for (const Feature& feature : kFeatures) {
    if (features & feature.bit) text += (text.empty() ? "" : ", ") + std::string(feature.name);
  }
  return text;
}

std::optional<uint32_t> TierOf(const std::string& word) {
  if (word == "floor") return 0;
  for (const Feature& feature : kFeatures) {
    if (feature.tier != nullptr && word == feature.tier) return feature.bit;
  }
  return std::nullopt;
}

std::string TierWords(uint32_t tiers) {
  std::string text;
  for (const Feature& feature : kFeatures) {
    if ((tiers & feature.bit) && feature.tier != nullptr) text += (text.empty() ? "" : ", ") + std::string(feature.tier);
  }
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
