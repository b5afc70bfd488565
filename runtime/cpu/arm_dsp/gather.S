/* void mote_dsp_gather(const int8_t* from, uint32_t bytes, void* to, uint32_t rows, ptrdiff_t gap)
   Copies `rows` times `bytes` bytes, at least 1 each, one row behind the other; `gap` bytes between the end of a row of `from` and the
   next. Both aligned to nothing.
     r0 from   r1 bytes of a row   r2 to   r3 rows left   r4 the bytes   r5 gap   r12 bytes left */
  .syntax unified
  .thumb
  .section .text.mote_dsp_gather, "ax", %progbits
  .balign 4
  .global mote_dsp_gather
  .type mote_dsp_gather, %function
  .thumb_func
mote_dsp_gather:
  push {r4, r5}
  ldr r5, [sp, #8]
1:
  subs r12, r1, #4
  blo 3f
2:
  ldr r4, [r0], #4
  str r4, [r2], #4
  subs r12, r12, #4
  bhs 2b
3:
  adds r12, r12, #4
  beq 5f
4:
  ldrb r4, [r0], #1
  strb r4, [r2], #1
  subs r12, r12, #1
  bne 4b
5:
  add r0, r0, r5
  subs r3, r3, #1
  bne 1b
  pop {r4, r5}
  bx lr
  .size mote_dsp_gather, . - mote_dsp_gather
