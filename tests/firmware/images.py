#!/usr/bin/env python3
"""Reads the .hex, .bin and .uf2 of an image back and holds every byte against the sections of its ELF file.

usage: images.py ELF PROGRAM.mote NAME
The program's bytes must stand at symbol NAME_program. Prints the extents; ends with 1 and what differs.
"""
import pathlib, struct, subprocess, sys


def fail(text):
    sys.exit(f"FAILED: {text}")


def loaded_bytes(path):
    """{address: byte} of the sections that an ELF of 32 bits loads, by physical address: what fills segments up between them is left out."""
    data = path.read_bytes()
    segments_at, sections_at = struct.unpack_from("<II", data, 28)
    segment_size, segments, section_size, sections = struct.unpack_from("<4H", data, 42)
    memory = {}
    for i in range(sections):
        _, kind, flags, _, offset, length = struct.unpack_from("<6I", data, sections_at + i * section_size)
        if not flags & 2 or kind == 8:  # not loaded, or without bits
            continue
        for k in range(segments):
            of, start, _, address, extent = struct.unpack_from("<5I", data, segments_at + k * segment_size)
            if of == 1 and start <= offset and offset + length <= start + extent:
                memory.update((address + offset - start + n, byte) for n, byte in enumerate(data[offset:offset + length]))
    return memory


def intel_hex(text):
    memory, base = {}, 0
    for line in text.split():
        record = bytes.fromhex(line[1:])
        if sum(record) & 255 or record[0] != len(record) - 5:
            fail(f"a record of the .hex: {line}")
        kind, offset, body = record[3], record[1] << 8 | record[2], record[4:-1]
        if kind == 4:
            base = int.from_bytes(body, "big") << 16
        elif kind == 2:
            base = int.from_bytes(body, "big") << 4
        elif kind == 0:
            memory.update((base + offset + k, b) for k, b in enumerate(body))
    return memory


def uf2(data, family):
    memory, blocks = {}, len(data) // 512
    if len(data) % 512:
        fail("the .uf2 is no whole number of blocks")
    for i in range(blocks):
        first, second, flags, address, size, number, count, of, *_ = struct.unpack_from("<8I", data, 512 * i)
        last = struct.unpack_from("<I", data, 512 * i + 508)[0]
        if (first, second, flags, size, number, count, of, last) != (0x0A324655, 0x9E5D5157, 0x2000, 256, i, blocks, family, 0x0AB16F30) or address % 256:
            fail(f"block {i} of the .uf2")
        memory.update((address + k, b) for k, b in enumerate(data[512 * i + 32:512 * i + 288]))
    return memory


def same(what, got, expected, padding=None):
    """Every expected byte; beyond them nothing but padding."""
    wrong = [a for a in expected if got.get(a) != expected[a]] + [a for a, b in got.items() if a not in expected and b != padding]
    if wrong:
        fail(f"{what}: {len(wrong)} bytes differ, the first at {min(wrong):#x}")
    print(f"{what}: {len(expected)} bytes from {min(expected):#x} as in the ELF file")


def main():
    elf, program, name = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_bytes(), sys.argv[3]
    loaded = loaded_bytes(elf)
    symbols = subprocess.run(["arm-none-eabi-nm", elf], check=True, text=True, capture_output=True).stdout.splitlines()
    place = {line.split()[2]: int(line.split()[0], 16) for line in symbols if len(line.split()) == 3}
    start = place[f"{name}_program"]
    if start % 16 or any(loaded.get(start + k) != b for k, b in enumerate(program)):
        fail(f"the program's {len(program)} bytes do not stand at {start:#x}")
    same(".hex", intel_hex(elf.with_suffix(".hex").read_text()), loaded)
    apart = elf.with_suffix(".program.bin")
    outside = {a for a in loaded if a >= 0x20000000}
    flat = elf.with_suffix(".bin").read_bytes()
    same(".bin", dict(enumerate(flat)), {a: b for a, b in loaded.items() if a not in outside}, 0)
    if outside:
        if apart.read_bytes() != program or start not in outside:
            fail(f"{apart.name} is not the program")
        print(f"{apart.name}: the program, for {start:#x}")
    if elf.with_suffix(".uf2").exists():
        same(".uf2", uf2(elf.with_suffix(".uf2").read_bytes(), 0x57755A57), loaded, 255)
    print("arena at", hex(place["arena"]))


main()
