# Functions over jax.numpy, jax.lax, jax.random and flax that jax_programs.py runs: each row has a function, its inputs and how far a result
# may lie from XLA's. Not a test by itself. Inputs are random with a seed of the function's own name, or stand in the row. XLA's results are
# those of jax.jit on a CPU; XLA contracts multiply and add, flushes subnormals and sums in other orders, hence the tolerances.
import zlib

import flax.linen as nn
import jax
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
from jax import lax, random

DEFAULT = "rel:1e-4,abs:1e-5"
FUNCTIONS = []


class Function:
    def __init__(self, call, inputs, tolerance, refused=""):
        self.name, self.module, self.call = call.__name__, call.__module__, call
        self.inputs, self.tolerance, self.refused = inputs, tolerance, refused


def function(*inputs, tolerance=DEFAULT, why="", refused=""):
    """A row of FUNCTIONS; a wider tolerance than the default wants its reason, `refused` names what mote refuses it for. Inputs: arrays,
    or makers of them from a generator."""
    assert why or tolerance == DEFAULT

    def add(call):
        generator = np.random.default_rng(zlib.crc32(call.__name__.encode()))
        FUNCTIONS.append(Function(call, [make(generator) if callable(make) else np.asarray(make) for make in inputs], tolerance, refused))
        return call

    return add


def real(*dims, scale=1.0, shift=0.0):
    return lambda g: (g.standard_normal(dims) * scale + shift).astype(np.float32)


def uniform(*dims, low=0.0, high=1.0):
    return lambda g: g.uniform(low, high, dims).astype(np.float32)


def integers(*dims, low=0, high=10, dtype=np.int32):
    return lambda g: g.integers(low, high, dims).astype(dtype)


SEED = np.uint32(7)

# ---- jax.numpy


@function(np.array([[3, -0.0, np.nan, 1, 0.0, -np.inf], [5, 5, -2, np.inf, np.nan, 0.5]], np.float32))
def sort_with_nan(x):
    return jnp.sort(x, axis=1), jnp.sort(x, axis=0, descending=True)


@function(integers(7, 9, high=4))
def argsort_ties(x):
    return jnp.argsort(x, axis=0), jnp.argsort(x, axis=1, descending=True)


@function(real(6, 17))
def cumulative(x):
    return jnp.cumsum(x, axis=1), jnp.cumprod(x, axis=0), lax.cummax(x, axis=1), jnp.cumsum(x > 0, axis=0)


@function(integers(30, high=9))
def unique_of_known_size(x):
    return jnp.unique(x, size=12, fill_value=-1, return_counts=True, return_inverse=True)


@function(real(200, scale=1.5))
def histogram(x):
    counts, edges = jnp.histogram(x, bins=12, range=(-3.0, 3.0))
    return counts, edges


@function(uniform(40), uniform(25, low=-0.2, high=1.2))
def searchsorted(a, v):
    a = jnp.sort(a)
    return jnp.searchsorted(a, v, side="right"), jnp.searchsorted(a, v, side="left", method="sort")


@function(real(3, 4, 5), real(3, 5, 6), real(6, 2))
def einsum(a, b, c):
    return jnp.einsum("bij,bjk,kl->bil", a, b, c), jnp.einsum("bii->b", a[:, :, :4]), jnp.einsum("bij->jb", a)


@function(uniform(50, low=-1, high=6), real(6))
def interp(x, y):
    return jnp.interp(x, jnp.arange(6.0), y), jnp.interp(x, jnp.arange(6.0), y, left=-9.0, right=9.0)


@function(real(31), real(6))
def convolve(x, k):
    return jnp.convolve(x, k, mode="full"), jnp.convolve(x, k, mode="same"), jnp.correlate(x, k, mode="valid")


@function(real(6, 24), tolerance="rel:1e-4,abs:2e-5", why="sums of 144 terms of size 1 cancel")
def fourier(x):
    spectrum = jnp.fft.rfft(x, axis=1)
    return spectrum, jnp.fft.irfft(spectrum, n=24, axis=1), jnp.fft.fftshift(jnp.abs(jnp.fft.fft2(x)))


@function(real(5, 5), real(5, 3), tolerance="rel:5e-4,abs:1e-4", why="the condition number of x xT + 2 I is about 10")
def cholesky_solve(x, b):
    a = x @ x.T + 2 * jnp.eye(5)
    factor = jnp.linalg.cholesky(a)
    y = jsp.linalg.solve_triangular(factor, b, lower=True)
    return factor, y, jsp.linalg.solve_triangular(factor, y, lower=True, trans=1), jsp.linalg.cho_solve((factor, True), b)


