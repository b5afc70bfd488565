// Elementary functions of f32 as the chunk machine has them: one operation each, by the steps of their expansion (host_tools/expand), in
// the order of the microcode that the host prints for it, by which the translator knows them again. unit_runtime holds both against each
// other (ChunkMachine.KnowsItsFunctions).
// MOTE_CHUNK_<FUNCTION>(row): row(number, operation of scalar_ops.def, operands), each X, the argument, V(n), the result of row n, or
// K(bits). Comparisons are asked by selects alone.
#ifndef MOTE_CPU_CHUNKS_CHUNK_FUNCTIONS_H_
#define MOTE_CPU_CHUNKS_CHUNK_FUNCTIONS_H_

#define MOTE_CHUNK_FUNCTIONS(function) function(Exp) function(Tanh) function(Logistic) function(Log)
#define MOTE_CHUNK_Exp(row) \
  row(1, LtF, X, K(0xc2d00000)) row(2, SelectF, V(1), K(0xc2d00000), X) row(3, LtF, K(0x42b40000), V(2)) \
  row(4, SelectF, V(3), K(0x42b40000), V(2)) row(5, MulF, V(4), K(0x3fb8aa3b)) row(6, AddF, V(5), K(0x4b400000)) \
  row(7, SubF, V(6), K(0x4b400000)) row(8, MulF, V(7), K(0x3f317200)) row(9, SubF, V(4), V(8)) row(10, MulF, V(7), K(0x35bfbe8e)) \
  row(11, SubF, V(9), V(10)) row(12, MulF, V(11), V(11)) row(13, MulF, K(0x3ab6887e), V(11)) row(14, AddF, V(13), K(0x3c0905b1)) \
  row(15, MulF, V(14), V(11)) row(16, AddF, V(15), K(0x3d2aaa8d)) row(17, MulF, V(16), V(11)) row(18, AddF, V(17), K(0x3e2aaa6f)) \
  row(19, MulF, V(18), V(11)) row(20, AddF, V(19), K(0x3f000000)) row(21, MulF, V(12), V(20)) row(22, AddF, V(21), V(11)) \
  row(23, AddF, V(22), K(0x3f800000)) row(24, BitsFI, V(6)) row(25, SubI, V(24), K(0x4b400000)) row(26, ShrSI, V(25), K(0x00000001)) \
  row(27, AddI, V(26), K(0x0000007f)) row(28, ShlI, V(27), K(0x00000017)) row(29, BitsIF, V(28)) row(30, MulF, V(23), V(29)) \
  row(31, SubI, V(25), V(26)) row(32, AddI, V(31), K(0x0000007f)) row(33, ShlI, V(32), K(0x00000017)) row(34, BitsIF, V(33)) \
  row(35, MulF, V(30), V(34))
#define MOTE_CHUNK_Tanh(row) \
  row(1, AbsF, X) row(2, AddF, V(1), V(1)) row(3, LtF, V(2), K(0x3f8ccccd)) row(4, LtF, V(2), K(0x30800000)) row(5, MulF, X, X) \
  row(6, MulF, X, V(5)) row(7, MulF, K(0x3b1b5ed9), V(5)) row(8, AddF, V(7), K(0xbc09ca65)) row(9, MulF, V(8), V(5)) \
  row(10, AddF, V(9), K(0x3cb27d6c)) row(11, MulF, V(10), V(5)) row(12, AddF, V(11), K(0xbd5d06ca)) row(13, MulF, V(12), V(5)) \
  row(14, AddF, V(13), K(0x3e08887b)) row(15, MulF, V(14), V(5)) row(16, AddF, V(15), K(0xbeaaaaab)) row(17, MulF, V(6), V(16)) \
  row(18, AddF, V(17), X) row(19, SelectF, V(4), X, V(18)) row(20, LtF, K(0x41a00000), V(2)) \
  row(21, SelectF, V(20), K(0x41a00000), V(2)) row(22, MulF, V(21), K(0x3fb8aa3b)) row(23, AddF, V(22), K(0x4b400000)) \
  row(24, SubF, V(23), K(0x4b400000)) row(25, MulF, V(24), K(0x3f317200)) row(26, SubF, V(21), V(25)) \
  row(27, MulF, V(24), K(0x35bfbe8e)) row(28, SubF, V(26), V(27)) row(29, MulF, V(28), V(28)) row(30, MulF, K(0x3ab6887e), V(28)) \
  row(31, AddF, V(30), K(0x3c0905b1)) row(32, MulF, V(31), V(28)) row(33, AddF, V(32), K(0x3d2aaa8d)) row(34, MulF, V(33), V(28)) \
  row(35, AddF, V(34), K(0x3e2aaa6f)) row(36, MulF, V(35), V(28)) row(37, AddF, V(36), K(0x3f000000)) row(38, MulF, V(29), V(37)) \
  row(39, AddF, V(38), V(28)) row(40, AddF, V(39), K(0x3f800000)) row(41, BitsFI, V(23)) row(42, SubI, V(41), K(0x4b400000)) \
  row(43, AddI, V(42), K(0x0000007f)) row(44, ShlI, V(43), K(0x00000017)) row(45, BitsIF, V(44)) row(46, MulF, V(40), V(45)) \
  row(47, AddF, V(46), K(0x3f800000)) row(48, DivF, K(0x40000000), V(47)) row(49, SubF, K(0x3f800000), V(48)) row(50, BitsFI, V(49)) \
  row(51, BitsFI, X) row(52, AndI, V(51), K(0x80000000)) row(53, XorI, V(50), V(52)) row(54, BitsIF, V(53)) \
  row(55, SelectF, V(3), V(19), V(54))
