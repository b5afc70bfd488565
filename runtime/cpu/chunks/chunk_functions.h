// Elementary functions of f32 as the chunk machine has them: one operation each, by the steps of their expansion (host_tools/expand), in
// the order of the microcode that the host prints for it, by which the translator knows them again. unit_runtime holds both against each
// other (ChunkMachine.KnowsItsFunctions).
// MOTE_CHUNK_<FUNCTION>(row): row(number, operation of scalar_ops.def, operands), each X, the argument, V(n), the result of row n, or
// K(bits). Comparisons are asked by selects alone. Some operations say more than they are, for instruction sets that have use for it:
//   MulFExact     a product of few bits, never rounded: what takes it from a sum, or adds it, may be fused
//   MulFPower     the product is the third operand times 2 to the fourth, too, rounded once; NEAR: the fifth is a float whose last bits are
//                 that whole number, and no exponent on the way is at an end; where the last one is true the product is 0, which
//                 Intel's processors take 150 cycles to round to
//   SelectFMore   the more of the second and third operand; the third where they are equal or one is NaN; NEAR: the third
//   SelectFLess   the less of them
// NEAR holds where all arguments are numbers of at most kNear, and says what else the operation is there.
#ifndef MOTE_CPU_CHUNKS_CHUNK_FUNCTIONS_H_
#define MOTE_CPU_CHUNKS_CHUNK_FUNCTIONS_H_

#define MOTE_CHUNK_NEAR_FUNCTIONS(function) function(Exp) function(Logistic)
#define MOTE_CHUNK_SHORT_FUNCTIONS(function) function(Tanh) function(Log)
#define MOTE_CHUNK_LONG_FUNCTIONS(function) function(Expm1) function(Erf)  // stand once in the code, not for each vector
#define MOTE_CHUNK_FUNCTIONS(function) \
  MOTE_CHUNK_NEAR_FUNCTIONS(function) MOTE_CHUNK_SHORT_FUNCTIONS(function) MOTE_CHUNK_LONG_FUNCTIONS(function)
#define MOTE_CHUNK_Exp(row) \
  row(1, LtF, X, K(0xc2d00000)) row(2, SelectFMore, V(1), K(0xc2d00000), X, NEAR) row(3, LtF, K(0x42b40000), V(2)) \
  row(4, SelectFLess, V(3), K(0x42b40000), V(2), NEAR) row(5, MulF, V(4), K(0x3fb8aa3b)) row(6, AddF, V(5), K(0x4b400000)) \
  row(7, SubF, V(6), K(0x4b400000)) row(8, MulFExact, V(7), K(0x3f317200)) row(9, SubF, V(4), V(8)) row(10, MulF, V(7), K(0x35bfbe8e)) \
  row(11, SubF, V(9), V(10)) row(12, MulF, V(11), V(11)) row(13, MulF, K(0x3ab6887e), V(11)) row(14, AddF, V(13), K(0x3c0905b1)) \
  row(15, MulF, V(14), V(11)) row(16, AddF, V(15), K(0x3d2aaa8d)) row(17, MulF, V(16), V(11)) row(18, AddF, V(17), K(0x3e2aaa6f)) \
  row(19, MulF, V(18), V(11)) row(20, AddF, V(19), K(0x3f000000)) row(21, MulF, V(12), V(20)) row(22, AddF, V(21), V(11)) \
  row(23, AddF, V(22), K(0x3f800000)) row(24, BitsFI, V(6)) row(25, SubI, V(24), K(0x4b400000)) row(26, ShrSI, V(25), K(0x00000001)) \
  row(27, AddI, V(26), K(0x0000007f)) row(28, ShlI, V(27), K(0x00000017)) row(29, BitsIF, V(28)) row(30, MulF, V(23), V(29)) \
  row(31, SubI, V(25), V(26)) row(32, AddI, V(31), K(0x0000007f)) row(33, ShlI, V(32), K(0x00000017)) row(34, BitsIF, V(33)) \
  row(35, MulFPower, V(30), V(34), V(23), V(7), V(24), NEAR, V(1))
