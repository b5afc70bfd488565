// Queues of tensors between a program and its host. An item in the ring: its bytes and its number of tensors, two words a tensor (bytes,
// type), then the tensors, each rounded up to 8 bytes; parts go on at the beginning of the ring where they reach its end.
#include "mote/queue.h"

namespace {

constexpr uint32_t kUnit = 8;

uint32_t RoundedUp(uint32_t bytes) { return (bytes + kUnit - 1) & ~(kUnit - 1); }

// Where in the ring byte `offset` behind the first item's beginning lies.
uint32_t PlaceOf(const mote_queue& q, uint32_t offset) {
  const uint32_t left = q.size - q.first;
  return offset < left ? q.first + offset : offset - left;
}

void Copy(const mote_queue& q, uint32_t offset, uint8_t* host, uint32_t bytes, bool into_ring) {
  for (uint32_t done = 0; done < bytes;) {
    const uint32_t at = PlaceOf(q, offset + done);
    const uint32_t run = bytes - done < q.size - at ? bytes - done : q.size - at;
    if (into_ring) __builtin_memcpy(q.data + at, host + done, run);
    else __builtin_memcpy(host + done, q.data + at, run);
    done += run;
  }
}

uint32_t WordAt(const mote_queue& q, uint32_t offset) {
  uint32_t word = 0;
  Copy(q, offset, reinterpret_cast<uint8_t*>(&word), sizeof word, false);
  return word;
}
void PutWord(const mote_queue& q, uint32_t offset, uint32_t word) {
  Copy(q, offset, reinterpret_cast<uint8_t*>(&word), sizeof word, true);
}

uint32_t HeadBytes(uint32_t count) { return kUnit + kUnit * count; }

// Of the first item, which must fit `tensors` as mote_queue_pop says.
bool Fits(const mote_queue& q, const mote_operand* tensors, uint32_t count) {
  if (WordAt(q, 4) != count) return false;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t type = WordAt(q, kUnit + kUnit * i + 4);
    if (WordAt(q, kUnit + kUnit * i) != tensors[i].bytes || (tensors[i].data == nullptr && tensors[i].bytes != 0)) return false;
    if (type != tensors[i].element_type && type != 0 && tensors[i].element_type != 0) return false;
  }
  return true;
}

mote_code Push(mote_queue& q, const mote_operand* tensors, uint32_t count) {
  if (count > MOTE_QUEUE_TENSORS) return MOTE_INVALID_ARGUMENT;
  uint64_t bytes = HeadBytes(count);
  for (uint32_t i = 0; i < count; ++i) {
    if (tensors[i].data == nullptr && tensors[i].bytes != 0) return MOTE_INVALID_ARGUMENT;
    bytes += (uint64_t{tensors[i].bytes} + kUnit - 1) / kUnit * kUnit;
  }
  if (bytes > q.size) return MOTE_INVALID_ARGUMENT;
  if (bytes > q.size - q.used) return MOTE_WAIT;
  uint32_t at = q.used;
  PutWord(q, at, static_cast<uint32_t>(bytes));
  PutWord(q, at + 4, count);
  for (uint32_t i = 0; i < count; ++i) {
    PutWord(q, at + kUnit + kUnit * i, tensors[i].bytes);
    PutWord(q, at + kUnit + kUnit * i + 4, tensors[i].element_type);
  }
  at += HeadBytes(count);
  for (uint32_t i = 0; i < count; at += RoundedUp(tensors[i].bytes), ++i) {
    Copy(q, at, static_cast<uint8_t*>(tensors[i].data), tensors[i].bytes, true);
  }
  q.used += static_cast<uint32_t>(bytes);
  ++q.items;
  return MOTE_OK;
}

mote_code Pop(mote_queue& q, const mote_operand* tensors, uint32_t count) {
  if (q.items == 0) return MOTE_WAIT;
  if (!Fits(q, tensors, count)) return MOTE_INVALID_ARGUMENT;
  const uint32_t bytes = WordAt(q, 0);
  uint32_t at = HeadBytes(count);
  for (uint32_t i = 0; i < count; at += RoundedUp(tensors[i].bytes), ++i) {
    Copy(q, at, static_cast<uint8_t*>(tensors[i].data), tensors[i].bytes, false);
  }
  q.first = PlaceOf(q, bytes);
  q.used -= bytes;
  --q.items;
  return MOTE_OK;
}

// What the program's operation does; what cannot be done now is kept for mote_queue_settle.
mote_code Serve(mote_queue& q, const mote_call* call, bool out) {
  const uint32_t count = out ? mote_call_input_count(call) : mote_call_output_count(call);
  if (count > MOTE_QUEUE_TENSORS || q.waiting != 0) return MOTE_FAILED;
  for (uint32_t i = 0; i < count; ++i) q.tensors[i] = out ? mote_call_input(call, i) : mote_call_output(call, i);
  const mote_code code = out ? Push(q, q.tensors, count) : Pop(q, q.tensors, count);
  if (code == MOTE_WAIT) {
    q.waiting = count + 1;
    q.waits_out = out ? 1 : 0;
  }
  return code == MOTE_INVALID_ARGUMENT ? MOTE_FAILED : code;
}

}  // namespace

extern "C" {

mote_code mote_queue_init(mote_queue* queue, void* data, uint32_t size) {
  if (queue == nullptr || data == nullptr || size < 32 || (reinterpret_cast<uintptr_t>(data) & (kUnit - 1)) != 0) {
    return MOTE_INVALID_ARGUMENT;
  }
  *queue = {};
  queue->data = static_cast<uint8_t*>(data);
  queue->size = size & ~(kUnit - 1);
  return MOTE_OK;
}

mote_code mote_queue_push(mote_queue* queue, const mote_operand* tensors, uint32_t count) {
  return queue == nullptr || (tensors == nullptr && count != 0) ? MOTE_INVALID_ARGUMENT : Push(*queue, tensors, count);
}

mote_code mote_queue_pop(mote_queue* queue, const mote_operand* tensors, uint32_t count) {
  return queue == nullptr || (tensors == nullptr && count != 0) ? MOTE_INVALID_ARGUMENT : Pop(*queue, tensors, count);
}

uint32_t mote_queue_peek(const mote_queue* queue, uint32_t number, uint32_t* type) {
  if (queue == nullptr || queue->items == 0 || number >= WordAt(*queue, 4)) return 0;
  if (type != nullptr) *type = WordAt(*queue, kUnit + kUnit * number + 4);
  return WordAt(*queue, kUnit + kUnit * number);
}

mote_code mote_queue_take(void* queue, const mote_call* call) { return Serve(*static_cast<mote_queue*>(queue), call, false); }
mote_code mote_queue_put(void* queue, const mote_call* call) { return Serve(*static_cast<mote_queue*>(queue), call, true); }

mote_code mote_queue_settle(mote_queue* queue) {
  if (queue == nullptr || queue->waiting == 0) return MOTE_WAIT;
  const uint32_t count = queue->waiting - 1;
  const mote_code code = queue->waits_out != 0 ? Push(*queue, queue->tensors, count) : Pop(*queue, queue->tensors, count);
  if (code != MOTE_WAIT) queue->waiting = 0;
  return code == MOTE_INVALID_ARGUMENT ? MOTE_FAILED : code;
}

void mote_queue_forget(mote_queue* queue) {
  if (queue != nullptr) queue->waiting = 0;
}

}  // extern "C"