#define MOTE_CHUNK_Logistic(row) \
  row(1, BitsFI, X) row(2, LtSI, V(1), K(0x00000000)) row(3, AbsF, X) row(4, NegF, V(3)) row(5, LtF, V(4), K(0xc2d00000)) \
  row(6, SelectF, V(5), K(0xc2d00000), V(4)) row(7, MulF, V(6), K(0x3fb8aa3b)) row(8, AddF, V(7), K(0x4b400000)) \
  row(9, SubF, V(8), K(0x4b400000)) row(10, MulF, V(9), K(0x3f317200)) row(11, SubF, V(6), V(10)) row(12, MulF, V(9), K(0x35bfbe8e)) \
  row(13, SubF, V(11), V(12)) row(14, MulF, V(13), V(13)) row(15, MulF, K(0x3ab6887e), V(13)) row(16, AddF, V(15), K(0x3c0905b1)) \
  row(17, MulF, V(16), V(13)) row(18, AddF, V(17), K(0x3d2aaa8d)) row(19, MulF, V(18), V(13)) row(20, AddF, V(19), K(0x3e2aaa6f)) \
  row(21, MulF, V(20), V(13)) row(22, AddF, V(21), K(0x3f000000)) row(23, MulF, V(14), V(22)) row(24, AddF, V(23), V(13)) \
  row(25, AddF, V(24), K(0x3f800000)) row(26, BitsFI, V(8)) row(27, SubI, V(26), K(0x4b400000)) row(28, ShrSI, V(27), K(0x00000001)) \
  row(29, AddI, V(28), K(0x0000007f)) row(30, ShlI, V(29), K(0x00000017)) row(31, BitsIF, V(30)) row(32, MulF, V(25), V(31)) \
  row(33, SubI, V(27), V(28)) row(34, AddI, V(33), K(0x0000007f)) row(35, ShlI, V(34), K(0x00000017)) row(36, BitsIF, V(35)) \
  row(37, MulF, V(32), V(36)) row(38, SelectF, V(2), V(37), K(0x3f800000)) row(39, AddF, K(0x3f800000), V(37)) \
  row(40, DivF, V(38), V(39)) row(41, SubF, V(39), K(0x3f800000)) row(42, SubF, V(37), V(41)) row(43, SubF, K(0x3f800000), V(40)) \
  row(44, SelectF, V(2), V(43), V(40)) row(45, MulF, V(42), V(44)) row(46, MulF, V(40), V(45)) row(47, SubF, V(40), V(46))
#define MOTE_CHUNK_Log(row) \
  row(1, LtF, K(0x00000000), X) row(2, LtF, X, K(0x7f800000)) row(3, LtF, X, K(0x00800000)) row(4, MulF, X, K(0x4c000000)) \
  row(5, SelectF, V(3), V(4), X) row(6, BitsFI, V(5)) row(7, SubI, V(6), K(0x3f3504f3)) row(8, ShrSI, V(7), K(0x00000017)) \
  row(9, ShlI, V(8), K(0x00000017)) row(10, SubI, V(6), V(9)) row(11, BitsIF, V(10)) row(12, SubF, V(11), K(0x3f800000)) \
  row(13, MulF, V(12), V(12)) row(14, MulF, K(0x3d8ec753), V(12)) row(15, AddF, V(14), K(0xbdeb1ade)) row(16, MulF, V(15), V(12)) \
  row(17, AddF, V(16), K(0x3def5141)) row(18, MulF, V(17), V(12)) row(19, AddF, V(18), K(0xbdfe7a63)) row(20, MulF, V(19), V(12)) \
  row(21, AddF, V(20), K(0x3e11e90d)) row(22, MulF, V(21), V(12)) row(23, AddF, V(22), K(0xbe2aada5)) row(24, MulF, V(23), V(12)) \
  row(25, AddF, V(24), K(0x3e4ccead)) row(26, MulF, V(25), V(12)) row(27, AddF, V(26), K(0xbe7ffffe)) row(28, MulF, V(27), V(12)) \
  row(29, AddF, V(28), K(0x3eaaaaaa)) row(30, MulF, V(12), V(29)) row(31, SubF, V(30), K(0x3f000000)) row(32, MulF, V(13), V(31)) \
  row(33, SignedIF, V(8)) row(34, SubF, V(33), K(0x41c80000)) row(35, SelectF, V(3), V(34), V(33)) row(36, MulF, V(35), K(0x35bfbe8e)) \
  row(37, AddF, V(32), V(36)) row(38, AddF, V(12), V(37)) row(39, MulF, V(35), K(0x3f317200)) row(40, AddF, V(38), V(39)) \
  row(41, SelectF, V(2), V(40), X) row(42, EqF, X, K(0x00000000)) row(43, SelectF, V(42), K(0xff800000), K(0x7fc00000)) \
  row(44, SelectF, V(1), V(41), V(43))

#endif