@function(real(21, 4))
def percentiles(x):
    return jnp.percentile(x, jnp.array([5.0, 50.0, 90.0]), axis=0), jnp.median(x, axis=1), jnp.quantile(x, 0.3, method="nearest")


@function(real(5, 8), integers(1, low=-12, high=12))
def where_roll_tile(x, shift):
    y = jnp.where(x > 0, x, -2 * x)
    return jnp.roll(y, 3, axis=1), jnp.roll(y, shift[0], axis=0), jnp.tile(y, (2, 3)), jnp.repeat(y, 2, axis=1), jnp.flip(y, 0)


@function(real(4), real(6), real(2, 3))
def meshgrid_kron(a, b, c):
    x, y = jnp.meshgrid(a, b, indexing="ij")
    return jnp.hypot(x, y), jnp.arctan2(y, x), jnp.kron(c, jnp.outer(a, b))


@function(real(6, 9), integers(6, 3, high=9))
def take_along_axis(x, i):
    best = jnp.argmax(x, axis=1, keepdims=True)
    return jnp.take_along_axis(x, i, axis=1), jnp.take_along_axis(x, best, axis=1), jnp.take(x, jnp.array([5, 0, -1]), axis=0)


@function(np.where(np.arange(48).reshape(6, 8) % 5 == 3, np.nan, np.sin(np.arange(48).reshape(6, 8))).astype(np.float32))
def nan_statistics(x):
    return jnp.nanmean(x, axis=0), jnp.nanstd(x, axis=1), jnp.nanmax(x), jnp.nanargmin(x, axis=1), jnp.nan_to_num(x, nan=-7.0)


@function(real(5), uniform(30, low=-1.5, high=1.5), tolerance="rel:1e-4,abs:1e-4", why="powers up to 1.5**8 cancel")
def polynomials(p, x):
    return jnp.polyval(p, x), jnp.polymul(p, p), jnp.vander(x, 5), jnp.polyder(p, 2)


@function(integers(60, high=11), real(40))
def bincount_digitize(n, x):
    bins = jnp.array([-1.0, -0.25, 0.0, 0.5, 1.5])
    return jnp.bincount(n, length=12), jnp.bincount(n, weights=n * 0.5, length=12), jnp.digitize(x, bins), jnp.digitize(x, bins, right=True)


@function(real(4, 4, scale=0.7), tolerance="rel:1e-4,abs:5e-5", why="products of seven matrices")
def matrix_functions(a):
    norms = jnp.linalg.norm(a, axis=0), jnp.linalg.norm(a)
    return jnp.linalg.matrix_power(a, 7), norms, jnp.trace(a, offset=1), jnp.tril(a, -1) + jnp.triu(a)


@function(real(3, 20))
def differences(x):
    return jnp.gradient(x, axis=1), jnp.trapezoid(x, dx=0.1, axis=1), jnp.diff(x, n=2, axis=1), jnp.ediff1d(x)


@function(integers(12, high=2**32, dtype=np.uint32), integers(5, 16, high=256, dtype=np.uint8))
def bits(x, b):
    mixed = (x ^ (x << 13)) >> 7 | ~x & 0xFF
    return mixed, jnp.bitwise_count(x), jnp.unpackbits(b, axis=1), jnp.packbits(b > 100, axis=1), lax.clz(x), x % 1000 // 7


@function(integers(20, high=3), integers(20, high=3), real(20))
def lexsort_nonzero(a, b, x):
    where = jnp.nonzero(x > 0, size=20, fill_value=-1)[0], jnp.argwhere(a == b, size=10, fill_value=99)
    return jnp.lexsort((a, b)), where, jnp.isin(a, jnp.array([2, 5]))


@function(uniform(6, 10, low=0.1, high=4), tolerance="rel:2e-4,abs:2e-5", why="XLA's lgamma and igamma are this far off")
def special_functions(x):
    return (jsp.special.logsumexp(x, axis=1), jax.nn.softmax(x, axis=0), jax.nn.gelu(x - 2), jsp.special.erf(x - 2), jsp.special.gammaln(x),
            jsp.special.digamma(x), jsp.special.betaln(x, 2.5), jsp.special.xlogy(x, x), jsp.special.gammainc(2.0, x))


# ---- jax.lax


@function(real(11, 3), real(3, 8, scale=0.5), real(8, 8, scale=0.3))
def scan_recurrence(xs, w, u):
    def step(h, x):
        h = jnp.tanh(x @ w + h @ u)
        return h, h.sum()

    last, sums = lax.scan(step, jnp.zeros(8), xs)
    back, _ = lax.scan(step, last, xs, reverse=True)
    return last, sums, back


