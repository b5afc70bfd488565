/* void mote_helium_clamp(int8_t* bytes, uint32_t count, int32_t low, int32_t high)
   bytes[i] = min(max(bytes[i], low), high); `bytes` aligned to nothing, low <= high of 8 bits.
   void mote_helium_fill(int8_t* bytes, uint32_t count, int32_t value) */
  .syntax unified
  .thumb
  .section .text.mote_helium_clamp, "ax", %progbits
  .balign 4
  .global mote_helium_clamp
  .type mote_helium_clamp, %function
  .thumb_func
mote_helium_clamp:
  push {r4, lr}
  vdup.8 q1, r2
  vdup.8 q2, r3
  dlstp.8 lr, r1
1:
  vldrb.u8 q0, [r0]
  vmax.s8 q0, q0, q1
  vmin.s8 q0, q0, q2
  vstrb.8 q0, [r0], #16
  letp lr, 1b
  pop {r4, pc}
  .size mote_helium_clamp, . - mote_helium_clamp

  .section .text.mote_helium_fill, "ax", %progbits
  .balign 4
  .global mote_helium_fill
  .type mote_helium_fill, %function
  .thumb_func
mote_helium_fill:
  push {r4, lr}
  vdup.8 q0, r2
  dlstp.8 lr, r1
1:
  vstrb.8 q0, [r0], #16
  letp lr, 1b
  pop {r4, pc}
  .size mote_helium_fill, . - mote_helium_fill
