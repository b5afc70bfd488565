// Reset to main at EL1 on QEMU's virt machine for AArch64: floating point and vectors on, the first 4 GiB mapped as they are (RAM, which
// begins at 1 GiB, as ordinary memory, so that nothing need be aligned), PMU counter 0 counting instructions that retire.
  .section .text.start, "ax"
  .global _start
_start:
  mov x0, #(3 << 20)
  msr cpacr_el1, x0
  isb
  ldr x0, =stack_top
  mov sp, x0
  ldr x1, =map
  mov x2, #0x401           // a block of 1 GiB at 0, accessed, attributes 0: a device
  str x2, [x1]
  mov x3, #0x40000000
  ldr x2, =0x705           // accessed, inner shareable, attributes 1: ordinary memory
  orr x4, x3, x2
  str x4, [x1, #8]
  add x4, x4, x3
  str x4, [x1, #16]
  add x4, x4, x3
  str x4, [x1, #24]
  ldr x2, =0xff00
  msr mair_el1, x2
  ldr x2, =0x280803520     // 32 bits of address, pages of 4 KiB, inner shareable tables, no table for the upper half
  msr tcr_el1, x2
  msr ttbr0_el1, x1
  dsb sy
  isb
  mrs x2, sctlr_el1
  orr x2, x2, #1
  msr sctlr_el1, x2
  isb
  mov x2, #8               // INST_RETIRED
  msr pmevtyper0_el0, x2
  mov x2, #1
  msr pmcntenset_el0, x2
  msr pmcr_el0, x2
  isb
  bl main
  b .

  .global semihosting_call
semihosting_call:
  hlt #0xf000
  ret

  .section .rodata
  .balign 64
  .global program, program_end
program:
  .incbin PROGRAM
program_end:

  .bss
  .balign 4096
map:
  .skip 4096
  .skip 1 << 20
stack_top:
