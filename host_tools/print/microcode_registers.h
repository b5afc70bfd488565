// Where the values of a stage live while microcode runs it: which are uniform, how long each lives, and a free list of registers.
// Knows nothing of words or encodings: that is print_microcode.cpp.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "kernel/kernel.h"

namespace mote {

// A slot (strip), a uniform word, or a partial (accumulator of a combiner, a routine's sum in an epilogue).
struct Register {
  enum class Kind : uint8_t { kNone, kSlot, kUniform, kPartial };
  Kind kind = Kind::kNone;
  int32_t index = 0;
  bool operator==(const Register&) const = default;
};

inline bool IsWide(Reg reg) { return reg == Reg::kI64 || reg == Reg::kF64; }

// Numbers from 0 on, the lowest free one first; pairs start at even numbers.
class RegisterFile {
 public:
  int32_t Take(bool pair);
  void Give(int32_t index, bool pair);
  int32_t size() const { return size_; }  // the most that were ever in use

 private:
  std::set<int32_t> free_;
  int32_t next_ = 0, size_ = 0;
};

// Per node of the kernel: is it the same for all points of a strip, and the last place (a node id) that uses it. A node used inside a loop
// that it was made outside of lives to the loop's end; so does a carried value.
class Lifetimes {
 public:
  explicit Lifetimes(const Kernel& kernel);
  bool uniform(NodeId id) const { return uniform_[id]; }
  NodeId last_use(NodeId id) const { return last_use_[id]; }  // kNone: nothing uses it
  NodeId end_of_loop(int32_t loop) const { return end_[loop]; }
  NodeId begin_of_loop(int32_t loop) const { return begin_[loop]; }
  int32_t stage(NodeId id) const { return stage_[id]; }
  int32_t loop(NodeId id) const { return loop_[id]; }  // innermost loop the node stands in, or kNone
  // Whether `next` may be written where `carried` lives: it is computed at its own level after all other uses of `carried`.
  bool MayReplace(NodeId carried, NodeId next) const;

 private:
  void FindLoops();
  void FindUniform();
  bool IsUniform(const Node& node) const;
  void FindUses();
  void Use(NodeId id, NodeId at);
  bool InsideLoop(NodeId id, int32_t loop) const;

  const Kernel& k_;
  IdVector<bool> uniform_;
  IdVector<NodeId> last_use_, begin_, end_;
  IdVector<int32_t> stage_, loop_, parent_;
};

}  // namespace mote
