// The portable loops of f32 once more, for x86-64 machines with FMA, without which each product is a dozen instructions of double. Compiled
// with those flags; runs only where DetectIsa found them.
#define kPortableF32 kFmaF32
#define kPortableWinograd kFmaWinograd
#include "cpu/f32_portable.cpp"
#include "cpu/winograd/winograd_base.cpp"
