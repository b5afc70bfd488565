/* void mote_dsp_widen_nine(const int8_t* from, void* to, ptrdiff_t line)
   mote_dsp_widen of a window of 3 by 3 pixels of three channels: three rows of nine bytes, `line` bytes from one to the next, as seven
   quads, of which the last has a byte that weighs nothing. from is aligned to nothing, to to 4.
     r0 r12 r2 rows   r1 to   r3-r5 bytes, halfwords */
  .syntax unified
  .thumb
  .section .text.mote_dsp_widen_nine, "ax", %progbits
  .balign 4
  .global mote_dsp_widen_nine
  .type mote_dsp_widen_nine, %function
  .thumb_func
.macro WIDEN at
  sxtb16 r4, r3, ror #8
  sxtb16 r3, r3
  strd r3, r4, [r1, #\at]
.endm
mote_dsp_widen_nine:
  push {r4, r5}
  add r12, r0, r2
  add r2, r2, r12
  ldr r3, [r0]
  WIDEN 0
  ldr r3, [r0, #4]
  WIDEN 16
  ldr r5, [r12]
  ldrb r3, [r0, #8]
  orr r3, r3, r5, lsl #8
  WIDEN 32
  ldr r3, [r12, #3]
  WIDEN 48
  ldrh r5, [r2]
  ldrh r3, [r12, #7]
  orr r3, r3, r5, lsl #16
  WIDEN 64
  ldr r3, [r2, #2]
  WIDEN 80
  ldr r3, [r2, #5]
  lsrs r3, r3, #8
  WIDEN 96
  pop {r4, r5}
  bx lr
  .size mote_dsp_widen_nine, . - mote_dsp_widen_nine
