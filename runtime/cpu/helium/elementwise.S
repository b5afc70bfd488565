/* void mote_helium_add(const int8_t* a, const int8_t* b, int8_t* out, uint32_t count, const int32_t* factors, int32_t shift, int32_t low,
                        int32_t high)
   out = (factors[0] * a + factors[1] * b + factors[2]) >> shift in [low, high]; out may be a or b. Only factors are aligned, to 4.
   void mote_helium_table(const int8_t* in, int8_t* out, uint32_t count, const uint8_t* table)
   out = table[in + 128]; out may be in. */
  .syntax unified
  .thumb
  .section .text.mote_helium_add, "ax", %progbits
  .balign 4
  .global mote_helium_add
  .type mote_helium_add, %function
  .thumb_func
mote_helium_add:
  push {r4-r8, lr}
  vpush {d8-d9}
  ldrd r4, r5, [sp, #40]
  ldrd r7, r8, [sp, #48]
  vdup.32 q2, r7
  vdup.32 q3, r8
  ldm r4, {r6-r8}
  vdup.32 q4, r6
  rsbs r5, r5, #0
  dlstp.32 lr, r3
1:
  vldrb.s32 q0, [r0], #4
  vmlas.s32 q0, q4, r8
  vldrb.s32 q1, [r1], #4
  vmla.s32 q0, q1, r7
  vshl.s32 q0, r5
  vmax.s32 q0, q0, q2
  vmin.s32 q0, q0, q3
  vstrb.32 q0, [r2], #4
  letp lr, 1b
  vpop {d8-d9}
  pop {r4-r8, pc}
  .size mote_helium_add, . - mote_helium_add

  .section .text.mote_helium_table, "ax", %progbits
  .balign 4
  .global mote_helium_table
  .type mote_helium_table, %function
  .thumb_func
mote_helium_table:
  push {r4, lr}
  movs r4, #128
  dlstp.8 lr, r2
1:
  vldrb.u8 q0, [r0], #16
  vadd.i8 q0, q0, r4
  vldrb.u8 q1, [r3, q0]
  vstrb.8 q1, [r1], #16
  letp lr, 1b
  pop {r4, pc}
  .size mote_helium_table, . - mote_helium_table
