// Programs that take tensors from their host and hand tensors to it through queues: on the CPU, and as steps between those of a device.
#include "executor_session.h"
#include "mote/queue.h"

namespace mote {
namespace {

// Three turns: takes x and a count, hands on their product and the sum so far; at the end what a channel gives is added.
constexpr char kFed[] = R"(func.func @main(%start: tensor<4xf32>) -> tensor<4xf32> {
  %t0 = stablehlo.create_token : !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %loop:3 = stablehlo.while(%i = %zero, %sum = %start, %t = %t0) : tensor<i32>, tensor<4xf32>, !stablehlo.token
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %x, %n, %t1 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<4xf32>, tensor<i32>, !stablehlo.token)
    %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %p = stablehlo.multiply %x, %b : tensor<4xf32>
    %s = stablehlo.add %sum, %p : tensor<4xf32>
    %t2 = "stablehlo.outfeed"(%p, %s, %t1) : (tensor<4xf32>, tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %s, %t2 : tensor<i32>, tensor<4xf32>, !stablehlo.token
  }
  %y, %t3 = "stablehlo.recv"(%loop#2) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}
    : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %r = stablehlo.add %y, %loop#1 : tensor<4xf32>
  %t4 = "stablehlo.send"(%r, %t3) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 2>, is_host_transfer = true}
    : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return %r : tensor<4xf32>
})";

struct Queue {
  explicit Queue(uint32_t bytes) : memory(bytes / 8) { EXPECT_EQ(mote_queue_init(&ring, memory.data(), bytes), MOTE_OK); }
  mote_code Push(const std::vector<std::vector<float>>& arrays, const std::vector<int32_t>& numbers = {}) {
    std::vector<Bytes> bytes;
    std::vector<mote_operand> operands;
    for (const auto& array : arrays) bytes.push_back(BytesOf(array));
    if (!numbers.empty()) bytes.push_back(BytesOf(numbers));
    for (size_t i = 0; i < bytes.size(); ++i) {
      operands.push_back({bytes[i].data(), static_cast<uint32_t>(bytes[i].size()), i < arrays.size() ? 16u : 6u});
    }
    return mote_queue_push(&ring, operands.data(), static_cast<uint32_t>(operands.size()));
  }
  std::vector<float> Pop(size_t tensors) {
    std::vector<float> values(4 * tensors);
    std::vector<mote_operand> operands;
    for (size_t i = 0; i < tensors; ++i) operands.push_back({values.data() + 4 * i, 16, 16});
    EXPECT_EQ(mote_queue_pop(&ring, operands.data(), static_cast<uint32_t>(tensors)), MOTE_OK);
    return values;
  }
  std::vector<uint64_t> memory;
  mote_queue ring;
};

struct Host {
  Queue in{256}, out, received{64}, sent{32};
  explicit Host(uint32_t out_bytes) : out(out_bytes) {}
  std::vector<mote_custom_call> Functions() {
    return {{"mote.infeed", mote_queue_take, &in.ring},
            {"mote.outfeed", mote_queue_put, &out.ring},
            {"mote.recv.5", mote_queue_take, &received.ring},
            {"mote.send.6", mote_queue_put, &sent.ring}};
  }
};

const std::vector<float> kItem = {1, -2, 3, 0.5f}, kStart = {10, 20, 30, 40}, kLast = {0.25f, 0, 0, 1};

std::vector<float> Plus(std::vector<float> a, const std::vector<float>& b, float times) {
  for (size_t i = 0; i < a.size(); ++i) a[i] += b[i] * times;
  return a;
}

TEST(Queues, FilledOnesNeverWait) {
  for (mote_vulkan_device* device : Paths()) {
    Host host(256);
    Session session({kFed}, device, host.Functions());
    ASSERT_EQ(session.status.code, MOTE_OK);
    session.Give(0, {BytesOf(kStart)});
    for (const int32_t n : {1, 10, 100}) ASSERT_EQ(host.in.Push({kItem}, {n}), MOTE_OK);
    ASSERT_EQ(host.received.Push({kLast}), MOTE_OK);
    EXPECT_EQ(session.RunAll(0, 0), 1);
    EXPECT_EQ(ValuesOf<float>(session.Outputs(0)[0]), Plus(Plus(kStart, kItem, 111), kLast, 1));
    float sum = 0;
    for (const float n : {1.f, 10.f, 100.f}) {
      sum += n;
      std::vector<float> expected = Plus({0, 0, 0, 0}, kItem, n);
      const std::vector<float> total = Plus(kStart, kItem, sum);
      expected.insert(expected.end(), total.begin(), total.end());
      EXPECT_EQ(host.out.Pop(2), expected) << n;
    }
    EXPECT_EQ(host.sent.Pop(1), Plus(Plus(kStart, kItem, 111), kLast, 1));
    EXPECT_EQ(host.in.ring.items + host.out.ring.items + host.received.ring.items + host.sent.ring.items, 0u);
  }
}

