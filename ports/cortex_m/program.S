@ The program file as it is, in flash, aligned for in-place use. MOTE_PROGRAM_FILE is its path.
  .section .mote_program, "a"
  .balign 16
  .global mote_program_start
mote_program_start:
  .incbin MOTE_PROGRAM_FILE
  .global mote_program_end
mote_program_end:
  .balign 4
