/* Sums of products (cpu/plain_products.h) in Armv7-M's instructions, which multiply and add but have no halves of words.
   Assembler: unified syntax, Thumb-2. */
  .syntax unified
  .thumb

/* Two windows, three channels: a position is 5 loads and 6 products.
     r0 r1 windows   r2 r3 r4 weights   r5-r10 sums   r11 r12 what the windows hold   lr a weight; where the fours end, on the stack */
.macro POSITION
  ldrsb r11, [r0], #1
  ldrsb r12, [r1], #1
  ldrsb lr, [r2], #1
  mla r5, r11, lr, r5
  mla r6, r12, lr, r6
  ldrsb lr, [r3], #1
  mla r7, r11, lr, r7
  mla r8, r12, lr, r8
  ldrsb lr, [r4], #1
  mla r9, r11, lr, r9
  mla r10, r12, lr, r10
.endm
  .section .text.mote_products_of_two, "ax", %progbits
  .balign 4
  .global mote_products_of_two
  .type mote_products_of_two, %function
  .thumb_func
mote_products_of_two:
  push {r3-r11, lr}
  sub sp, sp, #8
  mov r12, r2
  mov r2, r1
  add r3, r2, r12
  add r4, r3, r12
  ldrd r0, r1, [r0]
  add lr, r0, r12
  str lr, [sp, #4]          /* end */
  bic r12, r12, #3
  add r12, r0, r12
  str r12, [sp]             /* end of the fours */
  movs r5, #0
  mov r6, r5
  mov r7, r5
  mov r8, r5
  mov r9, r5
  mov r10, r5
  cmp r0, r12
  beq .Ltail
.Lfour:
  POSITION
  POSITION
  POSITION
  POSITION
  ldr lr, [sp]
  cmp r0, lr
  bne .Lfour
.Ltail:
  ldr lr, [sp, #4]
  cmp r0, lr
  beq .Ldone
  POSITION
  b .Ltail
.Ldone:
  add sp, sp, #8
  pop {r3}
  stm r3, {r5-r10}
  pop {r4-r11, pc}
  .size mote_products_of_two, . - mote_products_of_two

/* One window, four channels.
     r0 window   r1-r4 weights   r5-r8 sums   r9 r10 what it holds, a weight   r11 r12 where the fours end, where all ends */
.macro POSITION_OF_ONE
  ldrsb r9, [r0], #1
  ldrsb r10, [r1], #1
  mla r5, r9, r10, r5
  ldrsb r10, [r2], #1
  mla r6, r9, r10, r6
  ldrsb r10, [r3], #1
  mla r7, r9, r10, r7
  ldrsb r10, [r4], #1
  mla r8, r9, r10, r8
.endm
  .section .text.mote_products_of_one, "ax", %progbits
  .balign 4
  .global mote_products_of_one
  .type mote_products_of_one, %function
  .thumb_func
mote_products_of_one:
  push {r3-r11, lr}
  add r12, r0, r2
  bic r11, r2, #3
  add r11, r0, r11
  mov r9, r2
  add r2, r1, r9
  add r3, r2, r9
  add r4, r3, r9
  movs r5, #0
  mov r6, r5
  mov r7, r5
  mov r8, r5
  cmp r0, r11
  beq .Ltail_of_one
.Lfour_of_one:
  POSITION_OF_ONE
  POSITION_OF_ONE
  POSITION_OF_ONE
  POSITION_OF_ONE
  cmp r0, r11
  bne .Lfour_of_one
.Ltail_of_one:
  cmp r0, r12
  beq .Ldone_of_one
  POSITION_OF_ONE
  b .Ltail_of_one
.Ldone_of_one:
  pop {r3}
  stm r3, {r5-r8}
  pop {r4-r11, pc}
  .size mote_products_of_one, . - mote_products_of_one

/* Four channels through all taps of a pixel.
     r0 taps   r1 their end   r2 weights   r3 channels   r4 offset   r5-r8 sums   r9 where a tap's bytes lie   r10 r11 operands */
  .section .text.mote_taps_of_four, "ax", %progbits
  .balign 4
  .global mote_taps_of_four
  .type mote_taps_of_four, %function
  .thumb_func
mote_taps_of_four:
  push {r4-r11}
  ldr r4, [sp, #32]
  add r1, r0, r1, lsl #2
  movs r5, #0
  mov r6, r5
  mov r7, r5
  mov r8, r5
.Ltap:
  ldr r9, [r0], #4
  add r9, r9, r4
  ldrsb r10, [r9]
  ldrsb r11, [r2]
  mla r5, r10, r11, r5
  ldrsb r10, [r9, #1]
  ldrsb r11, [r2, #1]
  mla r6, r10, r11, r6
  ldrsb r10, [r9, #2]
  ldrsb r11, [r2, #2]
  mla r7, r10, r11, r7
  ldrsb r10, [r9, #3]
  ldrsb r11, [r2, #3]
  mla r8, r10, r11, r8
  add r2, r2, r3
  cmp r0, r1
  bne .Ltap
  ldr r4, [sp, #36]
  stm r4, {r5-r8}
  pop {r4-r11}
  bx lr
  .size mote_taps_of_four, . - mote_taps_of_four
