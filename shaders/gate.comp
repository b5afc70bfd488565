#version 450
// Between the condition of a loop and its body, for runtime/vulkan/gates.cpp; bound as any kernel (schema/vulkan_layout.h). Operand 0 is the
// predicate, operand 1 a table: how often the gate let a turn through, three words of nothing, and the counts of workgroups that the turn's
// dispatches read, this one's too. A predicate that is false makes them 0. Where the table has no words it is a copy instead: of operand 0
// to operand 1, word by word, of the last word what `last` has of it.
layout(local_size_x = 64) in;
layout(push_constant) uniform Step {
  uint first, domain, at0, at1, from, to, last, table;
} given;
layout(std430, set = 0, binding = 0) readonly buffer Constants { uint constants[]; };
layout(std430, set = 0, binding = 1) buffer Arena { uint arena[]; };
layout(std430, set = 0, binding = 2) readonly buffer Inputs { uint inputs[]; };
layout(std430, set = 0, binding = 3) buffer Outputs { uint outputs[]; };

uint word(uint index) {
  if (given.from == 0u) return constants[index];
  if (given.from == 1u) return arena[index];
  return given.from == 2u ? inputs[index] : outputs[index];
}

void main() {
  const uint point = given.first + gl_GlobalInvocationID.x;
  if (point >= given.domain) return;
  if (given.table != 0u) {
    if ((word(given.at0) & 0xffu) == 0u) {
      arena[given.at1 + 4u + point] = 0u;
    } else if (point == 0u) {
      arena[given.at1] += 1u;
    }
    return;
  }
  const uint value = word(given.at0 + point), at = given.at1 + point;
  if (point + 1u < given.domain || given.last == 0xffffffffu) {
    if (given.to == 1u) arena[at] = value; else outputs[at] = value;
  } else if (given.to == 1u) {
    atomicAnd(arena[at], ~given.last);
    atomicOr(arena[at], value & given.last);
  } else {
    atomicAnd(outputs[at], ~given.last);
    atomicOr(outputs[at], value & given.last);
  }
}
