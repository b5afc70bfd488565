/* Products of the plain rows (cpu/plain_products.h) in Armv6-M's instructions: sums lie in the upper registers, which only take additions.
   Assembler: unified syntax, Thumb-1. Offsets in MotePlain: 0 windows, 4 length, 8 weights, 12 start, 16 array, 20 shifts, 24 out, 28 other,
   32 shift, 36 signed, 40 blocks, 44 offset. r12 is the struct wherever no loop wants it. */
  .syntax unified
  .thumb

.macro FUNCTION name
  .section .text.\name, "ax", %progbits
  .balign 4
  .global \name
  .type \name, %function
  .thumb_func
\name:
  push {r4-r7, lr}
  mov r4, r8
  mov r5, r9
  mov r6, r10
  mov r7, r11
  push {r0, r4-r7}          /* struct */
  mov r12, r0
  sub sp, sp, #4            /* entry of a loop, or channels */
.endm
.macro RETURN name
  add sp, sp, #8
  pop {r4-r7}
  mov r8, r4
  mov r9, r5
  mov r10, r6
  mov r11, r7
  pop {r4-r7, pc}
  .size \name, . - \name
.endm

/* To the frame: where `loop` of eight positions is entered so that r1 come out. */
.macro ENTRY loop, bytes
  negs r2, r1
  movs r3, #7
  ands r2, r3
  movs r3, #\bytes
  muls r2, r3, r2
  adr r3, \loop
  adds r2, r2, r3
  adds r2, #1
  str r2, [sp]
.endm

