/* Products of the plain rows (cpu/plain_products.h) in RV32IM's instructions: sixteen sums in registers.
   Offsets in MotePlain: 0 windows, 4 length, 8 weights, 12 multiplier, 16 array, 20 shifts, 24 out, 28 other, 32 shift, 36 signed, 40 blocks,
   44 offset. Loops of four positions are entered so that their number comes out, their pointers as far in front: all instructions take
   four bytes. */
  .option norvc

.macro ENTER_FUNCTION name
  .section .text.\name, "ax", %progbits
  .balign 4
  .global \name
  .type \name, %function
\name:
  addi sp, sp, -64
  sw ra, 0(sp)
  sw s0, 4(sp)
  sw s1, 8(sp)
  sw s2, 12(sp)
  sw s3, 16(sp)
  sw s4, 20(sp)
  sw s5, 24(sp)
  sw s6, 28(sp)
  sw s7, 32(sp)
  sw s8, 36(sp)
  sw s9, 40(sp)
  sw s10, 44(sp)
  sw s11, 48(sp)
  sw a0, 52(sp)
.endm
.macro LEAVE_FUNCTION name
  lw ra, 0(sp)
  lw s0, 4(sp)
  lw s1, 8(sp)
  lw s2, 12(sp)
  lw s3, 16(sp)
  lw s4, 20(sp)
  lw s5, 24(sp)
  lw s6, 28(sp)
  lw s7, 32(sp)
  lw s8, 36(sp)
  lw s9, 40(sp)
  lw s10, 44(sp)
  lw s11, 48(sp)
  addi sp, sp, 64
  ret
  .size \name, . - \name
.endm

/* To the frame: how many positions of `bytes` come before the first one, and the entry. Length in t0. */
.macro FIND_ENTRY loop, bytes
  sub t0, zero, t0
  andi t0, t0, 3
  sw t0, 56(sp)
  li t1, \bytes
  mul t1, t1, t0
  la t2, \loop
  add t1, t1, t2
  sw t1, 60(sp)
.endm

/* From a0, the struct: t1 multipliers, t2 addends, t3 shifts, t4 outputs, t6 the last shift; a1 numbers of a byte; where there are more
   pixels, t5, a2, ra their outputs. a3: whether it is signed. */
.macro CONSTANTS pixels
  lw t1, 12(a0)
  lw t2, 16(a0)
  add t2, t1, t2
  lw t3, 20(a0)
  lw t4, 24(a0)
  lw t6, 32(a0)
  .if \pixels > 1
  lw a1, 28(a0)
  add t5, t4, a1
  .endif
  .if \pixels > 2
  add a2, t5, a1
  add ra, a2, a1
  .endif
  lw a3, 36(a0)
  andi a3, a3, 1
  li a1, 256
.endm

/* A channel's steps over the sums of all pixels. */
.macro EACH operation, operand, first, others:vararg
  \operation \first, \first, \operand
  .ifnb \others
  EACH \operation, \operand, \others
  .endif
.endm
.macro LESS_HALF first, others:vararg
  srai a3, \first, 31
  and a3, a3, a0
  sub \first, \first, a3
  .ifnb \others
  LESS_HALF \others
  .endif
.endm
.macro STORE number, out, sum
  addi a3, \sum, 128
  bgeu a3, a1, 7f
8:
  sb \sum, \number(\out)
  .subsection 1
7:
  srai \sum, \sum, 31
  xori \sum, \sum, 127
  j 8b
  .previous
.endm
.macro CHANNEL number, signed, sums:vararg
  lbu t0, \number(t3)
  lw a3, 4 * \number(t1)
  .if \signed
  li a0, 1
  sll a0, a0, t0
  srli a0, a0, 1
  .endif
  EACH sll, t0, \sums
  lw t0, 4 * \number(t2)
  EACH mulh, a3, \sums
  .if \signed
  LESS_HALF \sums
  .endif
  EACH add, t0, \sums
  EACH sra, t6, \sums
.endm
/* Behind a block: on to the next one, or out. */
.macro NEXT block
  lw a0, 52(sp)
  addi t3, t3, 4
  sw t3, 20(a0)
  addi t4, t4, 4
  sw t4, 24(a0)
  lw t0, 12(a0)
  addi t0, t0, 16
  sw t0, 12(a0)
  lw t0, 40(a0)
  addi t0, t0, -1
  sw t0, 40(a0)
  bnez t0, \block
.endm

/* Four windows, two or one, four channels a block. windows: a byte a position of each in turn.
     t0 windows   t1-t4 weights   t5 t6 a1 a2 what the windows hold   a3 a weight   a0 a product   ra end of the windows   s0-s11 a4-a7 sums */
