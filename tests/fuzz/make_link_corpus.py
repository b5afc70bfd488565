#!/usr/bin/env python3
"""Writes the corpora of frame_decode, link_session, collective_sim and seal: make_link_corpus.py FOLDER (tests/fuzz/corpus).

The formats stand in the targets."""
import pathlib
import sys

RAW, BODY, CODE, FLIP = 0, 1, 2, 3
SIZES = {1: 36, 2: 20, 3: 28, 4: 24}


def part(kind, data):
    return bytes([kind | (len(data) // 256) << 6, len(data) % 256]) + bytes(data)


def data_frame(payload, room=512, kept=True):
    flags = (2 if room == 512 else 0) | (0 if kept else 1)
    return bytes([5, 1, 7, 0, 1, 2, 3, 4, 9, 0, 0, 0, room % 256, flags, 0, 0]) + bytes(payload)


def control(kind):
    return bytes([kind, 1]) + bytes(SIZES[kind] - 2)


def frame_decode():
    nonzero = bytes(1 + i % 255 for i in range(700))
    yield "controls", bytes([20, 3]) + b"".join(part(BODY, control(kind)) for kind in SIZES)
    yield "payloads", bytes([255, 15]) + b"".join(part(BODY, data_frame(nonzero[:n])) for n in (0, 1, 237, 238, 239, 492, 493, 512))
    yield "zeros", bytes([7, 0]) + part(BODY, data_frame(bytes(200))) + part(BODY, data_frame(b"\0\1\0\0\2"))
    yield "no_room", bytes([64, 9]) + part(BODY, data_frame(nonzero[:41], room=40)) + part(BODY, data_frame(nonzero[:40], room=40))
    yield "not_kept", bytes([64, 9]) + part(BODY, data_frame(nonzero[:300], kept=False))
    yield "damaged", (bytes([30, 5]) + part(BODY, data_frame(nonzero[:60])) + part(FLIP, [9, 4]) + part(BODY, control(3))
                      + part(FLIP, [0, 1]))
    yield "codes", (bytes([50, 2]) + part(CODE, [1]) + part(CODE, [5, 5]) + part(CODE, [1, 1, 1])
                    + part(CODE, b"\xff\x05" + nonzero[:253] + b"\1"))
    yield "noise", bytes([1, 1]) + part(RAW, bytes(range(100))) + part(BODY, control(4)) + part(RAW, [0, 0, 3, 0])
    yield "other_types", bytes([16, 16]) + part(BODY, [6, 1, 2]) + part(BODY, control(1) + b"x") + part(BODY, control(1)[:-1])


HELLO, REFUSE, STATE, ACK, DATA = range(5)  # what Say says
POLL, SAY, BEGIN, NOISE, RATE, CALL, SAY_POLL, ALL = range(8)
AGAIN = bytes([ALL, 5, ALL, 5])


def say(what, changes=0, *values, other=0):
    return bytes([SAY | other << 3, what, changes, *values])


def begin(kind, ways, *sizes):
    return bytes([BEGIN, 0, kind, ways, *sizes])


def receive(chunks, other=0):
    return bytes([SAY_POLL | other << 3, DATA]) * chunks


def acknowledge(other=0):
    return bytes([SAY_POLL | other << 3, ACK])


def link_session():
    for medium, stream in (("datagrams", 0), ("stream", 1)):
        two, three = bytes([stream, 0, 7]) + AGAIN, bytes([2 | stream, 16, 3]) + AGAIN
        wait = bytes([POLL, 80]) * 12
        yield f"{medium}_swap", two + begin(1, 0, 20, 20) + (acknowledge() + receive(1)) * 4 + acknowledge() + acknowledge()
        yield f"{medium}_empty", two + begin(0, 0, 0, 0) + receive(1) + acknowledge() + begin(2, 1, 1) + acknowledge() + acknowledge()
        yield f"{medium}_three", (three + begin(0, 0, 9, 9, 9, 9) + (receive(1) + receive(1, 1) + acknowledge() + acknowledge(1)) * 3)
        yield f"{medium}_order", (two + begin(1, 2, 40) + say(DATA, 4, 2) + say(DATA, 4, 1) + say(DATA, 4, 1) + bytes([POLL, 9])
                                  + receive(8) + acknowledge() + acknowledge())
        yield f"{medium}_timeout", two + begin(1, 0, 30, 30) + receive(2) + (say(STATE) + bytes([POLL, 80])) * 40
        yield f"{medium}_silence", three + begin(1, 0, 30, 30, 3, 3) + receive(2) + wait + bytes([CALL, 0]) + wait
        yield f"{medium}_strangers", (two + begin(1, 0, 30, 30) + say(DATA, 1, 4) + say(ACK, 1, 4) + say(STATE, 1, 4) + say(DATA, 2, 4)
                                      + say(ACK, 2, 4) + receive(2))
        yield f"{medium}_lies", (two + begin(1, 0, 30, 30) + say(ACK, 8, 9) + say(ACK, 16, 200) + say(ACK, 64, 255) + say(DATA, 8, 1)
                                 + say(DATA, 16, 60) + bytes([POLL, 3]) + say(STATE, 40, 1, 3) + wait)
        yield f"{medium}_reborn", (two + begin(1, 0, 30, 30) + say(HELLO, 1, 5) + bytes([POLL, 3]) + say(HELLO, 128) + bytes([POLL, 3])
                                   + AGAIN + wait)
        yield f"{medium}_refused", bytes([stream, 0, 7, POLL, 3]) + say(HELLO, 8, 1) + say(REFUSE) + wait + bytes([CALL, 0]) + AGAIN
        yield f"{medium}_slow", (two + bytes([RATE, 7]) + begin(0, 0, 20, 20) + bytes([POLL, 1]) * 20 + acknowledge() + bytes([RATE, 255])
                                 + receive(4) + acknowledge())
        yield f"{medium}_noise", (two + begin(1, 0, 9, 9) + bytes([NOISE | 32, 4, 5, 1, 0, 0, NOISE, 3, 0, 9, 0, POLL, 2]) + receive(3)
                                  + acknowledge())
        yield f"{medium}_leave", two + begin(1, 0, 9, 9) + bytes([CALL, 3, POLL, 9]) + AGAIN + bytes([CALL, 15, POLL, 9])


def collective_sim():
    for stream, medium in ((0, "datagrams"), (1, "stream"), (128, "sealed_datagrams"), (129, "sealed_stream")):
        yield f"{medium}_quiet", bytes([1, 2, stream, 16, 3, 2, 40])
        for kind in range(17):
            faults = [kind, 0, 5 + 3 * kind, 16 - kind, 0, 20 + kind]
            yield f"{medium}_{kind:02}", bytes([kind, kind % 3, stream, 16 + kind, kind, 2, 60, *faults])


def seal():
    meet, again = bytes([6, 14]), bytes([6, 14, 5, 6, 14, 13, 14, 6])
    for stream, medium in enumerate(("datagrams", "stream")):
        yield f"{medium}_meet", bytes([stream, 60]) + meet
        yield f"{medium}_again", bytes([stream, 60]) + meet + again
        yield f"{medium}_replay", bytes([stream, 9]) + meet + bytes([0, 1, 0, 1, 0, 2, 0, 5, 6, 1, 1, 1, 2, 1, 3, 9, 0, 9, 1])
        yield f"{medium}_changed", bytes([stream, 9]) + meet + b"".join(bytes([3, at % 3, at, 1 << at % 8]) for at in range(60))
        yield f"{medium}_made_up", bytes([stream, 9]) + meet + b"".join(bytes([4, size]) + bytes(range(size)) for size in (3, 24, 52, 60))


def main():
    root = pathlib.Path(sys.argv[1])
    for maker in (frame_decode, link_session, collective_sim, seal):
        name, cases = maker.__name__, maker()
        (root / name).mkdir(parents=True, exist_ok=True)
        for case, content in cases:
            (root / name / case).write_bytes(content)


if __name__ == "__main__":
    main()
