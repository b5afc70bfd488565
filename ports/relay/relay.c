/* Three kinds of queues: what came from each member, what this one sends to each, and what is handed on over each wire. A wire carries what
   waits for it in turn, so that no message keeps others from saying that they are alive. */
#include "relay/relay.h"

enum { kKind = 0x61, kKindAt = 0, kFromAt = 1, kToAt = 2, kHopsAt = 3 };
enum { kAtOnce = 16 }; /* datagrams of a wire in one look: one that never falls silent does not hold the others up */
enum { kUsualQueue = 64 };

/* A ring of slots: a length in four bytes, then the datagram, header included. */
typedef struct Queue {
  uint32_t first, count, depth;
  uint8_t* slots;
} Queue;

/* What there is for each other member. */
typedef struct Way {
  mote_relay* relay;
  uint32_t number; /* the other member */
  uint32_t next;   /* the neighbour by which it is reached */
  Queue in, out;
  /* Where it is a neighbour. */
  int wired;
  uint32_t waiting; /* datagrams, of all queues that the wire carries */
  uint32_t turn;    /* whose `out` was sent last; this member's own number stands for `on` */
  Queue on;
  mote_medium wire;
} Way;

struct mote_relay {
  uint32_t members, member, payload, window;
  uint32_t most;   /* bytes of a datagram, header included */
  uint32_t stride; /* of slots */
  mote_relay_counts counts;
  uint8_t* frame;  /* room for one that is longer than any */
  Way ways[];
};

static uint32_t PayloadOf(const mote_medium* wire) { return wire->payload != 0 ? wire->payload : (uint32_t)MOTE_LINK_MOST_PAYLOAD_STREAM; }

static int IsWire(const mote_medium* wire) { return wire->room != NULL && wire->write != NULL && wire->read != NULL; }

static size_t SlotBytes(uint32_t most) { return 4 + (most + 3) / 4 * 4; }

static size_t StateBytes(uint32_t members) { return (sizeof(mote_relay) + members * sizeof(Way) + 7) / 8 * 8; }

static uint32_t DepthOf(const mote_relay_options* options) { return options->queue != 0 ? options->queue : (uint32_t)kUsualQueue; }

/* Payload of the mediums that are made; 0: the options are wrong. */
static uint32_t PayloadFor(const mote_relay_options* o) {
  if (o == NULL || o->members < 2 || o->members > 32 || o->member >= o->members || o->wires == NULL || o->next == NULL ||
      o->queue > MOTE_RELAY_MOST_QUEUE) {
    return 0;
  }
  uint32_t most = MOTE_LINK_MOST_PAYLOAD;
  for (uint32_t other = 0; other < o->members; ++other) {
    if (other == o->member) continue;
    const mote_medium* wire = &o->wires[other];
    const uint32_t next = o->next[other];
    if (next != MOTE_RELAY_NOWHERE && (next >= o->members || next == o->member || !IsWire(&o->wires[next]))) return 0;
    if (!IsWire(wire)) continue;
    if (wire->stream != 0 || PayloadOf(wire) < MOTE_RELAY_LEAST_PAYLOAD || wire->window > MOTE_LINK_MOST_WINDOW) return 0;
    if (PayloadOf(wire) - MOTE_RELAY_HEADER < most) most = PayloadOf(wire) - MOTE_RELAY_HEADER;
  }
  if (o->payload == 0) return most;
  return o->payload <= most && o->payload >= MOTE_RELAY_LEAST_PAYLOAD - MOTE_RELAY_HEADER ? o->payload : 0;
}

size_t mote_relay_size(const mote_relay_options* options) {
  const uint32_t payload = PayloadFor(options);
  if (payload == 0) return 0;
  uint32_t wires = 0;
  for (uint32_t other = 0; other < options->members; ++other) wires += other != options->member && IsWire(&options->wires[other]);
  const uint32_t depth = DepthOf(options), others = options->members - 1;
  const size_t slot = SlotBytes(MOTE_RELAY_HEADER + MOTE_LINK_HEADER + payload);
  const uint64_t bytes = StateBytes(options->members) + (1 + (uint64_t)others * (depth + 1) + (uint64_t)wires * depth) * slot;
  return bytes <= SIZE_MAX - 7 ? (size_t)(bytes + 7) / 8 * 8 : 0;
}

static uint8_t* SlotAt(const mote_relay* relay, const Queue* queue, uint32_t index) {
  return queue->slots + (size_t)((queue->first + index) % queue->depth) * relay->stride;
}