@function(integers(9, low=1, high=40))
def while_collatz(n):
    def steps(start):
        return lax.while_loop(lambda s: s[0] > 1, lambda s: (jnp.where(s[0] % 2 == 0, s[0] // 2, 3 * s[0] + 1), s[1] + 1), (start, 0))[1]

    return jax.vmap(steps)(n), steps(n[0])


@function(real(7, 7), tolerance="rel:1e-3,abs:1e-4", why="30 iterations carry the difference of each product on")
def fori_power_iteration(x):
    a = x @ x.T

    def body(i, v):
        v = a @ v
        return v / jnp.linalg.norm(v)

    v = lax.fori_loop(0, 30, body, jnp.ones(7))
    return v, v @ a @ v


@function(real(6), np.int32(2), np.bool_(True))
def cond_switch(x, which, flag):
    branches = [jnp.sin, lambda y: y * 2 + 1, lambda y: jnp.cumsum(y), lambda y: y[::-1]]
    return lax.switch(which, branches, x), lax.switch(which + 40, branches, x), lax.cond(flag, lambda y: y.max(), lambda y: y.min(), x)


@function(real(33, 2), uniform(33, low=0.2, high=0.9))
def associative_scan(x, decay):
    def combine(a, b):
        return a[0] * b[0], a[1] * b[0][:, None] + b[1]

    return lax.associative_scan(combine, (decay, x)), lax.associative_scan(jnp.maximum, x, reverse=True)


@function(real(6, 12), integers(6, low=-3, high=14), real(3))
def dynamic_slices(x, start, update):
    windows = jax.vmap(lambda row, i: lax.dynamic_slice(row, (i,), (4,)))(x, start)
    written = jax.vmap(lambda row, i: lax.dynamic_update_slice(row, update, (i,)))(x, start)
    return windows, written, lax.dynamic_index_in_dim(x, start[0], 1)


@function(real(2, 13, 11, 4), real(3, 2, 2, 6), real(2, 4, 10), tolerance="rel:1e-4,abs:2e-5", why="sums of 24 products")
def convolutions(x, k, s):
    layout = ("NHWC", "HWIO", "NHWC")
    grouped = lax.conv_general_dilated(x, k, (2, 1), [(1, 2), (0, 3)], rhs_dilation=(2, 3), feature_group_count=2, dimension_numbers=layout)
    transposed = lax.conv_transpose(x, jnp.ones((3, 3, 4, 2)) * 0.1, (2, 2), "SAME")
    line = lax.conv_general_dilated(s, jnp.flip(s[:, :, :3]), (1,), [(1, 2)], lhs_dilation=(2,))
    return grouped, transposed, line


@function(real(2, 9, 8, 3))
def pooling_and_its_gradient(x):
    def pooled(x):
        most = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2, 1), (1, 2, 2, 1), "SAME")
        mean = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 1, 3, 1), "VALID") / 4
        return most, mean

    return (*pooled(x), jax.grad(lambda x: sum((p**2).sum() for p in pooled(x)))(x))


@function(real(5, 20), integers(20, high=6))
def top_k_and_sort_key_val(x, keys):
    values, indices = lax.top_k(x, 6)
    return values, indices, *lax.sort_key_val(keys, x[0]), lax.sort((keys, x[1], x[2]), num_keys=2)


@function(real(9, 5), real(5, 5))
def map_over_rows(x, w):
    return lax.map(lambda row: jnp.tanh(w @ row) / (1 + jnp.abs(row).sum()), x), lax.map(lambda row: row.sum(), x, batch_size=4)


@function(real(4, 21))
def cumulative_logsumexp(x):
    return lax.cumlogsumexp(x, axis=1), lax.cummin(x, axis=0, reverse=True), lax.cumprod(x * 0.5 + 1, axis=1, reverse=True)


@function(integers(6, high=3), real(6), real(4, 3, 7), real(4, 7, 2))
def select_n_and_batch_matmul(which, x, a, b):
    chosen = lax.select_n(which, x, -x, x * x), lax.clamp(-0.5, x, jnp.float32(0.5))
    return chosen, lax.batch_matmul(a, b), lax.dot_general(a, b, (((0, 2), (0, 1)), ((), ())))


@function(real(8, 4), integers(10, low=-2, high=11), real(10, 4))
def indexed_updates(x, i, u):
    return (x.at[i].add(u), x.at[i].max(u, mode="drop"), x.at[i % 8, i % 4].mul(2.0), x.at[3:6].set(0.0), x.at[:, i[2] % 4].min(-0.1),
            jax.ops.segment_sum(u, jnp.abs(i) % 5, num_segments=5))


