// Processors without instances of their own.
#include "cpu/winograd/winograd.h"

namespace mote::runtime {

const WinogradInstance* const kWinogradInstances[] = {&kPortableWinograd};

}  // namespace mote::runtime
