// DropChannels: fixed-point steps without the channels that are one number for every input, and without what only fed them.
#pragma once

#include "hlo/module.h"

namespace mote {

// `formed`: the result of FormFixed. The results of its computations stay the same, bit for bit.
Module DropChannels(const Module& formed);

}  // namespace mote
