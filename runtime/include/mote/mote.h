/* mote: the whole public C API. Lifetimes and thread-safety stand with each function.
   bytes → mote_open → program (immutable, shareable) → mote_instance_init → instance (one thread at a time) → bind → mote_run. */
#ifndef MOTE_MOTE_H_
#define MOTE_MOTE_H_

#include "mote/call.h"
#include "mote/exchange.h"
#include "mote/instance.h"
#include "mote/native.h"
#include "mote/program.h"
#include "mote/status.h"

#endif
