/* void mote_dsp_widen_pair(const int8_t* from, uint32_t quads, void* to)
   What widen.S makes of two windows of `quads` quads, at least one, the second behind the first: a quad of each in turn. `to` is aligned
   to 4, `from` to nothing.
     r0 r1 windows   r2 to   r3-r6 bytes, halfwords   r12 end of the first window */
  .syntax unified
  .thumb
  .section .text.mote_dsp_widen_pair, "ax", %progbits
  .balign 4
  .global mote_dsp_widen_pair
  .type mote_dsp_widen_pair, %function
  .thumb_func
.macro QUAD
  ldr r3, [r0], #4
  ldr r5, [r1], #4
  sxtb16 r4, r3, ror #8
  sxtb16 r3, r3
  sxtb16 r6, r5, ror #8
  sxtb16 r5, r5
  stm r2!, {r3-r6}
.endm
mote_dsp_widen_pair:
  push {r4-r6}
  add r12, r0, r1, lsl #2
  lsls r3, r1, #31
  mov r1, r12
  beq 1f
  QUAD
  cmp r0, r12
  beq 2f
1:
  QUAD
  QUAD
  cmp r0, r12
  bne 1b
2:
  pop {r4-r6}
  bx lr
  .size mote_dsp_widen_pair, . - mote_dsp_widen_pair
