/* void mote_dsp_plane(const uint32_t* stream, int8_t* plane, uint32_t pitch, uint32_t rows, uint32_t pairs)
   A 3 by 3 convolution, stride 1, of one channel: `pairs` times two columns of outputs, at least one, from `rows` rows, at least 3,
   `pitch` bytes apart, below 2^16. Output r of a column is left in row r + 2, where the first input of the column was; rows 0 and 1 are
   lost. stream: a channel of schema/fixed_layout_planes.h, aligned to 4; plane to nothing.
   Columns are gone down: a row is the last of one output, the middle of the next and the first of a third.
     r0 row     r1-r3 weights 0 and 2 of each row   r4 weight 1 of rows 0 and 1   r5 weight 1 of row 2, and the pitch above it
     r6-r11 sums of three outputs in two columns    r12 inputs 0 and 2            lr inputs 1 and 3
     frame      multiplier, addend, start, start, end of the column, bytes of a column, first column that is none, entry */
  .syntax unified
  .thumb
  .section .text.mote_dsp_plane, "ax", %progbits
  .balign 4
  .global mote_dsp_plane
  .type mote_dsp_plane, %function
  .thumb_func

/* The sums that this row ends, continues and begins. */
.macro ROW last, last1, middle, middle1, first, first1
  ldr.w r12, [r0]
  ldrd \first, \first1, [sp, #8]
  sxtb16 lr, r12, ror #8
  sxtb16 r12, r12
  smlad \last, r12, r3, \last
  smlad \last1, lr, r3, \last1
  smlabb \last, lr, r5, \last
  smlatb \last1, r12, r5, \last1
  smlad \middle, r12, r2, \middle
  smlad \middle1, lr, r2, \middle1
  smlabt \middle, lr, r4, \middle
  smlatt \middle1, r12, r4, \middle1
  smlad \first, r12, r1, \first
  smlad \first1, lr, r1, \first1
  smlabb \first, lr, r4, \first
  smlatb \first1, r12, r4, \first1
  ldrd r12, lr, [sp]
  smmla \last, \last, r12, lr
  smmla \last1, \last1, r12, lr
  ssat \last, #8, \last, asr #11
  ssat \last1, #8, \last1, asr #11
  strb.w \last, [r0]
  strb.w \last1, [r0, #1]
  add.w r0, r0, r5, lsr #16
.endm

mote_dsp_plane:
  push {r4-r11, lr}
  sub sp, sp, #36
  ldr r4, [sp, #72]   /* pairs */
  add r4, r1, r4, lsl #1
  mul r5, r3, r2
  add r6, r1, r5
  strd r6, r5, [sp, #16]
  movs r7, #3
  udiv r8, r3, r7
  mls r8, r8, r7, r3
  adr.w lr, .Lthree   /* so that rows come out */
  cmp r8, #1
  it eq
  adreq.w lr, .Lone
  cmp r8, #2
  it eq
  adreq.w lr, .Ltwo
  orr lr, lr, #1
  strd r4, lr, [sp, #24]
  mov r9, r1
  mov r10, r2
  ldm r0!, {r1-r7}
  ldr r8, [r0]
  strd r7, r8, [sp]
  strd r6, r6, [sp, #8]
  pkhbt r5, r5, r10, lsl #16
  mov r0, r9
.Lcolumn:
  ldr lr, [sp, #28]
  bx lr
  .balign 4
.Lthree:
  ROW r6, r7, r8, r9, r10, r11
  .balign 4
.Ltwo:
  ROW r8, r9, r10, r11, r6, r7
  .balign 4
.Lone:
  ROW r10, r11, r6, r7, r8, r9
  ldr r12, [sp, #16]
  cmp r0, r12
  bne .Lthree
  add r12, r12, #2
  str r12, [sp, #16]
  ldrd lr, r0, [sp, #20]
  sub r12, r12, lr
  cmp r12, r0
  mov r0, r12
  bne .Lcolumn
  add sp, sp, #36
  pop {r4-r11, pc}
  .size mote_dsp_plane, . - mote_dsp_plane
