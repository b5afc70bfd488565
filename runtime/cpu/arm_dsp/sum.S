/* void mote_dsp_sum(const int8_t* from, uint32_t rows, uint32_t columns, ptrdiff_t column_step, ptrdiff_t row_gap, int32_t* sums)
   Sums of four channels over rows * columns positions, 1 to 255 of them. row_gap: from behind a row's last position to the next row's
   first. `from` is aligned to nothing, sums to 4.
     r0 from   r1 rows left   r2 columns   r3 column step   r4 four channels   r5 r6 sums of channels 0 and 2, 1 and 3   r7 columns left
     r12 row gap */
  .syntax unified
  .thumb
  .section .text.mote_dsp_sum, "ax", %progbits
  .balign 4
  .global mote_dsp_sum
  .type mote_dsp_sum, %function
  .thumb_func
mote_dsp_sum:
  push {r4-r7}
  ldr r12, [sp, #16]
  movs r5, #0
  movs r6, #0
1:
  mov r7, r2
2:
  ldr r4, [r0]
  add r0, r0, r3
  subs r7, r7, #1
  sxtab16 r5, r5, r4
  sxtab16 r6, r6, r4, ror #8
  bne 2b
  add r0, r0, r12
  subs r1, r1, #1
  bne 1b
  ldr r12, [sp, #20]
  sxth r0, r5
  asrs r2, r5, #16
  sxth r1, r6
  asrs r3, r6, #16
  stm r12, {r0-r3}
  pop {r4-r7}
  bx lr
  .size mote_dsp_sum, . - mote_dsp_sum
