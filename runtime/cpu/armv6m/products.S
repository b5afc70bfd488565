/* Products of the plain rows (cpu/plain_products.h) in Armv6-M's instructions: sums lie in the upper registers, which only take additions.
   Assembler: unified syntax, Thumb-1. The frame holds a word of each function's own, MotePlain, its fields by
   their place there, the number of channels, and where a block begins. */
  .syntax unified
  .thumb
  .equ WINDOWS, 4
  .equ LENGTH, 8
  .equ WEIGHTS, 12
  .equ MULTIPLIER, 16
  .equ ARRAY, 20
  .equ SHIFTS, 24
  .equ OUT, 28
  .equ OTHER, 32
  .equ SHIFT, 36
  .equ IS_SIGNED, 40         /* 2: sums begin with 0 */
  .equ END, 44               /* of the outputs; at first the number of blocks */
  .equ OFFSET, 48
  .equ CHANNELS, 52
  .equ BLOCK, 56
  .equ FRAME, 60

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
  sub sp, sp, #FRAME
  add r1, sp, #WINDOWS
  ldmia r0!, {r2-r7}
  stmia r1!, {r2-r7}
  ldmia r0!, {r2-r7}
  stmia r1!, {r2-r7}
.endm
.macro RETURN name
  add r1, sp, #WINDOWS
  ldr r0, [sp, #FRAME]
  ldmia r1!, {r2-r7}
  stmia r0!, {r2-r7}
  ldmia r1!, {r2-r7}
  stmia r0!, {r2-r7}
  add sp, sp, #FRAME + 4
  pop {r4-r7}
  mov r8, r4
  mov r9, r5
  mov r10, r6
  mov r11, r7
  pop {r4-r7, pc}
  .size \name, . - \name
.endm

/* To the frame: where `loop` is entered so that r1 positions come out; `most` is 1 less than it has, a power of two. */
.macro ENTRY loop, bytes, most
  negs r2, r1
  movs r3, #\most
  ands r2, r3
  movs r3, #\bytes
  muls r2, r3, r2
  adr r3, \loop
  adds r2, r2, r3
  adds r2, #1
  str r2, [sp]
.endm

/* To the frame: where the outputs end, of blocks of 2^log channels. */
.macro FIND_END log
  ldr r2, [sp, #END]
  lsls r2, r2, #\log
  ldr r3, [sp, #OUT]
  adds r2, r2, r3
  str r2, [sp, #END]
.endm

/* To the frame: where a block begins, whose sums have starts or, kMoteFixedNoStarts, begin with 0. Labels aligned to 4. */
.macro CHOOSE_BLOCK starts, zeros
  ldr r0, [sp, #IS_SIGNED]
  adr r1, \starts
  cmp r0, #2
  bne 6f
  adr r1, \zeros
6:
  adds r1, #1
  str r1, [sp, #BLOCK]
.endm
/* What the sums of a block begin with; changes r0, r1. */
.macro LOAD_STARTS sums:vararg
  ldr r0, [sp, #MULTIPLIER]
  ldr r1, [sp, #ARRAY]
  subs r0, r0, r1
  ldmia r0!, {\sums}
.endm
.macro ZERO_STARTS
  movs r0, #0
  mov r8, r0
  mov r9, r0
  mov r10, r0
  mov r11, r0
.endm

/* lr multipliers, r12 addends of the block's channels. */
.macro CONSTANTS
  ldr r0, [sp, #MULTIPLIER]
  ldr r1, [sp, #ARRAY]
  mov lr, r0
  adds r0, r0, r1
  mov r12, r0
.endm
/* Of one of them: r3 addend, r4 shift, r5 r6 the multiplier's halves, the upper one signed. */
.macro CHANNEL number
  mov r0, lr
  ldr r2, [r0, #4 * \number]
  mov r0, r12
  ldr r3, [r0, #4 * \number]
  ldr r0, [sp, #SHIFTS]
  ldrb r4, [r0, #\number]
  uxth r5, r2
  asrs r6, r2, #16
.endm

/* A pixel of it: 64 bits of a product, whose upper half is wanted, from four of 32. other: the second of two. */
.macro FINISH sum, number, other, signed
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
  ldr r1, [sp, #SHIFT]
  asrs r0, r1
  sxtb r1, r0
  cmp r0, r1
  beq 1f
  asrs r0, r0, #31
  movs r1, #127
  eors r0, r1
1:
  ldr r1, [sp, #OUT]
  .if \other
  ldr r2, [sp, #OTHER]
  adds r1, r1, r2
  .endif
  strb r0, [r1, #\number]
.endm

/* Behind a block of so many channels: on to the next, or behind this. */
.macro NEXT channels
  ldr r0, [sp, #MULTIPLIER]
  adds r0, #4 * \channels
  str r0, [sp, #MULTIPLIER]
  ldr r0, [sp, #SHIFTS]
  adds r0, #\channels
  str r0, [sp, #SHIFTS]
  ldr r0, [sp, #OUT]
  adds r0, #\channels
  str r0, [sp, #OUT]
  ldr r1, [sp, #END]
  cmp r0, r1
  beq 3f
  ldr r1, [sp, #BLOCK]
  bx r1
3:
.endm
.macro IF_SIGNED then
  ldr r0, [sp, #IS_SIGNED]
  cmp r0, #1
  bne 4f
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
  CHANNEL 0
  FINISH r8, 0, 0, \signed
  FINISH r9, 0, 1, \signed
  CHANNEL 1
  FINISH r10, 1, 0, \signed
  FINISH r11, 1, 1, \signed
.endm
  FUNCTION mote_plain_pairs
  ldr r1, [sp, #LENGTH]
  ENTRY .Lloop, 26, 7
  FIND_END 1
  CHOOSE_BLOCK .Lstarts, .Lblock
  bx r1
  .balign 4
.Lstarts:
  LOAD_STARTS r5, r6
  mov r8, r5
  mov r9, r5
  mov r10, r6
  mov r11, r6
  b .Lbegin
  .balign 4
.Lblock:
  ZERO_STARTS
.Lbegin:
  ldr r0, [sp, #WINDOWS]
  ldr r2, [sp, #WEIGHTS]
  ldr r3, [sp, #LENGTH]
  mov lr, r3
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
  str r3, [sp, #WEIGHTS]
  CONSTANTS
  IF_SIGNED .Lsigned
  FINISH_PAIR 0
.Lnext:
  NEXT 2
  RETURN mote_plain_pairs
.Lsigned:
  FINISH_PAIR 1
  b .Lnext

/* Four channels of one pixel, r8-r11. */
.macro FINISH_FOUR signed
  CHANNEL 0
  FINISH r8, 0, 0, \signed
  CHANNEL 1
  FINISH r9, 1, 0, \signed
  CHANNEL 2
  FINISH r10, 2, 0, \signed
  CHANNEL 3
  FINISH r11, 3, 0, \signed
.endm
.macro LOAD_FOUR
  LOAD_STARTS r3, r4, r5, r6
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
  ldr r1, [sp, #LENGTH]
  ENTRY .Lloop_of_one, 28, 7
  FIND_END 2
  CHOOSE_BLOCK .Lstarts_of_one, .Lblock_of_one
  bx r1
  .balign 4
.Lstarts_of_one:
  LOAD_FOUR
  b .Lbegin_of_one
  .balign 4
.Lblock_of_one:
  ZERO_STARTS
.Lbegin_of_one:
  ldr r0, [sp, #WINDOWS]
  ldr r1, [sp, #WEIGHTS]
  ldr r4, [sp, #LENGTH]
  mov lr, r4
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
  str r7, [sp, #WEIGHTS]
  CONSTANTS
  IF_SIGNED .Lsigned_of_one
  FINISH_FOUR 0
.Lnext_of_one:
  NEXT 4
  RETURN mote_plain_one
.Lsigned_of_one:
  FINISH_FOUR 1
  b .Lnext_of_one

/* Four channels a block through all taps of a pixel.
     r0 taps   r1 where a tap's bytes lie   r2 weights   r3 r4 r5 numbers of channels   r6 r7 operands   r8-r11 sums   r12 offset
     lr channels   frame: OTHER the end of the taps */
.macro CHANNEL_OF_TAP number, sum
  ldrsb r6, [r1, \number]
  ldrsb r7, [r2, \number]
  muls r6, r7, r6
  add \sum, r6
.endm
.macro TAP
  ldmia r0!, {r1}
  add r1, r12
  movs r7, #0
  CHANNEL_OF_TAP r7, r8
  CHANNEL_OF_TAP r3, r9
  CHANNEL_OF_TAP r4, r10
  CHANNEL_OF_TAP r5, r11
  add r2, lr
.endm
  FUNCTION mote_plain_taps
  ldr r1, [sp, #LENGTH]
  ENTRY .Ltaps, 40, 7
  FIND_END 2
  ldr r0, [sp, #WINDOWS]
  lsls r1, r1, #2
  adds r1, r0, r1
  str r1, [sp, #OTHER]
  ldr r1, [sp, #ARRAY]
  lsrs r1, r1, #2
  str r1, [sp, #CHANNELS]
  CHOOSE_BLOCK .Lstarts_of_taps, .Lblock_of_taps
  bx r1
  .balign 4
.Lstarts_of_taps:
  LOAD_FOUR
  b .Lbegin_of_taps
  .balign 4
.Lblock_of_taps:
  ZERO_STARTS
.Lbegin_of_taps:
  ldr r0, [sp, #WINDOWS]
  ldr r2, [sp, #WEIGHTS]
  ldr r3, [sp, #OFFSET]
  mov r12, r3
  ldr r3, [sp, #CHANNELS]
  mov lr, r3
  movs r3, #1
  movs r4, #2
  movs r5, #3
  ldr r7, [sp]
  bx r7
  .balign 4
.Ltaps:
  .rept 8
  TAP
  .endr
  ldr r7, [sp, #OTHER]
  cmp r0, r7
  beq 5f
  b .Ltaps
5:
  ldr r0, [sp, #WEIGHTS]
  adds r0, #4
  str r0, [sp, #WEIGHTS]
  ldr r0, [sp, #OFFSET]
  adds r0, #4
  str r0, [sp, #OFFSET]
  CONSTANTS
  IF_SIGNED .Lsigned_of_taps
  FINISH_FOUR 0
.Lnext_of_taps:
  NEXT 4
  RETURN mote_plain_taps
.Lsigned_of_taps:
  FINISH_FOUR 1
  b .Lnext_of_taps
