#!/usr/bin/env python3
"""Plays EEMBC's runner: sends a network's samples to the firmware, holds its results against the expected outputs, and measures its speed.

usage: run.py MODEL SAMPLES (--image ELF [--board mps2-an386] | --port /dev/ttyACM0) [--times 10]
MODEL: kws, vww, ic, ad or digits. SAMPLES: a folder with in0.npy, out0.npy and sample*/ with the same, int8 as the network takes and gives them.
--image runs the ELF under QEMU, where the processor's clock counts instructions: 1 000 a microsecond.
Ends with 1 where a result is wrong, 5 where the device does not answer.
"""
import argparse, pathlib, re, select, struct, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent


class Lost(Exception):
    pass


def facts(model):
    row = re.search(rf'^MLPERF_MODEL\({model}, "(\w+)", (\w+), ([\d.]+)f, (-?\d+), (\w+), ([\d.]+)f, (-?\d+)\)', (HERE / "models.def").read_text(), re.M)
    if row is None:
        raise SystemExit(f"there is no model '{model}' in models.def")
    name, how, scale, zero, results, out_scale, out_zero = row.groups()
    return name, how, single(float(scale)), int(zero), results, single(float(out_scale)), int(out_zero)


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def signed_bytes(path):
    data = path.read_bytes()
    data = data[10 + int.from_bytes(data[8:10], "little"):]
    return struct.unpack(f"{len(data)}b", data)


class Device:
    """A serial line: text out, lines back up to m-ready."""

    def __init__(self, reader, writer):
        self.reader, self.writer, self.rest = reader, writer, b""

    def answer(self, seconds=120):
        end, lines = time.monotonic() + seconds, []
        while True:
            while b"\n" not in self.rest:
                ready, _, _ = select.select([self.reader], [], [], max(0, end - time.monotonic()))
                more = self.reader.read(4096) if ready else b""
                if not more:
                    raise Lost(f"the device does not answer; it said {lines}")
                self.rest += more
            line, self.rest = self.rest.split(b"\n", 1)
            text = line.decode("ascii", "replace").strip()
            if text == "m-ready":
                return lines
            if text:
                lines.append(text)

    def ask(self, command, seconds=120):
        self.writer.write((command + "%").encode())
        self.writer.flush()
        return self.answer(seconds)

    def load(self, data):
        lines = self.ask(f"db load {len(data)}")
        for at in range(0, len(data), 31):
            lines = self.ask(f"db {data[at:at + 31].hex()}")
        if lines != ["m-load-done"]:
            raise SystemExit(f"the input was not taken: {lines}")

    def infer(self, times, warm_up):
        """Microseconds of an inference, and the results as they were written."""
        lines = self.ask(f"infer {times} {warm_up}", 600)
        laps = [int(line[len("m-lap-us-"):]) for line in lines if line.startswith("m-lap-us-")]
        results = [line for line in lines if line.startswith("m-results-[")]
        if len(laps) != 2 or len(results) != 1 or "m-infer-done" not in lines:
            raise SystemExit(f"the inference failed: {lines}")
        return (laps[1] - laps[0]) % 2**32 / times, results[0][len("m-results-["):-1]


def as_sent(stored, how, scale, zero):
    if how == "Floats":
        return b"".join(struct.pack("<f", single((q - zero) * scale)) for q in stored)
    return bytes((q + (128 if how == "Unsigned" else 0)) % 256 for q in stored)


def as_results(inputs, outputs, model):
    _, _, scale, zero, results, out_scale, out_zero = model
    real = [single((q - out_zero) * out_scale) for q in outputs]
    if results == "Scores":
        return ",".join(f"{value:.3f}" for value in real)
    total = 0.0
    for value, q in zip(real, inputs):
        difference = single(value - single((q - zero) * scale))
        total = single(total + single(difference * difference))
    return f"{single(total / len(real)):.3f}"


def connect(args):
    if args.port:
        import termios, tty
        line = open(args.port, "r+b", buffering=0)
        tty.setraw(line)
        settings = termios.tcgetattr(line)
        settings[4] = settings[5] = termios.B115200
        termios.tcsetattr(line, termios.TCSANOW, settings)
        return None, Device(line, line)
    qemu = subprocess.Popen(["qemu-system-arm", "-machine", args.board, "-display", "none", "-monitor", "none", "-serial", "stdio", "-icount", "shift=0",
                             "-semihosting-config", "enable=on,target=native", "-kernel", args.image],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    return qemu, Device(qemu.stdout, qemu.stdin)


def measure(device, args):
    model = facts(args.model)
    if not args.port:
        device.answer()  # what a device says when it starts
    name, profile = device.ask("name"), device.ask("profile")
    if name != ["m-name-dut-[mote]"] or f"m-model-[{model[0]}]" not in profile:
        raise SystemExit(f"another device: {name} {profile}")
    folders = [args.samples] + sorted(args.samples.glob("sample*"), key=lambda p: int(p.name[6:]))
    wrong = same_class = 0
    times = []
    for folder in folders:
        inputs, outputs = signed_bytes(folder / "in0.npy"), signed_bytes(folder / "out0.npy")
        device.load(as_sent(inputs, model[1], model[2], model[3]))
        took, results = device.infer(args.times if len(times) < 5 else 1, 1)
        times.append(took)
        expected = as_results(inputs, outputs, model)
        wrong += results != expected
        if results != expected:
            print(f"{folder.name}: expected {expected}\n{' ' * len(folder.name)}  got      {results}")
        scores = [float(text) for text in results.split(",")]
        same_class += model[4] == "Scores" and scores.index(max(scores)) == outputs.index(max(outputs))
    middle = sorted(times[:5])[len(times[:5]) // 2]
    classes = f", {same_class} of {len(folders)} of the expected class" if model[4] == "Scores" else ""
    print(f"{model[0]}: {len(folders) - wrong} of {len(folders)} samples right{classes}; {middle:.0f} us an inference, {1e6 / middle:.2f} inferences a second")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("--image")
    parser.add_argument("--board", default="mps2-an386")
    parser.add_argument("--port")
    parser.add_argument("--times", type=int, default=10)
    args = parser.parse_args()
    if (args.image is None) == (args.port is None):
        parser.error("give --image or --port")
    qemu, device = connect(args)
    try:
        return measure(device, args)
    except Lost as lost:
        print(lost, file=sys.stderr)
        return 5
    finally:
        if qemu:
            qemu.kill()
            qemu.wait()


if __name__ == "__main__":
    sys.exit(main())
