/* void mote_helium_average(const HeliumPool* pool)
   void mote_helium_max(const HeliumPool* pool)
   One pixel of a pool: sums over 1 to 255 positions finished as plain steps are, or the largest element. Without rows: of nothing.
     r0 pool   r1 where the window of these channels begins   r2 a position   r3 rows   r4 columns   r5 column_step   r6 row_gap
     r7 out   r8 channels left   r9 rows left
     finish: r9 shift, r10 shift before the product, r11 addend, r12 what negative sums have less */
  .syntax unified
  .thumb
  .section .text.mote_helium_average, "ax", %progbits
  .balign 4
  .global mote_helium_average
  .type mote_helium_average, %function
  .thumb_func

.macro FINISH sums
  vmov q2, \sums
  vshl.s32 q2, r10
  vmulh.s32 q2, q2, q3
  vadd.i32 q2, q2, r11
  vpt.s32 lt, \sums, zr
  vsubt.i32 q2, q2, r12
  vshl.s32 q2, r9
  vmov \sums, q2
.endm

mote_helium_average:
  push {r4-r11, lr}
  vpush {d8-d9}
  ldm r0, {r1, r3-r8}
1:
  vctp.16 r8
  vmov.i32 q0, #0
  mov r2, r1
  movs r9, r3
  beq 4f
2:
  dls lr, r4
3:
  vpst
  vldrbt.s16 q1, [r2]
  add r2, r2, r5
  vadd.i16 q0, q0, q1
  le lr, 3b
  add r2, r2, r6
  subs r9, r9, #1
  bne 2b
4:
  add r12, r0, #28
  ldm r12, {r2, r9-r12}
  vdup.32 q3, r2
  vmovlb.s16 q1, q0
  vmovlt.s16 q4, q0
  FINISH q1
  FINISH q4
  ldrd r2, r10, [r0, #48]
  vqmovnb.s32 q1, q1
  vqmovnt.s32 q1, q4
  vdup.16 q2, r2
  vdup.16 q3, r10
  vmax.s16 q1, q1, q2
  vmin.s16 q1, q1, q3
  vctp.16 r8
  vpst
  vstrbt.16 q1, [r7], #8
  adds r1, r1, #8
  subs r8, r8, #8
  bgt 1b
  vpop {d8-d9}
  pop {r4-r11, pc}
  .size mote_helium_average, . - mote_helium_average

  .section .text.mote_helium_max, "ax", %progbits
  .balign 4
  .global mote_helium_max
  .type mote_helium_max, %function
  .thumb_func
mote_helium_max:
  push {r4-r10, lr}
  ldm r0, {r1, r3-r8}
1:
  vctp.8 r8
  ldr r9, [r0, #48]
  vdup.8 q0, r9
  mov r2, r1
  movs r9, r3
  beq 4f
2:
  dls lr, r4
3:
  vpst
  vldrbt.u8 q1, [r2]
  add r2, r2, r5
  vmax.s8 q0, q0, q1
  le lr, 3b
  add r2, r2, r6
  subs r9, r9, #1
  bne 2b
4:
  ldr r9, [r0, #52]
  vdup.8 q1, r9
  vmin.s8 q0, q0, q1
  vpst
  vstrbt.8 q0, [r7], #16
  adds r1, r1, #16
  subs r8, r8, #16
  bgt 1b
  pop {r4-r10, pc}
  .size mote_helium_max, . - mote_helium_max

/* void mote_helium_sum(uint32_t* sums, const int8_t* from, uint32_t pixels, uint32_t channels)
   Adds the elements of each channel to its sum, four channels at once. At least one pixel and one channel; sums are aligned to 4.
   r4 from pixel to pixel   r5 channels   q0 sums */
  .section .text.mote_helium_sum, "ax", %progbits
  .balign 4
  .global mote_helium_sum
  .type mote_helium_sum, %function
  .thumb_func
mote_helium_sum:
  push {r4, r5, r6, lr}
  mov r5, r3
1:
  vctp.32 r3
  vpst
  vldrwt.u32 q0, [r0]
  mov r4, r1
  dls lr, r2
2:
  vpst
  vldrbt.s32 q1, [r4]
  add r4, r4, r5
  vadd.i32 q0, q0, q1
  le lr, 2b
  vpst
  vstrwt.32 q0, [r0], #16
  adds r1, #4
  subs r3, #4
  bgt 1b
  pop {r4, r5, r6, pc}
  .size mote_helium_sum, . - mote_helium_sum
