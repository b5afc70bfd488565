#!/usr/bin/env python3
"""A member of a group of two, made from schema/LINK.md alone: framing, handshake, messages, epochs. It exchanges blocks with member 0.

usage: peer.py stream|datagrams PORT OTHER_PORT EXCHANGES BYTES [other_plan|damage|stale|sealed|sealed_damage|wrong_key|replay|flipped]
Frames go over UDP on 127.0.0.1; as a stream, each datagram is a piece of it.
`damage`: every fifth frame of its own is flipped, dropped or doubled first. Prints what it had and exits 0 when all exchanges were right.
From `sealed` on the link is encrypted. `replay`: each sealed frame goes out twice, and is shown twice to its receiver; `flipped`: first with a bit of
its tag flipped, both ways. `wrong_key`: this end has another key.
"""
import random
import socket
import struct
import sys
import time

import sealed

HELLO, REFUSE, STATE, ACK, DATA = 1, 2, 3, 4, 5
AWAY, FORMING, OPEN, AGREEING, CLOSED, LEFT = range(6)
SIZES = {HELLO: 36, REFUSE: 20, STATE: 28, ACK: 24, DATA: 16}
H = 0.4
ME, OTHER, MEMBERS = 1, 0, 2
MASK32 = 0xFFFFFFFF
SEALED = ("sealed", "sealed_damage", "wrong_key", "replay", "flipped")
KEY = bytes(range(7, 39))


def crc32c(data):
    crc = MASK32
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)  # 0x1EDC6F41 with its bits reversed
    return crc ^ MASK32


def cobs(body):
    pieces, data = [], body + b"\0"
    while data:
        cut = data.index(0)
        if cut >= 254:
            pieces.append(b"\xff" + data[:254])
            data = data[254:]
            if data == b"\0":
                break
        else:
            pieces.append(bytes([cut + 1]) + data[:cut])
            data = data[cut + 1:]
    return b"".join(pieces)


def uncobs(code):
    out, at = b"", 0
    while at < len(code):
        length = code[at]
        if at + length > len(code):
            return None
        out += code[at + 1:at + length]
        at += length
        if length < 255 and at < len(code):
            out += b"\0"
    return out


def frame_of(body):
    code = cobs(body)
    crc = crc32c(code)
    return b"\0" + code + bytes(0x80 | crc >> 7 * i & 0x7F for i in range(5)) + b"\0"


def body_of(piece):
    code, trailer = piece[:-5], piece[-5:]
    if not code or len(trailer) < 5 or any(byte < 0x80 for byte in trailer) or trailer[4] & 0x70:
        return None
    crc = sum((byte & 0x7F) << 7 * i for i, byte in enumerate(trailer))
    return uncobs(code) if crc == crc32c(code) else None


def session_of(low, high):
    x = (low * 0x9E3779B1 & MASK32) ^ high
    x ^= x >> 16
    x = x * 0x85EBCA6B & MASK32
    return x ^ x >> 13


def tag_of(number, size):
    return (number + 1) * 0x9E3779B1 + size & MASK32


def later16(a, b):
    return 0 < (a - b & 0xFFFF) < 0x8000