#define MOTE_CHUNK_Tanh(row) \
  row(1, AbsF, X) row(2, AddF, V(1), V(1)) row(3, LtF, V(2), K(0x3f8ccccd)) row(4, LtF, V(2), K(0x30800000)) row(5, MulF, X, X) \
  row(6, MulF, X, V(5)) row(7, MulF, K(0x3b1b5ed9), V(5)) row(8, AddF, V(7), K(0xbc09ca65)) row(9, MulF, V(8), V(5)) \
  row(10, AddF, V(9), K(0x3cb27d6c)) row(11, MulF, V(10), V(5)) row(12, AddF, V(11), K(0xbd5d06ca)) row(13, MulF, V(12), V(5)) \
  row(14, AddF, V(13), K(0x3e08887b)) row(15, MulF, V(14), V(5)) row(16, AddF, V(15), K(0xbeaaaaab)) row(17, MulF, V(6), V(16)) \
  row(18, AddF, V(17), X) row(19, SelectF, V(4), X, V(18)) row(20, LtF, K(0x41a00000), V(2)) \
  row(21, SelectFLess, V(20), K(0x41a00000), V(2)) row(22, MulF, V(21), K(0x3fb8aa3b)) row(23, AddF, V(22), K(0x4b400000)) \
  row(24, SubF, V(23), K(0x4b400000)) row(25, MulFExact, V(24), K(0x3f317200)) row(26, SubF, V(21), V(25)) \
  row(27, MulF, V(24), K(0x35bfbe8e)) row(28, SubF, V(26), V(27)) row(29, MulF, V(28), V(28)) row(30, MulF, K(0x3ab6887e), V(28)) \
  row(31, AddF, V(30), K(0x3c0905b1)) row(32, MulF, V(31), V(28)) row(33, AddF, V(32), K(0x3d2aaa8d)) row(34, MulF, V(33), V(28)) \
  row(35, AddF, V(34), K(0x3e2aaa6f)) row(36, MulF, V(35), V(28)) row(37, AddF, V(36), K(0x3f000000)) row(38, MulF, V(29), V(37)) \
  row(39, AddF, V(38), V(28)) row(40, AddF, V(39), K(0x3f800000)) row(41, BitsFI, V(23)) row(42, SubI, V(41), K(0x4b400000)) \
  row(43, AddI, V(42), K(0x0000007f)) row(44, ShlI, V(43), K(0x00000017)) row(45, BitsIF, V(44)) \
  row(46, MulFPower, V(40), V(45), V(40), V(24)) row(47, AddF, V(46), K(0x3f800000)) row(48, DivF, K(0x40000000), V(47)) \
  row(49, SubF, K(0x3f800000), V(48)) row(50, BitsFI, V(49)) row(51, BitsFI, X) row(52, AndI, V(51), K(0x80000000)) \
  row(53, XorI, V(50), V(52)) row(54, BitsIF, V(53)) row(55, SelectF, V(3), V(19), V(54))
#define MOTE_CHUNK_Logistic(row) \
  row(1, BitsFI, X) row(2, LtSI, V(1), K(0x00000000)) row(3, AbsF, X) row(4, NegF, V(3)) row(5, LtF, V(4), K(0xc2d00000)) \
  row(6, SelectFMore, V(5), K(0xc2d00000), V(4), NEAR) row(7, MulF, V(6), K(0x3fb8aa3b)) row(8, AddF, V(7), K(0x4b400000)) \
  row(9, SubF, V(8), K(0x4b400000)) row(10, MulFExact, V(9), K(0x3f317200)) row(11, SubF, V(6), V(10)) \
  row(12, MulF, V(9), K(0x35bfbe8e)) row(13, SubF, V(11), V(12)) row(14, MulF, V(13), V(13)) row(15, MulF, K(0x3ab6887e), V(13)) \
  row(16, AddF, V(15), K(0x3c0905b1)) row(17, MulF, V(16), V(13)) row(18, AddF, V(17), K(0x3d2aaa8d)) row(19, MulF, V(18), V(13)) \
  row(20, AddF, V(19), K(0x3e2aaa6f)) row(21, MulF, V(20), V(13)) row(22, AddF, V(21), K(0x3f000000)) row(23, MulF, V(14), V(22)) \
  row(24, AddF, V(23), V(13)) row(25, AddF, V(24), K(0x3f800000)) row(26, BitsFI, V(8)) row(27, SubI, V(26), K(0x4b400000)) \
  row(28, ShrSI, V(27), K(0x00000001)) row(29, AddI, V(28), K(0x0000007f)) row(30, ShlI, V(29), K(0x00000017)) row(31, BitsIF, V(30)) \
  row(32, MulF, V(25), V(31)) row(33, SubI, V(27), V(28)) row(34, AddI, V(33), K(0x0000007f)) row(35, ShlI, V(34), K(0x00000017)) \
  row(36, BitsIF, V(35)) row(37, MulFPower, V(32), V(36), V(25), V(9), V(26), NEAR, V(5)) row(38, SelectF, V(2), V(37), K(0x3f800000)) \
  row(39, AddF, K(0x3f800000), V(37)) row(40, DivF, V(38), V(39)) row(41, SubF, V(39), K(0x3f800000)) row(42, SubF, V(37), V(41)) \
  row(43, SubF, K(0x3f800000), V(40)) row(44, SelectF, V(2), V(43), V(40)) row(45, MulF, V(42), V(44)) row(46, MulF, V(40), V(45)) \
  row(47, SubF, V(40), V(46))
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
  row(37, AddF, V(32), V(36)) row(38, AddF, V(12), V(37)) row(39, MulFExact, V(35), K(0x3f317200)) row(40, AddF, V(38), V(39)) \
  row(41, SelectF, V(2), V(40), X) row(42, EqF, X, K(0x00000000)) row(43, SelectF, V(42), K(0xff800000), K(0x7fc00000)) \
  row(44, SelectF, V(1), V(41), V(43))