@function(real(7, 6), integers(9, low=-9, high=12))
def indexed_reads(x, i):
    modes = x.at[i].get(mode="fill", fill_value=-1.0), x.at[i, 2].get(mode="clip")
    return modes, x[i % 7, i % 6], x[::2, ::-1], jnp.select([x > 1, x < 0], [x, x * x], 9.0)


@function(real(6, 13))
def reductions_of_their_own(x):
    def least(a, b):
        first = (a[0] < b[0]) | ((a[0] == b[0]) & (a[1] < b[1]))
        return jnp.where(first, a[0], b[0]), jnp.where(first, a[1], b[1])

    where = lax.broadcasted_iota(jnp.int32, x.shape, 1)
    low = lax.reduce((x, where), (jnp.float32(jnp.inf), jnp.int32(99)), least, (1,))
    return low, lax.reduce_precision(x, 5, 3), jnp.prod(x, axis=0), jnp.all(x > -2, axis=1), jnp.ptp(x), jnp.var(x, ddof=1)


# ---- jax.random: the bits are Threefry's and exact, what is made of them is rounded


@function(SEED)
def random_normal_uniform(seed):
    a, b, c = random.split(random.key(seed), 3)
    return random.normal(a, (5, 7)), random.uniform(b, (33,), minval=-2.0, maxval=3.0), random.bits(c, (9,), jnp.uint8)


@function(SEED)
def random_bernoulli_permutation(seed):
    a, b, c = random.split(random.PRNGKey(seed), 3)
    return random.bernoulli(a, 0.3, (50,)), random.permutation(b, 24), random.permutation(c, jnp.arange(12.0).reshape(6, 2), axis=0)


@function(SEED, real(4, 9))
def random_categorical_gumbel(seed, logits):
    a, b = random.split(random.key(seed))
    return random.categorical(a, logits, axis=1), random.gumbel(b, (3, 8)), random.categorical(b, logits[0], shape=(20,))


@function(SEED, tolerance="rel:5e-4,abs:5e-5", why="the inverse of erf near 1 multiplies the last unit of its argument")
def random_truncated_normal(seed):
    a, b, c = random.split(random.key(seed), 3)
    return random.truncated_normal(a, -2.0, 2.0, (40,)), random.exponential(b, (12,)), random.laplace(c, (12,))


@function(SEED)
def random_integers_and_choice(seed):
    key = random.fold_in(random.key(seed), 42)
    a, b, c = random.split(key, 3)
    weighted = random.choice(c, jnp.arange(5.0), (9,), p=jnp.array([0.1, 0.2, 0.3, 0.2, 0.2]))
    return random.randint(a, (6, 6), -50, 1000), random.choice(b, 15, (8,), replace=False), weighted


# ---- flax: parameters are made inside from the seed, so that initialisers run too