/* Where the next datagram goes, of so many bytes; null: there is no room. */
static uint8_t* Push(const mote_relay* relay, Queue* queue, uint32_t size) {
  if (queue->count == queue->depth) return NULL;
  uint8_t* slot = SlotAt(relay, queue, queue->count++);
  __builtin_memcpy(slot, &size, 4);
  return slot + 4;
}

static const uint8_t* First(const mote_relay* relay, const Queue* queue, uint32_t* size) {
  const uint8_t* slot = SlotAt(relay, queue, 0);
  __builtin_memcpy(size, slot, 4);
  return slot + 4;
}

/* An empty queue begins anew: slots that were just used are in the caches, and long queues that stay short take few pages. */
static void Pop(Queue* queue) {
  queue->first = --queue->count == 0 ? 0 : (queue->first + 1) % queue->depth;
}

/* The next one in turn of what waits for a wire, of which there is some. */
static Queue* InTurn(mote_relay* relay, Way* wire) {
  for (;;) {
    wire->turn = (wire->turn + 1) % relay->members;
    Way* way = &relay->ways[wire->turn];
    if (wire->turn == relay->member && wire->on.count != 0) return &wire->on;
    if (wire->turn != relay->member && way->next == wire->number && way->out.count != 0) return &way->out;
  }
}

static int HasRoom(const mote_relay* relay, const Way* wire) { return wire->wire.room(wire->wire.user) >= relay->most; }

static void SendWaiting(mote_relay* relay, Way* wire) {
  for (; wire->waiting != 0 && HasRoom(relay, wire); --wire->waiting) {
    Queue* queue = InTurn(relay, wire);
    uint32_t size;
    const uint8_t* datagram = First(relay, queue, &size);
    wire->wire.write(wire->wire.user, datagram, size);
    Pop(queue);
  }
}

/* What lies in `frame` and came from the neighbour `came`. */
static void HandOn(mote_relay* relay, uint32_t size, uint32_t came) {
  const uint32_t next = relay->ways[relay->frame[kToAt]].next;
  if (relay->frame[kHopsAt] == 0 || next == MOTE_RELAY_NOWHERE || next == came) {
    ++relay->counts.refused;
    return;
  }
  --relay->frame[kHopsAt];
  Way* wire = &relay->ways[next];
  SendWaiting(relay, wire);
  if (wire->waiting == 0 && HasRoom(relay, wire)) {
    wire->wire.write(wire->wire.user, relay->frame, size);
  } else {
    uint8_t* place = Push(relay, &wire->on, size);
    if (place == NULL) {
      ++relay->counts.dropped;
      return;
    }
    __builtin_memcpy(place, relay->frame, size);
    ++wire->waiting;
  }
  ++relay->counts.handed_on;
}

/* A header that somebody in the group may have made, and not this member. */
static int IsOurs(const mote_relay* relay, size_t size) {
  const uint8_t *head = relay->frame, from = head[kFromAt], to = head[kToAt];
  return size > MOTE_RELAY_HEADER && size <= relay->most && head[kKindAt] == kKind && from < relay->members && to < relay->members &&
         from != to && from != relay->member && head[kHopsAt] <= relay->members - 2;
}

/* Reads a wire: one datagram, and more until something waits of the member that is asked for. */
static void Receive(mote_relay* relay, Way* wire, const Way* wanted) {
  for (uint32_t i = 0; i < kAtOnce && (i == 0 || wanted->in.count == 0); ++i) {
    const size_t size = wire->wire.read(wire->wire.user, relay->frame, relay->most + 1);
    if (size == 0) break;
    if (!IsOurs(relay, size)) {
      ++relay->counts.refused;
    } else if (relay->frame[kToAt] != relay->member) {
      HandOn(relay, (uint32_t)size, wire->number);
    } else {
      uint8_t* place = Push(relay, &relay->ways[relay->frame[kFromAt]].in, (uint32_t)size);
      if (place != NULL) __builtin_memcpy(place, relay->frame, size);
      else ++relay->counts.dropped;
    }
  }
  SendWaiting(relay, wire);
}

static size_t Room(void* user) {
  Way* way = user;
  mote_relay* relay = way->relay;
  if (way->next == MOTE_RELAY_NOWHERE) return 0;
  SendWaiting(relay, &relay->ways[way->next]);
  return way->out.count == 0 ? relay->most - MOTE_RELAY_HEADER : 0;
}

