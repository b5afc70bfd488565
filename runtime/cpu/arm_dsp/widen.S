/* void mote_dsp_widen(const int8_t* from, uint32_t quads, void* to, uint32_t rows, ptrdiff_t gap)
   Bytes as halfwords, quad by quad: (x0,x2) (x1,x3), then 8 bytes of `to` left as they are for another window. `rows` times `quads` of
   them, at least 1 each, `gap` bytes between the end of a row and the next; `to` aligned to 4, `from` to nothing.
   mote_dsp_widen_one: the same with nothing left out.
     r0 from   r1 turns of four quads left   r2 to   r3 bytes, r3 r12 halfwords   r4 turns of a row   r5 rows left   r6 gap
     lr where a row enters the loop, so that quads come out */
  .syntax unified
  .thumb
.macro WIDEN step
  ldr.w r3, [r0], #4
  sxtb16.w r12, r3, ror #8
  sxtb16.w r3, r3
  strd r3, r12, [r2], #\step
.endm
.macro FUNCTION name, step
  .section .text.\name, "ax", %progbits
  .balign 4
  .global \name
  .type \name, %function
  .thumb_func
\name:
  push {r4-r6, lr}
  ldr r6, [sp, #16]
  mov r5, r3
  adr.w lr, 2f
  rsb r12, r1, #0
  and r12, r12, #3
  add lr, lr, r12, lsl #4
  orr lr, lr, #1
  adds r4, r1, #3
  lsrs r4, r4, #2
1:
  mov r1, r4
  bx lr
  .balign 4
2:
  WIDEN \step
  WIDEN \step
  WIDEN \step
  WIDEN \step
  subs r1, r1, #1
  bne 2b
  add r0, r0, r6
  subs r5, r5, #1
  bne 1b
  pop {r4-r6, pc}
  .size \name, . - \name
.endm
FUNCTION mote_dsp_widen, 16
FUNCTION mote_dsp_widen_one, 8
