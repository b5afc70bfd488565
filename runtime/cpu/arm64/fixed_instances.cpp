// By the numbers of isas.cpp.
#include "cpu/fixed_instance.h"

namespace mote::runtime {

extern const FixedInstance kNeonFixed, kDotprodFixed, kI8mmFixed;

const FixedInstance* const kFixedInstances[] = {&kNeonFixed, &kNeonFixed, &kDotprodFixed, &kI8mmFixed};

}  // namespace mote::runtime