#define MOTE_CHUNK_Expm1(row) \
  row(1, AbsF, X) row(2, LtF, V(1), K(0x30800000)) row(3, LtF, K(0x42b20000), X) row(4, LtF, X, K(0xc1900000)) \
  row(5, SelectFMore, V(4), K(0xc1900000), X) row(6, SelectFLess, V(3), K(0x42b20000), V(5)) row(7, MulF, V(6), K(0x3fb8aa3b)) \
  row(8, AddF, V(7), K(0x4b400000)) row(9, BitsFI, V(8)) row(10, SubI, V(9), K(0x4b400000)) row(11, SubI, V(10), K(0x00000001)) \
  row(12, AddI, V(11), K(0x0000007f)) row(13, ShlI, V(12), K(0x00000017)) row(14, BitsIF, V(13)) row(15, SubF, V(14), K(0x3f000000)) \
  row(16, SubF, V(8), K(0x4b400000)) row(17, MulFExact, V(16), K(0x3f317200)) row(18, SubF, V(6), V(17)) \
  row(19, MulF, V(16), K(0x35bfbe8e)) row(20, SubF, V(18), V(19)) row(21, MulF, V(20), V(20)) row(22, MulF, K(0x3ab6887e), V(20)) \
  row(23, AddF, V(22), K(0x3c0905b1)) row(24, MulF, V(23), V(20)) row(25, AddF, V(24), K(0x3d2aaa8d)) row(26, MulF, V(25), V(20)) \
  row(27, AddF, V(26), K(0x3e2aaa6f)) row(28, MulF, V(27), V(20)) row(29, AddF, V(28), K(0x3f000000)) row(30, MulF, V(21), V(29)) \
  row(31, AddF, V(30), V(20)) row(32, MulF, V(14), V(31)) row(33, AddF, V(15), V(32)) row(34, AddF, V(33), V(33)) \
  row(35, SelectF, V(2), X, V(34))
