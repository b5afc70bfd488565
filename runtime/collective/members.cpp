// Groups and pairs of an Exchange step, read from its parameter words (schema/step_layout.h).
#include "collective/members.h"

namespace mote::runtime {

static constexpr uint32_t kFirstField = 3;  // behind the two operands, which share a word

mote_grid GridOf(const mote_program& program) {
  FlatReader reader(program.flat, program.flat_bytes);
  const FlatTable root = reader.Root();
  const auto replicas = static_cast<uint32_t>(reader.Number(root, kProgramReplicas, 4));
  const auto partitions = static_cast<uint32_t>(reader.Number(root, kProgramPartitions, 4));
  return {replicas == 0 ? 1 : replicas, partitions == 0 ? 1 : partitions};
}

Members::Members(const mote_instance& instance, const uint32_t* step)
    : params_(step[0] >> 16 == kFirstField + kMoteExchangeFields ? nullptr : step + kFirstField + kMoteExchangeFields),
      kind_(step[kFirstField + kMoteExchangeKind]) {
  const mote_program& program = *instance.program;
  const bool alone = instance.transport.begin == nullptr;  // of a grid of one
  count_ = alone ? 1 : instance.members;
  me_ = alone ? 0 : instance.member;
  const ViewInfo sent = ViewOf(program, step[2] & 0xffff), result = ViewOf(program, step[2] >> 16);
  sent_ = PlaceOf(instance, sent);
  result_ = PlaceOf(instance, result);
  result_bytes_ = result.bytes;
  block_ = kind_ == kMoteExchangeSwap ? result.bytes / step[kFirstField + kMoteExchangeBlocks] : sent.bytes;  // of pairs all of it
  if (pairs()) return;
  if (params_ == nullptr) {
    size_ = count_;
    position_ = me_;
    return;
  }
  const uint32_t place = params_[count_ + me_];
  first_ = place;
  while ((params_[first_] & kMoteExchangeFirst) == 0) --first_;
  uint32_t end = place + 1;
  while (end < count_ && (params_[end] & kMoteExchangeFirst) == 0) ++end;
  size_ = end - first_;
  position_ = place - first_;
}

uint32_t Members::at(uint32_t position) const { return params_ == nullptr ? position : params_[first_ + position] & ~kMoteExchangeFirst; }

uint32_t Members::Target(uint32_t number) const {
  uint32_t member = 0;
  for (;; ++member) {
    if (params_[member] == me_ && member != me_ && number-- == 0) return member;
  }
}

uint32_t Members::send_count() const {
  if (block_ == 0) return 0;
  if (!pairs()) return size_ - 1;
  uint32_t count = 0;
  for (uint32_t member = 0; member < count_; ++member) count += params_[member] == me_ && member != me_ ? 1 : 0;
  return count;
}

uint32_t Members::receive_count() const {
  if (block_ == 0) return 0;
  return pairs() ? (source() != kMoteExchangeNobody && source() != me_ ? 1 : 0) : size_ - 1;
}

mote_transfer Members::send(uint32_t number) const {
  if (pairs()) return {Target(number), block_, sent_};
  const uint32_t position = OtherPosition(number);
  return {at(position), block_, sent_ + (kind_ == kMoteExchangeSwap ? size_t{position} * block_ : 0)};
}

mote_transfer Members::receive(uint32_t number) const {
  if (pairs()) return {source(), block_, result_};
  const uint32_t position = OtherPosition(number);
  return {at(position), block_, result_ + size_t{position} * block_};
}

}  // namespace mote::runtime
