/* void mote_dsp_winograd_input(const int8_t* const* pixels, void* to, uint32_t pitch, uint32_t turns)
   A tile of 4 by 4 pixels, transformed: of columns and then of rows d0 - d2, d1 + d2, d2 - d1, d1 - d3. pixels: where channel 0 of each
   lies, column by column, aligned to nothing; `turns` times 16 channels, at least one. to: its first position, `pitch` bytes from there to
   the next; schema/fixed_layout_winograd.h has their layout. Words are halfwords of channels 0 and 2, 1 and 3.
     r0 pixels   r1 to   r2 pitch   r3 channel   r4-r12 lr values
     frame       columns transformed, 16 pairs of words by rows; turns left */
  .syntax unified
  .thumb
  .section .text.mote_dsp_winograd_input, "ax", %progbits
  .balign 4
  .global mote_dsp_winograd_input
  .type mote_dsp_winograd_input, %function
  .thumb_func

.macro COLUMN at
  ldm.w r0!, {r4-r7}
  ldr r4, [r4, r3]
  ldr r5, [r5, r3]
  ldr r6, [r6, r3]
  ldr r7, [r7, r3]
  sxtb16 r8, r4, ror #8
  sxtb16 r9, r5, ror #8
  sxtb16 r10, r6, ror #8
  sxtb16 r11, r7, ror #8
  sxtb16 r4, r4
  sxtb16 r5, r5
  sxtb16 r6, r6
  sxtb16 r7, r7
  ssub16 r4, r4, r6
  ssub16 r8, r8, r10
  sadd16 r12, r5, r6
  sadd16 lr, r9, r10
  ssub16 r6, r6, r5
  ssub16 r10, r10, r9
  ssub16 r5, r5, r7
  ssub16 r9, r9, r11
  strd r4, r8, [sp, #\at]
  strd r12, lr, [sp, #\at + 32]
  strd r6, r10, [sp, #\at + 64]
  strd r5, r9, [sp, #\at + 96]
.endm

.macro STORE
  strd r4, r5, [r1]
  add r1, r1, r2
.endm

mote_dsp_winograd_input:
  push {r4-r11, lr}
  sub sp, sp, #132
  str r3, [sp, #128]
  movs r3, #0
.Lquad:
  COLUMN 0
  COLUMN 8
  COLUMN 16
  COLUMN 24
  mov r12, sp
  add lr, sp, #128
.Lrow:
  ldm.w r12!, {r4-r11}
  ssub16 r4, r4, r8
  ssub16 r5, r5, r9
  STORE
  sadd16 r4, r6, r8
  sadd16 r5, r7, r9
  STORE
  ssub16 r4, r8, r6
  ssub16 r5, r9, r7
  STORE
  ssub16 r4, r6, r10
  ssub16 r5, r7, r11
  STORE
  cmp r12, lr
  bne .Lrow
  sub r0, r0, #64
  sub r1, r1, r2, lsl #4
  adds r1, r1, #16
  adds r3, r3, #4
  tst r3, #15
  bne .Lquad
  adds r1, r1, #4
  ldr r4, [sp, #128]
  cmp r4, r3, lsr #4
  bne .Lquad
  add sp, sp, #132
  pop {r4-r11, pc}
  .size mote_dsp_winograd_input, . - mote_dsp_winograd_input