@function(SEED, real(6, 10))
def flax_dense_network(seed, x):
    class Network(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.relu(nn.Dense(32)(x))
            x = nn.silu(nn.Dense(16, use_bias=False)(x))
            return nn.log_softmax(nn.Dense(5)(x))

    model = Network()
    return model.apply(model.init(random.key(seed), x), x)


@function(SEED, real(2, 12, 12, 3), tolerance="rel:1e-3,abs:1e-4", why="sums of 27 and 72 products, over a deviation")
def flax_convolution_batch_norm(seed, x):
    class Network(nn.Module):
        @nn.compact
        def __call__(self, x, train):
            x = nn.Conv(8, (3, 3), strides=(2, 2))(x)
            x = nn.relu(nn.BatchNorm(use_running_average=not train)(x))
            x = nn.Conv(8, (3, 3), feature_group_count=8, padding="VALID")(x)
            x = nn.BatchNorm(use_running_average=not train)(x)
            return nn.Dense(4)(nn.avg_pool(x, (2, 2), (2, 2)).reshape(x.shape[0], -1))

    model = Network()
    variables = model.init(random.key(seed), x, train=False)
    trained, updates = model.apply(variables, x, train=True, mutable=["batch_stats"])
    return trained, model.apply({**variables, **updates}, x, train=False)


# The recurrent cells' own initialiser is orthogonal, by LAPACK's QR.
@function(SEED, real(3, 7, 5))
def flax_lstm(seed, x):
    model = nn.RNN(nn.LSTMCell(features=6), return_carry=True)
    return model.apply(model.init(random.key(seed), x), x)


@function(SEED, real(3, 7, 5))
def flax_lstm_from_normal(seed, x):
    model = nn.RNN(nn.LSTMCell(features=6, recurrent_kernel_init=nn.initializers.normal(0.4)), return_carry=True)
    return model.apply(model.init(random.key(seed), x), x)


@function(SEED, real(2, 9, 16))
def flax_attention(seed, x):
    model = nn.MultiHeadDotProductAttention(num_heads=4)
    mask = nn.make_causal_mask(jnp.ones((2, 9)))
    return model.apply(model.init(random.key(seed), x, mask=mask), x, mask=mask)


@function(SEED, integers(3, 8, high=20))
def flax_embed_layer_norm(seed, tokens):
    class Network(nn.Module):
        @nn.compact
        def __call__(self, tokens):
            embed = nn.Embed(20, 12)
            x = nn.LayerNorm()(embed(tokens))
            x = nn.RMSNorm()(x + nn.GroupNorm(num_groups=3)(x))
            return embed.attend(x)

    model = Network()
    return model.apply(model.init(random.key(seed), tokens), tokens)


@function(SEED, real(3, 6, 4))
def flax_gru_bidirectional(seed, x):
    model = nn.Bidirectional(nn.RNN(nn.GRUCell(features=5)), nn.RNN(nn.GRUCell(features=5)))
    return model.apply(model.init(random.key(seed), x), x)


@function(SEED, real(3, 6, 4))
def flax_gru_from_normal(seed, x):
    forward, backward = (nn.RNN(nn.GRUCell(features=5, recurrent_kernel_init=nn.initializers.normal(0.4))) for _ in range(2))
    model = nn.Bidirectional(forward, backward)
    return model.apply(model.init(random.key(seed), x), x)


@function(SEED, real(16, 6), integers(16, high=3), tolerance="rel:1e-3,abs:1e-4", why="five steps carry the difference of each on")
def flax_training_steps(seed, x, labels):
    class Network(nn.Module):
        @nn.compact
        def __call__(self, x, deterministic):
            x = nn.gelu(nn.Dense(12)(x))
            x = nn.Dropout(0.25, deterministic=deterministic)(x)
            return nn.Dense(3)(x)

    model = Network()

    def loss(params, key):
        logits = model.apply(params, x, deterministic=False, rngs={"dropout": key})
        return -jnp.mean(jnp.take_along_axis(nn.log_softmax(logits), labels[:, None], axis=1))

    def step(carry, key):
        params, momentum = carry
        value, slope = jax.value_and_grad(loss)(params, key)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, slope)
        return (jax.tree.map(lambda p, m: p - 0.1 * m, params, momentum), momentum), value

    params = model.init(random.key(seed), x, deterministic=True)
    (params, _), losses = lax.scan(step, (params, jax.tree.map(jnp.zeros_like, params)), random.split(random.key(seed + 1), 5))
    return losses, model.apply(params, x, deterministic=True)


# ---- transformations of functions, and other types


@function(real(4), tolerance="rel:2e-4,abs:2e-5", why="second derivatives")
def derivatives(x):
    def energy(v):
        return jnp.sum(jnp.sin(v) * v**3) + jnp.prod(jnp.cos(v)) / (1 + v @ v)

    jacobian = jax.jacfwd(lambda v: jnp.outer(v, v).ravel() * energy(v))(x)
    return jax.grad(energy)(x), jax.hessian(energy)(x), jacobian, jax.jvp(energy, (x,), (jnp.ones(4),))


@function(real(3, 2), tolerance="rel:1e-3,abs:1e-4", why="80 steps carry the difference of each on")
def runge_kutta(start):
    def slope(y):
        return jnp.stack([y[1], (1 - y[0] ** 2) * y[1] - y[0]])

    def step(y, _):
        a = slope(y)
        b = slope(y + 0.025 * a)
        c = slope(y + 0.025 * b)
        d = slope(y + 0.05 * c)
        return y + 0.05 / 6 * (a + 2 * b + 2 * c + d), y[0]

    return jax.vmap(lambda y: lax.scan(step, y, length=80))(start)


@function(real(6, 16), real(16, 8), tolerance="rel:2e-2,abs:2e-2", why="one unit of bf16 is 8e-3; XLA fuses in f32")
def half_precision(x, w):
    short, half = x.astype(jnp.bfloat16), x.astype(jnp.float16)
    return jax.nn.sigmoid(short @ w.astype(jnp.bfloat16)), (half * 2 + 1).sum(axis=1), jnp.exp(short).astype(jnp.float32), half.max(axis=0)


@function(real(5, 5), real(5, 5))
def complex_numbers(re, im):
    z = re + 1j * im
    return z * z.conj(), jnp.exp(1j * re), jnp.abs(z), jnp.angle(z), (z @ z.T).real, z / (1 + z), jnp.sqrt(z)
