#!/usr/bin/env python3
"""Inputs of halves.mlir: every number of f16, a row of 1024 of them and one value. usage: halves.py FOLDER"""
import pathlib
import struct
import sys

folder = pathlib.Path(sys.argv[1])
numbers = [code for code in range(1 << 16) if code & 0x7C00 != 0x7C00]
(folder / "halves.bin").write_bytes(struct.pack(f"<{len(numbers)}H", *numbers))
(folder / "row.bin").write_bytes(struct.pack("<1024H", *numbers[31::62]))
(folder / "one.bin").write_bytes(struct.pack("<e", 0.75))