static void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  Way* way = user;
  mote_relay* relay = way->relay;
  const size_t whole = MOTE_RELAY_HEADER + head_size + size;
  if (way->next == MOTE_RELAY_NOWHERE || whole > relay->most) return;
  uint8_t* place = Push(relay, &way->out, (uint32_t)whole);
  if (place == NULL) return;
  place[kKindAt] = kKind;
  place[kFromAt] = (uint8_t)relay->member;
  place[kToAt] = (uint8_t)way->number;
  place[kHopsAt] = (uint8_t)(relay->members - 2);
  __builtin_memcpy(place + MOTE_RELAY_HEADER, head, head_size);
  if (size != 0) __builtin_memcpy(place + MOTE_RELAY_HEADER + head_size, data, size);
  Way* wire = &relay->ways[way->next];
  ++wire->waiting;
  SendWaiting(relay, wire);
}

static void Write(void* user, const void* data, size_t size) { WriteParts(user, data, size, NULL, 0); }

/* Each wire is read with the link to its own member; who has none is waited for where it is reached. */
static size_t Look(void* user, void* head, size_t size) {
  Way* way = user;
  mote_relay* relay = way->relay;
  const uint32_t wire = way->wired ? way->number : way->next;
  if (wire != MOTE_RELAY_NOWHERE) Receive(relay, &relay->ways[wire], way);
  if (way->in.count == 0) return 0;
  uint32_t whole;
  const uint8_t* datagram = First(relay, &way->in, &whole);
  const size_t length = whole - MOTE_RELAY_HEADER;
  __builtin_memcpy(head, datagram + MOTE_RELAY_HEADER, length < size ? length : size);
  return length;
}

static size_t Take(void* user, void* data, size_t size) {
  Way* way = user;
  if (way->in.count == 0) return 0;
  uint32_t whole;
  const uint8_t* datagram = First(way->relay, &way->in, &whole);
  const size_t head = MOTE_RELAY_HEADER + MOTE_LINK_HEADER, behind = whole > head ? whole - head : 0;
  const size_t copied = size < behind ? size : behind;
  if (copied != 0) __builtin_memcpy(data, datagram + head, copied);
  Pop(&way->in);
  return copied;
}

static size_t Read(void* user, void* data, size_t size) {
  Way* way = user;
  const size_t length = Look(user, data, size);
  if (length != 0) Pop(&way->in);
  return length < size ? length : size;
}

/* A queue in the memory from `*at` on, which goes on behind it. */
static Queue MakeQueue(const mote_relay* relay, uint32_t depth, uint8_t** at) {
  const Queue queue = {0, 0, depth, *at};
  *at += (size_t)depth * relay->stride;
  return queue;
}

mote_code mote_relay_init(const mote_relay_options* options, void* memory, size_t size, mote_relay** made) {
  const size_t needed = mote_relay_size(options);
  if (needed == 0 || memory == NULL || (uintptr_t)memory % 8 != 0 || made == NULL) return MOTE_INVALID_ARGUMENT;
  if (size < needed) return MOTE_OUT_OF_MEMORY;
  __builtin_memset(memory, 0, StateBytes(options->members)); /* slots are written before they are read */
  mote_relay* relay = memory;
  relay->members = options->members;
  relay->member = options->member;
  relay->payload = PayloadFor(options);
  relay->window = MOTE_LINK_MOST_WINDOW;
  relay->most = MOTE_RELAY_HEADER + MOTE_LINK_HEADER + relay->payload;
  relay->stride = (uint32_t)SlotBytes(relay->most);
  relay->frame = (uint8_t*)memory + StateBytes(options->members);
  uint8_t* at = relay->frame + relay->stride;
  for (uint32_t other = 0; other < options->members; ++other) {
    if (other == options->member) continue;
    Way* way = &relay->ways[other];
    way->relay = relay;
    way->number = other;
    way->next = options->next[other];
    way->in = MakeQueue(relay, DepthOf(options), &at);
    way->out = MakeQueue(relay, 1, &at);
    way->wire = options->wires[other];
    way->wired = IsWire(&way->wire);
    if (!way->wired) continue;
    way->on = MakeQueue(relay, DepthOf(options), &at);
    if (way->wire.window != 0 && way->wire.window < relay->window) relay->window = way->wire.window;
  }
  *made = relay;
  return MOTE_OK;
}

mote_medium mote_relay_medium(mote_relay* relay, uint32_t other) {
  const mote_medium medium = {&relay->ways[other], relay->payload, relay->window, 0, Room, Write, Read, WriteParts, Look, Take};
  return medium;
}

mote_relay_counts mote_relay_counted(const mote_relay* relay) { return relay->counts; }
