// By the numbers of isas.cpp.
#include "cpu/fixed_instance.h"

namespace mote::runtime {

extern const FixedInstance kAvx2Fixed, kAvxVnniFixed, kAvx512VnniFixed;

const FixedInstance* const kFixedInstances[] = {&kPortableFixed, &kAvx2Fixed, &kAvx2Fixed, &kAvxVnniFixed, &kAvx512VnniFixed};

}  // namespace mote::runtime