.macro WEIGHT number, pointer, first, second, third, fourth
  lb a3, \number(\pointer)
  mul a0, a3, t5
  add \first, \first, a0
  .ifnb \second
  mul a0, a3, t6
  add \second, \second, a0
  .endif
  .ifnb \third
  mul a0, a3, a1
  add \third, \third, a0
  mul a0, a3, a2
  add \fourth, \fourth, a0
  .endif
.endm
/* What the sums of a block begin with: an array in front of its multipliers; zeros where kind is 2. Changes array, kind. */
.macro STARTS multipliers, array, kind
  li s0, 0
  li s4, 0
  li s8, 0
  li a4, 0
  addi \kind, \kind, -2
  beqz \kind, 6f
  sub \array, \multipliers, \array
  lw s0, 0(\array)
  lw s4, 4(\array)
  lw s8, 8(\array)
  lw a4, 12(\array)
6:
.endm
/* Leaves the entry in a0. log: of the pixels. */
.macro BEGIN_BLOCK log
  lw a0, 52(sp)
  lw t0, 0(a0)
  lw t5, 4(a0)
  lw t1, 8(a0)
  lw t6, 12(a0)
  slli a1, t5, \log
  add ra, t0, a1
  lw a1, 56(sp)
  sub t1, t1, a1
  add t2, t1, t5
  add t3, t2, t5
  add t4, t3, t5
  slli a1, a1, \log
  sub t0, t0, a1
  lw a2, 36(a0)
  lw a3, 16(a0)
  STARTS t6, a3, a2
  lw a0, 60(sp)
.endm
.macro END_LOOP loop, pixels
  addi t0, t0, 4 * \pixels
  addi t1, t1, 4
  addi t2, t2, 4
  addi t3, t3, 4
  addi t4, t4, 4
  bne t0, ra, \loop
  lw a0, 52(sp)
  sw t4, 8(a0)              /* weights of the next block */
  CONSTANTS \pixels
.endm

.macro FINISH_FOURS signed
  CHANNEL 0, \signed, s0, s1, s2, s3
  CHANNEL 1, \signed, s4, s5, s6, s7
  CHANNEL 2, \signed, s8, s9, s10, s11
  CHANNEL 3, \signed, a4, a5, a6, a7
  STORE 0, t4, s0
  STORE 0, t5, s1
  STORE 0, a2, s2
  STORE 0, ra, s3
  STORE 1, t4, s4
  STORE 1, t5, s5
  STORE 1, a2, s6
  STORE 1, ra, s7
  STORE 2, t4, s8
  STORE 2, t5, s9
  STORE 2, a2, s10
  STORE 2, ra, s11
  STORE 3, t4, a4
  STORE 3, t5, a5
  STORE 3, a2, a6
  STORE 3, ra, a7
.endm
  ENTER_FUNCTION mote_plain_fours
  lw t0, 4(a0)
  FIND_ENTRY .Lfours, 160
.Lblock_of_fours:
  BEGIN_BLOCK 2
  mv s1, s0
  mv s2, s0
  mv s3, s0
  mv s5, s4
  mv s6, s4
  mv s7, s4
  mv s9, s8
  mv s10, s8
  mv s11, s8
  mv a5, a4
  mv a6, a4
  mv a7, a4
  jr a0
.Lfours:
  .irp k, 0, 1, 2, 3
  lb t5, 4 * \k(t0)
  lb t6, 4 * \k + 1(t0)
  lb a1, 4 * \k + 2(t0)
  lb a2, 4 * \k + 3(t0)
  WEIGHT \k, t1, s0, s1, s2, s3
  WEIGHT \k, t2, s4, s5, s6, s7
  WEIGHT \k, t3, s8, s9, s10, s11
  WEIGHT \k, t4, a4, a5, a6, a7
  .endr
  END_LOOP .Lfours, 4
  bnez a3, .Lsigned_fours
  FINISH_FOURS 0
.Lnext_fours:
  NEXT .Lblock_of_fours
  LEAVE_FUNCTION mote_plain_fours
.Lsigned_fours:
  FINISH_FOURS 1
  j .Lnext_fours

.macro FINISH_PAIRS signed
  CHANNEL 0, \signed, s0, s1
  CHANNEL 1, \signed, s4, s5
  CHANNEL 2, \signed, s8, s9
  CHANNEL 3, \signed, a4, a5
  STORE 0, t4, s0
  STORE 0, t5, s1
  STORE 1, t4, s4
  STORE 1, t5, s5
  STORE 2, t4, s8
  STORE 2, t5, s9
  STORE 3, t4, a4
  STORE 3, t5, a5
