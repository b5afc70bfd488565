#version 450
// What a device can do at best, for runtime/vulkan/probes.cpp; bound as any kernel (schema/vulkan_layout.h). One of the three numbers of
// turns is not 0: an invocation reads two fours of words of operand 0 a turn, as texels or as storage, in the way of printed shaders,
// neighbours beside each other and all within 256 KiB; or it multiplies and adds 48 times, in 12 sums that do not wait for each other. What
// comes of it is stored, in operand 1, where it is a number that zeros never give, so that nothing is left out. One shader for all three,
// since a processor's driver takes longer to compile one than to run it.
layout(local_size_x = 64) in;
layout(push_constant) uniform Step {
  uint first, domain, at0, at1, texel_turns, storage_turns, sum_turns;
} given;
layout(std430, set = 0, binding = 1) buffer Arena4 { uvec4 arena4[]; };
layout(set = 1, binding = 8) uniform usamplerBuffer texels4_0;

void main() {
  const uint point = given.first + gl_GlobalInvocationID.x;
  if (point >= given.domain) return;
  uvec4 value = uvec4(0u);
  uint place = point;
  for (uint turn = 0u; turn < given.texel_turns; ++turn, place += 128u) {
    value += texelFetch(texels4_0, int(place & 16383u)) ^ texelFetch(texels4_0, int((place + 64u) & 16383u));
  }
  for (uint turn = 0u; turn < given.storage_turns; ++turn, place += 128u) {
    value += arena4[place & 16383u] ^ arena4[(place + 64u) & 16383u];
  }
  const vec4 factor = vec4(0.5 + float(given.at0)), addend = vec4(float(given.at1));
  vec4 a = vec4(float(point)), b = a + 1.0, c = a + 2.0;
  for (uint turn = 0u; turn < given.sum_turns; ++turn) {
    a = fma(a, factor, addend), b = fma(b, factor, addend), c = fma(c, factor, addend);
    a = fma(a, factor, addend), b = fma(b, factor, addend), c = fma(c, factor, addend);
    a = fma(a, factor, addend), b = fma(b, factor, addend), c = fma(c, factor, addend);
    a = fma(a, factor, addend), b = fma(b, factor, addend), c = fma(c, factor, addend);
  }
  value += floatBitsToUint(a + b + c);
  if (value.x == 0xfffffffeu) arena4[(given.at1 >> 2) + (point & 15u)] = value;
}