class Peer:
    def __init__(self, stream, port, other_port, plan, mode):
        self.stream, self.plan, self.mode, self.damage = stream, plan, mode, mode in ("damage", "sealed_damage")
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", port))
        self.socket.connect(("127.0.0.1", other_port))
        self.socket.settimeout(0.01)
        self.random = random.Random(port)
        self.frames = 0
        self.most_payload, self.most_window = (100, 5) if stream else (300, 7)
        self.seal = sealed.Seal(KEY[::-1] if mode == "wrong_key" else KEY, ME, OTHER, self.random) if mode in SEALED else None
        self.offer = self.random.getrandbits(32) | 1
        self.heard_nonce = 0
        self.nonce = self.other_nonce = self.session = None
        self.phase, self.epoch, self.proposal, self.out = FORMING, 0, 1, 0
        self.serial = self.other_serial = 0
        self.other = None  # its last State
        self.pending = b""
        self.refused = 0
        self.sending = self.receiving = self.kept = None
        self.send_base = self.receive_base = 0  # chunk numbers, modulo 2^16
        self.done = self.other_done = self.joint = self.committed = 0
        self.grant, self.other_base, self.map = 0, 0, 0
        self.last_hello = self.last_state = self.progress = 0.0

    # Frames out and in.
    def send(self, body):
        if not self.seal:
            self.send_raw(body)
            return
        body = self.seal.wrap(body)
        if self.mode == "flipped":
            self.send_raw(body[:-1] + bytes([body[-1] ^ 16]))
        self.send_raw(body)
        if self.mode == "replay":
            self.send_raw(body)

    def send_raw(self, body):
        wire = frame_of(body) if self.stream else body
        self.frames += 1
        if self.damage and self.frames % 5 == 0:
            choice = self.random.randrange(3)
            if choice == 0:
                return
            if choice == 1:
                self.put(wire)
            elif self.stream or self.seal:
                wire = bytearray(wire)
                wire[self.random.randrange(len(wire))] ^= 1 << self.random.randrange(8)
        self.put(bytes(wire))

    def put(self, wire):
        try:
            for at in range(0, len(wire), 37 if self.stream else len(wire)):
                self.socket.send(wire[at:at + 37] if self.stream else wire)
        except ConnectionRefusedError:
            pass

    def bodies(self):
        try:
            got = self.socket.recv(70000)
        except (socket.timeout, ConnectionRefusedError):
            return []
        if self.stream:
            self.pending += got
            *pieces, self.pending = self.pending.split(b"\0")
            bodies = [body for body in map(body_of, (piece for piece in pieces if piece)) if body]
        else:
            bodies = [got]
        return bodies if not self.seal else [body for body in map(self.unsealed, bodies) if body]

    def unsealed(self, body):
        if self.mode == "flipped" and self.seal.unwrap(body[:-1] + bytes([body[-1] ^ 1])) is not None:
            raise SystemExit("a flipped tag was taken for right")
        frame = self.seal.unwrap(body)
        if self.mode == "replay" and self.seal.unwrap(body) is not None:
            raise SystemExit("a frame was taken twice")
        answers, self.seal.answers = self.seal.answers, []
        for answer in answers:
            self.send_raw(answer)
        return frame

    def head(self, kind, serial):
        return struct.pack("<BBHII", kind, 1, serial & 0xFFFF, self.session if kind > REFUSE else 0, self.epoch if kind > REFUSE else 0)

    def say_hello(self, flag):
        nonce, echo = (self.nonce, self.other_nonce) if flag == 1 else (self.offer, self.heard_nonce)
        self.send(self.head(HELLO, flag) + struct.pack("<IIQBBBBI", nonce, echo, self.plan, MEMBERS, ME, OTHER, self.most_window, self.most_payload))
        self.last_hello = time.monotonic()

    def say_state(self):
        self.serial += 1
        self.send(self.head(STATE, self.serial) + struct.pack("<BBHIII", self.phase, 0, self.committed, 0, self.out, self.proposal))
        self.last_state = time.monotonic()

    def say_ack(self, ask=0):
        self.serial += 1
        window = min(self.window, self.receiving["chunks"] - self.receiving["base"]) if self.receiving else 0
        self.send(self.head(ACK, self.serial) + struct.pack("<HHBBHI", self.receive_base & 0xFFFF, self.done & 0xFFFF, window, ask, 0, self.map))

    def say_chunk(self, index):
        data, at = self.sending["data"], index * self.payload
        self.sending["sent"].add(index)
        self.send(self.head(DATA, self.send_base - self.sending["base"] + index) + struct.pack("<I", tag_of(self.sending["number"], len(data))) + data[at:at + self.payload])

    # What comes.
    def take(self, body):
        kind = body[0]
        if kind not in SIZES or len(body) < SIZES[kind] or (kind != DATA and len(body) != SIZES[kind]):
            return
        _, version, serial, session, epoch = struct.unpack_from("<BBHII", body)
        if kind == HELLO:
            self.take_hello(version, serial, *struct.unpack_from("<IIQBBBBI", body, 12))
        elif version != 1:
            return
        elif kind == REFUSE:
            nonce, reason = struct.unpack_from("<II", body, 12)
            if self.session is None and nonce == self.offer:
                self.refused = reason
        elif self.session is not None and session == self.session:
            if kind != DATA:
                if not later16(serial, self.other_serial):
                    return
                self.other_serial = serial
            if kind == STATE:
                phase, reason, committed, lost, out, proposal = struct.unpack_from("<BBHIII", body, 12)
                self.take_state(epoch, phase, reason, lost, out, proposal)
            elif self.phase != OPEN or epoch != self.epoch:
                self.say_state()
            elif kind == ACK:
                self.take_ack(*struct.unpack_from("<HHBBHI", body, 12))
            else:
                self.take_chunk(serial, *struct.unpack_from("<I", body, 12), body[16:])

    def take_hello(self, version, flag, nonce, echo, plan, members, sender, receiver, window, payload):
        reason = 1 if version != 1 else 3 if (members, sender, receiver) != (MEMBERS, OTHER, ME) else 2 if plan != self.plan else 0
        if reason:
            self.send(self.head(REFUSE, 0) + struct.pack("<II", nonce, reason))
            return
        most = (512, 16) if self.stream and not self.seal else (1 << 20, 32)
        if nonce == 0 or not 16 <= payload <= most[0] or not 1 <= window <= most[1] or flag > 2:
            return
        if self.session is not None and (nonce, echo) == (self.other_nonce, self.nonce):
            if flag != 1:
                self.say_hello(1)
        elif echo == self.offer:
            self.nonce, self.other_nonce = self.offer, nonce
            self.offer = self.random.getrandbits(32) | 1
            self.session = session_of(nonce, self.nonce)  # the other one has the lower number
            self.payload, self.window = min(payload, self.most_payload), min(window, self.most_window)
            self.serial = self.other_serial = 0
            self.other = None
            if flag != 1:
                self.say_hello(1)
            self.say_state()
        elif self.session is None or flag == 0:
            self.heard_nonce = nonce
            self.say_hello(0 if self.session is None else 2)

    def take_state(self, epoch, phase, reason, lost, out, proposal):
        self.other = (phase, epoch, proposal, out)
        if self.phase == FORMING:
            if phase == FORMING and not out >> ME & 1:
                if (proposal - self.proposal & MASK32) - 1 < 0x7FFFFFFF:
                    self.proposal = proposal
                if (proposal, out) == (self.proposal, self.out):
                    self.open(self.proposal)
            elif phase in (OPEN, AGREEING) and epoch == self.proposal and not (out | lost) >> ME & 1:
                self.open(epoch)
        elif self.phase == OPEN and epoch == self.epoch and phase in (AGREEING, CLOSED, FORMING, LEFT):
            raise SystemExit(f"the epoch ended: phase {phase}, reason {reason}, lost {lost:x}")

    def open(self, epoch):
        self.epoch, self.phase = epoch, OPEN
        self.send_base = self.receive_base = self.map = self.grant = 0
        self.done = self.other_done = self.joint = self.committed = 0
        self.kept = None
        self.say_state()

    def take_ack(self, base, done, window, flags, zero, bits):
        if self.kept and base == self.kept[0] & 0xFFFF:
            self.send(self.head(DATA, self.kept[0]) + self.kept[1])
            if self.sending:
                self.sending["sent"].clear()
            return
        advance = base - self.send_base & 0xFFFF
        # Chunks in front of send_base are through; of the message, what was sent so far counts.
        highest = max(self.sending["sent"]) + 1 - self.sending["base"] if self.sending and self.sending["sent"] else 0
        if advance > max(highest, 0) or bits & 1 or window > self.window or bits >> max(highest - advance, 0):
            return
        ahead = done - self.other_done & 0xFFFF
        if ahead > (self.joint + 1 - self.other_done & 0xFFFF):
            return
        if flags & 1:
            self.say_ack()
        if advance or ahead:
            self.progress = time.monotonic()
        self.send_base = self.send_base + advance & 0xFFFF
        if advance:
            self.kept = None
        self.other_done = self.other_done + ahead & 0xFFFF
        self.grant = window
        if not self.sending:
            return
        self.sending["base"] += advance
        there = {self.sending["base"] + i for i in range(32) if bits >> i & 1}
        self.sending["there"] = there
        if there:  # chunks in front of one that is there, and are not, are lost
            self.sending["sent"] -= {i for i in range(self.sending["base"], max(there)) if i not in there}
        if window == 0 and self.sending["base"] == 0:
            self.sending["sent"].discard(0)
        if self.sending["base"] == self.sending["chunks"]:
            self.sending = None

    def take_chunk(self, serial, tag, payload):
        message = self.receiving
        distance = serial - self.receive_base & 0xFFFF
        if not message or distance >= self.window or message["base"] + distance >= message["chunks"] or self.map >> distance & 1:
            self.say_ack()
            return
        index = message["base"] + distance
        expected = min(self.payload, len(message["data"]) - index * self.payload)
        if tag != tag_of(message["number"], len(message["data"])) or len(payload) != expected:
            raise SystemExit(f"an unexpected message: tag {tag:x}, chunk of {len(payload)}")
        message["data"][index * self.payload:index * self.payload + expected] = payload
        self.map |= 1 << distance
        while self.map & 1:
            self.map >>= 1
            self.receive_base = self.receive_base + 1 & 0xFFFF
            message["base"] += 1
        self.progress = time.monotonic()
        if message["base"] == message["chunks"]:
            self.receiving = None
            self.done = self.joint
        if not message["short"]:
            self.say_ack()

    # Time.
    def turn(self):
        for body in self.bodies():
            self.take(body)
        now = time.monotonic()
        if self.session is None:
            if now - self.last_hello > H / 2:
                self.say_hello(0)
            return
        if now - self.last_state > (H / 8 if self.phase == FORMING else H / 4):
            self.say_state()
        if self.sending:
            allowed = self.grant or (1 if self.sending["base"] == 0 else 0)
            for index in range(self.sending["base"], min(self.sending["base"] + min(allowed, self.window), self.sending["chunks"])):
                if index not in self.sending["sent"] | self.sending.get("there", set()):
                    self.say_chunk(index)
        waits = self.sending or self.receiving or (self.joint != self.committed and later16(self.joint, self.other_done))
        if waits and now - self.progress > H / 4:
            self.progress = now
            if self.sending:
                self.sending["sent"].discard(self.sending["base"])
            self.say_ack(ask=1)

    def exchange(self, number, data, size):
        chunks = max(1, -(-len(data) // self.payload))
        self.sending = {"data": data, "chunks": chunks, "base": 0, "sent": set(), "number": number}
        self.receiving = {"data": bytearray(size), "chunks": max(1, -(-size // self.payload)), "base": 0, "number": number,
                          "short": max(len(data), size) <= min(64, self.payload)}
        received = self.receiving["data"]
        self.joint += 1
        self.progress = time.monotonic()
        if self.receiving["short"]:
            return self.short_exchange(number, data, received)
        self.say_ack()
        end = time.monotonic() + 20
        while self.sending or self.receiving or later16(self.joint, self.other_done):
            self.turn()
            if time.monotonic() > end:
                raise SystemExit(f"exchange {number} takes too long")
        self.committed = self.joint
        return bytes(received)


    def short_exchange(self, number, data, received):
        end = time.monotonic() + 20
        while self.receiving or (self.sending and not self.sending["sent"]):
            self.turn()
            if time.monotonic() > end:
                raise SystemExit(f"exchange {number} takes too long")
        if self.sending:
            self.kept = (self.send_base, struct.pack("<I", tag_of(number, len(data))) + data)
            self.send_base = self.send_base + 1 & 0xFFFF
            self.sending = None
        if later16(self.joint - 1 & 0xFFFF, self.other_done):
            self.other_done = self.joint - 1 & 0xFFFF
        self.done = self.committed = self.joint
        return bytes(received)


def content(exchange, member, size):
    return bytes((exchange * 37 + member * 101 + i * i + (i >> 8)) % 251 if i % 7 else 0 for i in range(size))


def main():
    kind, port, other_port, exchanges, size = sys.argv[1], *map(int, sys.argv[2:6])
    mode = sys.argv[6] if len(sys.argv) > 6 else ""
    assert crc32c(b"123456789") == 0xE3069283
    sealed.check_vectors()
    peer = Peer(kind == "stream", port, other_port, 8 if mode == "other_plan" else 7, mode)
    if mode == "wrong_key":
        end = time.monotonic() + 2
        while time.monotonic() < end:
            peer.turn()
        print(f"no session, {peer.seal.refused} greetings refused")
        return 0 if peer.seal.session is None and peer.session is None and peer.seal.refused > 1 else 1
    end = time.monotonic() + 20
    while peer.phase != OPEN and not peer.refused:
        peer.turn()
        if time.monotonic() > end:
            raise SystemExit("no epoch in 20 s")
    if mode == "other_plan":
        for _ in range(100):
            peer.turn()
        print(f"refused for reason {peer.refused}")
        return 0 if peer.refused == 2 and peer.session is None else 1
    if mode == "stale":  # frames of other sessions and epochs, acknowledgements of the future: all dropped
        head = struct.pack("<BBHII", DATA, 1, 0, peer.session ^ 1, peer.epoch)
        stale = head + struct.pack("<I", tag_of(0, size)) + bytes(peer.payload)
        peer.put(frame_of(stale) if peer.stream else stale)
        for base, done, window, bits in ((9, 0, 0, 0), (0, 5, 0, 0), (0, 0, 200, 0), (0, 0, 0, 0xFFFE)):
            peer.serial += 1
            peer.send(peer.head(ACK, peer.serial) + struct.pack("<HHBBHI", base, done, window, 0, 0, bits))
    for number in range(exchanges):
        got = peer.exchange(number, content(number, ME, size), size)
        if got != content(number, OTHER, size):
            print(f"exchange {number}: wrong bytes")
            return 1
    for _ in range(200 if peer.damage else 20):  # who is still in the last exchange may ask
        peer.turn()
    peer.phase = LEFT
    for _ in range(3):
        peer.say_state()
    if mode in ("replay", "flipped") and peer.seal.refused == 0:
        print("nothing was refused")
        return 1
    print(f"{exchanges} exchanges of {size} bytes, payload {peer.payload}, window {peer.window}, {peer.frames} frames")
    return 0


if __name__ == "__main__":
    sys.exit(main())
