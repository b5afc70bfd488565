// Processors without instances of their own.
#include "cpu/fft/fft.h"

namespace mote::runtime {

extern const FftUnits kFftInstances[] = {RunFftUnits};

}  // namespace mote::runtime
