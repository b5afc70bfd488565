/* void mote_helium_taps(HeliumRun* table, const HeliumTaps* taps)
   Addresses of the runs of four windows: those of each piece in the input, 64 bytes from one to the next, or padding where its row or its
   first column is outside. Lanes are pixels.
     r0 table   r1 taps   r2 columns   r3 bytes   r4 rows left, bytes done   r5 height   r6 width   r7 line   r8 dilation_y   r9 dilation_x
     r10 across   r11 padding   lr columns left
     q0 row of the piece, q1 its column, q2 its address, q3 address to store, q4 address of the row at column 0 */
  .syntax unified
  .thumb
  .section .text.mote_helium_taps, "ax", %progbits
  .balign 4
  .global mote_helium_taps
  .type mote_helium_taps, %function
  .thumb_func
mote_helium_taps:
  push {r4-r11, lr}
  vpush {d8-d9}
  add r12, r1, #48
  ldm r12, {r2-r11}
  vldrw.u32 q0, [r1]
  vldrw.u32 q4, [r1, #32]
  vmul.i32 q1, q0, r7
  vadd.i32 q4, q4, q1
  vldrw.u32 q1, [r1, #16]
  vmul.i32 q1, q1, r10
  vadd.i32 q4, q4, q1
  mul r7, r7, r8
  mul r10, r10, r9
1:
  push {r4}
  vldrw.u32 q1, [r1, #16]
  mov r4, #0x80000000
  vpt.u32 cs, q0, r5
  vdupt.32 q1, r4  /* no column of a row that is outside */
  vmov q2, q4
  dls lr, r2
2:
  vmov q3, q2
  movs r4, #0
3:
  vpt.u32 cs, q1, r6
  vdupt.32 q3, r11
  adds r4, r4, #64
  vstrw.32 q3, [r0], #20
  cmp r4, r3
  bge 4f
  vadd.i32 q3, q2, r4
  b 3b
4:
  vadd.i32 q1, q1, r9
  vadd.i32 q2, q2, r10
  le lr, 2b
  vadd.i32 q0, q0, r8
  vadd.i32 q4, q4, r7
  pop {r4}
  subs r4, r4, #1
  bne 1b
  vpop {d8-d9}
  pop {r4-r11, pc}
  .size mote_helium_taps, . - mote_helium_taps
