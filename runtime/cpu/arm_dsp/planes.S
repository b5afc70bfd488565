/* Four channels of pixels as planes of bytes, and back.
   void mote_dsp_planes_in(const int8_t* from, int8_t* to, const MotePlanes* shape)
   `rows` rows of `columns` pixels, `pixel` bytes from one to the next, `line` from a row to the next, become rows of four planes, `plane`
   bytes apart, their rows `pitch`; `left` bytes in front of each row and four behind it become `padding`.
   void mote_dsp_planes_out(const int8_t* from, int8_t* to, const MotePlanes* shape)
   The other way round, padding left alone. Rows and columns at least 1; nothing is aligned but shape, to 4.
     r0 from   r1 to   r2 pixel   r3 three pixels   r4 plane   r5 three planes   r6-r11 four by four bytes   r12 where whole fours end
     frame     from, to of this row; rows left, shape */
  .syntax unified
  .thumb

.set COLUMNS, 0
.set ROWS, 4
.set PIXEL, 8
.set LINE, 12
.set PLANE, 16
.set PITCH, 20
.set LEFT, 24
.set PADDING, 28

/* The bytes of r6-r9, four rows, become columns: r6, r7, r10, r11. GE bits: even bytes of the first operand of SEL. */
.macro TRANSPOSE
  pkhbt r10, r6, r8, lsl #16
  pkhtb r8, r8, r6, asr #16
  pkhbt r11, r7, r9, lsl #16
  pkhtb r9, r9, r7, asr #16
  lsls r6, r11, #8
  sel r6, r10, r6
  lsrs r7, r10, #8
  sel r7, r7, r11
  lsl r10, r9, #8
  sel r10, r8, r10
  lsr r11, r8, #8
  sel r11, r11, r9
.endm

.macro LOAD4 a, b, c, d, base, step, three
  ldr.w \a, [\base]
  ldr.w \b, [\base, \step]
  ldr.w \c, [\base, \step, lsl #1]
  ldr.w \d, [\base, \three]
.endm
.macro STORE4 a, b, c, d, base, step, three
  str.w \a, [\base]
  str.w \b, [\base, \step]
  str.w \c, [\base, \step, lsl #1]
  str.w \d, [\base, \three]
.endm

.macro BEGIN name
  .section .text.\name, "ax", %progbits
  .balign 4
  .global \name
  .type \name, %function
  .thumb_func
\name:
  push {r4-r11, lr}
  sub sp, sp, #20
  mov lr, r2
  ldr r6, [lr, #ROWS]
  ldr r2, [lr, #PIXEL]
  ldr r4, [lr, #PLANE]
  add r3, r2, r2, lsl #1
  add r5, r4, r4, lsl #1
  mov r7, #0x50000
  msr APSR_g, r7
  str lr, [sp, #12]
  str r6, [sp, #8]
.endm
.macro END name
  ldr r6, [sp, #8]
  subs r6, r6, #1
  str r6, [sp, #8]
  bne .Lrow_\name
  add sp, sp, #20
  pop {r4-r11, pc}
  .size \name, . - \name
.endm

BEGIN mote_dsp_planes_in
  ldr r8, [lr, #LEFT]
  ldr r6, [lr, #PADDING]
  STORE4 r6, r6, r6, r6, r1, r4, r5
  add r1, r1, r8
.Lrow_mote_dsp_planes_in:
  strd r0, r1, [sp]
  ldr lr, [sp, #12]
  ldr lr, [lr, #COLUMNS]
  bic r12, lr, #3
  add r12, r12, r1
  cmp r1, r12
  beq 2f
1:
  LOAD4 r6, r7, r8, r9, r0, r2, r3
  add r0, r0, r2, lsl #2
  TRANSPOSE
  STORE4 r6, r7, r10, r11, r1, r4, r5
  adds r1, r1, #4
  cmp r1, r12
  bne 1b
2:
  ands lr, lr, #3
  beq 4f
3:
  ldr r6, [r0]
  add r0, r0, r2
  strb r6, [r1]
  lsrs r7, r6, #8
  strb r7, [r1, r4]
  lsrs r7, r6, #16
  strb.w r7, [r1, r4, lsl #1]
  lsrs r7, r6, #24
  strb r7, [r1, r5]
  adds r1, r1, #1
  subs lr, lr, #1
  bne 3b
4:
  ldr lr, [sp, #12]
  ldr r6, [lr, #PADDING]
  STORE4 r6, r6, r6, r6, r1, r4, r5
  ldrd r0, r1, [sp]
  ldr r8, [lr, #LINE]
  ldr r9, [lr, #PITCH]
  add r0, r0, r8
  add r1, r1, r9
END mote_dsp_planes_in

BEGIN mote_dsp_planes_out
.Lrow_mote_dsp_planes_out:
  strd r0, r1, [sp]
  ldr lr, [sp, #12]
  ldr lr, [lr, #COLUMNS]
  bic r12, lr, #3
  add r12, r12, r0
  cmp r0, r12
  beq 2f
1:
  LOAD4 r6, r7, r8, r9, r0, r4, r5
  adds r0, r0, #4
  TRANSPOSE
  STORE4 r6, r7, r10, r11, r1, r2, r3
  add r1, r1, r2, lsl #2
  cmp r0, r12
  bne 1b
2:
  ands lr, lr, #3
  beq 4f
3:
  ldrb r6, [r0]
  ldrb r7, [r0, r4]
  ldrb.w r8, [r0, r4, lsl #1]
  ldrb.w r9, [r0, r5]
  adds r0, r0, #1
  orr r6, r6, r7, lsl #8
  orr r6, r6, r8, lsl #16
  orr r6, r6, r9, lsl #24
  str r6, [r1]
  add r1, r1, r2
  subs lr, lr, #1
  bne 3b
4:
  ldr lr, [sp, #12]
  ldrd r0, r1, [sp]
  ldr r8, [lr, #LINE]
  ldr r9, [lr, #PITCH]
  add r0, r0, r9
  add r1, r1, r8
END mote_dsp_planes_out