// The outfeed has room for one item (56 bytes), the others are filled and emptied when the program waits: nothing is lost or comes twice.
TEST(Queues, EmptyAndFullOnesHoldTheProgramUp) {
  for (mote_vulkan_device* device : Paths()) {
    Host host(56);
    Session session({kFed}, device, host.Functions());
    ASSERT_EQ(session.status.code, MOTE_OK);
    session.Give(0, {BytesOf(kStart)});
    ASSERT_EQ(host.sent.Push({kLast}), MOTE_OK);  // somebody else's: it is full
    int32_t next = 1;
    std::vector<float> fed_out;
    const auto pop = [&] {
      const std::vector<float> item = host.out.Pop(2);
      fed_out.insert(fed_out.end(), item.begin(), item.end());
    };
    std::string waits;
    mote_status now = session.Run(0, 0);
    for (; now.code == MOTE_WAIT && waits.size() < 20; now = session.Run(0, 0)) {
      mote_queue* ring = nullptr;
      for (Queue* queue : {&host.in, &host.out, &host.received, &host.sent}) {
        if (queue->ring.waiting != 0) ring = &queue->ring;
      }
      ASSERT_NE(ring, nullptr);
      EXPECT_EQ(mote_queue_settle(ring), MOTE_WAIT);  // nothing has changed
      if (ring == &host.in.ring) {
        waits += 'i';
        ASSERT_EQ(host.in.Push({kItem}, {next}), MOTE_OK);
        next *= 10;
      } else if (ring == &host.out.ring) {
        waits += 'o';
        pop();
      } else if (ring == &host.received.ring) {
        waits += 'r';
        ASSERT_EQ(host.received.Push({kLast}), MOTE_OK);
      } else {
        waits += 's';
        EXPECT_EQ(host.sent.Pop(1), kLast);
      }
      ASSERT_EQ(mote_queue_settle(ring), MOTE_OK);
      EXPECT_EQ(mote_queue_settle(ring), MOTE_WAIT);  // once
      ASSERT_EQ(session.Complete(0, MOTE_OK).code, MOTE_OK);
    }
    EXPECT_EQ(now.code, MOTE_OK);
    EXPECT_EQ(waits, "iioiors");
    pop();
    const std::vector<float> expected = Plus(Plus(kStart, kItem, 111), kLast, 1);
    EXPECT_EQ(ValuesOf<float>(session.Outputs(0)[0]), expected);
    EXPECT_EQ(host.sent.Pop(1), expected);
    std::vector<float> all;
    float sum = 0;
    for (const float n : {1.f, 10.f, 100.f}) {
      sum += n;
      for (const std::vector<float>& part : {Plus({0, 0, 0, 0}, kItem, n), Plus(kStart, kItem, sum)}) {
        all.insert(all.end(), part.begin(), part.end());
      }
    }
    EXPECT_EQ(fed_out, all);
  }
}

// Nobody but the host needs what this loop computes.
TEST(Queues, ALoopThatOnlyFeedsOutRuns) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %t0 = stablehlo.create_token : !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %loop:3 = stablehlo.while(%i = %zero, %v = %x, %t = %t0) : tensor<i32>, tensor<4xf32>, !stablehlo.token
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %d = stablehlo.add %v, %v : tensor<4xf32>
    %t1 = "stablehlo.outfeed"(%d, %t) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %d, %t1 : tensor<i32>, tensor<4xf32>, !stablehlo.token
  }
  return %x : tensor<4xf32>
})";
  for (mote_vulkan_device* device : Paths()) {
    Host host(256);
    Session session({kText}, device, host.Functions());
    ASSERT_EQ(session.status.code, MOTE_OK);
    session.Give(0, {BytesOf(kStart)});
    EXPECT_EQ(session.RunAll(0, 0), 1);
    EXPECT_EQ(ValuesOf<float>(session.Outputs(0)[0]), kStart);
    ASSERT_EQ(host.out.ring.items, 3u);
    for (const float times : {1.f, 3.f, 7.f}) EXPECT_EQ(host.out.Pop(1), Plus(kStart, kStart, times));
  }
}

TEST(Queues, ItemsThatDoNotFitFailTheRun) {
  for (mote_vulkan_device* device : Paths()) {
    Host host(256);
    Session session({kFed}, device, host.Functions());
    ASSERT_EQ(session.status.code, MOTE_OK);
    session.Give(0, {BytesOf(kStart)});
    ASSERT_EQ(host.in.Push({kItem, kItem}), MOTE_OK);  // a second array of floats, where a count is wanted
    EXPECT_EQ(session.Run(0, 0).code, MOTE_FAILED);
    EXPECT_EQ(host.in.ring.items, 1u);
    EXPECT_EQ(host.in.Pop(2).size(), 8u);
    // The next run is a fresh one; one that waits and is given up is forgotten.
    EXPECT_EQ(session.Run(0, 0).code, MOTE_WAIT);
    ASSERT_EQ(session.Complete(0, MOTE_TIMEOUT).code, MOTE_OK);
    mote_queue_forget(&host.in.ring);
    for (const int32_t n : {1, 1, 1}) ASSERT_EQ(host.in.Push({kItem}, {n}), MOTE_OK);
    ASSERT_EQ(host.received.Push({kLast}), MOTE_OK);
    EXPECT_EQ(session.RunAll(0, 0), 1);
    EXPECT_EQ(ValuesOf<float>(session.Outputs(0)[0]), Plus(Plus(kStart, kItem, 3), kLast, 1));
  }
}

}  // namespace
}  // namespace mote
