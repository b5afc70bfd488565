# Functions about devices and Python that jax_programs.py runs: meshes, shardings, shard_map, approximate top-k, callbacks, LAPACK. Rows as
# in jax_functions.py, whose tolerance stands for all; `refused` is the name by which mote refuses one.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

from jax_functions import DEFAULT, Function, real

FUNCTIONS = []


def function(*inputs, refused="", wrap=lambda call: call):
    """A row; `wrap` makes the function that is lowered, a jax.jit with shardings for example."""

    def add(call):
        generator = np.random.default_rng(len(FUNCTIONS))
        row = Function(call, [make(generator) for make in inputs], DEFAULT, refused)
        row.call = wrap(call)
        FUNCTIONS.append(row)
        return call

    return add


def mesh(devices, kind=AxisType.Auto):
    return jax.make_mesh((devices,), ("x",), axis_types=(kind,), devices=jax.devices()[:devices])


ONE, TWO = mesh(1), mesh(2)
GRID = jax.make_mesh((1, 1), ("data", "model"), axis_types=(AxisType.Auto,) * 2, devices=jax.devices()[:1])


def sharded(over, *specs):
    """jax.jit with a sharding for each argument; None leaves one open."""
    return lambda call: jax.jit(call, keep_unused=True, in_shardings=tuple(s if s is None else NamedSharding(over, s) for s in specs))


# ---- meshes and shardings: a program that does not say how it is cut means the same on one device


@function(real(8, 6), real(6, 4), wrap=sharded(ONE, P("x"), None))
def sharding_on_one_argument(x, w):
    return jnp.tanh(x @ w), x.sum(axis=0)


@function(real(8, 6), real(6, 4), wrap=sharded(TWO, P("x"), None))
def sharding_over_two_devices(x, w):
    return jnp.tanh(x @ w), x.sum(axis=0)


@function(real(8, 6))
def sharding_constraint(x):
    y = lax.with_sharding_constraint(x * 2, NamedSharding(ONE, P("x", None)))
    return jnp.sort(y, axis=0), lax.with_sharding_constraint(y.T @ y, NamedSharding(ONE, P()))


@function(real(4, 8), wrap=sharded(mesh(1, AxisType.Explicit), P(None, "x")))
def explicit_mesh(x):
    return jax.nn.softmax(x, axis=1), jnp.einsum("ij,kj->ik", x, x)


@function(real(8, 5), real(5, 5), wrap=sharded(GRID, P("data", None), P(None, "model")))
def mesh_of_two_axes(x, w):
    def step(h, _):
        return jnp.tanh(h @ w), h.mean()

    return lax.scan(step, x, length=4)


# ---- shard_map: one device runs its body, collectives over one member included


def over_one(call):
    return jax.shard_map(call, mesh=ONE, in_specs=P("x"), out_specs=P("x"))


@function(real(8, 3))
def shard_map_on_one_device(x):
    return over_one(lambda block: jnp.exp(block) / (1 + block**2))(x)


@function(real(8, 3))
def shard_map_collectives(x):
    def body(block):
        total = lax.psum(block.sum(), "x")
        gathered = lax.all_gather(block, "x", tiled=True)
        shifted = lax.ppermute(block, "x", [(0, 0)])
        scattered = lax.psum_scatter(block, "x", tiled=True)
        exchanged = lax.all_to_all(block, "x", 0, 1, tiled=True)
        return block / total + gathered.mean() + shifted + scattered * lax.axis_index("x") + exchanged - lax.pmax(block, "x")

    return over_one(body)(x)


@function(real(6, 4), real(4, 4))
def shard_map_with_captures(x, w):
    factor = jnp.arange(4.0)

    def body(block, w):
        def step(h, _):
            return jnp.tanh(h @ w + factor), lax.pmean(h.sum(), "x")

        return lax.scan(step, block, length=3)

    return jax.shard_map(body, mesh=ONE, in_specs=(P("x"), P()), out_specs=(P("x"), P()))(x * 2, w)


@function(real(8, 3))
def shard_map_gradient(x):
    cubes = jax.shard_map(lambda block: lax.psum(jnp.sum(block**3), "x"), mesh=ONE, in_specs=P("x"), out_specs=P())
    return jax.value_and_grad(cubes)(x)


@function(real(8, 3), refused="automatic partitioning", wrap=sharded(TWO, P("x")))
def sharded_over_two_devices(x):
    return x @ x.T


@function(real(8, 3))
def shard_map_on_two_devices(x):
    return jax.shard_map(lambda block: block / lax.psum(block.sum(), "x"), mesh=TWO, in_specs=P("x"), out_specs=P("x"))(x)


# ---- approximate top-k: the exact one is a valid answer, and the one that XLA gives on a CPU


@function(real(3, 200))
def approx_max_k(x):
    return lax.approx_max_k(x, 5)


@function(real(90, 4))
def approx_min_k_of_rows(x):
    return lax.approx_min_k(x, 7, reduction_dimension=0, recall_target=0.9)


@function(real(2, 5, 64))
def approx_max_k_of_the_middle(x):
    return lax.approx_max_k(jnp.swapaxes(x, 1, 2) * 2, 3, reduction_dimension=1), lax.approx_max_k(x.astype(jnp.bfloat16), 4)


@function(real(3, 16))
def approx_max_k_not_aggregated(x):
    return lax.approx_max_k(x, 16, aggregate_to_topk=False)


@function(real(5, 12), real(30, 12))
def nearest_neighbours(queries, points):
    distance = jnp.sum(points**2, axis=1) / 2 - queries @ points.T
    return lax.approx_min_k(distance, 4)


# ---- what mote has no counterpart for


@function(real(4), refused="a callback into Python")
def pure_callback(x):
    return jax.pure_callback(np.sin, jax.ShapeDtypeStruct((4,), np.float32), x) + 1


@function(real(4), refused="a callback into Python")
def debug_print(x):
    jax.debug.print("x is {}", x)
    return x * 2


@function(real(4), refused="a callback into Python")
def ordered_io_callback(x):
    return io_callback(lambda v: v, jax.ShapeDtypeStruct((4,), np.float32), x, ordered=True) + 1


@function(real(4, 4))
def lu_solve(a):
    return jnp.linalg.solve(a, jnp.ones(4))


@function(real(4, 4))
def qr(a):
    return jnp.linalg.qr(a)


@function(real(4, 4))
def eigh(a):
    w, v = jnp.linalg.eigh(a + a.T)
    return w, jnp.abs(v)  # signs are free


@function(real(4, 4))
def svd(a):
    return jax.tree.map(jnp.abs, jnp.linalg.svd(a))
