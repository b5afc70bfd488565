// Who takes part in an Exchange step and where a member's bytes lie, from its verified words. For the step and the public questions.
#ifndef MOTE_COLLECTIVE_MEMBERS_H_
#define MOTE_COLLECTIVE_MEMBERS_H_

#include "core/instance.h"

namespace mote::runtime {

mote_grid GridOf(const mote_program& program);  // both numbers at least 1
inline uint64_t MembersOf(const mote_grid& grid) { return uint64_t{grid.replicas} * grid.partitions; }

// An Exchange step that moves data, as one member sees it.
class Members {
 public:
  Members(const mote_instance& instance, const uint32_t* step);  // its words

  bool pairs() const { return kind_ == kMoteExchangePairs; }
  uint32_t kind() const { return kind_; }
  uint32_t size() const { return size_; }          // of this member's group; of pairs 0
  uint32_t position() const { return position_; }  // of this member in it
  uint32_t at(uint32_t position) const;            // the member there
  uint32_t send_count() const;
  uint32_t receive_count() const;
  mote_transfer send(uint32_t number) const;
  mote_transfer receive(uint32_t number) const;
  uint32_t source() const { return params_[me_]; }  // of pairs
  uint32_t me() const { return me_; }
  uint8_t* sent() const { return sent_; }
  uint8_t* result() const { return result_; }
  uint32_t block_bytes() const { return block_; }
  uint32_t result_bytes() const { return result_bytes_; }

 private:
  uint32_t OtherPosition(uint32_t number) const { return number < position_ ? number : number + 1; }
  uint32_t Target(uint32_t number) const;  // of pairs: the member that this one sends to, of all that receive from it

  const uint32_t* params_;  // null: one group of all
  uint32_t kind_, count_, me_, first_ = 0, size_ = 0, position_ = 0;
  uint8_t *sent_, *result_;
  uint32_t block_, result_bytes_;
};

}  // namespace mote::runtime

#endif
