// By the numbers of operation_instances.cpp.
#include "cpu/fixed_instance.h"

namespace mote::runtime {

extern const FixedInstance kAvx2Fixed, kAvxVnniFixed, kAvx512VnniFixed;

const FixedInstance* const kFixedInstances[] = {&kPortableFixed, &kAvx2Fixed, &kAvx2Fixed, &kAvxVnniFixed, &kAvx512VnniFixed};

}  // namespace mote::runtime
