/* void mote_helium_depthwise(const HeliumDepthwise* depthwise)
   Runs of pixels of a 3 by 3 convolution of each channel by itself, 16 channels at a time. Products are summed in pairs P1 to P4 of 16 bits;
   of these the sum modulo 2^16, L, and a quarter, A (of P1 and P2 half of the sum, of P3 and P4, of both: rounded down each time, so less
   than 5 short of the whole). With the ninth product in L, D = L - 4 A is exact in 16 bits and the sum is 4 A + D.
   The stream is aligned to 4, all else to nothing; the channels come in fours.
     r0-r8 positions of the window   r9 stream   r10 out   r11 scale   r12 -4   lr channels left
     frame: H12 even, H12 odd, L odd; 48 channels, stream, pixels left, step, table, counts, runs left, out_step */
  .syntax unified
  .thumb
  .section .text.mote_helium_depthwise, "ax", %progbits
  .balign 4
  .global mote_helium_depthwise
  .type mote_helium_depthwise, %function
  .thumb_func

/* Products of even and odd channels at two positions; 10 instructions. */
.macro PAIR even, odd, first, second, spare
  vldrb.u8 q0, [\first], #16
  vldrb.u8 q1, [r9], #16
  vmullb.s8 \even, q0, q1
  vmullt.s8 \odd, q0, q1
  vldrb.u8 q0, [\second], #16
  vldrb.u8 q1, [r9], #16
  vmullb.s8 \spare, q0, q1
  vadd.i16 \even, \even, \spare
  vmullt.s8 \spare, q0, q1
  vadd.i16 \odd, \odd, \spare
.endm

/* Sums of four channels, b or t of quarter and rest, multiplied. */
.macro FINISH half, to, quarter, rest
  vshll\half\().s16 q0, \quarter, #2
  vmovl\half\().s16 q1, \rest
  vadd.i32 q0, q0, q1
  vldrw.u32 q1, [r9], #16
  vmla.s32 q1, q0, r11
  vldrw.u32 q0, [r9], #16
  vqdmulh.s32 \to, q1, q0
.endm

mote_helium_depthwise:
  push {r4-r11, lr}
  vpush {d8-d15}
  sub sp, sp, #80
  ldm r0, {r1-r8, r10, r11}
  add r9, sp, #48
  stm r9, {r1-r8}
  mvn r12, #3
.Lrun:
  ldrd r0, r1, [sp, #64]
  ldr r2, [r1], #4
  mov r9, r0
  str r2, [sp, #56]
  adds r0, r0, #4
  strd r0, r1, [sp, #64]
  ldr r0, [r9]
  ldr r1, [r9, #20]
  ldr r2, [r9, #40]
  ldr r3, [r9, #60]
  ldr r4, [r9, #80]
  ldr r5, [r9, #100]
  ldr r6, [r9, #120]
  ldr r7, [r9, #140]
  ldr r8, [r9, #160]
.Lpixel:
  ldr lr, [sp, #48]
  ldr r9, [sp, #52]
  dlstp.8 lr, lr
1:
  PAIR q2, q3, r0, r1, q4
  PAIR q4, q5, r2, r3, q6
  vhadd.s16 q6, q2, q4
  vadd.i16 q2, q2, q4
  vhadd.s16 q7, q3, q5
  vadd.i16 q3, q3, q5
  vstrw.32 q6, [sp]
  vstrw.32 q7, [sp, #16]
  PAIR q4, q5, r4, r5, q6
  vadd.i16 q2, q2, q4
  vadd.i16 q3, q3, q5
  vstrw.32 q3, [sp, #32]
  PAIR q6, q7, r6, r7, q3
  vldrw.u32 q3, [sp, #32]
  vadd.i16 q2, q2, q6
  vhadd.s16 q4, q4, q6
  vldrw.u32 q6, [sp]
  vadd.i16 q3, q3, q7
  vhadd.s16 q5, q5, q7
  vldrw.u32 q7, [sp, #16]
  vhadd.s16 q4, q4, q6
  vhadd.s16 q5, q5, q7
  vldrb.u8 q0, [r8], #16
  vldrb.u8 q1, [r9], #16
  vmullb.s8 q6, q0, q1
  vmullt.s8 q7, q0, q1
  vadd.i16 q2, q2, q6
  vmla.s16 q2, q4, r12
  vadd.i16 q3, q3, q7
  vmla.s16 q3, q5, r12
  FINISH b, q6, q4, q2
  FINISH t, q7, q4, q2
  vshrnb.i32 q7, q6, #16
  FINISH b, q2, q5, q3
  FINISH t, q4, q5, q3
  vshrnb.i32 q4, q2, #16
  vqmovnb.s16 q7, q7
  vqmovnt.s16 q7, q4
  vstrb.8 q7, [r10], #16
  letp lr, 1b
  ldr r9, [sp, #60]
  ldr lr, [sp, #76]
  add r10, r10, lr
  ldr lr, [sp, #56]
  cmp r9, #0
  beq 2f
  add r0, r0, r9
  add r1, r1, r9
  add r2, r2, r9
  add r3, r3, r9
  add r4, r4, r9
  add r5, r5, r9
  add r6, r6, r9
  add r7, r7, r9
  add r8, r8, r9
2:
  subs lr, lr, #1
  str lr, [sp, #56]
  bne .Lpixel
  ldr r9, [sp, #72]
  subs r9, r9, #1
  str r9, [sp, #72]
  bne .Lrun
  add sp, sp, #80
  vpop {d8-d15}
  pop {r4-r11, pc}
  .size mote_helium_depthwise, . - mote_helium_depthwise