.endm
  ENTER_FUNCTION mote_plain_pairs
  lw t0, 4(a0)
  FIND_ENTRY .Lpairs, 88
.Lblock_of_pairs:
  BEGIN_BLOCK 1
  mv s1, s0
  mv s5, s4
  mv s9, s8
  mv a5, a4
  jr a0
.Lpairs:
  .irp k, 0, 1, 2, 3
  lb t5, 2 * \k(t0)
  lb t6, 2 * \k + 1(t0)
  WEIGHT \k, t1, s0, s1
  WEIGHT \k, t2, s4, s5
  WEIGHT \k, t3, s8, s9
  WEIGHT \k, t4, a4, a5
  .endr
  END_LOOP .Lpairs, 2
  bnez a3, .Lsigned_pairs
  FINISH_PAIRS 0
.Lnext_pairs:
  NEXT .Lblock_of_pairs
  LEAVE_FUNCTION mote_plain_pairs
.Lsigned_pairs:
  FINISH_PAIRS 1
  j .Lnext_pairs

.macro FINISH_ONE signed
  CHANNEL 0, \signed, s0
  CHANNEL 1, \signed, s4
  CHANNEL 2, \signed, s8
  CHANNEL 3, \signed, a4
  STORE 0, t4, s0
  STORE 1, t4, s4
  STORE 2, t4, s8
  STORE 3, t4, a4
.endm
  ENTER_FUNCTION mote_plain_one
  lw t0, 4(a0)
  FIND_ENTRY .Lone, 52
.Lblock_of_one:
  BEGIN_BLOCK 0
  jr a0
.Lone:
  .irp k, 0, 1, 2, 3
  lb t5, \k(t0)
  WEIGHT \k, t1, s0
  WEIGHT \k, t2, s4
  WEIGHT \k, t3, s8
  WEIGHT \k, t4, a4
  .endr
  END_LOOP .Lone, 1
  bnez a3, .Lsigned_one
  FINISH_ONE 0
.Lnext_one:
  NEXT .Lblock_of_one
  LEAVE_FUNCTION mote_plain_one
.Lsigned_one:
  FINISH_ONE 1
  j .Lnext_one

/* Four channels a block through all taps of a pixel.
     a2 taps   s1 weights   s2 channels   s3 offset   t5 where a tap's bytes lie   a5 a6 operands   ra end of the taps   s0 s4 s8 a4 sums
     s5 s6 s7 weights and taps of a block, bytes of an array   s9 entry   s10 blocks left   s11 kMoteFixedSigned; constants as everywhere */
.macro CHANNEL_OF_TAP number, sum
  lb a5, \number(t5)
  lb a6, \number(s1)
  mul a5, a5, a6
  add \sum, \sum, a5
.endm
  ENTER_FUNCTION mote_plain_taps
  lw t0, 4(a0)
  slli ra, t0, 2
  FIND_ENTRY .Ltaps, 76
  lw s6, 0(a0)
  lw s5, 8(a0)
  lw s7, 16(a0)
  lw s11, 36(a0)
  lw s10, 40(a0)
  lw s3, 44(a0)
  mv s9, t1
  add ra, s6, ra
  slli t0, t0, 2
  sub s6, s6, t0
  srli s2, s7, 2
  CONSTANTS 1
.Lblock_of_taps:
  mv a2, s6
  mv s1, s5
  mv a5, s7
  mv a6, s11
  STARTS t1, a5, a6
  jr s9
.Ltaps:
  .irp k, 0, 1, 2, 3
  lw t5, 4 * \k(a2)
  add t5, t5, s3
  CHANNEL_OF_TAP 0, s0
  CHANNEL_OF_TAP 1, s4
  CHANNEL_OF_TAP 2, s8
  CHANNEL_OF_TAP 3, a4
  add s1, s1, s2
  .endr
  addi a2, a2, 16
  bne a2, ra, .Ltaps
  addi a6, s11, -1
  beqz a6, .Lsigned_taps
  FINISH_ONE 0
.Lnext_taps:
  addi s5, s5, 4
  addi s3, s3, 4
  addi t1, t1, 16
  addi t2, t2, 16
  addi t3, t3, 4
  addi t4, t4, 4
  addi s10, s10, -1
  bnez s10, .Lblock_of_taps
  lw a0, 52(sp)
  sw s5, 8(a0)
  sw t1, 12(a0)
  sw t3, 20(a0)
  sw t4, 24(a0)
  sw s3, 44(a0)
  LEAVE_FUNCTION mote_plain_taps
.Lsigned_taps:
  FINISH_ONE 1
  j .Lnext_taps
