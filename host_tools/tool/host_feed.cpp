// Queues of a run in memory.
#include "tool/host_feed.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "hlo/host_transfer.h"

namespace mote {
namespace {

constexpr const char kReceive[] = "mote.recv.";

std::optional<ElementType> TypeOf(uint32_t code) {
  switch (code) {
#define MOTE_ELEMENT_TYPE(id, number, ...) \
  case number: return ElementType::k##id;
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
    default: return std::nullopt;
  }
}

Literal ArrayOf(const mote_operand& operand) {
  const ElementType type = TypeOf(operand.element_type).value_or(ElementType::kU8);
  const Shape shape = Shape::Array(type, {operand.bytes / StorageBytes(type)});
  const auto* bytes = static_cast<const uint8_t*>(operand.data);
  return Literal(shape, std::vector<uint8_t>(bytes, bytes + operand.bytes));
}

}  // namespace

const std::vector<std::vector<Literal>>& HostFeed::ItemsOf(const std::string& name) const {
  static const std::vector<std::vector<Literal>> kNone;
  if (name == kInfeedCall) return items_.infeed;
  const auto found = items_.received.find(std::atoll(name.c_str() + std::strlen(kReceive)));
  return found == items_.received.end() ? kNone : found->second;
}

std::vector<mote_custom_call> HostFeed::Functions(const std::vector<std::string>& names) {
  std::vector<mote_custom_call> functions;
  for (const std::string& name : names) {
    if (!IsHostCall(name)) continue;
    channels_.push_back({this, name, name != kInfeedCall && name.rfind(kReceive, 0) != 0, 0});
    functions.push_back({channels_.back().name.c_str(), Run, &channels_.back()});
  }
  return functions;
}

mote_code HostFeed::Run(void* user, const mote_call* call) {
  Channel& channel = *static_cast<Channel*>(user);
  if (!channel.out) return channel.feed->Take(channel, call);
  Sent sent{channel.name.substr(std::strlen("mote.")), {}};
  for (uint32_t i = 0; i < mote_call_input_count(call); ++i) sent.arrays.push_back(ArrayOf(mote_call_input(call, i)));
  channel.feed->sent_.push_back(std::move(sent));
  return MOTE_OK;
}

mote_code HostFeed::Take(Channel& channel, const mote_call* call) {
  const auto& items = ItemsOf(channel.name);
  const auto fail = [&](const std::string& why) {
    failure_ = channel.name.substr(std::strlen("mote.")) + ", item " + std::to_string(channel.next) + ": " + why;
    return MOTE_FAILED;
  };
  if (channel.next == items.size()) return fail("there are no more, the queue is empty");
  const std::vector<Literal>& item = items[channel.next];
  const uint32_t count = mote_call_output_count(call);
  if (item.size() != count) return fail(std::to_string(item.size()) + " arrays, the program takes " + std::to_string(count));
  for (uint32_t i = 0; i < count; ++i) {
    const mote_operand to = mote_call_output(call, i);
    const auto bytes = item[i].bytes();
    if (bytes.size() != to.bytes || TypeOf(to.element_type) != item[i].type()) {
      return fail("array " + std::to_string(i) + " is " + ToString(item[i].shape()) + ", the program takes " + std::to_string(to.bytes) +
                  " bytes of " + HloName(TypeOf(to.element_type).value_or(ElementType::kU8)));
    }
    if (to.bytes != 0) std::memcpy(to.data, bytes.data(), to.bytes);
  }
  ++channel.next;
  return MOTE_OK;
}

void HostFeed::Serve(EvaluateOptions& options) {
  const auto values = [](const std::vector<Literal>& item) {
    std::vector<RuntimeValue> arrays(item.size());
    for (size_t i = 0; i < item.size(); ++i) arrays[i].literal = item[i];
    return arrays;
  };
  for (const std::vector<Literal>& item : items_.infeed) options.infeed.push_back(values(item));
  const auto send = [this](const Instruction& i, const std::vector<RuntimeValue>& operands) -> Result<std::vector<RuntimeValue>> {
    Sent sent{i.op == Op::kOutfeed ? "outfeed" : "send." + std::to_string(i.Int(Attr::kChannelId)), {}};
    for (const RuntimeValue& operand : operands) {
      const Literal& array = operand.literal;
      if (!operand.is_token) sent.arrays.push_back(array.WithShape(Shape::Array(array.type(), {array.size()})));
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    sent_.push_back(std::move(sent));
    return std::vector<RuntimeValue>();
  };
  options.custom_calls[OpName(Op::kOutfeed)] = options.custom_calls[OpName(Op::kSend)] = send;
  auto next = std::make_shared<std::map<int64_t, size_t>>();
  options.custom_calls[OpName(Op::kRecv)] = [this, next, values](const Instruction& i, const std::vector<RuntimeValue>&)
      -> Result<std::vector<RuntimeValue>> {
    const int64_t channel = i.Int(Attr::kChannelId);
    const auto& items = ItemsOf(ReceiveCall(channel));
    const std::lock_guard<std::mutex> lock(mutex_);
    size_t& at = (*next)[channel];
    if (at == items.size()) return Error(Rule::kIo, "nothing is left to receive on channel " + std::to_string(channel), i.location);
    return values(items[at++]);
  };
}

}  // namespace mote
