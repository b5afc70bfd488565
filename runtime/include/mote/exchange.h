/* Exchanges: how a program that runs on several members at once moves data between them. Every collective is exchanges and ordinary steps
   (schema/SPEC.md). A transport carries exchanges out: a group over links (mote/group.h), members of one process, or MPI. */
#ifndef MOTE_EXCHANGE_H_
#define MOTE_EXCHANGE_H_

#include <stdint.h>

#include "mote/instance.h"
#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who is who: members are numbered replica * partitions + partition. */
typedef struct mote_grid {
  uint32_t replicas, partitions; /* 1 and 1 for programs of one device */
} mote_grid;

/* The grid that `program` was compiled for, and a number that is the same in every variant of it and differs where the module or the plan
   of its collectives does: members with different numbers must not exchange anything. MOTE_INVALID_ARGUMENT: an argument is null. */
MOTE_NODISCARD mote_status mote_query_grid(const mote_program* program, mote_grid* grid, uint64_t* plan);

typedef struct mote_exchange mote_exchange; /* one exchange of an instance, valid until it is complete */

/* Bytes that go to a member or come from it. At most one each way between two members in one exchange; none with oneself. */
typedef struct mote_transfer {
  uint32_t member; /* the other one */
  uint32_t bytes;
  void* data;      /* in memory of the host. To be sent: only read. To be received: every byte written before the exchange is complete */
} mote_transfer;

/* How the transfers of all members belong together, for transports that have an operation for that; each does what its transfers say. */
typedef enum mote_exchange_kind {
  MOTE_EXCHANGE_GATHER = 0, /* each sends the same bytes to all others of its group */
  MOTE_EXCHANGE_SWAP = 1,   /* each sends another block of equal size to each other of its group */
  MOTE_EXCHANGE_PAIRS = 2   /* each sends to some members and receives from at most one: no group */
} mote_exchange_kind;
mote_exchange_kind mote_exchange_kind_of(const mote_exchange* exchange);

/* Transfers are numbered from 0, sends in the order of the group, receives likewise. Sends and receives never share bytes. */
uint32_t mote_exchange_send_count(const mote_exchange* exchange);
uint32_t mote_exchange_receive_count(const mote_exchange* exchange);
mote_transfer mote_exchange_send(const mote_exchange* exchange, uint32_t number);
mote_transfer mote_exchange_receive(const mote_exchange* exchange, uint32_t number);
/* The members of this one's group in its order, this one included (kinds GATHER and SWAP; 0 members for PAIRS), and where a member's block
   lies in the result (GATHER, SWAP: in the order of the group; this member's own is already there) and in what is sent (SWAP). */
uint32_t mote_exchange_group_size(const mote_exchange* exchange);
uint32_t mote_exchange_group_member(const mote_exchange* exchange, uint32_t number);
/* Of kinds GATHER and SWAP all of it at once: a block a member of the group, in its order. */
typedef struct mote_blocks {
  mote_exchange_kind kind;
  uint32_t count, own;  /* blocks, and this member's among them; PAIRS: 0 blocks */
  uint32_t bytes;       /* of a block */
  const uint8_t* sent;  /* GATHER: one block; SWAP: `count` of them, one behind the other */
  uint8_t* result;      /* `count` blocks, one behind the other; this member's own is there already */
} mote_blocks;
mote_blocks mote_exchange_blocks(const mote_exchange* exchange);
/* Counts the exchanges of a run from 0: the same number is the same exchange on every member that takes part. */
uint32_t mote_exchange_number(const mote_exchange* exchange);
mote_instance* mote_exchange_instance(const mote_exchange* exchange);

typedef struct mote_transport {
  uint32_t replica, partition; /* of this member */
  void* user;                  /* for the functions */
  /* Begins `exchange`, from within mote_run. MOTE_OK: it is complete. MOTE_WAIT: it is under way; operands stay where they are until
     mote_complete is called for the instance, with MOTE_OK or why it failed (MOTE_TIMEOUT, MOTE_PEER_LOST, MOTE_REVOKED,
     MOTE_EPOCH_CHANGED). Any other code: it failed, and with it the run, which returns the code. At most one exchange of an instance is
     under way at a time.
     Where the program has steps that run meanwhile, mote_run returns MOTE_MORE as soon as the exchange has begun, whatever its budget.
     From then on mote_complete may be called at any time, also while mote_run goes on in another thread; one thread polls between calls
     with a budget. The run waits (MOTE_WAIT, as often as it is asked), or fails with the code, only where it comes to need the
     exchange. A run that fails meanwhile for a reason of its own leaves the exchange under way: memory and bindings of
     the instance are the transport's until mote_complete, and mote_run returns MOTE_WAIT until then; after it, it begins anew. */
  mote_code (*begin)(void* user, const mote_exchange* exchange);
} mote_transport;

/* Before the first run of an instance whose program has exchanges or asks for its ids; `transport` is copied. Without one a program of a
   grid of one runs, and any other fails with MOTE_UNBOUND. MOTE_INVALID_ARGUMENT: null, or an id outside the program's grid. */
MOTE_NODISCARD mote_status mote_set_transport(mote_instance* instance, const mote_transport* transport);

#ifdef __cplusplus
}
#endif
#endif
