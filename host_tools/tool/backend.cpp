// What both backends share: shapes from the program, statuses as diagnostics.
#include "tool/backend.h"

#include <string_view>

#include "tool/backend_shapes.h"

namespace mote {

namespace {

const char* CodeName(mote_code code) {
  switch (code) {
#define MOTE_STATUS(id, number, text) \
  case MOTE_##id: return #id;
#include "schema/status.def"
#undef MOTE_STATUS
  }
  return "?";
}

bool IsDeviceCode(mote_code code) {
  return code == MOTE_NO_DEVICE || code == MOTE_DEVICE_LOST || code == MOTE_DEVICE_ERROR || code == MOTE_TIMEOUT ||
         code == MOTE_PEER_LOST || code == MOTE_REVOKED || code == MOTE_EPOCH_CHANGED;
}

IdVector<Shape> Shapes(const mote_program* program, uint32_t entry, bool inputs, std::vector<std::string>* names) {
  IdVector<Shape> shapes;
  const uint32_t count = inputs ? mote_input_count(program, entry) : mote_output_count(program, entry);
  for (uint32_t i = 0; i < count; ++i) {
    mote_tensor tensor;
    const mote_status status = inputs ? mote_input(program, entry, i, &tensor) : mote_output(program, entry, i, &tensor);
    if (status.code != MOTE_OK) break;
    shapes.push_back(Shape::Array(static_cast<ElementType>(tensor.element_type), Dims(tensor.dims, tensor.dims + tensor.rank)));
    names->emplace_back(tensor.name != nullptr ? tensor.name : "", tensor.name_size);
  }
  return shapes;
}

std::vector<std::optional<Split>> Splits(const mote_program* program, uint32_t entry, bool inputs) {
  std::vector<std::optional<Split>> splits(inputs ? mote_input_count(program, entry) : mote_output_count(program, entry));
  for (uint32_t i = 0; i < splits.size(); ++i) {
    mote_split split;
    const mote_status status = inputs ? mote_input_split(program, entry, i, &split) : mote_output_split(program, entry, i, &split);
    if (status.code != MOTE_OK || split.members == 0) continue;
    splits[i] = Split{{split.tiles, split.tiles + split.rank}, {split.parts, split.parts + split.members}};
  }
  return splits;
}

// "the file is shorter than its header says (bytes needed: 1234)": the site's text, what it says of the detail with the detail itself.
std::string SiteText(const mote_status& status) {
  constexpr std::string_view kDetail = "; detail: ";
  const std::string text = mote_site_text(status.site);
  const size_t at = text.find(kDetail);
  if (at == std::string::npos) return text;
  const std::string what = text.substr(at + kDetail.size());
  const bool negative = what == "the VkResult";
  return text.substr(0, at) + " (" + what + ": " +
         (negative ? std::to_string(static_cast<int32_t>(status.detail)) : std::to_string(status.detail)) + ")";
}

}  // namespace

IdVector<Shape> InputShapes(const mote_program* program, uint32_t entry, std::vector<std::string>* names) {
  return Shapes(program, entry, true, names);
}
IdVector<Shape> OutputShapes(const mote_program* program, uint32_t entry, std::vector<std::string>* names) {
  return Shapes(program, entry, false, names);
}

std::vector<std::optional<Split>> InputSplits(const mote_program* program, uint32_t entry) { return Splits(program, entry, true); }
std::vector<std::optional<Split>> OutputSplits(const mote_program* program, uint32_t entry) { return Splits(program, entry, false); }

Result<uint32_t> EntryNumber(const mote_program* program, const std::string& name) {
  const uint32_t entry = name.empty() ? 0 : mote_find_entry(program, name.c_str());
  if (entry < mote_entry_count(program)) return entry;
  Diagnostic d = Error(Rule::kAttribute, "the program has no entry point '" + name + "'");
  d.hint = "`mote inspect` lists them";
  return d;
}

Result<RunStop> StopOf(const mote_status& status, const char* what, const HostFeed& feed) {
  switch (status.code) {
    case MOTE_OK: return RunStop::kDone;
    case MOTE_MORE: return RunStop::kMore;
    case MOTE_WAIT: return RunStop::kWaits;
    default: return RunError(status, what, feed);
  }
}

Diagnostic RunError(const mote_status& status, const char* what, const HostFeed& feed) {
  if (status.code == MOTE_FAILED && !feed.failure().empty()) return Error(Rule::kIo, std::string(what) + ": " + feed.failure());
  return StatusError(status, what);
}

Diagnostic StatusError(const mote_status& status, const std::string& what) {
  std::string message = what + ": " + mote_status_text(status.code);
  if (status.site != 0) message += ": " + SiteText(status);
  message += std::string(" [") + CodeName(status.code) + (status.site == 0 ? "" : ", site " + std::to_string(status.site)) + "]";
  const bool unsupported = status.code == MOTE_NO_VARIANT || status.code == MOTE_MISSING_FEATURE || status.code == MOTE_UNSUPPORTED_VERSION;
  Diagnostic d = Error(unsupported ? Rule::kUnsupported : IsDeviceCode(status.code) ? Rule::kDevice : Rule::kIo, message);
  if (status.code == MOTE_NO_VARIANT) d.hint = "`mote inspect` lists its variants; `mote compile --target` makes others";
  return d;
}

}  // namespace mote
