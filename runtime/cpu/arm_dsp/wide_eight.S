/* void mote_dsp_wide_eight(const uint32_t* stream, const int8_t* in, uint32_t pixels, int8_t* out, uint32_t channels)
   Products of pixels of eight channels, one behind the other, with all output channels, finished: what wide_2x2.inc computes of the same
   stream. pixels at least 1, channels even and at least 2; stream aligned to 4, in and out to nothing.
     r0 stream   r1 out   r2 r3 sums of A, B   r4-r7 a pixel   r8-r11 lr weights
     r12 end of its outputs
     frame       in, pixels left, stream, channels */
#include "products.inc"

  .syntax unified
  .thumb
  .section .text.mote_dsp_wide_eight, "ax", %progbits
  .balign 4
  .global mote_dsp_wide_eight
  .type mote_dsp_wide_eight, %function
  .thumb_func
mote_dsp_wide_eight:
  push {r4-r11, lr}
  sub sp, sp, #20
  ldr r4, [sp, #56]
  strd r1, r2, [sp]
  strd r0, r4, [sp, #8]
  mov r1, r3
.Lpixel:
  ldrd r0, r12, [sp, #8]
  ldr r2, [sp]
  add r12, r12, r1
  ldr r4, [r2], #4
  ldr r6, [r2], #4
  str r2, [sp]
  sxtb16 r5, r4, ror #8
  sxtb16 r4, r4
  sxtb16 r7, r6, ror #8
  sxtb16 r6, r6
.Lpair:
  ldm.w r0!, {r2, r3, r8-r11, lr}
  smlad r2, r8, r4, r2
  smlad r2, r9, r5, r2
  smlad r3, r10, r4, r3
  smlad r3, r11, r5, r3
  smlad r2, lr, r6, r2
  ldm.w r0!, {r8-r10}
  smlad r2, r8, r7, r2
  smlad r3, r9, r6, r3
  smlad r3, r10, r7, r3
  ldm.w r0!, {r8-r11}
  smmla r2, r2, r8, r9
  smmla r3, r3, r10, r11
  ssat r2, #8, r2, asr #WIDE_SHIFT
  ssat r3, #8, r3, asr #WIDE_SHIFT
  strb r3, [r1, #1]
  strb r2, [r1], #2
  cmp r1, r12
  bne .Lpair
  ldr r2, [sp, #4]
  subs r2, r2, #1
  str r2, [sp, #4]
  bne .Lpixel
  add sp, sp, #20
  pop {r4-r11, pc}
  .size mote_dsp_wide_eight, . - mote_dsp_wide_eight
