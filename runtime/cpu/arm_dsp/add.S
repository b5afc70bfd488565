/* void mote_dsp_add(const int8_t* a, const int8_t* b, int8_t* out, uint32_t fours, const int32_t* factors, int32_t shift)
   out = (factors[0] * a + factors[1] * b + factors[2]) >> shift in 8 bits, `fours` times four elements, at least one; out may be a or b.
   Nothing is aligned but factors, to 4.
     r0 a   r1 b   r2 out   r3 fours left   r4 r5 r6 factors   r7 shift   r8 r9 four elements of a, b   r10-r12 lr sums */
  .syntax unified
  .thumb
  .section .text.mote_dsp_add, "ax", %progbits
  .balign 4
  .global mote_dsp_add
  .type mote_dsp_add, %function
  .thumb_func
.macro ELEMENT sum, lane
  sxtb.w \sum, r8, ror #\lane
  mla \sum, \sum, r4, r6
.endm
.macro OTHER sum, lane
  sxtb.w r8, r9, ror #\lane
  mla \sum, r8, r5, \sum
  asr.w \sum, \sum, r7
  ssat \sum, #8, \sum
.endm
mote_dsp_add:
  push {r4-r11, lr}
  ldr r7, [sp, #36]
  ldm r7, {r4-r6}
  ldr r7, [sp, #40]
1:
  ldr r8, [r0], #4
  ldr r9, [r1], #4
  ELEMENT r10, 0
  ELEMENT r11, 8
  ELEMENT r12, 16
  ELEMENT lr, 24
  OTHER r10, 0
  OTHER r11, 8
  OTHER r12, 16
  OTHER lr, 24
  bfi r10, r11, #8, #8
  bfi r10, r12, #16, #8
  bfi r10, lr, #24, #8
  str r10, [r2], #4
  subs r3, r3, #1
  bne 1b
  pop {r4-r11, pc}
  .size mote_dsp_add, . - mote_dsp_add
