#!/usr/bin/env python3
"""Reads traces of links, made from schema/LINK.md alone, and holds what others make of them against it.

usage: trace.py MOTE TRACE            every frame is one, and was sent before it was received; `mote link trace` prints each with its fields
       trace.py MOTE TRACE DISSECTOR  the same of tshark with the dissector, which names every field
       trace.py --sealed TRACE        writes a trace of a greeting and a sealed frame
"""
import collections
import random
import struct
import subprocess
import sys

import sealed

HEAD = [("type", 0, 1), ("version", 1, 1), ("serial", 2, 2), ("session", 4, 4), ("epoch", 8, 4)]
FRAMES = {
    "hello": (1, 1, HEAD + [("nonce", 12, 4), ("echo", 16, 4), ("plan", 20, 8), ("members", 28, 1), ("from", 29, 1), ("to", 30, 1),
                            ("window", 31, 1), ("payload", 32, 4)]),
    "refuse": (2, 1, HEAD + [("nonce", 12, 4), ("reason", 16, 4)]),
    "state": (3, 1, HEAD + [("phase", 12, 1), ("reason", 13, 1), ("committed", 14, 2), ("lost", 16, 4), ("out", 20, 4),
                            ("proposal", 24, 4)]),
    "ack": (4, 1, HEAD + [("base", 12, 2), ("done", 14, 2), ("window", 16, 1), ("flags", 17, 1), ("zero", 18, 2), ("map", 20, 4)]),
    "data": (5, 1, HEAD + [("tag", 12, 4)]),
    "greeting": (5, 2, [("type", 0, 1), ("version", 1, 1), ("number", 2, 6), ("flag", 8, 1), ("from", 9, 1), ("to", 10, 1), ("zero", 11, 1),
                        ("nonce", 12, 12), ("echo", 24, 12), ("proof", 36, 16)]),
    "sealed": (5, 2, [("type", 0, 1), ("version", 1, 1), ("number", 2, 6)]),
}


def read(path):
    """(time, how, member, other, body, size) of each packet."""
    data = open(path, "rb").read()
    magic, major, minor, _, _, _, link = struct.unpack_from("<IHHiIII", data)
    assert (magic, major, minor, link) == (0xA1B2C3D4, 2, 4, 147), "no trace"
    at = 24
    while at < len(data):
        seconds, micro, kept, size = struct.unpack_from("<IIII", data, at)
        version, how, member, other = data[at + 16:at + 20]
        assert version == 1 and how < 4 and 4 <= kept <= size and kept <= 260, f"a packet at {at}"
        yield seconds + micro / 1e6, how, member, other, data[at + 20:at + 16 + kept], size - 4
        at += 16 + kept


def name_of(body):
    kinds = [n for n, (kind, version, fields) in FRAMES.items() if body[:2] == bytes([kind, version]) and len(body) >= sum(fields[-1][1:])]
    if body[1] == 2:
        kinds = ["greeting" if body[2:8] == bytes(6) else "sealed"]
    assert kinds, body.hex()
    return kinds[0]


def check(packets):
    """Whether each frame that is received was sent; counts of frames by type."""
    sent, counts = collections.Counter(), collections.Counter()
    for _, how, member, other, body, _ in packets:
        assert how < 2, "a damaged frame"
        name = name_of(body)
        if name not in ("data", "sealed"):
            assert len(body) == sum(FRAMES[name][2][-1][1:]), name
        if how == 0:
            sent[member, other, body[:40]] += 1  # of what a receiver does not take, no more is kept
            counts[name] += 1
    received = [packet for packet in packets if packet[1] == 1]
    for _, _, member, other, body, _ in received:
        assert sent[other, member, body[:40]], f"{member} received what {other} did not send: {body.hex()}"
    assert received, "nothing was received"
    return counts


def check_printed(mote, path, packets):
    lines = subprocess.run([mote, "link", "trace", path], check=True, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == len(packets) + 1 and lines[-1] == f"{len(packets)} frames", lines[-1]
    for line, (_, how, member, other, body, size) in zip(lines, packets):
        words = line.split()
        assert words[1:4] == [str(member), "->" if how == 0 else "<-", str(other)], line
        assert words[4].lower() == name_of(body), line
        if name_of(body) == "state":
            assert f"proposal {struct.unpack_from('<I', body, 24)[0]}" in line, line
        if name_of(body) == "data" and size > 16:
            assert line.endswith(f", {size - 16} bytes"), line


def check_dissected(path, packets, dissector):
    names = [f"mote_link.{frame}.{field}" for frame, (_, _, fields) in FRAMES.items() for field, _, _ in fields]
    names += ["mote_link.trace.version", "mote_link.trace.how", "mote_link.trace.member", "mote_link.trace.other", "mote_link.payload"]
    command = ["tshark", "-X", f"lua_script:{dissector}", "-r", path, "-T", "fields", "-E", "separator=|"]
    for name in names:
        command += ["-e", name]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == len(packets), f"{len(lines)} packets of {len(packets)}"
    named = set()
    for line, (_, how, member, other, body, _) in zip(lines, packets):
        values = dict(zip(names, line.split("|")))
        frame = name_of(body)
        expected = {"mote_link.trace.version": 1, "mote_link.trace.how": how, "mote_link.trace.member": member, "mote_link.trace.other": other}
        for field, offset, size in FRAMES[frame][2]:
            expected[f"mote_link.{frame}.{field}"] = int.from_bytes(body[offset:offset + size], "big" if size > 8 else "little")
        payload = body[sum(FRAMES[frame][2][-1][1:]):]
        if payload:
            expected["mote_link.payload"] = int.from_bytes(payload, "big")
        for name, value in values.items():
            if name not in expected:
                assert value == "", f"{name} of a {frame}: {value}"
                continue
            as_bytes = name == "mote_link.payload" or name.split(".")[1] == "greeting" and name.split(".")[2] in ("nonce", "echo", "proof")
            got = int(value, 16) if as_bytes else int(value, 0)
            assert got == expected[name], f"{name} of a {frame}: {value}, not {expected[name]}"
            named.add(name)
    return named


def write_sealed(path):
    ends = [sealed.Seal(bytes(32), member, 1 - member, random.Random(member)) for member in (0, 1)]
    bodies = [(0, ends[0].wrap(b"x"))]
    for turn in (1, 0, 1):
        ends[turn].unwrap(bodies[-1][1])
        bodies += [(turn, answer) for answer in ends[turn].answers]
        ends[turn].answers = []
    bodies.append((0, ends[0].wrap(bytes(28))))
    with open(path, "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 260, 147))
        for time, (member, body) in enumerate(bodies):
            for how, by in ((0, member), (1, 1 - member)):
                file.write(struct.pack("<IIII4B", time, 0, 4 + len(body), 4 + len(body), 1, how, by, 1 - by) + body)


def main():
    if sys.argv[1] == "--sealed":
        write_sealed(sys.argv[2])
        return
    packets = list(read(sys.argv[2]))
    counts = check(packets)
    if len(sys.argv) > 3:
        named = check_dissected(sys.argv[2], packets, sys.argv[3])
        print(f"tshark names {len(named)} fields")
    else:
        check_printed(sys.argv[1], sys.argv[2], packets)
    print(" ".join(f"{count} {name}" for name, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
