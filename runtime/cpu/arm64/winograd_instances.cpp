// By the numbers of isas.cpp.
#include "cpu/winograd/winograd.h"

namespace mote::runtime {

extern const WinogradInstance kNeonWinograd;

const WinogradInstance* const kWinogradInstances[] = {&kNeonWinograd, &kNeonWinograd, &kNeonWinograd, &kNeonWinograd};

}  // namespace mote::runtime
