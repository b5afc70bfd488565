"""Encryption of links, made from schema/LINK.md section 8 and RFC 8439 alone."""
import struct

MASK32 = 0xFFFFFFFF


def quarter(s, a, b, c, d):
    for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[first] = s[first] + s[second] & MASK32
        x = s[third] ^ s[first]
        s[third] = (x << turn | x >> 32 - turn) & MASK32


def block(key, counter, nonce):
    first = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key), counter, *struct.unpack("<3I", nonce)]
    s = list(first)
    for _ in range(10):
        for i in range(4):
            quarter(s, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((a + b) & MASK32 for a, b in zip(s, first)))


def encrypt(key, nonce, text):
    stream = b"".join(block(key, 1 + i, nonce) for i in range((len(text) + 63) // 64))
    return bytes(a ^ b for a, b in zip(text, stream))


def poly1305(key, text):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    h = 0
    for at in range(0, len(text), 16):
        h = (h + int.from_bytes(text[at:at + 16] + b"\1", "little")) * r % ((1 << 130) - 5)
    return (h + int.from_bytes(key[16:], "little") & (1 << 128) - 1).to_bytes(16, "little")


def tag_of(key, nonce, head, text):
    pad = lambda data: data + bytes(-len(data) % 16)
    return poly1305(block(key, 0, nonce)[:32], pad(head) + pad(text) + struct.pack("<QQ", len(head), len(text)))


def seal(key, nonce, head, text):
    text = encrypt(key, nonce, text)
    return text, tag_of(key, nonce, head, text)


def fold(key, *blocks):
    for each in blocks:
        key = seal(key, each, b"", bytes(32))[0]
    return key


def check_vectors():
    """RFC 8439, sections 2.3.2, 2.5.2 and 2.8.2."""
    key = bytes(range(32))
    assert block(key, 1, bytes.fromhex("000000090000004a00000000")).hex().startswith("10f1e7e4d13b5915500fdd1fa32071c4")
    poly_key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
    assert poly1305(poly_key, b"Cryptographic Forum Research Group").hex() == "a8061dc1305136c6c22b8baf0c0127a9"
    text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
    sealed, tag = seal(bytes(range(0x80, 0xA0)), bytes.fromhex("070000004041424344454647"), bytes.fromhex("50515253c0c1c2c3c4c5c6c7"), text)
    assert sealed.hex().startswith("d31a8d34648e60db7b86afbc53ef7ec2") and tag.hex() == "1ae10b594f09e26a7e902ecbd0600691"


class Seal:
    """One end. `answers` gathers what is to be sent of its own accord."""

    def __init__(self, key, me, other, random):
        self.key, self.me, self.other, self.random = key, me, other, random
        self.offer = self.make_offer()
        self.heard = bytes(12)
        self.nonce = self.other_nonce = self.session = None
        self.answers, self.refused = [], 0

    def make_offer(self):
        return self.random.getrandbits(96).to_bytes(12, "little")

    def greeting(self, flag):
        nonce, echo = (self.nonce, self.other_nonce) if flag == 1 else (self.offer, self.heard)
        head = bytes([5, 2, 0, 0, 0, 0, 0, 0, flag, self.me, self.other, 0])
        return head + nonce + echo + fold(self.key, b"mote hello 2", head, nonce, echo)[:16]

    def aead_nonce(self, sender, head):
        return bytes([sender, 0, 0, 0, 0, 0]) + head[2:8]

    def wrap(self, frame):
        if self.session is None:
            return self.greeting(0)
        self.count += 1
        head = b"\5\2" + self.count.to_bytes(6, "little")
        text, tag = seal(self.session, self.aead_nonce(self.me, head), head, frame)
        return head + text + tag

    def unwrap(self, data):
        """The frame inside, or None."""
        if data[:2] != b"\5\2" or len(data) < 24:
            self.refused += 1
            return None
        if data[2:8] == bytes(6):
            self.take_greeting(data)
            return None
        head, text, tag = data[:8], data[8:-16], data[-16:]
        nonce, number = self.aead_nonce(self.other, head), int.from_bytes(head[2:], "little")
        if self.session is None or tag_of(self.session, nonce, head, text) != tag:
            self.refused += 1
            self.answers.append(self.greeting(0 if self.session is None else 1))
            return None
        if number in self.seen or number <= self.latest - 64:
            self.refused += 1
            return None
        self.latest = max(self.latest, number)
        self.seen = {n for n in self.seen | {number} if n > self.latest - 64}
        return encrypt(self.session, nonce, text)

    def take_greeting(self, data):
        flag, sender, receiver = data[8], data[9], data[10]
        nonce, echo, proof = data[12:24], data[24:36], data[36:]
        right = len(data) == 52 and flag <= 2 and (sender, receiver) == (self.other, self.me)
        if not right or proof != fold(self.key, b"mote hello 2", data[:12], nonce, echo)[:16]:
            self.refused += 1
        elif self.session is not None and (nonce, echo) == (self.other_nonce, self.nonce):
            if flag != 1:
                self.answers.append(self.greeting(1))
        elif echo == self.offer:
            self.nonce, self.other_nonce, self.offer = self.offer, nonce, self.make_offer()
            low, high = min(self.me, self.other), max(self.me, self.other)
            a, b = (self.nonce, nonce) if self.me == low else (nonce, self.nonce)
            self.session = fold(self.key, b"mote session", bytes([low, high]) + bytes(10), a, b)
            self.count, self.latest, self.seen = 0, 0, set()
            if flag != 1:
                self.answers.append(self.greeting(1))
        elif self.session is None or flag == 0:
            self.heard = nonce
            self.answers.append(self.greeting(0 if self.session is None else 2))
