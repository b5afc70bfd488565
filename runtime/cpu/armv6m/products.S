/* Sums of products (cpu/plain_products.h) in Armv6-M's instructions: sums lie in the upper registers, which only take additions.
   Assembler: unified syntax, Thumb-1. */
  .syntax unified
  .thumb

/* Two windows, two channels.
     r0 r1 windows   r2 r3 weights   r4 position   r5-r7 operands   r8-r11 sums   r12 where the fours end; sums and length on the stack */
.macro POSITION
  ldrsb r5, [r0, r4]
  ldrsb r6, [r2, r4]
  mov r7, r5
  muls r7, r6, r7
  add r8, r7
  ldrsb r7, [r3, r4]
  muls r5, r7, r5
  add r10, r5
  ldrsb r5, [r1, r4]
  muls r6, r5, r6
  add r9, r6
  muls r7, r5, r7
  add r11, r7
  adds r4, #1
.endm
  .section .text.mote_products_of_two, "ax", %progbits
  .balign 4
  .global mote_products_of_two
  .type mote_products_of_two, %function
  .thumb_func
mote_products_of_two:
  push {r2-r7, lr}          /* length, sums */
  mov r4, r8
  mov r5, r9
  mov r6, r10
  mov r7, r11
  push {r4-r7}
  movs r4, #3
  mov r5, r2
  bics r5, r4
  mov r12, r5
  adds r3, r1, r2
  mov r2, r1
  ldr r1, [r0, #4]
  ldr r0, [r0]
  movs r4, #0
  mov r8, r4
  mov r9, r4
  mov r10, r4
  mov r11, r4
  cmp r4, r12
  beq .Ltail
.Lfour:
  POSITION
  POSITION
  POSITION
  POSITION
  cmp r4, r12
  bne .Lfour
.Ltail:
  ldr r5, [sp, #16]
  cmp r4, r5
  beq .Ldone
  POSITION
  b .Ltail
.Ldone:
  ldr r0, [sp, #20]
  mov r4, r8
  mov r5, r9
  mov r6, r10
  mov r7, r11
  stm r0!, {r4-r7}
  pop {r4-r7}
  mov r8, r4
  mov r9, r5
  mov r10, r6
  mov r11, r7
  pop {r2-r7, pc}
  .size mote_products_of_two, . - mote_products_of_two

/* One window, four channels.
     r0 window   r1 r2 r3 r7 weights   r4 position   r5 r6 operands   r8-r11 sums   r12 where the fours end */
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
  .section .text.mote_products_of_one, "ax", %progbits
  .balign 4
  .global mote_products_of_one
  .type mote_products_of_one, %function
  .thumb_func
mote_products_of_one:
  push {r2-r7, lr}          /* length, sums */
  mov r4, r8
  mov r5, r9
  mov r6, r10
  mov r7, r11
  push {r4-r7}
  movs r4, #3
  mov r5, r2
  bics r5, r4
  mov r12, r5
  mov r4, r2
  adds r2, r1, r4
  adds r3, r2, r4
  adds r7, r3, r4
  movs r4, #0
  mov r8, r4
  mov r9, r4
  mov r10, r4
  mov r11, r4
  cmp r4, r12
  beq .Ltail_of_one
.Lfour_of_one:
  POSITION_OF_ONE
  POSITION_OF_ONE
  POSITION_OF_ONE
  POSITION_OF_ONE
  cmp r4, r12
  bne .Lfour_of_one
.Ltail_of_one:
  ldr r5, [sp, #16]
  cmp r4, r5
  beq .Ldone_of_one
  POSITION_OF_ONE
  b .Ltail_of_one
.Ldone_of_one:
  ldr r0, [sp, #20]
  mov r4, r8
  mov r5, r9
  mov r6, r10
  mov r7, r11
  stm r0!, {r4-r7}
  pop {r4-r7}
  mov r8, r4
  mov r9, r5
  mov r10, r6
  mov r11, r7
  pop {r2-r7, pc}
  .size mote_products_of_one, . - mote_products_of_one

/* Four channels through all taps of a pixel.
     r0 taps   r1 where a tap's bytes lie   r2 weights   r3 which channel   r4 r5 operands   r7 end of the taps   r8-r11 sums
     r12 offset   lr channels */
.macro CHANNEL number, sum
  movs r3, #\number
  ldrsb r4, [r1, r3]
  ldrsb r5, [r2, r3]
  muls r4, r5, r4
  add \sum, r4
.endm
  .section .text.mote_taps_of_four, "ax", %progbits
  .balign 4
  .global mote_taps_of_four
  .type mote_taps_of_four, %function
  .thumb_func
mote_taps_of_four:
  push {r4-r7, lr}
  mov r4, r8
  mov r5, r9
  mov r6, r10
  mov r7, r11
  push {r4-r7}
  ldr r4, [sp, #36]
  mov r12, r4
  mov lr, r3
  lsls r7, r1, #2
  adds r7, r0, r7
  movs r4, #0
  mov r8, r4
  mov r9, r4
  mov r10, r4
  mov r11, r4
.Ltap:
  ldr r1, [r0]
  adds r0, #4
  add r1, r12
  CHANNEL 0, r8
  CHANNEL 1, r9
  CHANNEL 2, r10
  CHANNEL 3, r11
  add r2, lr
  cmp r0, r7
  bne .Ltap
  ldr r0, [sp, #40]
  mov r4, r8
  mov r5, r9
  mov r6, r10
  mov r7, r11
  stm r0!, {r4-r7}
  pop {r4-r7}
  mov r8, r4
  mov r9, r5
  mov r10, r6
  mov r11, r7
  pop {r4-r7, pc}
  .size mote_taps_of_four, . - mote_taps_of_four
