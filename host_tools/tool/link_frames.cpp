#include "tool/link_frames.h"

#include <fmt/format.h>

#include <string_view>

#include "mote/status.h"

namespace mote {

using Kind = LinkFieldKind;

const std::vector<LinkFrame>& LinkFrames() {
  static const std::vector<LinkFrame> frames = [] {
    std::vector<LinkFrame> list;
#define MOTE_LINK_FRAME(struct, name, type, version, text) list.push_back({#name, type, version, text, {}});
#define MOTE_LINK_FIELD(struct, member, name, offset, bytes, kind, text) \
  list.back().fields.push_back({#name, offset, bytes, LinkFieldKind::k_##kind, text});
#include "schema/link_fields.def"
    return list;
  }();
  return frames;
}

const LinkFrame* LinkFrameOf(std::span<const uint8_t> body) {
  for (const LinkFrame& frame : LinkFrames()) {
    if (body.size() < frame.Bytes() || body[0] != frame.type || body[1] != frame.version) continue;
    const bool greets = std::string_view(frame.name) == "greeting";
    bool numbered = false;  // of sealed ones
    for (size_t i = 2; i < 8; ++i) numbered = numbered || body[i] != 0;
    if (!greets || !numbered) return &frame;
  }
  return nullptr;
}

std::vector<std::pair<uint32_t, std::string>> LinkNames(LinkFieldKind kind) {
  switch (kind) {
    case Kind::k_types: return {{1, "Hello"}, {2, "Refuse"}, {3, "State"}, {4, "Ack"}, {5, "Data"}};
    case Kind::k_flags: return {{0, "calls"}, {1, "answers"}, {2, "challenges"}};
    case Kind::k_reasons: return {{1, "version"}, {2, "plan"}, {3, "group"}};
    case Kind::k_phases: return {{0, "away"}, {1, "forming"}, {2, "open"}, {3, "agreeing"}, {4, "closed"}, {5, "left"}};
    case Kind::k_verdicts:
      return {{MOTE_OK, "none"}, {MOTE_TIMEOUT, "timeout"}, {MOTE_PEER_LOST, "peer_lost"}, {MOTE_REVOKED, "revoked"},
              {MOTE_EPOCH_CHANGED, "epoch_changed"}};
    case Kind::k_asks: return {{0, "none"}, {1, "asks"}};
    default: return {};
  }
}

namespace {

std::string ValueText(const LinkField& field, std::span<const uint8_t> bytes) {
  if (field.kind == Kind::k_bytes) {
    std::string text;
    for (const uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
  }
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i) value |= uint64_t{bytes[i]} << (8 * i);
  if (field.kind == Kind::k_hex) return fmt::format("0x{:0{}x}", value, 2 * bytes.size());
  if (field.kind == Kind::k_members) {
    std::string text;
    for (uint32_t m = 0; m < 32; ++m) {
      if ((value >> m & 1) != 0) text += (text.empty() ? "" : " ") + std::to_string(m);
    }
    return "{" + text + "}";
  }
  for (const auto& [number, name] : LinkNames(field.kind)) {
    if (number == value) return name;
  }
  return std::to_string(value);
}

// Fields that every frame has, and those that are always 0, say nothing in a line.
bool InLine(const LinkField& field) {
  const std::string_view name = field.name;
  return name != "type" && name != "version" && name != "zero";
}

bool HasNames(const LinkField& field) { return !LinkNames(field.kind).empty(); }

std::string LuaNames(LinkFieldKind kind) {
  std::string text = "{";
  for (const auto& [number, name] : LinkNames(kind)) text += fmt::format("{}[{}] = \"{}\"", text == "{" ? "" : ", ", number, name);
  return text + "}";
}

std::string LuaField(const LinkFrame& frame, const LinkField& field) {
  const std::string path = fmt::format("mote_link.{}.{}", frame.name, field.name);
  if (field.kind == Kind::k_bytes) return fmt::format("ProtoField.bytes(\"{}\", \"{}\")", path, field.text);
  const uint32_t bits = field.bytes == 1 ? 8 : field.bytes == 2 ? 16 : field.bytes == 4 ? 32 : 64;
  const bool hex = field.kind == Kind::k_hex || field.kind == Kind::k_members;
  return fmt::format("ProtoField.uint{}(\"{}\", \"{}\", {}{})", bits, path, field.text, hex ? "base.HEX" : "base.DEC",
                     HasNames(field) ? ", " + LuaNames(field.kind) : "");
}

}  // namespace

std::string DescribeLinkFrame(std::span<const uint8_t> body, size_t size) {
  const LinkFrame* frame = LinkFrameOf(body);
  if (frame == nullptr) return fmt::format("no frame, {} bytes", size);
  std::string text = fmt::format("{:<8}", frame->text);
  const char* between = " ";
  for (const LinkField& field : frame->fields) {
    if (!InLine(field)) continue;
    const std::string value = ValueText(field, body.subspan(field.offset, field.bytes));
    text += fmt::format("{}{}{} {}", between, static_cast<char>(field.text[0] | 0x20), field.text + 1, value);
    between = ", ";
  }
  if (size > frame->Bytes()) text += fmt::format(", {} bytes", size - frame->Bytes());
  return text;
}

std::string LinkDissector() {
  std::string fields, frames;
  for (const LinkFrame& frame : LinkFrames()) {
    frames += fmt::format("frames.{} = {{text = \"{}\", type = {}, version = {}, bytes = {}, fields = {{\n", frame.name, frame.text,
                          frame.type, frame.version, frame.Bytes());
    for (const LinkField& field : frame.fields) {
      frames += fmt::format("  {{{}, {}, {}, {}}},\n", LuaField(frame, field), field.offset, field.bytes,
                            field.kind == Kind::k_members ? "true" : "false");
    }
    frames += "}}\n";
  }
  return R"(-- Frames of links between members of mote's groups, as `mote launch --trace` records them (schema/LINK.md section 9).
-- Written by `mote link trace --dissector`. Use: wireshark -X lua_script:THIS_FILE trace.pcap
local link = Proto("mote_link", "mote link")
local how = {[0] = "sent", [1] = "received", [2] = "sent, damaged", [3] = "received, damaged"}
local f_version = ProtoField.uint8("mote_link.trace.version", "Trace version", base.DEC)
local f_how = ProtoField.uint8("mote_link.trace.how", "How", base.DEC, how)
local f_member = ProtoField.uint8("mote_link.trace.member", "Recorded by member", base.DEC)
local f_other = ProtoField.uint8("mote_link.trace.other", "The other member", base.DEC)
local f_payload = ProtoField.bytes("mote_link.payload", "Payload")
local f_damaged = ProtoField.bytes("mote_link.damaged", "No frame")
-- Of each frame: field, offset, bytes, whether it is a set of members.
local frames = {}
)" + frames +
         R"(link.fields = {f_version, f_how, f_member, f_other, f_payload, f_damaged}
for _, frame in pairs(frames) do
  for _, field in ipairs(frame.fields) do table.insert(link.fields, field[1]) end
end

local function frame_of(body)
  if body:len() < 2 then return nil end
  local type, version = body(0, 1):uint(), body(1, 1):uint()
  for name, frame in pairs(frames) do
    if frame.type == type and frame.version == version and body:len() >= frame.bytes and name ~= "sealed" and name ~= "greeting" then
      return frame
    end
  end
  if type == 5 and version == 2 and body:len() >= frames.sealed.bytes then
    local greets = body(2, 6):le_uint64() == UInt64(0) and body:len() >= frames.greeting.bytes
    return greets and frames.greeting or frames.sealed
  end
  return nil
end

local function members(set)
  local list = {}
  for member = 0, 31 do
    if bit.band(bit.rshift(set, member), 1) == 1 then table.insert(list, tostring(member)) end
  end
  return " {" .. table.concat(list, " ") .. "}"
end

function link.dissector(tvb, pinfo, tree)
  if tvb:len() < 4 then return 0 end
  pinfo.cols.protocol = "mote link"
  local member, other, way = tvb(2, 1):uint(), tvb(3, 1):uint(), tvb(1, 1):uint()
  local from, to = member, other
  if way % 2 == 1 then from, to = other, member end
  pinfo.cols.src = "member " .. from
  pinfo.cols.dst = "member " .. to
  local top = tree:add(link, tvb(), "mote link")
  top:add(f_version, tvb(0, 1))
  top:add(f_how, tvb(1, 1))
  top:add(f_member, tvb(2, 1))
  top:add(f_other, tvb(3, 1))
  local body = tvb(4):tvb()
  local frame = way < 2 and frame_of(body) or nil
  if frame == nil then
    pinfo.cols.info = "no frame, " .. how[way % 4]
    top:add(f_damaged, tvb(4))
    return tvb:len()
  end
  pinfo.cols.info = frame.text .. ", " .. how[way % 4]
  top:append_text(", " .. frame.text)
  for _, field in ipairs(frame.fields) do
    local range = body(field[2], field[3])
    local item = top:add_le(field[1], range)
    if field[4] then item:append_text(members(range:le_uint())) end
  end
  if body:len() > frame.bytes then top:add(f_payload, body(frame.bytes)) end
  return tvb:len()
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, link)
)";
}

}  // namespace mote