/* Of the next channel: r3 addend, r4 shift, r5 r6 the multiplier's halves, the upper one signed. */
.macro CHANNEL
  mov r7, r12
  ldr r0, [r7, #12]
  ldr r1, [r7, #16]
  ldr r2, [r0, r1]
  adds r3, r0, #4
  str r3, [r7, #12]
  adds r0, r0, r1
  ldr r3, [r0, r1]
  ldr r0, [r7, #20]
  ldrb r4, [r0]
  adds r0, #1
  str r0, [r7, #20]
  uxth r5, r2
  asrs r6, r2, #16
.endm

/* A pixel of it: 64 bits of a product, whose upper half is wanted, from four of 32. other: the second of two. */
.macro FINISH sum, other, signed
  mov r0, \sum
  lsls r0, r4
  uxth r1, r0
  asrs r0, r0, #16
  mov r2, r1
  muls r2, r5, r2
  lsrs r2, r2, #16
  mov r7, r0
  muls r7, r5, r7
  adds r7, r7, r2
  muls r0, r6, r0
  muls r1, r6, r1
  uxth r2, r7
  adds r1, r1, r2
  asrs r1, r1, #16
  asrs r7, r7, #16
  adds r0, r0, r7
  adds r0, r0, r1
  adds r0, r0, r3
  .if \signed
  movs r1, #1
  lsls r1, r4
  lsrs r1, r1, #1
  mov r2, \sum
  asrs r2, r2, #31
  ands r1, r2
  subs r0, r0, r1
  .endif
  mov r7, r12
  ldr r1, [r7, #32]
  asrs r0, r1
  sxtb r1, r0
  cmp r0, r1
  beq 1f
  asrs r0, r0, #31
  movs r1, #127
  eors r0, r1
1:
  ldr r1, [r7, #24]
  .if \other
  ldr r2, [r7, #28]
  strb r0, [r1, r2]
  .else
  strb r0, [r1]
  adds r1, #1
  str r1, [r7, #24]
  .endif
.endm

/* One block less: on to the next, or behind this. */
.macro NEXT block
  mov r7, r12
  ldr r0, [r7, #40]
  subs r0, #1
  str r0, [r7, #40]
  beq 3f
  b \block
3:
.endm
.macro IF_SIGNED then
  ldr r0, [r7, #36]
  cmp r0, #0
  beq 4f
  b \then
4:
.endm

/* Two windows, two channels a block.
     r0 windows   r2 r3 weights   r4 position   r1 r5-r7 operands   r8-r11 sums   lr length */
.macro POSITION
  ldmia r0!, {r5, r6}
  ldrsb r7, [r2, r4]
  mov r1, r5
  muls r1, r7, r1
  add r8, r1
  muls r7, r6, r7
  add r9, r7
  ldrsb r7, [r3, r4]
  muls r5, r7, r5
  add r10, r5
  muls r7, r6, r7
  add r11, r7
  adds r4, #1
.endm
.macro FINISH_PAIR signed
  CHANNEL
  FINISH r9, 1, \signed
  FINISH r8, 0, \signed
  CHANNEL
  FINISH r11, 1, \signed
  FINISH r10, 0, \signed
.endm
  FUNCTION mote_plain_pairs
  ldr r1, [r0, #4]
  mov lr, r1
  ENTRY .Lloop, 26
.Lblock:
  mov r7, r12
  ldr r3, [r7, #12]
  ldmia r3!, {r5, r6}
  mov r8, r5
  mov r9, r5
  mov r10, r6
  mov r11, r6
  ldr r0, [r7]
  ldr r2, [r7, #8]
  mov r3, lr
  adds r3, r2, r3
  movs r4, #0
  ldr r1, [sp]
  bx r1
  .balign 4
.Lloop:
  .rept 8
  POSITION
  .endr
  cmp r4, lr
  bne .Lloop
  add r3, lr
  mov r7, r12
  str r3, [r7, #8]
  IF_SIGNED .Lsigned
  FINISH_PAIR 0
.Lnext:
  NEXT .Lblock
  RETURN mote_plain_pairs
.Lsigned:
  FINISH_PAIR 1
  b .Lnext

/* Four channels of one pixel, r8-r11. */
.macro FINISH_FOUR signed
  CHANNEL
  FINISH r8, 0, \signed
  CHANNEL
  FINISH r9, 0, \signed
  CHANNEL
  FINISH r10, 0, \signed
  CHANNEL
  FINISH r11, 0, \signed
.endm
.macro START_FOUR
  mov r7, r12
  ldr r0, [r7, #12]
  ldmia r0!, {r3-r6}
  mov r8, r3
  mov r9, r4
  mov r10, r5
  mov r11, r6
.endm

/* One window, four channels a block.
     r0 window   r1 r2 r3 r7 weights   r4 position   r5 r6 operands   r8-r11 sums   lr length */
.macro POSITION_OF_ONE
  ldrsb r5, [r0, r4]
  ldrsb r6, [r1, r4]
  muls r6, r5, r6
  add r8, r6
  ldrsb r6, [r2, r4]
  muls r6, r5, r6
  add r9, r6
  ldrsb r6, [r3, r4]
  muls r6, r5, r6
  add r10, r6
  ldrsb r6, [r7, r4]
  muls r6, r5, r6
  add r11, r6
  adds r4, #1
.endm
  FUNCTION mote_plain_one
  ldr r1, [r0, #4]
  mov lr, r1
  ENTRY .Lloop_of_one, 28
.Lblock_of_one:
  START_FOUR
  ldr r0, [r7]
  ldr r1, [r7, #8]
  mov r4, lr
  adds r2, r1, r4
  adds r3, r2, r4
  adds r7, r3, r4
  movs r4, #0
  ldr r5, [sp]
  bx r5
  .balign 4
.Lloop_of_one:
  .rept 8
  POSITION_OF_ONE
  .endr
  cmp r4, lr
  bne .Lloop_of_one
  add r7, lr
  mov r0, r12
  str r7, [r0, #8]
  mov r7, r0
  IF_SIGNED .Lsigned_of_one
  FINISH_FOUR 0
.Lnext_of_one:
  NEXT .Lblock_of_one
  RETURN mote_plain_one
.Lsigned_of_one:
  FINISH_FOUR 1
  b .Lnext_of_one

/* Four channels a block through all taps of a pixel.
     r0 taps   r1 where a tap's bytes lie   r2 weights   r3 r4 r5 numbers of channels   r6 r7 operands   r8-r11 sums   r12 offset
     lr end of the taps   frame: channels, struct */
.macro CHANNEL_OF_TAP number, sum
  ldrsb r6, [r1, \number]
  ldrsb r7, [r2, \number]
  muls r6, r7, r6
  add \sum, r6
.endm
  FUNCTION mote_plain_taps
  ldr r1, [r0, #16]
  lsrs r1, r1, #2
  str r1, [sp]
.Lblock_of_taps:
  START_FOUR
  ldr r0, [r7]
  ldr r1, [r7, #4]
  lsls r1, r1, #2
  adds r1, r0, r1
  mov lr, r1
  ldr r2, [r7, #8]
  ldr r3, [r7, #44]
  mov r12, r3
  movs r3, #1
  movs r4, #2
  movs r5, #3
.Ltap:
  ldmia r0!, {r1}
  add r1, r12
  movs r7, #0
  CHANNEL_OF_TAP r7, r8
  CHANNEL_OF_TAP r3, r9
  CHANNEL_OF_TAP r4, r10
  CHANNEL_OF_TAP r5, r11
  ldr r7, [sp]
  adds r2, r2, r7
  cmp r0, lr
  bne .Ltap
  ldr r7, [sp, #4]
  ldr r0, [r7, #8]
  adds r0, #4
  str r0, [r7, #8]
  mov r0, r12
  adds r0, #4
  str r0, [r7, #44]
  mov r12, r7
  IF_SIGNED .Lsigned_of_taps
  FINISH_FOUR 0
.Lnext_of_taps:
  NEXT .Lblock_of_taps
  RETURN mote_plain_taps
.Lsigned_of_taps:
  FINISH_FOUR 1
  b .Lnext_of_taps
