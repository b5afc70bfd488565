// Forms of shaders for people.
#include "kernel/shader_form.h"

#include "schema/vulkan_layout.h"

namespace mote {

std::string ToString(const ShaderForm& form) {
  std::string text = form.pattern == ShaderForm::Template::kFlat ? "flat" : "a workgroup a group";
  for (size_t t = 0; t < form.tiles.size(); ++t) text += (t == 0 ? ", tiles of " : " x ") + std::to_string(form.tiles[t].size);
  if (form.tier & kMoteStorage16) text += ", 16-bit storage";
  if (form.tier & kMoteStorage8) text += ", 8-bit storage";
  return text;
}

}  // namespace mote
