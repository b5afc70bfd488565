/* void mote_dsp_widen(const int8_t* from, uint32_t quads, void* to)
   Bytes as halfwords, quad by quad: (x0,x2) (x1,x3), then 8 bytes of `to` left as they are for another window. quads at least 1; `to`
   aligned to 4, `from` to nothing.
     r0 from   r1 turns of four quads left   r2 to   r3 bytes, r3 r12 halfwords */
  .syntax unified
  .thumb
  .section .text.mote_dsp_widen, "ax", %progbits
  .balign 4
  .global mote_dsp_widen
  .type mote_dsp_widen, %function
  .thumb_func
.macro WIDEN
  ldr r3, [r0], #4
  sxtb16 r12, r3, ror #8
  sxtb16 r3, r3
  strd r3, r12, [r2], #16
.endm
mote_dsp_widen:
  adds r1, r1, #3
  ands r3, r1, #3
  lsrs r1, r1, #2
  tbb [pc, r3]
.Lentries:
  .byte (.Lone - .Lentries) / 2
  .byte (.Ltwo - .Lentries) / 2
  .byte (.Lthree - .Lentries) / 2
  .byte (.Lfour - .Lentries) / 2
.Lfour:
  WIDEN
.Lthree:
  WIDEN
.Ltwo:
  WIDEN
.Lone:
  WIDEN
  subs r1, r1, #1
  bne .Lfour
  bx lr
  .size mote_dsp_widen, . - mote_dsp_widen
