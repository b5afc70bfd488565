// Processors without instances of their own have the portable one.
#include "cpu/fixed_instance.h"

namespace mote::runtime {

const FixedInstance* const kFixedInstances[] = {&kPortableFixed};

}  // namespace mote::runtime
