/* void mote_dsp_clamp(int8_t* bytes, uint32_t count, int32_t low, int32_t high)
   bytes[i] = min(max(bytes[i], low), high), four at a time; `bytes` aligned to nothing, low <= high of 8 bits.
     r0 bytes   r1 count left   r2 r3 low, high in every byte   r4 the bytes   r5 which are kept */
  .syntax unified
  .thumb
  .section .text.mote_dsp_clamp, "ax", %progbits
  .balign 4
  .global mote_dsp_clamp
  .type mote_dsp_clamp, %function
  .thumb_func
.macro BOUND
  ssub8 r5, r4, r2
  sel r4, r4, r2
  ssub8 r5, r3, r4
  sel r4, r4, r3
.endm
mote_dsp_clamp:
  push {r4, r5}
  mov r4, #0x01010101
  uxtb r2, r2
  uxtb r3, r3
  mul r2, r2, r4
  mul r3, r3, r4
  subs r1, r1, #4
  blo 2f
1:
  ldr r4, [r0]
  BOUND
  str r4, [r0], #4
  subs r1, r1, #4
  bhs 1b
2:
  adds r1, r1, #4
  beq 4f
3:
  ldrb r4, [r0]
  BOUND
  strb r4, [r0], #1
  subs r1, r1, #1
  bne 3b
4:
  pop {r4, r5}
  bx lr
  .size mote_dsp_clamp, . - mote_dsp_clamp
