#!/usr/bin/env python3
"""Makes programs/: jax.shard_map over meshes of 2, 4 and 2 x 2 devices as StableHLO, with inputs and what JAX computes on as many devices.

usage: make_programs.py    (JAX, jaxlib and NumPy; devices are the host's, by --xla_force_host_platform_device_count)
Each program is there as Shardy (NAME.mlir) and as GSPMD (NAME.gspmd.mlir) have it, beside its whole tensors in their order: NAME.in.npz,
NAME.out.npz. Tests run on what is committed, without JAX.
"""
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"

import re

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
DEVICES = np.array(jax.devices())
TWO, FOUR = Mesh(DEVICES[:2], ("x",)), Mesh(DEVICES, ("x",))
GRID = Mesh(DEVICES.reshape(2, 2), ("x", "y"))
RANDOM = np.random.default_rng(12)
PROGRAMS = []


def real(*dims):
    return RANDOM.integers(-16, 16, dims).astype(np.float32) / 8


def program(mesh, in_specs, out_specs, *inputs):
    """The function of one member; the program is its shard_map."""

    def add(body):
        whole = jax.shard_map(body, mesh=mesh, in_specs=in_specs, out_specs=out_specs, check_vma=False)
        PROGRAMS.append((body.__name__, whole, inputs))
        return body

    return add


def whole(*inputs):
    """A function that calls jax.shard_map itself."""

    def add(function):
        PROGRAMS.append((function.__name__, function, inputs))
        return function

    return add


def collectives(b, size):
    ring = [(i, (i + 1) % size) for i in range(size)]
    gathered = lax.all_gather(b, "x", tiled=True)
    return (
        lax.psum(b, "x"),
        gathered,
        lax.ppermute(b, "x", ring),
        lax.psum_scatter(gathered, "x", tiled=True),
        lax.all_to_all(b, "x", 1, 0, tiled=True),
        b * lax.axis_index("x"),
        lax.pmax(b, "x"),
        lax.pmin(b, "x"),
    )


COLLECTIVES = (P(), P(), P("x"), P("x"), P("x"), P("x"), P(), P())


@program(TWO, P("x"), COLLECTIVES, real(4, 4))
def collectives_2(b):
    return collectives(b, 2)


@program(FOUR, P("x"), COLLECTIVES, real(8, 4))
def collectives_4(b):
    return collectives(b, 4)


@program(GRID, P("x", "y"), (P("x"), P(None, "y"), P(), P(("x", "y")), P(("y", "x")), P("y", "x"), P("x", "y")), real(4, 6))
def collectives_2x2(b):
    place = lax.axis_index(("x", "y")).astype(jnp.float32)
    return (
        lax.psum(b, "y"),
        lax.psum(b, "x"),
        lax.psum(b, ("x", "y")),
        b + place,
        b - place,
        lax.all_gather(lax.all_gather(b, "x", tiled=True), "y", axis=1, tiled=True)[:2, :3] * (1 + place),
        lax.ppermute(b, "y", [(0, 1), (1, 0)]),
    )


@program(FOUR, (P(None, "x"), P("x", None)), P(), real(3, 8), real(8, 5))
def contracted_4(a, b):
    return lax.psum(a @ b, "x")


@program(GRID, (P("x", "y"), P("y", None)), P("x", None), real(4, 6), real(6, 5))
def contracted_2x2(a, b):
    return lax.psum(a @ b, "y")


@program(FOUR, (P("x"), P()), (P("x"), P()), real(8, 3), np.arange(3, dtype=np.int32))
def offsets_4(b, offsets):
    return b * lax.axis_index("x") + offsets, lax.psum(b, "x")


@whole(real(8, 4), real(4, 4))
def around_2x2(x, w):
    """Works on whole tensors between two bodies, the second of another split; one part goes straight from one to the other."""
    y = jnp.transpose(x * 2)
    first = lambda b, w: (lax.psum(b @ w, "x"), b + lax.axis_index("x"))
    a, b = jax.shard_map(first, mesh=GRID, in_specs=(P("y", "x"), P()), out_specs=(P("y"), P("y", "x")), check_vma=False)(y, w)
    second = lambda a, b: (lax.psum(a.sum(), ("x", "y")), b - 1)
    specs = {"in_specs": (P(None, "x"), P("y", "x")), "out_specs": (P(), P("y", "x"))}
    total, c = jax.shard_map(second, mesh=GRID, **specs, check_vma=False)(a + 1, b)
    return total, c, a[::-1]


@whole(real(6, 5), real(5), real(16, 6), real(16))
def train_step_4(w, b, x, y):
    """Data-parallel: the batch is cut, the parameters are everybody's."""

    def loss(w, b):
        def one(w, b, x, y):
            return lax.pmean(jnp.mean((jnp.tanh(x @ w) @ b - y) ** 2), "x")

        return jax.shard_map(one, mesh=FOUR, in_specs=(P(), P(), P("x"), P("x")), out_specs=P())(w, b, x, y)

    value, (dw, db) = jax.value_and_grad(loss, (0, 1))(w, b)
    return w - 0.1 * dw, b - 0.1 * db, value


@whole(real(8, 4))
def in_a_loop_2(x):
    """A body in another function's loop."""
    step = jax.shard_map(lambda b: b / 2 + lax.ppermute(b, "x", [(0, 1), (1, 0)]), mesh=TWO, in_specs=P("x"), out_specs=P("x"))
    return lax.fori_loop(0, 3, lambda _, v: jax.jit(step)(v * 1.5), x)


if __name__ == "__main__":
    os.makedirs(HERE, exist_ok=True)
    for name, function, inputs in PROGRAMS:
        jitted = jax.jit(function)
        outputs = [np.asarray(v) for v in jax.tree.leaves(jitted(*inputs))]
        np.savez(os.path.join(HERE, name + ".in.npz"), *inputs)
        np.savez(os.path.join(HERE, name + ".out.npz"), *outputs)
        for shardy, suffix in ((True, ".mlir"), (False, ".gspmd.mlir")):
            jax.config.update("jax_use_shardy_partitioner", shardy)
            jax.clear_caches()
            text = jax.jit(function).lower(*inputs).as_text()
            with open(os.path.join(HERE, name + suffix), "w") as file:
                file.write(re.sub(r" ?\{jax.result_info = \"[^\"]*\"\}", "", text))