#define MOTE_CHUNK_Erf(row) \
  row(1, AbsF, X) row(2, LtF, V(1), K(0x3f800000)) row(3, MulF, X, X) row(4, MulF, K(0x38a52b48), V(3)) \
  row(5, AddF, V(4), K(0xba522844)) row(6, MulF, V(5), V(3)) row(7, AddF, V(6), K(0x3baa0938)) row(8, MulF, V(7), V(3)) \
  row(9, AddF, V(8), K(0xbcdbfd5d)) row(10, MulF, V(9), V(3)) row(11, AddF, V(10), K(0x3de71688)) row(12, MulF, V(11), V(3)) \
  row(13, AddF, V(12), K(0xbec0939f)) row(14, MulF, V(13), V(3)) row(15, AddF, V(14), K(0x3e0375d4)) row(16, MulF, X, V(15)) \
  row(17, AddF, X, V(16)) row(18, LtF, K(0x41280000), V(1)) row(19, SelectFLess, V(18), K(0x41280000), V(1)) \
  row(20, SubF, V(19), K(0x40400000)) row(21, AddF, V(19), K(0x40400000)) row(22, DivF, V(20), V(21)) \
  row(23, MulF, K(0xb98f716f), V(22)) row(24, AddF, V(23), K(0xba4e99e3)) row(25, MulF, V(24), V(22)) \
  row(26, AddF, V(25), K(0x3b033026)) row(27, MulF, V(26), V(22)) row(28, AddF, V(27), K(0x3b28e07a)) row(29, MulF, V(28), V(22)) \
  row(30, AddF, V(29), K(0xbcc2ed07)) row(31, MulF, V(30), V(22)) row(32, AddF, V(31), K(0x3d8bdd37)) row(33, MulF, V(32), V(22)) \
  row(34, AddF, V(33), K(0xbdf444d6)) row(35, MulF, V(34), V(22)) row(36, AddF, V(35), K(0x3e04c21c)) row(37, MulF, V(36), V(22)) \
  row(38, AddF, V(37), K(0xbd42d0b5)) row(39, MulF, V(38), V(22)) row(40, AddF, V(39), K(0xbe0ae045)) row(41, MulF, V(22), V(40)) \
  row(42, AddF, K(0x3fa06291), V(41)) row(43, MulF, V(19), V(19)) row(44, NegF, V(43)) row(45, MulF, V(44), K(0x3fb8aa3b)) \
  row(46, AddF, V(45), K(0x4b400000)) row(47, SubF, V(46), K(0x4b400000)) row(48, MulFExact, V(47), K(0x3f317200)) \
  row(49, SubF, V(44), V(48)) row(50, BitsFI, V(19)) row(51, AndI, V(50), K(0xfffff000)) row(52, BitsIF, V(51)) \
  row(53, MulF, V(52), V(52)) row(54, SubF, V(53), V(43)) row(55, SubF, V(19), V(52)) row(56, MulF, V(52), V(55)) \
  row(57, AddF, V(54), V(56)) row(58, MulF, V(55), V(52)) row(59, AddF, V(57), V(58)) row(60, MulF, V(55), V(55)) \
  row(61, AddF, V(59), V(60)) row(62, NegF, V(61)) row(63, MulF, V(47), K(0x35bfbe8e)) row(64, SubF, V(62), V(63)) \
  row(65, AddF, V(49), V(64)) row(66, MulF, V(65), V(65)) row(67, MulF, K(0x3ab6887e), V(65)) row(68, AddF, V(67), K(0x3c0905b1)) \
  row(69, MulF, V(68), V(65)) row(70, AddF, V(69), K(0x3d2aaa8d)) row(71, MulF, V(70), V(65)) row(72, AddF, V(71), K(0x3e2aaa6f)) \
  row(73, MulF, V(72), V(65)) row(74, AddF, V(73), K(0x3f000000)) row(75, MulF, V(66), V(74)) row(76, AddF, V(65), V(75)) \
  row(77, MulF, V(42), V(76)) row(78, SubF, V(76), V(65)) row(79, SubF, V(75), V(78)) row(80, SubF, V(65), V(49)) \
  row(81, SubF, V(64), V(80)) row(82, AddF, V(79), V(81)) row(83, MulF, V(42), V(82)) row(84, SubF, V(42), K(0x3fa06291)) \
  row(85, SubF, V(41), V(84)) row(86, AddF, V(85), K(0x335752b3)) row(87, AddF, V(83), V(86)) row(88, AddF, V(77), V(87)) \
  row(89, AddF, V(42), V(88)) row(90, AddF, V(19), V(19)) row(91, AddF, V(90), K(0x3f800000)) row(92, DivF, V(89), V(91)) \
  row(93, BitsFI, V(92)) row(94, AndI, V(93), K(0xfffff000)) row(95, BitsIF, V(94)) row(96, BitsFI, V(91)) \
  row(97, AndI, V(96), K(0xfffff000)) row(98, BitsIF, V(97)) row(99, MulF, V(95), V(98)) row(100, SubF, V(89), V(99)) \
  row(101, SubF, V(91), V(98)) row(102, MulF, V(95), V(101)) row(103, SubF, V(100), V(102)) row(104, SubF, V(89), V(42)) \
  row(105, SubF, V(88), V(104)) row(106, SubF, V(91), V(90)) row(107, SubF, V(91), V(106)) row(108, SubF, V(90), V(107)) \
  row(109, SubF, K(0x3f800000), V(106)) row(110, AddF, V(108), V(109)) row(111, MulF, V(95), V(110)) row(112, SubF, V(105), V(111)) \
  row(113, AddF, V(103), V(112)) row(114, DivF, V(113), V(91)) row(115, AddF, V(95), V(114)) row(116, BitsFI, V(46)) \
  row(117, SubI, V(116), K(0x4b400000)) row(118, ShrSI, V(117), K(0x00000001)) row(119, AddI, V(118), K(0x0000007f)) \
  row(120, ShlI, V(119), K(0x00000017)) row(121, BitsIF, V(120)) row(122, MulF, V(115), V(121)) row(123, SubI, V(117), V(118)) \
  row(124, AddI, V(123), K(0x0000007f)) row(125, ShlI, V(124), K(0x00000017)) row(126, BitsIF, V(125)) \
  row(127, MulFPower, V(122), V(126), V(115), V(47)) row(128, SubF, K(0x3f800000), V(127)) row(129, BitsFI, V(128)) row(130, BitsFI, X) \
  row(131, AndI, V(130), K(0x80000000)) row(132, XorI, V(129), V(131)) row(133, BitsIF, V(132)) row(134, SelectF, V(2), V(17), V(133))

#endif
