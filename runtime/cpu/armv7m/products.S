/* Products of the plain rows (cpu/plain_products.h) in Armv7-M's instructions, which multiply and add but have no halves of words.
   Assembler: unified syntax, Thumb-2. Offsets in MotePlain: 0 windows, 4 length, 8 weights, 12 multiplier, 16 array, 20 shifts, 24 out, 28 other,
   32 shift, 36 signed, 40 blocks, 44 offset. */
  .syntax unified
  .thumb

/* From r0, the struct: r1 multipliers, r2 addends of the block, r3 shifts, r4 out, lr the last shift. */
.macro CONSTANTS
  ldrd r1, r2, [r0, #12]
  add r2, r1, r2
  ldrd r3, r4, [r0, #20]
  ldr lr, [r0, #32]
.endm

/* What the sums of a block begin with. r0 struct, r4 multipliers; changes r4, r10. */
.macro LOAD_STARTS number, first, others:vararg
  ldr \first, [r4, #4 * \number]
  .ifnb \others
  LOAD_STARTS (\number + 1), \others
  .endif
.endm
.macro ZEROS first, others:vararg
  movs \first, #0
  .ifnb \others
  ZEROS \others
  .endif
.endm
.macro STARTS sums:vararg
  ZEROS \sums
  ldr r10, [r0, #36]
  cmp r10, #2               /* kMoteFixedNoStarts */
  beq 3f
  ldr r10, [r0, #16]
  subs r4, r4, r10
  LOAD_STARTS 0, \sums
3:
.endm

/* A channel of two pixels; changes r11, r12. */
.macro FINISH_TWO first, second
  ldr r11, [r1], #4
  ldrb r12, [r3], #1
  lsl \first, \first, r12
  lsl \second, \second, r12
  smull r12, \first, \first, r11
  smull r12, \second, \second, r11
  ldr r11, [r2], #4
  add \first, \first, r11
  add \second, \second, r11
  ldr r11, [r0, #28]
  asr \first, \first, lr
  asr \second, \second, lr
  ssat \first, #8, \first
  ssat \second, #8, \second
  strb \second, [r4, r11]
  strb \first, [r4], #1
.endm

/* A channel of one pixel; changes r9, r10, where signed r11. */
.macro FINISH_ONE sum, signed
  ldr r9, [r1], #4
  ldrb r10, [r3], #1
  .if \signed
  mov r11, #1
  lsl r11, r11, r10
  lsr r11, r11, #1
  and r11, r11, \sum, asr #31
  .endif
  lsl \sum, \sum, r10
  smull r10, \sum, \sum, r9
  ldr r9, [r2], #4
  .if \signed
  sub \sum, \sum, r11
  .endif
  add \sum, \sum, r9
  asr \sum, \sum, lr
  ssat \sum, #8, \sum
  strb \sum, [r4], #1
.endm

/* Two windows, three channels a block: a position is three loads of weights, one of both windows, and six products.
     r1 windows   r3 r4 r2 weights   r5-r10 sums   r0 r11 what the windows hold   r12 a weight   lr end of the windows
     frame: entry of the loop, struct */
.macro POSITION
  ldrd r0, r11, [r1], #8
  ldrsb r12, [r3], #1
  mla r5, r0, r12, r5
  mla r6, r11, r12, r6
  ldrsb r12, [r4], #1
  mla r7, r0, r12, r7
  mla r8, r11, r12, r8
  ldrsb r12, [r2], #1
  mla r9, r0, r12, r9
  mla r10, r11, r12, r10
.endm
  .section .text.mote_plain_pairs, "ax", %progbits
  .balign 4
  .global mote_plain_pairs
  .type mote_plain_pairs, %function
  .thumb_func
mote_plain_pairs:
  push {r4-r11, lr}
  sub sp, sp, #12
  str r0, [sp, #4]
  ldr r1, [r0, #4]
  rsb r1, r1, #0
  and r1, r1, #7
  movs r2, #40              /* bytes of a position */
  adr.w r3, .Lloop
  mla r1, r1, r2, r3
  orr r1, r1, #1
  str r1, [sp]
.Lblock:
  ldr r0, [sp, #4]
  ldm r0, {r1-r4}
  STARTS r5, r7, r9
  mov r6, r5
  mov r8, r7
  mov r10, r9
  add lr, r1, r2, lsl #3
  add r4, r3, r2
  add r2, r4, r2
  ldr r0, [sp]
  bx r0
  .balign 4
.Lloop:
  .rept 8
  POSITION
  .endr
  cmp r1, lr
  bne .Lloop
  ldr r0, [sp, #4]
  str r2, [r0, #8]
  CONSTANTS
  ldr r12, [r0, #36]
  cmp r12, #1
  beq .Lsigned
  FINISH_TWO r5, r6
  FINISH_TWO r7, r8
  FINISH_TWO r9, r10
.Lfinished:
  str r1, [r0, #12]
  strd r3, r4, [r0, #20]
  ldr r1, [r0, #40]
  subs r1, r1, #1
  str r1, [r0, #40]
  bne .Lblock
  add sp, sp, #12
  pop {r4-r11, pc}
.Lsigned:                   /* 2^(shift - 1) is added to sums that are negative: what is taken from their results goes to the frame */
  movs r0, #3
  str r0, [sp, #8]
.Lchannel:
  ldrb r12, [r3], #1
  mov r11, #1
  lsl r11, r11, r12
  lsr r11, r11, #1
  lsl r0, r5, r12
  lsl r12, r6, r12
  and r5, r11, r5, asr #31
  and r6, r11, r6, asr #31
  push {r3}
  ldr r11, [r1], #4
  smull r3, r0, r0, r11
  smull r3, r12, r12, r11
  sub r0, r0, r5
  sub r12, r12, r6
  pop {r3}
  ldr r11, [r2], #4
  add r5, r0, r11
  add r6, r12, r11
  ldr r0, [sp, #4]
  ldr r11, [r0, #28]
  asr r5, r5, lr
  asr r6, r6, lr
  ssat r5, #8, r5
  ssat r6, #8, r6
  strb r6, [r4, r11]
  strb r5, [r4], #1
  mov r5, r7
  mov r6, r8
  mov r7, r9
  mov r8, r10
  ldr r11, [sp, #8]
  subs r11, r11, #1
  str r11, [sp, #8]
  bne .Lchannel
  b .Lfinished
  .size mote_plain_pairs, . - mote_plain_pairs

/* Three windows, two channels a block: a position is two loads of weights, one of the windows, and six products.
     r1 windows   r3 r4 weights   r5-r10 sums   r0 r11 r12 what the windows hold   r2 a weight   lr end of the windows
     frame: entry of the loop, struct; where signed, multipliers, addends, a shift */
.macro POSITION_OF_THREE
  ldm.w r1!, {r0, r11, r12}
  ldrsb r2, [r3], #1
  mla r5, r0, r2, r5
  mla r6, r11, r2, r6
  mla r7, r12, r2, r7
  ldrsb r2, [r4], #1
  mla r8, r0, r2, r8
  mla r9, r11, r2, r9
  mla r10, r12, r2, r10
.endm
.macro FINISH_THREE first, second, third
  ldr r11, [r1], #4
  ldrb r12, [r3], #1
  lsl \first, \first, r12
  lsl \second, \second, r12
  lsl \third, \third, r12
  smull r12, \first, \first, r11
  smull r12, \second, \second, r11
  smull r12, \third, \third, r11
  ldr r11, [r2], #4
  add \first, \first, r11
  add \second, \second, r11
  add \third, \third, r11
  ldr r11, [r0, #28]
  asr \first, \first, lr
  asr \second, \second, lr
  asr \third, \third, lr
  ssat \first, #8, \first
  ssat \second, #8, \second
  ssat \third, #8, \third
  strb \third, [r4, r11, lsl #1]
  strb \second, [r4, r11]
  strb \first, [r4], #1
.endm
/* One of the sums: r1 multiplier, r2 addend; changes r11, r12. */
.macro FINISH_SIGNED sum
  ldr r11, [sp, #16]
  lsl \sum, \sum, r11
  mov r12, #1
  lsl r12, r12, r11
  lsr r12, r12, #1
  and r12, r12, \sum, asr #31
  smull r11, \sum, \sum, r1
  sub \sum, \sum, r12
  add \sum, \sum, r2
  asr \sum, \sum, lr
  ssat \sum, #8, \sum
.endm
  .section .text.mote_plain_triples, "ax", %progbits
  .balign 4
  .global mote_plain_triples
  .type mote_plain_triples, %function
  .thumb_func
mote_plain_triples:
  push {r4-r11, lr}
  sub sp, sp, #20
  str r0, [sp, #4]
  ldr r1, [r0, #4]
  rsb r1, r1, #0
  and r1, r1, #7
  movs r2, #36              /* bytes of a position */
  adr.w r3, .Lloop_of_three
  mla r1, r1, r2, r3
  orr r1, r1, #1
  str r1, [sp]
.Lblock_of_three:
  ldr r0, [sp, #4]
  ldm r0, {r1-r4}
  STARTS r5, r8
  mov r6, r5
  mov r7, r5
  mov r9, r8
  mov r10, r8
  add lr, r2, r2, lsl #1
  add lr, r1, lr, lsl #2
  add r4, r3, r2
  ldr r0, [sp]
  bx r0
  .balign 4
.Lloop_of_three:
  .rept 8
  POSITION_OF_THREE
  .endr
  cmp r1, lr
  bne .Lloop_of_three
  ldr r0, [sp, #4]
  str r4, [r0, #8]
  CONSTANTS
  ldr r12, [r0, #36]
  cmp r12, #1
  beq .Lsigned_of_three
  FINISH_THREE r5, r6, r7
  FINISH_THREE r8, r9, r10
.Lfinished_of_three:
  str r1, [r0, #12]
  strd r3, r4, [r0, #20]
  ldr r1, [r0, #40]
  subs r1, r1, #1
  str r1, [r0, #40]
  bne .Lblock_of_three
  add sp, sp, #20
  pop {r4-r11, pc}
.Lsigned_of_three:
  ldrb r12, [r3], #1
  str r12, [sp, #16]
  strd r1, r2, [sp, #8]
  ldr r1, [r1]
  ldr r2, [r2]
  FINISH_SIGNED r5
  FINISH_SIGNED r6
  FINISH_SIGNED r7
  ldr r11, [r0, #28]
  strb r7, [r4, r11, lsl #1]
  strb r6, [r4, r11]
  strb r5, [r4], #1
  mov r5, r8
  mov r6, r9
  mov r7, r10
  ldrd r1, r2, [sp, #8]
  adds r1, r1, #4
  adds r2, r2, #4
  ldr r12, [r0, #20]
  add r12, r12, #2
  cmp r3, r12               /* behind both channels? */
  bne .Lsigned_of_three
  b .Lfinished_of_three
  .size mote_plain_triples, . - mote_plain_triples

/* Four sums of one pixel, r5-r8. Ends a block: the next begins at \next. */
.macro END_OF_FOUR next
  CONSTANTS
  ldr r9, [r0, #36]
  cmp r9, #1
  beq 1f
  FINISH_ONE r5, 0
  FINISH_ONE r6, 0
  FINISH_ONE r7, 0
  FINISH_ONE r8, 0
  b 2f
1:
  FINISH_ONE r5, 1
  FINISH_ONE r6, 1
  FINISH_ONE r7, 1
  FINISH_ONE r8, 1
2:
  str r1, [r0, #12]
  strd r3, r4, [r0, #20]
  ldr r1, [r0, #40]
  subs r1, r1, #1
  str r1, [r0, #40]
  bne \next
.endm

/* One window, four channels a block.
     r0 window   r1 r3 r4 r2 weights   r5-r8 sums   r9 r10 what it holds, a weight   lr its end   frame: entry of the loop, struct */
.macro POSITION_OF_ONE
  ldrsb r9, [r0], #1
  ldrsb r10, [r1], #1
  mla r5, r9, r10, r5
  ldrsb r10, [r3], #1
  mla r6, r9, r10, r6
  ldrsb r10, [r4], #1
  mla r7, r9, r10, r7
  ldrsb r10, [r2], #1
  mla r8, r9, r10, r8
.endm
  .section .text.mote_plain_one, "ax", %progbits
  .balign 4
  .global mote_plain_one
  .type mote_plain_one, %function
  .thumb_func
mote_plain_one:
  push {r0, r4-r11, lr}
  ldr r1, [r0, #4]
  rsb r1, r1, #0
  and r1, r1, #7
  movs r2, #36              /* bytes of a position */
  adr.w r3, .Lloop_of_one
  mla r1, r1, r2, r3
  orr r12, r1, #1
.Lblock_of_one:
  ldr r0, [sp]
  ldm r0, {r1-r4}
  STARTS r5, r6, r7, r8
  add lr, r1, r2
  mov r0, r1
  mov r1, r3
  add r3, r1, r2
  add r4, r3, r2
  add r2, r4, r2
  bx r12
  .balign 4
.Lloop_of_one:
  .rept 8
  POSITION_OF_ONE
  .endr
  cmp r0, lr
  bne .Lloop_of_one
  ldr r0, [sp]
  str r2, [r0, #8]
  END_OF_FOUR .Lblock_of_one
  pop {r0, r4-r11, pc}
  .size mote_plain_one, . - mote_plain_one

/* Four channels a block through all taps of a pixel.
     r1 taps   r2 their end   r3 weights   r4 channels   r12 offset   r5-r8 sums   r9 where a tap's bytes lie   r10 r11 operands */
.macro CHANNEL_OF_TAP number, sum
  ldrsb r10, [r9, #\number]
  ldrsb r11, [r3, #\number]
  mla \sum, r10, r11, \sum
.endm
  .section .text.mote_plain_taps, "ax", %progbits
  .balign 4
  .global mote_plain_taps
  .type mote_plain_taps, %function
  .thumb_func
mote_plain_taps:
  push {r0, r4-r11, lr}
.Lblock_of_taps:
  ldr r0, [sp]
  ldm r0, {r1-r4}
  STARTS r5, r6, r7, r8
  add r2, r1, r2, lsl #2
  ldr r4, [r0, #16]
  lsr r4, r4, #2
  ldr r12, [r0, #44]
.Ltap:
  ldr r9, [r1], #4
  add r9, r9, r12
  CHANNEL_OF_TAP 0, r5
  CHANNEL_OF_TAP 1, r6
  CHANNEL_OF_TAP 2, r7
  CHANNEL_OF_TAP 3, r8
  add r3, r3, r4
  cmp r1, r2
  bne .Ltap
  ldr r1, [r0, #8]
  add r1, r1, #4
  str r1, [r0, #8]
  add r12, r12, #4
  str r12, [r0, #44]
  END_OF_FOUR .Lblock_of_taps
  pop {r0, r4-r11, pc}
  .size mote_plain_taps, . - mote_plain_taps
