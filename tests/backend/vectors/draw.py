"""Rng in numpy, from host_tools/hlo/random_numbers.h: threefry, uniform and normal numbers, each operation rounded once in its type."""
import math

import numpy as np

U32, U64 = np.uint32, np.uint64


def threefry(key, x0, x1):
    rotations = ((13, 15, 26, 6), (17, 29, 16, 24))
    k0, k1 = U32(key & 0xFFFFFFFF), U32(key >> 32)
    keys = (k0, k1, k0 ^ k1 ^ U32(0x1BD11BDA))
    x0, x1 = x0 + keys[0], x1 + keys[1]
    for group in range(5):
        for r in rotations[group % 2]:
            x0 = x0 + x1
            x1 = ((x1 << U32(r)) | (x1 >> U32(32 - r))) ^ x0
        x0, x1 = x0 + keys[(group + 1) % 3], x1 + keys[(group + 2) % 3] + U32(group + 1)
    return x0, x1


def words(state, count, bits):
    """`count` words of `bits` bits in a row (a result of rank 1), and the next state."""
    blocks = count if bits == 64 else (count + 1) // 2
    counter = np.array([(state[1] + i) % 2**64 for i in range(blocks)], U64)
    with np.errstate(over="ignore"):
        x0, x1 = threefry(state[0], (counter & U64(0xFFFFFFFF)).astype(U32), (counter >> U64(32)).astype(U32))
    following = (state[0], (state[1] + blocks) % 2**64)
    if bits == 64:
        return x0.astype(U64) | x1.astype(U64) << U64(32), following
    return np.stack([x0, x1], 1).reshape(-1)[:count], following


def uniform_integers(state, count, low, high, dtype):
    w, following = words(state, count, 64)
    span = high - low if low < high else 1
    return np.array([(low + int(x) % span) % 2**64 for x in w], U64).astype(dtype), following


def uniform_floats(state, count, low, high, dtype):
    wide = np.float64 if dtype == np.float64 else np.float32
    w, following = words(state, count, 64 if wide == np.float64 else 32)
    dropped, scale = (U64(11), 2.0**-53) if wide == np.float64 else (U32(8), 2.0**-24)
    unit = (w >> dropped).astype(wide) * wide(scale)
    low, high = dtype(low), dtype(high)
    x = (wide(low) + (wide(high) - wide(low)) * unit).astype(dtype)
    return np.minimum(x, np.nextafter(high, low) if low < high else low), following


CENTRAL = ((3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4, 4.5921953931549871457e4,
            6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3),
           (1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4, 3.9307895800092710610e4,
            2.8729085735721942674e4, 5.2264952788528545610e3))
NEAR = ((1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0, 1.27045825245236838258e0,
         2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4),
        (1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
         1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9))
FAR = ((6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1, 2.65321895265761230930e-2,
        1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7),
       (1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
        1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15))


def horner(x, coefficients, wide):
    total = np.full_like(x, wide(coefficients[-1]))
    for c in reversed(coefficients[:-1]):
        total = total * x + wide(c)
    return total


def quantile(w, wide):
    """Of words of the type's width."""
    bits = 64 if wide == np.float64 else 32
    n = w | w.dtype.type(1)
    p = n.astype(wide) * wide(2.0 ** -(bits + 1))
    q = wide(0.5) - p
    r = wide(0.180625) - q * q
    central = q * horner(r, CENTRAL[0], wide) / horner(r, CENTRAL[1], wide)
    exponent = np.array([int(x).bit_length() - 1 for x in n])
    m = np.array([int(x) << (bits - 1 - int(e)) for x, e in zip(n, exponent)], w.dtype).astype(wide) * wide(2.0 ** -(bits - 1))
    k = bits + 1 - exponent
    large = m > wide(math.sqrt(2))
    m, k = np.where(large, m * wide(0.5), m), (k - large).astype(wide)
    s = (m - wide(1)) / (m + wide(1))
    log = k * wide(math.log(2)) - s * horner(s * s, [2.0 / odd for odd in range(1, 22, 2)], wide)
    r = np.sqrt(log)
    near, far = r - wide(1.6), r - wide(5)
    nearer = horner(near, NEAR[0], wide) / horner(near, NEAR[1], wide)
    tail = np.where(r <= wide(5), nearer, horner(far, FAR[0], wide) / horner(far, FAR[1], wide))
    z = np.where(q <= wide(0.425), central, tail)
    return np.where(w & w.dtype.type(1) != 0, z, -z)


def normal(state, count, mu, sigma, dtype):
    wide = np.float64 if dtype == np.float64 else np.float32
    w, following = words(state, count, 64 if wide == np.float64 else 32)
    return (wide(dtype(mu)) + wide(dtype(sigma)) * quantile(w, wide)).astype(dtype), following
