/* void mote_helium_gather(int8_t* to, const int8_t* from, const HeliumGather* gather)
   Windows of `pixels` pixels, one behind the other: of each `rows` runs of `run` bytes, which lie `row_step` apart. Whole chunks are
   copied: up to 15 bytes behind a run are read, and written behind a window. All of the struct is at least 1, addresses are
   aligned to nothing.
   void mote_helium_copy_rows(int8_t* to, const int8_t* from, uint32_t rows, uint32_t bytes, ptrdiff_t to_step, ptrdiff_t from_step)
   `rows` runs of `bytes` bytes, at least one of each. */
  .syntax unified
  .thumb
  .section .text.mote_helium_gather, "ax", %progbits
  .balign 4
  .global mote_helium_gather
  .type mote_helium_gather, %function
  .thumb_func
/* r0 to   r1 from   r3 row_step   r4 run   r5 rows   r6 pixel_step   r7 window   r8 pixels left   r9 chunks of a run   r2 r10 a window's
   place   r11 r12 a run's   lr rows left */
mote_helium_gather:
  push {r4-r11, lr}
  ldm r2, {r3-r8}
  adds r9, r4, #15
  lsrs r9, r9, #4
1:
  mov r2, r1
  mov r10, r0
  dls lr, r5
  cmp r9, #1
  bne 3f
2:
  vldrb.u8 q0, [r2]
  add r2, r2, r3
  vstrb.8 q0, [r10]
  add r10, r10, r4
  le lr, 2b
  b 5f
3:
  mov r11, r2
  mov r12, r9
  add r2, r2, r3
4:
  vldrb.u8 q0, [r11], #16
  subs r12, r12, #1
  vstrb.8 q0, [r10], #16
  bne 4b
  add r10, r10, r4
  sub r10, r10, r9, lsl #4
  le lr, 3b
5:
  add r1, r1, r6
  add r0, r0, r7
  subs r8, r8, #1
  bne 1b
  pop {r4-r11, pc}
  .size mote_helium_gather, . - mote_helium_gather

  .section .text.mote_helium_copy_rows, "ax", %progbits
  .balign 4
  .global mote_helium_copy_rows
  .type mote_helium_copy_rows, %function
  .thumb_func
mote_helium_copy_rows:
  push {r4-r7, lr}
  ldrd r4, r5, [sp, #20]
1:
  mov r6, r0
  mov r7, r1
  dlstp.8 lr, r3
2:
  vldrb.u8 q0, [r7], #16
  vstrb.8 q0, [r6], #16
  letp lr, 2b
  add r0, r0, r4
  add r1, r1, r5
  subs r2, r2, #1
  bne 1b
  pop {r4-r7, pc}
  .size mote_helium_copy_rows, . - mote_helium_copy_rows
