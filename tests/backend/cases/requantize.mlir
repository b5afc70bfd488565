// Every rounding of mote.requantize, one scale a channel: ends of the range, ties, shifts from 0 to 62, results of s8, u8 and s16. Expected values
// by exact fractions, and gemmlowp's two functions for "double"; the decompositions are written apart from mote's own.
module {
  func.func private @inputs() -> tensor<99x4xi32> {
    %x = stablehlo.constant dense<"0x000000000000000000000000000000000100000001000000010000000100000002000000020000000200000002000000020000000200000002000000020000000300000003000000030000000300000004000000040000000400000004000000040000000400000004000000040000000500000005000000050000000500000006000000060000000600000006000000FEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000000000000000000000000000FCFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFDFFFFFFFDFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFAFFFFFFFAFFFFFFFAFFFFFFFAFFFFFFFBFFFFFFFBFFFFFFFBFFFFFFFBFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFCFFFFFF010000000100000001000000010000000200000002000000020000000200000003000000030000000300000003000000050000000500000005000000050000000600000006000000060000000600000007000000070000000700000007000000090000000900000009000000090000000A0000000A0000000A0000000A0000000B0000000B0000000B0000000B000000FDFFFFFFFDFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF9FFFFFFF9FFFFFFF9FFFFFFF9FFFFFFFAFFFFFFFAFFFFFFFAFFFFFFFAFFFFFFFBFFFFFFFBFFFFFFFBFFFFFFFBFFFFFFF5FFFFFFF5FFFFFFF5FFFFFFF5FFFFFFF6FFFFFFF6FFFFFFF6FFFFFFF6FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFF1F0000001F0000001F0000001F00000020000000200000002000000020000000210000002100000021000000210000005F0000005F0000005F0000005F00000060000000600000006000000060000000610000006100000061000000610000009F0000009F0000009F0000009F000000A0000000A0000000A0000000A0000000A1000000A1000000A1000000A1000000DFFFFFFFDFFFFFFFDFFFFFFFDFFFFFFFE0FFFFFFE0FFFFFFE0FFFFFFE0FFFFFFE1FFFFFFE1FFFFFFE1FFFFFFE1FFFFFF9FFFFFFF9FFFFFFF9FFFFFFF9FFFFFFFA0FFFFFFA0FFFFFFA0FFFFFFA0FFFFFFA1FFFFFFA1FFFFFFA1FFFFFFA1FFFFFF5FFFFFFF5FFFFFFF5FFFFFFF5FFFFFFF60FFFFFF60FFFFFF60FFFFFF60FFFFFF61FFFFFF61FFFFFF61FFFFFF61FFFFFFFFFF0000FFFF0000FFFF0000FFFF00000000010000000100000001000000010001000100010001000100010001000100FFFF0200FFFF0200FFFF0200FFFF02000000030000000300000003000000030001000300010003000100030001000300FFFF0400FFFF0400FFFF0400FFFF04000000050000000500000005000000050001000500010005000100050001000500FFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFF0000FFFF0000FFFF0000FFFF0000FFFF0100FFFF0100FFFF0100FFFF0100FFFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFCFF0000FDFF0000FDFF0000FDFF0000FDFF0100FDFF0100FDFF0100FDFF0100FDFFFFFFFAFFFFFFFAFFFFFFFAFFFFFFFAFF0000FBFF0000FBFF0000FBFF0000FBFF0100FBFF0100FBFF0100FBFF0100FBFFFFFFFF1FFFFFFF1FFFFFFF1FFFFFFF1F0000002000000020000000200000002001000020010000200100002001000020FFFFFF5FFFFFFF5FFFFFFF5FFFFFFF5F0000006000000060000000600000006001000060010000600100006001000060FFFFFFDFFFFFFFDFFFFFFFDFFFFFFFDF000000E0000000E0000000E0000000E0010000E0010000E0010000E0010000E0FFFFFF9FFFFFFF9FFFFFFF9FFFFFFF9F000000A0000000A0000000A0000000A0010000A0010000A0010000A0010000A0FFFFFF3FFFFFFF3FFFFFFF3FFFFFFF3F0000004000000040000000400000004001000040010000400100004001000040FFFFFFBFFFFFFFBFFFFFFFBFFFFFFFBF000000C0000000C0000000C0000000C0010000C0010000C0010000C0010000C0FFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7F000000800000008000000080000000800100008001000080010000800100008000000080000000800000008000000080FFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7F010000800100008001000080010000800000000000000000000000000000000015CD5B0715CD5B0715CD5B0715CD5B074F9721C54F9721C54F9721C54F9721C5"> : tensor<99x4xi32>
    return %x : tensor<99x4xi32>
  }
  func.func private @single_0(%x: tensor<99x4xi32>) -> tensor<99x4xi16> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half_c = stablehlo.constant dense<[1073741824, 2305843009213693952, 0, 34359738368]> : tensor<4xi64>
    %half = stablehlo.broadcast_in_dim %half_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %shift_c = stablehlo.constant dense<[31, 62, 0, 36]> : tensor<4xi64>
    %shift = stablehlo.broadcast_in_dim %shift_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %mask_c = stablehlo.constant dense<[2147483647, 4611686018427387903, 0, 68719476735]> : tensor<4xi64>
    %mask = stablehlo.broadcast_in_dim %mask_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %t = stablehlo.add %p, %half : tensor<99x4xi64>
    %v = stablehlo.shift_right_arithmetic %t, %shift : tensor<99x4xi64>
    %zp = stablehlo.constant dense<0> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<-32768> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<32767> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xi16>
    return %r : tensor<99x4xi16>
  }
  func.func private @single_1(%x: tensor<99x4xi32>) -> tensor<99x4xi8> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half = stablehlo.constant dense<4294967296> : tensor<99x4xi64>
    %shift = stablehlo.constant dense<33> : tensor<99x4xi64>
    %mask = stablehlo.constant dense<8589934591> : tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %t = stablehlo.add %p, %half : tensor<99x4xi64>
    %v = stablehlo.shift_right_arithmetic %t, %shift : tensor<99x4xi64>
    %zp = stablehlo.constant dense<3> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<-128> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<120> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xi8>
    return %r : tensor<99x4xi8>
  }
  func.func private @single_2(%x: tensor<99x4xi32>) -> tensor<99x4xui8> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half = stablehlo.constant dense<536870912> : tensor<99x4xi64>
    %shift = stablehlo.constant dense<30> : tensor<99x4xi64>
    %mask = stablehlo.constant dense<1073741823> : tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %t = stablehlo.add %p, %half : tensor<99x4xi64>
    %v = stablehlo.shift_right_arithmetic %t, %shift : tensor<99x4xi64>
    %zp = stablehlo.constant dense<128> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<0> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<250> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xui8>
    return %r : tensor<99x4xui8>
  }
  func.func private @away_3(%x: tensor<99x4xi32>) -> tensor<99x4xi16> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half_c = stablehlo.constant dense<[1073741824, 2305843009213693952, 0, 34359738368]> : tensor<4xi64>
    %half = stablehlo.broadcast_in_dim %half_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %shift_c = stablehlo.constant dense<[31, 62, 0, 36]> : tensor<4xi64>
    %shift = stablehlo.broadcast_in_dim %shift_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %mask_c = stablehlo.constant dense<[2147483647, 4611686018427387903, 0, 68719476735]> : tensor<4xi64>
    %mask = stablehlo.broadcast_in_dim %mask_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %mag = stablehlo.abs %p : tensor<99x4xi64>
    %t = stablehlo.add %mag, %half : tensor<99x4xi64>
    %u = stablehlo.shift_right_arithmetic %t, %shift : tensor<99x4xi64>
    %n = stablehlo.negate %u : tensor<99x4xi64>
    %neg = stablehlo.compare LT, %p, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %v = stablehlo.select %neg, %n, %u : tensor<99x4xi1>, tensor<99x4xi64>
    %zp = stablehlo.constant dense<0> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<-32768> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<32767> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xi16>
    return %r : tensor<99x4xi16>
  }
  func.func private @away_4(%x: tensor<99x4xi32>) -> tensor<99x4xi8> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half = stablehlo.constant dense<4294967296> : tensor<99x4xi64>
    %shift = stablehlo.constant dense<33> : tensor<99x4xi64>
    %mask = stablehlo.constant dense<8589934591> : tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %mag = stablehlo.abs %p : tensor<99x4xi64>
    %t = stablehlo.add %mag, %half : tensor<99x4xi64>
    %u = stablehlo.shift_right_arithmetic %t, %shift : tensor<99x4xi64>
    %n = stablehlo.negate %u : tensor<99x4xi64>
    %neg = stablehlo.compare LT, %p, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %v = stablehlo.select %neg, %n, %u : tensor<99x4xi1>, tensor<99x4xi64>
    %zp = stablehlo.constant dense<3> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<-128> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<120> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xi8>
    return %r : tensor<99x4xi8>
  }
  func.func private @away_5(%x: tensor<99x4xi32>) -> tensor<99x4xui8> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half = stablehlo.constant dense<536870912> : tensor<99x4xi64>
    %shift = stablehlo.constant dense<30> : tensor<99x4xi64>
    %mask = stablehlo.constant dense<1073741823> : tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %mag = stablehlo.abs %p : tensor<99x4xi64>
    %t = stablehlo.add %mag, %half : tensor<99x4xi64>
    %u = stablehlo.shift_right_arithmetic %t, %shift : tensor<99x4xi64>
    %n = stablehlo.negate %u : tensor<99x4xi64>
    %neg = stablehlo.compare LT, %p, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %v = stablehlo.select %neg, %n, %u : tensor<99x4xi1>, tensor<99x4xi64>
    %zp = stablehlo.constant dense<128> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<0> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<250> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xui8>
    return %r : tensor<99x4xui8>
  }
  func.func private @even_6(%x: tensor<99x4xi32>) -> tensor<99x4xi16> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half_c = stablehlo.constant dense<[1073741824, 2305843009213693952, 0, 34359738368]> : tensor<4xi64>
    %half = stablehlo.broadcast_in_dim %half_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %shift_c = stablehlo.constant dense<[31, 62, 0, 36]> : tensor<4xi64>
    %shift = stablehlo.broadcast_in_dim %shift_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %mask_c = stablehlo.constant dense<[2147483647, 4611686018427387903, 0, 68719476735]> : tensor<4xi64>
    %mask = stablehlo.broadcast_in_dim %mask_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %q = stablehlo.shift_right_arithmetic %p, %shift : tensor<99x4xi64>
    %rem = stablehlo.and %p, %mask : tensor<99x4xi64>
    %odd = stablehlo.and %q, %one : tensor<99x4xi64>
    %ro = stablehlo.add %rem, %odd : tensor<99x4xi64>
    %limit = stablehlo.maximum %half, %one : tensor<99x4xi64>
    %over = stablehlo.compare GT, %ro, %half, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %some_c = stablehlo.constant dense<[1, 1, 0, 1]> : tensor<4xi64>
    %some = stablehlo.broadcast_in_dim %some_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %bump0 = stablehlo.select %over, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %bump = stablehlo.multiply %bump0, %some : tensor<99x4xi64>
    %v = stablehlo.add %q, %bump : tensor<99x4xi64>
    %zp = stablehlo.constant dense<0> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<-32768> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<32767> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xi16>
    return %r : tensor<99x4xi16>
  }
  func.func private @even_7(%x: tensor<99x4xi32>) -> tensor<99x4xi8> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half = stablehlo.constant dense<4294967296> : tensor<99x4xi64>
    %shift = stablehlo.constant dense<33> : tensor<99x4xi64>
    %mask = stablehlo.constant dense<8589934591> : tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %q = stablehlo.shift_right_arithmetic %p, %shift : tensor<99x4xi64>
    %rem = stablehlo.and %p, %mask : tensor<99x4xi64>
    %odd = stablehlo.and %q, %one : tensor<99x4xi64>
    %ro = stablehlo.add %rem, %odd : tensor<99x4xi64>
    %limit = stablehlo.maximum %half, %one : tensor<99x4xi64>
    %over = stablehlo.compare GT, %ro, %half, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %some = stablehlo.constant dense<1> : tensor<99x4xi64>
    %bump0 = stablehlo.select %over, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %bump = stablehlo.multiply %bump0, %some : tensor<99x4xi64>
    %v = stablehlo.add %q, %bump : tensor<99x4xi64>
    %zp = stablehlo.constant dense<3> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<-128> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<120> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xi8>
    return %r : tensor<99x4xi8>
  }
  func.func private @even_8(%x: tensor<99x4xi32>) -> tensor<99x4xui8> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %half = stablehlo.constant dense<536870912> : tensor<99x4xi64>
    %shift = stablehlo.constant dense<30> : tensor<99x4xi64>
    %mask = stablehlo.constant dense<1073741823> : tensor<99x4xi64>
    %p = stablehlo.multiply %w, %m : tensor<99x4xi64>
    %q = stablehlo.shift_right_arithmetic %p, %shift : tensor<99x4xi64>
    %rem = stablehlo.and %p, %mask : tensor<99x4xi64>
    %odd = stablehlo.and %q, %one : tensor<99x4xi64>
    %ro = stablehlo.add %rem, %odd : tensor<99x4xi64>
    %limit = stablehlo.maximum %half, %one : tensor<99x4xi64>
    %over = stablehlo.compare GT, %ro, %half, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %some = stablehlo.constant dense<1> : tensor<99x4xi64>
    %bump0 = stablehlo.select %over, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %bump = stablehlo.multiply %bump0, %some : tensor<99x4xi64>
    %v = stablehlo.add %q, %bump : tensor<99x4xi64>
    %zp = stablehlo.constant dense<128> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<0> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<250> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xui8>
    return %r : tensor<99x4xui8>
  }
  func.func private @double_9(%x: tensor<99x4xi32>) -> tensor<99x4xi16> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %left_c = stablehlo.constant dense<[1, 1, 2147483648, 1]> : tensor<4xi64>
    %left = stablehlo.broadcast_in_dim %left_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %mask_c = stablehlo.constant dense<[0, 2147483647, 0, 31]> : tensor<4xi64>
    %mask = stablehlo.broadcast_in_dim %mask_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %half_c = stablehlo.constant dense<[0, 1073741823, 0, 15]> : tensor<4xi64>
    %half = stablehlo.broadcast_in_dim %half_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %right_c = stablehlo.constant dense<[0, 31, 0, 5]> : tensor<4xi64>
    %right = stablehlo.broadcast_in_dim %right_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %up = stablehlo.constant dense<1073741824> : tensor<99x4xi64>
    %down = stablehlo.constant dense<-1073741823> : tensor<99x4xi64>
    %two31 = stablehlo.constant dense<2147483648> : tensor<99x4xi64>
    %l = stablehlo.multiply %w, %left : tensor<99x4xi64>
    %l32 = stablehlo.convert %l : (tensor<99x4xi64>) -> tensor<99x4xi32>
    %y = stablehlo.convert %l32 : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %p = stablehlo.multiply %y, %m : tensor<99x4xi64>
    %pos = stablehlo.compare GE, %p, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %nudge = stablehlo.select %pos, %up, %down : tensor<99x4xi1>, tensor<99x4xi64>
    %pn = stablehlo.add %p, %nudge : tensor<99x4xi64>
    %h = stablehlo.divide %pn, %two31 : tensor<99x4xi64>
    %rem = stablehlo.and %h, %mask : tensor<99x4xi64>
    %neg = stablehlo.compare LT, %h, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %more = stablehlo.select %neg, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %limit = stablehlo.add %half, %more : tensor<99x4xi64>
    %over = stablehlo.compare GT, %rem, %limit, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %bump = stablehlo.select %over, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %q = stablehlo.shift_right_arithmetic %h, %right : tensor<99x4xi64>
    %v = stablehlo.add %q, %bump : tensor<99x4xi64>
    %zp = stablehlo.constant dense<0> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<-32768> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<32767> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xi16>
    return %r : tensor<99x4xi16>
  }
  func.func private @double_10(%x: tensor<99x4xi32>) -> tensor<99x4xi8> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %left = stablehlo.constant dense<1> : tensor<99x4xi64>
    %mask = stablehlo.constant dense<3> : tensor<99x4xi64>
    %half = stablehlo.constant dense<1> : tensor<99x4xi64>
    %right = stablehlo.constant dense<2> : tensor<99x4xi64>
    %up = stablehlo.constant dense<1073741824> : tensor<99x4xi64>
    %down = stablehlo.constant dense<-1073741823> : tensor<99x4xi64>
    %two31 = stablehlo.constant dense<2147483648> : tensor<99x4xi64>
    %l = stablehlo.multiply %w, %left : tensor<99x4xi64>
    %l32 = stablehlo.convert %l : (tensor<99x4xi64>) -> tensor<99x4xi32>
    %y = stablehlo.convert %l32 : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %p = stablehlo.multiply %y, %m : tensor<99x4xi64>
    %pos = stablehlo.compare GE, %p, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %nudge = stablehlo.select %pos, %up, %down : tensor<99x4xi1>, tensor<99x4xi64>
    %pn = stablehlo.add %p, %nudge : tensor<99x4xi64>
    %h = stablehlo.divide %pn, %two31 : tensor<99x4xi64>
    %rem = stablehlo.and %h, %mask : tensor<99x4xi64>
    %neg = stablehlo.compare LT, %h, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %more = stablehlo.select %neg, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %limit = stablehlo.add %half, %more : tensor<99x4xi64>
    %over = stablehlo.compare GT, %rem, %limit, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %bump = stablehlo.select %over, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %q = stablehlo.shift_right_arithmetic %h, %right : tensor<99x4xi64>
    %v = stablehlo.add %q, %bump : tensor<99x4xi64>
    %zp = stablehlo.constant dense<3> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<-128> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<120> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xi8>
    return %r : tensor<99x4xi8>
  }
  func.func private @double_11(%x: tensor<99x4xi32>) -> tensor<99x4xui8> {
    %w = stablehlo.convert %x : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %m_c = stablehlo.constant dense<[1073741824, 2147483647, 1073741825, 1518500250]> : tensor<4xi64>
    %m = stablehlo.broadcast_in_dim %m_c, dims = [1] : (tensor<4xi64>) -> tensor<99x4xi64>
    %zero = stablehlo.constant dense<0> : tensor<99x4xi64>
    %one = stablehlo.constant dense<1> : tensor<99x4xi64>
    %left = stablehlo.constant dense<2> : tensor<99x4xi64>
    %mask = stablehlo.constant dense<0> : tensor<99x4xi64>
    %half = stablehlo.constant dense<0> : tensor<99x4xi64>
    %right = stablehlo.constant dense<0> : tensor<99x4xi64>
    %up = stablehlo.constant dense<1073741824> : tensor<99x4xi64>
    %down = stablehlo.constant dense<-1073741823> : tensor<99x4xi64>
    %two31 = stablehlo.constant dense<2147483648> : tensor<99x4xi64>
    %l = stablehlo.multiply %w, %left : tensor<99x4xi64>
    %l32 = stablehlo.convert %l : (tensor<99x4xi64>) -> tensor<99x4xi32>
    %y = stablehlo.convert %l32 : (tensor<99x4xi32>) -> tensor<99x4xi64>
    %p = stablehlo.multiply %y, %m : tensor<99x4xi64>
    %pos = stablehlo.compare GE, %p, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %nudge = stablehlo.select %pos, %up, %down : tensor<99x4xi1>, tensor<99x4xi64>
    %pn = stablehlo.add %p, %nudge : tensor<99x4xi64>
    %h = stablehlo.divide %pn, %two31 : tensor<99x4xi64>
    %rem = stablehlo.and %h, %mask : tensor<99x4xi64>
    %neg = stablehlo.compare LT, %h, %zero, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %more = stablehlo.select %neg, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %limit = stablehlo.add %half, %more : tensor<99x4xi64>
    %over = stablehlo.compare GT, %rem, %limit, SIGNED : (tensor<99x4xi64>, tensor<99x4xi64>) -> tensor<99x4xi1>
    %bump = stablehlo.select %over, %one, %zero : tensor<99x4xi1>, tensor<99x4xi64>
    %q = stablehlo.shift_right_arithmetic %h, %right : tensor<99x4xi64>
    %v = stablehlo.add %q, %bump : tensor<99x4xi64>
    %zp = stablehlo.constant dense<128> : tensor<99x4xi64>
    %lo = stablehlo.constant dense<0> : tensor<99x4xi64>
    %hi = stablehlo.constant dense<250> : tensor<99x4xi64>
    %z = stablehlo.add %v, %zp : tensor<99x4xi64>
    %a = stablehlo.maximum %z, %lo : tensor<99x4xi64>
    %b = stablehlo.minimum %a, %hi : tensor<99x4xi64>
    %r = stablehlo.convert %b : (tensor<99x4xi64>) -> tensor<99x4xui8>
    return %r : tensor<99x4xui8>
  }
  func.func public @main() {
    %x = call @inputs() : () -> tensor<99x4xi32>
    %r0 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 32767 : i64, min = -32768 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "single", shift = array<i32: 31, 62, 0, 36>, zero_point = 0 : i64}, decomposition = @single_0} : (tensor<99x4xi32>) -> tensor<99x4xi16>
    %w0 = stablehlo.constant dense<"0x000000000000000001000000FF7F000001000000FF7F000001000000FF7F000002000000FF7F000002000000FF7F000002000000FF7F000003000000FF7F000003000000FF7F0000FFFF00000080000000000000008000000000000000000000FEFF000000800000FFFF000000800000FFFF000000800000FDFF000000800000FEFF000000800000FEFF00000080000001000000FF7F000001000000FF7F000002000000FF7F000003000000FF7F000003000000FF7F000004000000FF7F000005000000FF7F000005000000FF7F000006000000FF7F0000FFFF000000800000FFFF0000008000000000000000800000FDFF000000800000FDFF000000800000FEFF000000800000FBFF000000800000FBFF000000800000FCFF00000080000010000000FF7F010010000000FF7F010011000000FF7F010030000000FF7F020030000000FF7F020031000000FF7F020050000000FF7F040050000000FF7F040051000000FF7F0400F0FF00000080FFFFF0FF00000080FFFFF1FF00000080FFFFD0FF00000080FEFFD0FF00000080FEFFD1FF00000080FEFFB0FF00000080FCFFB0FF00000080FCFFB1FF00000080FCFFFF7F0000FF7FA805FF7F0000FF7FA805FF7F0000FF7FA805FF7F0000FF7FF810FF7F0000FF7FF810FF7F0000FF7FF810FF7F0000FF7F491CFF7F0000FF7F491CFF7F0000FF7F491C00800000008058FA00800000008058FA01800000008058FA00800000008008EF00800000008008EF00800000008008EF008000000080B7E3008000000080B7E3008000000080B7E3FF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0100FF7FFF7FFF7F0100FF7FFF7FFF7F0100FF7FFF7F0080000000800080008000000080008000800000008000800080FFFF008000800080FFFF008000800080FFFF00800080FF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0100FF7FFF7F0080FFFF0080008000800000008000800080000000800080FF7F0100FF7FFF7F0080FFFF008000800080FFFF008000800080FFFF00800080FF7F0100FF7FFF7F0080FFFF008000800000000000000000FF7F0000FF7FFF7F0080000000800080"> : tensor<99x4xi16>
    stablehlo.custom_call @check.expect_eq(%r0, %w0) {has_side_effect = true} : (tensor<99x4xi16>, tensor<99x4xi16>) -> ()
    %r1 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 120 : i64, min = -128 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "single", shift = array<i32: 33>, zero_point = 3 : i64}, decomposition = @single_1} : (tensor<99x4xi32>) -> tensor<99x4xi8>
    %w1 = stablehlo.constant dense<"0x030303030303030303030303030303030304030404040404040404040404040404040404030303030303030303030303030202020302030203030303020202020202020203020202030303030303030303040304040404040404040404050404040504050405040504060405030203020303030303030303020102020202020202020202020002010201020102010201070B0708070B0709070B07090F1B0F140F1B0F140F1B0F14172B171F172B171F172B171FFFFBFFFDFFFBFFFDFFFBFFFEF7EBF7F2F7EBF7F2F7EBF7F2EFDBEFE7EFDBEFE7EFDBEFE7787878787878787878787878787878787878787878787878787878787878787878787878808080808080808080808080808080808080808080808080808080808080808080808080787878787878787878787878787878787878787878787878808080808080808080808080808080808080808080808080787878787878787878787878808080808080808080808080787878788080808080808080808080807878787880808080030303037878787880808080"> : tensor<99x4xi8>
    stablehlo.custom_call @check.expect_eq(%r1, %w1) {has_side_effect = true} : (tensor<99x4xi8>, tensor<99x4xi8>) -> ()
    %r2 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 250 : i64, min = 0 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "single", shift = array<i32: 30>, zero_point = 128 : i64}, decomposition = @single_2} : (tensor<99x4xi32>) -> tensor<99x4xui8>
    %w2 = stablehlo.constant dense<"0x80808080818281818284828382848283838683848488848684888486858A8587868C86887E7C7E7D7F7E7F7F808080807C787C7A7D7A7D7C7E7C7E7D7A747A787B767B797C787C7A818281818284828383868384858A8587868C8688878E878A8992898D8A948A8E8B968B907D7A7D7C7E7C7E7D7F7E7F7F797279767A747A787B767B79756A7570766C7672776E77739FBE9FACA0C0A0ADA1C2A1AFDFFADFFAE0FAE0FAE1FAE1FAFAFAFAFAFAFAFAFAFAFAFAFA5F3E5F5160406053614261541F001F002000200021002100000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000000000000000000000000000000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000FAFAFAFA000000000000000000000000FAFAFAFA0000000080808080FAFAFAFA00000000"> : tensor<99x4xui8>
    stablehlo.custom_call @check.expect_eq(%r2, %w2) {has_side_effect = true} : (tensor<99x4xui8>, tensor<99x4xui8>) -> ()
    %r3 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 32767 : i64, min = -32768 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "away", shift = array<i32: 31, 62, 0, 36>, zero_point = 0 : i64}, decomposition = @away_3} : (tensor<99x4xi32>) -> tensor<99x4xi16>
    %w3 = stablehlo.constant dense<"0x000000000000000001000000FF7F000001000000FF7F000001000000FF7F000002000000FF7F000002000000FF7F000002000000FF7F000003000000FF7F000003000000FF7F0000FFFF000000800000FFFF0000008000000000000000000000FEFF000000800000FEFF000000800000FFFF000000800000FDFF000000800000FDFF000000800000FEFF00000080000001000000FF7F000001000000FF7F000002000000FF7F000003000000FF7F000003000000FF7F000004000000FF7F000005000000FF7F000005000000FF7F000006000000FF7F0000FEFF000000800000FFFF000000800000FFFF000000800000FCFF000000800000FDFF000000800000FDFF000000800000FAFF000000800000FBFF000000800000FBFF00000080000010000000FF7F010010000000FF7F010011000000FF7F010030000000FF7F020030000000FF7F020031000000FF7F020050000000FF7F040050000000FF7F040051000000FF7F0400EFFF00000080FFFFF0FF00000080FFFFF0FF00000080FFFFCFFF00000080FEFFD0FF00000080FEFFD0FF00000080FEFFAFFF00000080FCFFB0FF00000080FCFFB0FF00000080FCFFFF7F0000FF7FA805FF7F0000FF7FA805FF7F0000FF7FA805FF7F0000FF7FF810FF7F0000FF7FF810FF7F0000FF7FF810FF7F0000FF7F491CFF7F0000FF7F491CFF7F0000FF7F491C00800000008058FA00800000008058FA00800000008058FA00800000008008EF00800000008008EF00800000008008EF008000000080B7E3008000000080B7E3008000000080B7E3FF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0100FF7FFF7FFF7F0100FF7FFF7FFF7F0100FF7FFF7F0080000000800080008000000080008000800000008000800080FFFF008000800080FFFF008000800080FFFF00800080FF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0100FF7FFF7F0080FFFF0080008000800000008000800080000000800080FF7F0100FF7FFF7F0080FFFF008000800080FFFF008000800080FFFF00800080FF7F0100FF7FFF7F0080FFFF008000800000000000000000FF7F0000FF7FFF7F0080000000800080"> : tensor<99x4xi16>
    stablehlo.custom_call @check.expect_eq(%r3, %w3) {has_side_effect = true} : (tensor<99x4xi16>, tensor<99x4xi16>) -> ()
    %r4 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 120 : i64, min = -128 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "away", shift = array<i32: 33>, zero_point = 3 : i64}, decomposition = @away_4} : (tensor<99x4xi32>) -> tensor<99x4xi8>
    %w4 = stablehlo.constant dense<"0x030303030303030303030303030303030304030404040404040404040404040404040404030303030303030303030303020202020302030203030303020202020202020202020202030303030303030303040304040404040404040404050404040504050405040504060405030203020303030303030303020102020202020202020202020002010201020102010201070B0708070B0709070B07090F1B0F140F1B0F140F1B0F14172B171F172B171F172B171FFFFBFFFDFFFBFFFDFFFBFFFEF7EBF7F2F7EBF7F2F7EBF7F2EFDBEFE7EFDBEFE7EFDBEFE7787878787878787878787878787878787878787878787878787878787878787878787878808080808080808080808080808080808080808080808080808080808080808080808080787878787878787878787878787878787878787878787878808080808080808080808080808080808080808080808080787878787878787878787878808080808080808080808080787878788080808080808080808080807878787880808080030303037878787880808080"> : tensor<99x4xi8>
    stablehlo.custom_call @check.expect_eq(%r4, %w4) {has_side_effect = true} : (tensor<99x4xi8>, tensor<99x4xi8>) -> ()
    %r5 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 250 : i64, min = 0 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "away", shift = array<i32: 30>, zero_point = 128 : i64}, decomposition = @away_5} : (tensor<99x4xi32>) -> tensor<99x4xui8>
    %w5 = stablehlo.constant dense<"0x80808080818281818284828382848283838683848488848684888486858A8587868C86887E7C7E7D7F7E7F7F808080807C787C7A7D7A7D7C7E7C7E7D7A747A787B767B797C787C7A818281818284828383868384858A8587868C8688878E878A8992898D8A948A8E8B968B907D7A7D7C7E7C7E7D7F7E7F7F797279767A747A787B767B79756A7570766C7672776E77739FBE9FACA0C0A0ADA1C2A1AFDFFADFFAE0FAE0FAE1FAE1FAFAFAFAFAFAFAFAFAFAFAFAFA5F3E5F5160406053614261541F001F002000200021002100000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000000000000000000000000000000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000FAFAFAFA000000000000000000000000FAFAFAFA0000000080808080FAFAFAFA00000000"> : tensor<99x4xui8>
    stablehlo.custom_call @check.expect_eq(%r5, %w5) {has_side_effect = true} : (tensor<99x4xui8>, tensor<99x4xui8>) -> ()
    %r6 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 32767 : i64, min = -32768 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "even", shift = array<i32: 31, 62, 0, 36>, zero_point = 0 : i64}, decomposition = @even_6} : (tensor<99x4xi32>) -> tensor<99x4xi16>
    %w6 = stablehlo.constant dense<"0x000000000000000000000000FF7F000001000000FF7F000001000000FF7F000002000000FF7F000002000000FF7F000002000000FF7F000002000000FF7F000003000000FF7F0000FFFF00000080000000000000008000000000000000000000FEFF000000800000FEFF000000800000FFFF000000800000FDFF000000800000FEFF000000800000FEFF00000080000000000000FF7F000001000000FF7F000002000000FF7F000002000000FF7F000003000000FF7F000004000000FF7F000004000000FF7F000005000000FF7F000006000000FF7F0000FEFF000000800000FFFF0000008000000000000000800000FCFF000000800000FDFF000000800000FEFF000000800000FAFF000000800000FBFF000000800000FCFF00000080000010000000FF7F010010000000FF7F010010000000FF7F010030000000FF7F020030000000FF7F020030000000FF7F020050000000FF7F040050000000FF7F040050000000FF7F0400F0FF00000080FFFFF0FF00000080FFFFF0FF00000080FFFFD0FF00000080FEFFD0FF00000080FEFFD0FF00000080FEFFB0FF00000080FCFFB0FF00000080FCFFB0FF00000080FCFFFF7F0000FF7FA805FF7F0000FF7FA805FF7F0000FF7FA805FF7F0000FF7FF810FF7F0000FF7FF810FF7F0000FF7FF810FF7F0000FF7F491CFF7F0000FF7F491CFF7F0000FF7F491C00800000008058FA00800000008058FA00800000008058FA00800000008008EF00800000008008EF00800000008008EF008000000080B7E3008000000080B7E3008000000080B7E3FF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0100FF7FFF7FFF7F0100FF7FFF7FFF7F0100FF7FFF7F0080000000800080008000000080008000800000008000800080FFFF008000800080FFFF008000800080FFFF00800080FF7F0000FF7FFF7FFF7F0000FF7FFF7FFF7F0100FF7FFF7F0080FFFF0080008000800000008000800080000000800080FF7F0100FF7FFF7F0080FFFF008000800080FFFF008000800080FFFF00800080FF7F0100FF7FFF7F0080FFFF008000800000000000000000FF7F0000FF7FFF7F0080000000800080"> : tensor<99x4xi16>
    stablehlo.custom_call @check.expect_eq(%r6, %w6) {has_side_effect = true} : (tensor<99x4xi16>, tensor<99x4xi16>) -> ()
    %r7 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 120 : i64, min = -128 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "even", shift = array<i32: 33>, zero_point = 3 : i64}, decomposition = @even_7} : (tensor<99x4xi32>) -> tensor<99x4xi8>
    %w7 = stablehlo.constant dense<"0x030303030303030303030303030303030304030403040404030404040404040404040404030303030303030303030303030202020302030203030303020202020202020203020202030303030303030303040304040404040404040404050404040504050405040504060405030203020303030303030303020102020202020202020202020002010201020102010201070B0708070B0709070B07090F1B0F140F1B0F140F1B0F14172B171F172B171F172B171FFFFBFFFDFFFBFFFDFFFBFFFEF7EBF7F2F7EBF7F2F7EBF7F2EFDBEFE7EFDBEFE7EFDBEFE7787878787878787878787878787878787878787878787878787878787878787878787878808080808080808080808080808080808080808080808080808080808080808080808080787878787878787878787878787878787878787878787878808080808080808080808080808080808080808080808080787878787878787878787878808080808080808080808080787878788080808080808080808080807878787880808080030303037878787880808080"> : tensor<99x4xi8>
    stablehlo.custom_call @check.expect_eq(%r7, %w7) {has_side_effect = true} : (tensor<99x4xi8>, tensor<99x4xi8>) -> ()
    %r8 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 250 : i64, min = 0 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "even", shift = array<i32: 30>, zero_point = 128 : i64}, decomposition = @even_8} : (tensor<99x4xi32>) -> tensor<99x4xui8>
    %w8 = stablehlo.constant dense<"0x80808080818281818284828382848283838683848488848684888486858A8587868C86887E7C7E7D7F7E7F7F808080807C787C7A7D7A7D7C7E7C7E7D7A747A787B767B797C787C7A818281818284828383868384858A8587868C8688878E878A8992898D8A948A8E8B968B907D7A7D7C7E7C7E7D7F7E7F7F797279767A747A787B767B79756A7570766C7672776E77739FBE9FACA0C0A0ADA1C2A1AFDFFADFFAE0FAE0FAE1FAE1FAFAFAFAFAFAFAFAFAFAFAFAFA5F3E5F5160406053614261541F001F002000200021002100000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000000000000000000000000000000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000FAFAFAFA000000000000000000000000FAFAFAFA0000000080808080FAFAFAFA00000000"> : tensor<99x4xui8>
    stablehlo.custom_call @check.expect_eq(%r8, %w8) {has_side_effect = true} : (tensor<99x4xui8>, tensor<99x4xui8>) -> ()
    %r9 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 32767 : i64, min = -32768 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "double", shift = array<i32: 31, 62, 0, 36>, zero_point = 0 : i64}, decomposition = @double_9} : (tensor<99x4xi32>) -> tensor<99x4xi16>
    %w9 = stablehlo.constant dense<"0x000000000000000001000000008000000100000000000000010000000000000002000000008000000200000000000000020000000000000003000000008000000300000000000000FFFF00000000000000000000008000000000000000000000FEFF000000000000FFFF000000800000FFFF000000000000FDFF000000000000FEFF000000800000FEFF000000000000010000000080000001000000000000000200000000800000030000000080000003000000000000000400000000800000050000000080000005000000000000000600000000800000FFFF000000800000FFFF0000000000000000000000800000FDFF000000800000FDFF000000000000FEFF000000800000FBFF000000800000FBFF000000000000FCFF000000800000100000000080010010000000000001001100000000800100300000000080020030000000000002003100000000800200500000000080040050000000000004005100000000800400F0FF00000080FFFFF0FF00000000FFFFF1FF00000080FFFFD0FF00000080FEFFD0FF00000000FEFFD1FF00000080FEFFB0FF00000080FCFFB0FF00000000FCFFB1FF00000080FCFFFF7F00000080A805FF7F00000000A805FF7F00000080A805FF7F00000080F810FF7F00000000F810FF7F00000080F910FF7F00000080491CFF7F00000000491CFF7F00000080491C00800000008058FA00800000000058FA01800000008058FA00800000008007EF00800000000008EF00800000008008EF008000000080B7E3008000000000B7E3008000000080B7E3FF7F00000080FF7FFF7F00000000FF7FFF7F00000080FF7FFF7F01000080FF7FFF7F01000000FF7FFF7F01000080FF7F0080000000800080008000000000008000800000008000800080FFFF008000800080FFFF000000800080FFFF00800080FF7F00000080FF7FFF7F01000000FF7FFF7F01000080FF7F0080FFFF0080008000800000000000800080000000800080FF7F01000080FF7F0080FFFF000000800080FFFF008000800080FFFF00000080FF7F01000080FF7F0080FFFF008000800000000000000000FF7F00000080FF7F0080000000800080"> : tensor<99x4xi16>
    stablehlo.custom_call @check.expect_eq(%r9, %w9) {has_side_effect = true} : (tensor<99x4xi16>, tensor<99x4xi16>) -> ()
    %r10 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 120 : i64, min = -128 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "double", shift = array<i32: 33>, zero_point = 3 : i64}, decomposition = @double_10} : (tensor<99x4xi32>) -> tensor<99x4xi8>
    %w10 = stablehlo.constant dense<"0x030303030303030303040303030403030404040404040404040404040404040404050404030203030303030303030303020202020302020203020303020102020202020202020202030303030304030304040404040404040405040404050404040504050406040505060505030202020302030303030303020102020201020202020202020001010200020102010201070B0709070B0709070B07090F1B0F140F1B0F140F1B0F14172B171F172B171F172B1720FFFBFFFDFFFBFFFDFFFBFFFDF7EBF7F2F7EBF7F2F7EBF7F2EFDBEFE6EFDBEFE7EFDBEFE7787878787878787878787878787878787878787878787878787878787878787878787878808080808080808080808080808080808080808080808080808080808080808080808080787878787878787878787878787878787878787878787878808080808080808080808080808080808080808080808080787878787878787878787878808080808080808080808080787878788080808080808080808080807878787880808080030303037878787880808080"> : tensor<99x4xi8>
    stablehlo.custom_call @check.expect_eq(%r10, %w10) {has_side_effect = true} : (tensor<99x4xi8>, tensor<99x4xi8>) -> ()
    %r11 = stablehlo.composite "mote.requantize" %x {composite_attributes = {max = 250 : i64, min = 0 : i64, multiplier = array<i32: 1073741824, 2147483647, 1073741825, 1518500250>, rounding = "double", shift = array<i32: 30>, zero_point = 128 : i64}, decomposition = @double_11} : (tensor<99x4xi32>) -> tensor<99x4xui8>
    %w11 = stablehlo.constant dense<"0x80808080818281818284828382848283838683848488848684888486858A8587868C86887E7C7E7D7F7E7F7F808080807C787C7A7D7A7D7C7E7C7E7D7A747A787B767B797C787C7A818281818284828383868384858A8587868C8688878E878A8992898D8A948A8E8B968B907D7A7D7C7E7C7E7D7F7E7F7F797279767A747A787B767B79756A7570766C7672776E77739FBE9FACA0C0A0ADA1C2A1AFDFFADFFAE0FAE0FAE1FAE1FAFAFAFAFAFAFAFAFAFAFAFAFA5F3E5F5160406053614261541F001F002000200021002100000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000000000000000000000000000000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFA000000000000000000000000000000000000000000000000FAFAFAFAFAFAFAFAFAFAFAFAFAFAFAFA0000000000000000FAFAFAFA00000000000000007F7E7F7F8080808081828181808080807F7E7F7F8182818180808080FAFAFAFA00000000"> : tensor<99x4xui8>
    stablehlo.custom_call @check.expect_eq(%r11, %w11) {has_side_effect = true} : (tensor<99x4xui8>, tensor<99x4xui8>) -> ()
    return
  }
}
