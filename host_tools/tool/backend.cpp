// What both backends share: shapes from the program, statuses as diagnostics.
#include "tool/backend.h"

#include "tool/backend_shapes.h"

namespace mote {

namespace {

struct StatusText {
  mote_code code;
  const char* id;
  const char* text;
};
constexpr StatusText kStatusTexts[] = {
#define MOTE_STATUS(id, code, text) {MOTE_##id, #id, text},
#include "schema/status.def"
#undef MOTE_STATUS
};

constexpr const char* kDevicePrefix = "device: ";

bool IsDeviceCode(mote_code code) { return code == MOTE_NO_DEVICE || code == MOTE_DEVICE_LOST || code == MOTE_DEVICE_ERROR; }

std::vector<Shape> Shapes(const mote_program* program, bool inputs, std::vector<std::string>* names) {
  std::vector<Shape> shapes;
  const uint32_t count = inputs ? mote_input_count(program, 0) : mote_output_count(program, 0);
  for (uint32_t i = 0; i < count; ++i) {
    mote_tensor tensor;
    const mote_status status = inputs ? mote_input(program, 0, i, &tensor) : mote_output(program, 0, i, &tensor);
    if (status.code != MOTE_OK) break;
    shapes.push_back(Shape::Array(static_cast<ElementType>(tensor.element_type), Dims(tensor.dims, tensor.dims + tensor.rank)));
    names->emplace_back(tensor.name != nullptr ? tensor.name : "", tensor.name_size);
  }
  return shapes;
}

}  // namespace

std::vector<Shape> InputShapes(const mote_program* program, std::vector<std::string>* names) { return Shapes(program, true, names); }
std::vector<Shape> OutputShapes(const mote_program* program, std::vector<std::string>* names) { return Shapes(program, false, names); }

bool IsDeviceError(const Errors& errors) { return errors.list.front().text.rfind(kDevicePrefix, 0) == 0; }

Diagnostic StatusError(const mote_status& status, const std::string& what) {
  const char* id = "?";
  const char* text = "unknown status";
  for (const StatusText& t : kStatusTexts) {
    if (t.code == status.code) {
      id = t.id;
      text = t.text;
    }
  }
  std::string message = what + ": " + text + " (" + id;
  if (status.site != 0) message += ", site " + std::to_string(status.site) + ", detail " + std::to_string(status.detail);
  message += ")";
  const bool unsupported = status.code == MOTE_NO_VARIANT || status.code == MOTE_MISSING_FEATURE || status.code == MOTE_UNSUPPORTED_VERSION;
  Diagnostic d = Error(unsupported ? Rule::kUnsupported : Rule::kIo, (IsDeviceCode(status.code) ? kDevicePrefix : "") + message);
  if (status.code == MOTE_NO_VARIANT) d.hint = "`mote inspect` lists its variants; `mote compile --target` makes others";
  return d;
}

}  // namespace mote
