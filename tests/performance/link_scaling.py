#!/usr/bin/env python3
"""Draws how the time of sums grows with members, by the model that tests/link/scaling.cpp holds against simulation: links beside
an MPI library's algorithms, 2 to 1000 members (groups end at 32), and says from where on MPI takes less time.

usage: link_scaling.py LINK_SCALING_PROGRAM OUT.svg
"""
import math
import subprocess
import sys

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 460, 70, 50
COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"]


def read(program):
    curves = {}
    for line in subprocess.run([program, "--curve"], check=True, capture_output=True, text=True).stdout.splitlines():
        _, count, members, mote, mpi = line.split()
        curves.setdefault(int(count), []).append((int(members), float(mote), float(mpi)))
    return curves


def draw(curves):
    times = [t for rows in curves.values() for row in rows for t in row[1:]]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def place(members, time):
        x = LEFT + (WIDTH - LEFT - 100) * math.log(members / 2) / math.log(500)
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 20) * (math.log10(time) - low) / (high - low)
        return f"{x:.1f},{y:.1f}"

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">']
    for power in range(low, high + 1):
        x, y = place(2, 10 ** power).split(",")
        out.append(f'<text x="{LEFT - 8}" y="{y}" text-anchor="end">{10 ** power / 1000:g} ms</text>')
        out.append(f'<path d="M{x},{y} H{WIDTH - 100}" stroke="#ddd"/>')
    for members in (2, 4, 8, 16, 32, 64, 128, 256, 512, 1000):
        x = place(members, 10 ** low).split(",")[0]
        out.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{members}</text>')
    axis = "members (solid: mote, beyond 32 the model alone; dashed: MPI)"
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">{axis}</text>')
    for colour, (count, rows) in zip(COLOURS, curves.items()):
        for column, dash in ((1, ""), (2, ' stroke-dasharray="5 4"')):
            points = " ".join(place(row[0], row[column]) for row in rows)
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}"{dash}/>')
        x, y = place(1000, rows[-1][1]).split(",")
        out.append(f'<text x="{float(x) + 6:.1f}" y="{y}" fill="{colour}">{count} B</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    curves = read(sys.argv[1])
    with open(sys.argv[2], "w") as file:
        file.write(draw(curves))
    for count, rows in curves.items():
        worse = [row[0] for row in rows if row[1] > 1.05 * row[2]]
        better = [row[0] for row in rows if row[1] <= 1.05 * row[2]]
        last = max(better, default=0)
        after = [members for members in worse if members > last]
        first = [members for members in worse if members < min(better, default=0)]
        say = f"from {after[0]} members on MPI takes less time" if after else "to 1000 members MPI takes no less time (within 5 %)"
        print(f"{count} B: {say}" + (f", and below {min(better)}" if first else ""))


main()
