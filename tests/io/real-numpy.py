#!/usr/bin/env python3
"""Files written by numpy itself are read exactly, and numpy reads what minip writes. A missing numpy is a failure."""
import io
import os
import random
import subprocess
import tempfile
from fractions import Fraction

import numpy as np

DUMP = os.path.join(os.environ["MINIP_BUILDDIR"], "tests/io/dump")
COUNT = 0


def check(name, problem):
    global COUNT
    COUNT += 1
    print("%s %d - %s" % ("not ok" if problem else "ok", COUNT, name))
    if problem:
        print("# " + str(problem)[:500].replace("\n", "\n# "))


def run(*args):
    p = subprocess.run([DUMP, *args], capture_output=True, text=True, timeout=60)
    return p.returncode, p.stdout, p.stderr


def exact(v):
    return Fraction(int(v)) if isinstance(v, (np.integer, np.bool_)) else Fraction(float(v))


def line(name, a):
    """What dump prints for the array: numpy's own element order (C) and exact values."""
    return " ".join([name, a.dtype.newbyteorder("=").name, "(%s)" % ",".join(map(str, a.shape))] + [str(exact(v)) for v in a.reshape(-1, order="C")]) + "\n"


def values_for(dtype, shape, rng):
    n = int(np.prod(shape, dtype=int))
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return np.array([rng.random() < 0.5 for _ in range(n)], dtype=dtype).reshape(shape)
    raw = np.frombuffer(rng.randbytes(n * dtype.itemsize), dtype=dtype).copy()
    if dtype.kind == "f":
        raw[~np.isfinite(raw)] = -0.0
    return raw.reshape(shape)


def arrays():
    rng = random.Random(int(os.environ.get("MINIP_SEED", "20260101")))
    for dtype in ("?", "i1", "u1", "<i2", ">i2", "<u2", ">u2", "<i4", ">i4", "<u4", ">u4", "<i8", ">i8", "<u8", ">u8", "<f2", ">f2", "<f4", ">f4", "<f8", ">f8"):
        for shape in ((), (1,), (7,), (3, 5), (0, 4), (2, 3, 4), (2, 1, 3, 2)):
            a = values_for(dtype, shape, rng)
            yield a
            if a.ndim > 1:
                yield np.asfortranarray(a)
    yield values_for("<f4", (6, 8), rng)[::2, ::-3]  # a view with strides: numpy saves it in C order
    yield values_for("<f4", (6, 8), rng).T           # a transposed view: numpy saves it in Fortran order


def npy_files(folder):
    problem, n = "", 0
    for i, a in enumerate(arrays()):
        path = os.path.join(folder, "%d.npy" % i)
        np.save(path, a, allow_pickle=False)
        got = run(path)
        n += 1
        if got != (0, line("-", a), ""):
            problem = problem or "%s %s: %s" % (a.dtype.str, a.shape, got)
    check("numpy.save: types, byte orders, C and Fortran order", problem or ("" if n > 200 else "only %d files" % n))


def npz_files(folder):
    some = {"a%d" % i: a for i, a in enumerate(arrays())}
    wanted = "".join(line(name, a) for name, a in some.items())
    for save in (np.savez, np.savez_compressed):
        path = os.path.join(folder, save.__name__ + ".npz")
        save(path, **some)
        got = run(path)
        check("numpy.%s with %d arrays" % (save.__name__, len(some)), "" if got == (0, wanted, "") else got)


def versions(folder):
    a = np.arange(6, dtype="<f4").reshape(2, 3)
    for version in ((1, 0), (2, 0), (3, 0)):
        path = os.path.join(folder, "v%d.npy" % version[0])
        with open(path, "wb") as f:
            np.lib.format.write_array(f, a, version=version)
        got = run(path)
        check("version %d.%d" % version, "" if got == (0, line("-", a), "") else got)


def refused(folder):
    for name, a, word in (("objects", np.array([1, None], dtype=object), "pickled objects"), ("complex", np.array([1j]), "complex"),
                          ("structured", np.zeros(2, dtype=[("x", "f4"), ("y", "i4")]), "structured"), ("text", np.array(["a"]), "text is not a number"),
                          ("nan", np.array([[0, np.nan]], dtype="f4"), "array at [0,1]: is NaN"), ("infinity", np.array([-np.inf]), "is -infinity"),
                          ("long double", np.zeros(1, dtype=np.longdouble), "floats of this width")):
        path = os.path.join(folder, "refused.npy")
        np.save(path, a)
        code, out, err = run(path)
        check("refused: " + name, "" if (code, out) == (3, "") and word in err else (code, out, err))


def text(folder):
    a = np.array([[0.1, -2.5], [1e-300, 3]])
    path = os.path.join(folder, "m.txt")
    np.savetxt(path, a, fmt="%.17g")
    got = run(path)
    wanted = "- rational (2,2) " + " ".join(str(Fraction("%.17g" % v)) for v in a.reshape(-1)) + "\n"
    check("numpy.savetxt", "" if got == (0, wanted, "") else got)


def written(folder):
    """minip writes, numpy reads: the same type (in the machine's order) and the same bytes; twice gives the same file."""
    problem, some = "", {}
    out, source = os.path.join(folder, "out.npy"), os.path.join(folder, "in.npy")
    for i, a in enumerate(arrays()):
        if a.dtype.byteorder == ">":
            continue
        some["a%d" % i] = a
        np.save(source, a)
        got = run("--rewrite", source, out)
        if got != (0, "", ""):
            problem = problem or got
            continue
        b = np.load(out, allow_pickle=False)
        if b.dtype != a.dtype or b.shape != a.shape or b.tobytes() != a.tobytes():
            problem = problem or "%s %s came back as %s %s" % (a.dtype, a.shape, b.dtype, b.shape)
    check("minip's .npy files read by numpy", problem or ("" if len(some) > 100 else "only %d arrays" % len(some)))
    np.savez(os.path.join(folder, "in.npz"), **some)
    contents = []
    for name in ("out1.npz", "out2.npz"):
        got = run("--rewrite", os.path.join(folder, "in.npz"), os.path.join(folder, name))
        check("minip writes " + name, "" if got == (0, "", "") else got)
        with open(os.path.join(folder, name), "rb") as f:
            contents.append(f.read())
    with np.load(io.BytesIO(contents[0]), allow_pickle=False) as z:
        same = sorted(z.files) == sorted(some) and all(z[k].dtype == some[k].dtype and z[k].tobytes() == some[k].tobytes() for k in some)
    check("minip's .npz files read by numpy", "" if same else "arrays differ")
    check("equal arrays give equal files", "" if contents[0] == contents[1] else "bytes differ")
    code, _, err = run("--rewrite", os.path.join(folder, "m.txt"), out)
    check("rationals are not written as .npy", "" if code == 3 and "rationals" in err else (code, err))


with tempfile.TemporaryDirectory() as temporary:
    for test in (npy_files, npz_files, versions, refused, text, written):
        test(temporary)
print("1..%d" % COUNT)
