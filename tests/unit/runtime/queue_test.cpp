// Queues of tensors: items go in and out whole and in order around the ring, wait where there is no room or no item, and are refused where
// they do not fit.
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <numeric>
#include <random>
#include <vector>

#include "mote/queue.h"

namespace {

using Item = std::vector<std::vector<uint8_t>>;

std::vector<mote_operand> Operands(Item& item, uint32_t type = 16) {
  std::vector<mote_operand> operands;
  for (std::vector<uint8_t>& tensor : item) operands.push_back({tensor.data(), static_cast<uint32_t>(tensor.size()), type});
  return operands;
}

mote_code Push(mote_queue& queue, Item item, uint32_t type = 16) {
  const std::vector<mote_operand> operands = Operands(item, type);
  return mote_queue_push(&queue, operands.data(), static_cast<uint32_t>(operands.size()));
}

mote_code Pop(mote_queue& queue, Item* item, uint32_t type = 16) {
  const std::vector<mote_operand> operands = Operands(*item, type);
  return mote_queue_pop(&queue, operands.data(), static_cast<uint32_t>(operands.size()));
}

struct Ring {
  explicit Ring(uint32_t size) : memory(size / 8 + 2) {
    memory.front() = memory.back() = 0xA5A5A5A5A5A5A5A5;
    EXPECT_EQ(mote_queue_init(&queue, memory.data() + 1, size), MOTE_OK);
  }
  ~Ring() {
    EXPECT_EQ(memory.front(), 0xA5A5A5A5A5A5A5A5);
    EXPECT_EQ(memory.back(), 0xA5A5A5A5A5A5A5A5);
  }
  std::vector<uint64_t> memory;
  mote_queue queue;
};

TEST(Queue, RandomItemsComeOutAsTheyWentIn) {
  std::mt19937 random(1);
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  for (const uint32_t size : {64u, 96u, 256u, 1000u}) {
    Ring ring(size);
    std::deque<Item> held;
    uint64_t bytes = 0, passed = 0;
    for (int step = 0; step < 20000; ++step) {
      if (below(2) != 0) {
        Item item(below(3) + 1);
        uint64_t taken = 8;
        for (std::vector<uint8_t>& tensor : item) {
          tensor.resize(below(40));
          for (uint8_t& byte : tensor) byte = static_cast<uint8_t>(random());
          taken += 8 + (tensor.size() + 7) / 8 * 8;
        }
        const mote_code code = Push(ring.queue, item);
        EXPECT_EQ(code, taken > size / 8 * 8 ? MOTE_INVALID_ARGUMENT : bytes + taken > size / 8 * 8 ? MOTE_WAIT : MOTE_OK);
        if (code != MOTE_OK) continue;
        bytes += taken;
        held.push_back(item);
      } else if (held.empty()) {
        Item none(1);
        EXPECT_EQ(Pop(ring.queue, &none), MOTE_WAIT);
      } else {
        Item got = held.front();
        uint64_t taken = 8;
        for (std::vector<uint8_t>& tensor : got) {
          std::fill(tensor.begin(), tensor.end(), 0);
          taken += 8 + (tensor.size() + 7) / 8 * 8;
        }
        uint32_t type = 0;
        EXPECT_EQ(mote_queue_peek(&ring.queue, 0, &type), got[0].size());
        EXPECT_EQ(type, 16u);
        ASSERT_EQ(Pop(ring.queue, &got), MOTE_OK);
        EXPECT_EQ(got, held.front());
        held.pop_front();
        bytes -= taken;
        ++passed;
      }
      EXPECT_EQ(ring.queue.items, held.size());
    }
    EXPECT_GT(passed, 1000u);
  }
}

TEST(Queue, WhatDoesNotFitStays) {
  Ring ring(128);
  ASSERT_EQ(Push(ring.queue, {{1, 2, 3, 4}, {5, 6}}), MOTE_OK);
  Item one(1, std::vector<uint8_t>(4)), longer = {std::vector<uint8_t>(4), std::vector<uint8_t>(3)};
  Item right = {std::vector<uint8_t>(4), std::vector<uint8_t>(2)};
  EXPECT_EQ(Pop(ring.queue, &one), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(Pop(ring.queue, &longer), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(Pop(ring.queue, &right, 6), MOTE_INVALID_ARGUMENT);  // another type
  EXPECT_EQ(Pop(ring.queue, &right, 0), MOTE_OK);                // any type
  EXPECT_EQ(right, (Item{{1, 2, 3, 4}, {5, 6}}));
  EXPECT_EQ(Push(ring.queue, Item(MOTE_QUEUE_TENSORS + 1)), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(Push(ring.queue, {std::vector<uint8_t>(128)}), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(mote_queue_peek(&ring.queue, 0, nullptr), 0u);
  EXPECT_EQ(mote_queue_settle(&ring.queue), MOTE_WAIT);  // nothing waits
}

TEST(Queue, ArgumentsAreHeld) {
  mote_queue queue;
  uint64_t memory[8];
  EXPECT_EQ(mote_queue_init(nullptr, memory, 64), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(mote_queue_init(&queue, nullptr, 64), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(mote_queue_init(&queue, reinterpret_cast<uint8_t*>(memory) + 4, 32), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(mote_queue_init(&queue, memory, 24), MOTE_INVALID_ARGUMENT);
  ASSERT_EQ(mote_queue_init(&queue, memory, 64), MOTE_OK);
  EXPECT_EQ(mote_queue_push(&queue, nullptr, 1), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(mote_queue_pop(nullptr, nullptr, 0), MOTE_INVALID_ARGUMENT);
  const mote_operand nowhere = {nullptr, 4, 16};
  EXPECT_EQ(mote_queue_push(&queue, &nowhere, 1), MOTE_INVALID_ARGUMENT);
  ASSERT_EQ(Push(queue, {{1, 2, 3, 4}}), MOTE_OK);
  EXPECT_EQ(mote_queue_pop(&queue, &nowhere, 1), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(queue.items, 1u);
  mote_queue_forget(nullptr);
}

}  // namespace
