#!/usr/bin/env python3
# Inputs for the programs of tests/firmware/several, as .npy files and as raw elements. usage: several_inputs.py FOLDER
import struct
import sys


def write(name, kind, shape, data):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (kind, shape)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(f"{sys.argv[1]}/{name}.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
    with open(f"{sys.argv[1]}/{name}.bin", "wb") as file:
        file.write(data)


x = [0.0, 1e-41, 2.0, 3.0, 1e30, float("inf"), -1.0, 0.7, 5.5, 1e-10, 123.25, 17.0, 0.1, 9.0, 1e7, 2.5]
# Four samples for called.mlir, and what arithmetic says of them: twice the sum so far, less the sample.
samples = [[i + 0.25 * k for k in range(4)] for i in range(4)]
sums = [[sum(s[k] for s in samples[:i + 1]) for k in range(4)] for i in range(4)]
write("called", "<f4", (4, 4), b"".join(struct.pack("<4f", *s) for s in samples))
write("called_expected", "<f4", (4, 4), b"".join(struct.pack("<4f", *(2 * t - x for t, x in zip(*pair))) for pair in zip(sums, samples)))
write("x", "<f4", (16,), struct.pack("<16f", *x))
write("y", "<f8", (16,), struct.pack("<16d", *(0.37 * i for i in range(16))))
write("z", "<i4", (4, 3), struct.pack("<12i", *(i * 1000 - 5000 for i in range(12))))
