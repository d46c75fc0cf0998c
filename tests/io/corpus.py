#!/usr/bin/env python3
"""The corpus of good, bad and unsupported files, each named after its one property or defect. Standard library only.

Without arguments: writes the files to a temporary folder, reads each through tests/io/dump, and prints TAP. A good file has its exact values,
a bad or unsupported one its exit status and a pattern of its message. With a folder: writes the files there (seeds for scripts/fuzz-io.sh).
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from formats import npy, npz, npz_end64, safetensors, half_values, brain_values  # noqa: E402

GOOD, BAD, UNSUPPORTED, SEQUENCES = [], [], [], []


def good(name, data, *lines):
    GOOD.append((name, data, "".join(line + "\n" for line in lines)))


def bad(name, data, pattern, status=3):
    BAD.append((name, data, pattern, status))


def unsupported(name, data, pattern, status=3):
    UNSUPPORTED.append((name, data, pattern, status))


def sequences(name, data, *lines, pattern=None):
    SEQUENCES.append((name, data, "".join(line + "\n" for line in lines), pattern))


def line(dtype, shape, values, name="-"):
    """What dump prints for an array."""
    return " ".join([name, dtype, "(%s)" % ",".join(map(str, shape))] + [str(Fraction(v)) for v in values])


SIX = [1, 2, 3, 4, 5, 6]
F4 = struct.pack("<6f", *SIX)


def npy_good():
    good("plain.npy", npy("<f4", "(2, 3)", F4), line("float32", (2, 3), SIX))
    good("big-endian.npy", npy(">f4", "(2, 3)", struct.pack(">6f", *SIX)), line("float32", (2, 3), SIX))
    good("big-endian-f8.npy", npy(">f8", "(2,)", struct.pack(">2d", 0.1, -0.0)), line("float64", (2,), [0.1, 0]))
    good("big-endian-i2.npy", npy(">i2", "(2,)", struct.pack(">2h", -2, 300)), line("int16", (2,), [-2, 300]))
    # The file holds columns first: 1 2 | 3 4 | 5 6 is the matrix [[1, 3, 5], [2, 4, 6]].
    good("fortran-not-square.npy", npy("<f4", "(2, 3)", F4, fortran=True), line("float32", (2, 3), [1, 3, 5, 2, 4, 6]))
    good("fortran-big-endian.npy", npy(">f4", "(3, 2)", struct.pack(">6f", *SIX), fortran=True), line("float32", (3, 2), [1, 4, 2, 5, 3, 6]))
    # Fortran order in three dimensions: element [i][j][k] of shape (2, 3, 4) lies at i + 2 j + 6 k.
    good("fortran-3d.npy", npy("|u1", "(2, 3, 4)", bytes(range(24)), fortran=True),
         line("uint8", (2, 3, 4), [i + 2 * j + 6 * k for i in range(2) for j in range(3) for k in range(4)]))
    for version in (2, 3):
        good("version-%d.npy" % version, npy("<f4", "(2, 3)", F4, version=version), line("float32", (2, 3), SIX))
    good("long-header.npy", npy("<f4", "(2, 3)", F4, version=2, pad=70000), line("float32", (2, 3), SIX))
    good("unpadded-header.npy", npy("<f4", "(2, 3)", F4, pad=0), line("float32", (2, 3), SIX))
    good("long-integer-shape.npy", npy("<f4", "(2L, 3L)", F4), line("float32", (2, 3), SIX))
    good("one-long-integer.npy", npy("<f4", "(6L,)", F4), line("float32", (6,), SIX))
    good("scalar.npy", npy("<f4", "()", struct.pack("<f", 0.5)), line("float32", (), [Fraction(1, 2)]))
    good("zero-dimension.npy", npy("<f4", "(0, 5)", b""), line("float32", (0, 5), []))
    good("zero-inner-dimension.npy", npy("<f4", "(5, 0)", b""), line("float32", (5, 0), []))
    good("trailing-comma.npy", npy("<f4", "(2, 3,)", F4), line("float32", (2, 3), SIX))
    good("other-key-order.npy", npy(header='{"shape": (2, 3), "fortran_order": False, "descr": "<f4"}', data=F4), line("float32", (2, 3), SIX))
    good("eight-dimensions.npy", npy("|u1", "(1, 1, 1, 1, 1, 1, 1, 2)", b"\x05\x06"), line("uint8", (1,) * 7 + (2,), [5, 6]))
    good("boolean.npy", npy("|b1", "(3,)", b"\1\0\1"), line("bool", (3,), [1, 0, 1]))
    for code, name, low, high in (("b", "int8", -128, 127), ("h", "int16", -2**15, 2**15 - 1), ("i", "int32", -2**31, 2**31 - 1), ("q", "int64", -2**63, 2**63 - 1),
                                  ("B", "uint8", 0, 255), ("H", "uint16", 0, 65535), ("I", "uint32", 0, 2**32 - 1), ("Q", "uint64", 0, 2**64 - 1)):
        size = struct.calcsize("<" + code)
        descr = ("|" if size == 1 else "<") + ("u" if low == 0 else "i") + str(size)
        good("extremes-%s.npy" % name, npy(descr, "(2,)", struct.pack("<2" + code, low, high)), line(name, (2,), [low, high]))
    tiny = [2.0**-149, -(2.0**-149), 2.0**-126, (2 - 2.0**-23) * 2.0**127]
    good("subnormal-f4.npy", npy("<f4", "(4,)", struct.pack("<4f", *tiny)), line("float32", (4,), tiny))
    tiny = [5e-324, -5e-324, sys.float_info.min, sys.float_info.max]
    good("subnormal-f8.npy", npy("<f8", "(4,)", struct.pack("<4d", *tiny)), line("float64", (4,), tiny))
    good("minus-zero.npy", npy("<f4", "(1,)", struct.pack("<f", -0.0)), line("float32", (1,), [0]))
    bits, values = half_values()
    good("all-float16.npy", npy("<f2", "(%d,)" % len(bits), struct.pack("<%dH" % len(bits), *bits)), line("float16", (len(bits),), values))
    bits, values = brain_values()
    good("all-bfloat16-as-numpy-saves-it.npy", npy("<V2", "(%d,)" % len(bits), struct.pack("<%dH" % len(bits), *bits)), line("bfloat16", (len(bits),), values))


def npy_bad():
    plain = npy("<f4", "(2, 3)", F4)
    bad("truncated-data.npy", plain[:-1], r"truncated: the shape needs 24 bytes of data, there are 23")
    bad("truncated-header.npy", plain[:60], r"truncated: a header of")
    bad("truncated-magic.npy", plain[:7], r"truncated in its first 12 bytes")
    bad("no-data.npy", npy("<f4", "(2, 3)", b""), r"truncated")
    bad("trailing-byte.npy", plain + b"\0", r"has 1 trailing bytes after the data")
    bad("wrong-magic.npy", b"\x92" + plain[1:], r"is not in the \.npy format")
    bad("empty.npy", b"", r"is empty")
    bad("shape-overflows.npy", npy("<f4", "(4294967296, 4294967296)", F4), r"product overflows", 4)
    bad("shape-overflows-beside-zero.npy", npy("<f4", "(0, 4294967296, 4294967296)", b""), r"product overflows", 4)
    bad("bytes-overflow.npy", npy("<f8", "(2305843009213693952,)", F4), r"product overflows", 4)
    bad("extent-overflows.npy", npy("<f4", "(18446744073709551616,)", F4), r"extent is too large", 4)
    bad("huge-but-absent.npy", npy("<f4", "(1000000000000,)", F4), r"truncated: the shape needs 4000000000000 bytes")
    bad("nine-dimensions.npy", npy("|u1", "(1, 1, 1, 1, 1, 1, 1, 1, 1)", b"\0"), r"more than 8 dimensions", 4)
    bad("negative-extent.npy", npy("<f4", "(-2, 3)", F4), r"not negative")
    bad("shape-is-a-number.npy", npy("<f4", "(6)", F4), r"no tuple")
    bad("shape-is-a-list.npy", npy("<f4", "[2, 3]", F4), r"no tuple")
    bad("extent-is-a-float.npy", npy("<f4", "(2.0, 3)", F4), r"header, character \d+")
    bad("two-commas.npy", npy("<f4", "(2,, 3)", F4), r"header, character \d+")
    bad("key-twice.npy", npy(header="{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}", data=F4), r"'descr' occurs twice")
    bad("key-missing.npy", npy(header="{'descr': '<f4', 'shape': (2, 3)}", data=F4), r"'fortran_order' is missing")
    bad("key-unknown.npy", npy(header="{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}", data=F4), r"unknown key 'x'")
    bad("text-after-dictionary.npy", npy(header="{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} 1", data=F4), r"text after the dictionary")
    bad("order-is-a-number.npy", npy(header="{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3)}", data=F4), r"fortran_order is True or False")
    bad("header-is-code.npy", npy(header="__import__('os').abort()", data=F4), r"'\{' is expected")
    bad("header-with-zero-byte.npy", npy(header="{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}\0", data=F4), r"text after the dictionary")
    bad("no-byte-order.npy", npy("f4", "(2, 3)", F4), r"byte order is not stated")
    for name, value, word in (("nan", float("nan"), "is NaN"), ("infinity", float("inf"), "is infinity"), ("minus-infinity", float("-inf"), "is -infinity")):
        for code, size in (("e", 2), ("f", 4), ("d", 8)):
            data = struct.pack("<6" + code, 1, 2, 3, 4, 5, value)
            bad("%s-f%d.npy" % (name, size), npy("<f%d" % size, "(2, 3)", data), r"array at \[1,2\]: %s" % word)
    # Fortran order: the last in the file but one is row 0, column 2.
    bad("nan-fortran.npy", npy("<f4", "(2, 3)", struct.pack("<6f", 1, 2, 3, 4, float("nan"), 6), fortran=True), r"array at \[0,2\]: is NaN")
    bad("boolean-two.npy", npy("|b1", "(3,)", b"\1\0\2"), r"array at \[2\]: the Boolean is stored as 2")


def npy_unsupported():
    unsupported("objects.npy", npy("|O", "(1,)", b"\x80\x04N."), r"pickled objects are never read")
    unsupported("complex.npy", npy("<c8", "(3,)", F4), r"complex numbers are out of scope")
    unsupported("structured.npy", npy(header="{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (3,)}", data=F4), r"structured arrays")
    unsupported("strings.npy", npy("<U3", "(2,)", F4), r"text is not a number")
    unsupported("dates.npy", npy("<M8[D]", "(3,)", F4), r"dates are not numbers")
    unsupported("quadruple.npy", npy("<f16", "(1,)", b"\0" * 16), r"floats of this width")
    unsupported("bfloat16-as-void.npy", npy("|V2", "(12,)", F4), r"if it is bfloat16, save it as float32 or in \.safetensors")
    unsupported("void.npy", npy("|V8", "(3,)", F4), r"raw bytes are not numbers")
    unsupported("version-4.npy", b"\x93NUMPY\x04\x00" + npy("<f4", "(2, 3)", F4)[8:], r"version 4\.0 of the \.npy format")


def npz_cases():
    a, b = npy("<f4", "(2, 3)", F4), npy("|u1", "(2,)", b"\7\x08")
    lines = (line("float32", (2, 3), SIX, "phi_q"), line("uint8", (2,), [7, 8], "tokens"))
    members = [("phi_q.npy", a), ("tokens.npy", b)]
    stored = npz(members)
    good("stored.npz", stored, *lines)
    good("deflated.npz", npz(members, zipfile.ZIP_DEFLATED), *lines)
    good("zip64-members.npz", npz(members, zip64=True), *lines)
    good("zip64-end-record.npz", npz_end64(stored), *lines)
    good("ending-does-not-matter.dat", stored, *lines)
    good("name-with-folder.npz", npz([("layer/phi_q.npy", a)]), line("float32", (2, 3), SIX, "layer/phi_q"))
    crc = bytearray(stored)
    crc[stored.index(F4)] ^= 1
    bad("checksum-stored.npz", bytes(crc), r"phi_q\.npy': CRC error")
    deflated = npz([("x.npy", npy("|u1", "(4000,)", bytes(i * i % 251 for i in range(4000))))], zipfile.ZIP_DEFLATED)
    crc = bytearray(deflated)
    for where in (deflated.index(b"PK\1\2") + 16, 14):
        crc[where] ^= 1
    bad("checksum-deflated.npz", bytes(crc), r"x\.npy': CRC error")
    damaged = bytearray(deflated)
    damaged[200] ^= 255
    bad("deflate-damaged.npz", bytes(damaged), r"x\.npy'|array 'x'")
    bad("truncated.npz", stored[:-30], r"no sound zip archive")
    bad("half.npz", stored[:len(stored) // 2], r"no sound zip archive")
    bad("no-zip.npz", b"hello", r"no sound zip archive")
    bad("empty-archive.npz", npz([]), r"zip archive is empty|no sound zip archive")
    bad("member-twice.npz", npz([("x.npy", a), ("x.npy", b)]), r"File already exists|array 'x' occurs twice")
    bad("member-is-text.npz", npz([("x.txt", b"1")]), r"'x\.txt': not an \.npy file")
    bad("member-truncated.npz", npz([("x.npy", a[:-1])]), r"array 'x': is truncated: the shape needs 24 bytes")
    bad("member-trailing.npz", npz([("x.npy", a + b"\0")]), r"array 'x': has 1 trailing bytes")
    bad("member-nan.npz", npz([("phi_q.npy", npy("<f8", "(2,)", struct.pack("<2d", 1, float("nan"))))]), r"member-nan\.npz: array 'phi_q' at \[1\]: is NaN")
    lie = bytearray(stored)
    central = stored.index(b"PK\1\2")
    for where in (22, central + 24):  # the uncompressed size of the first member, in its own header and in the directory
        lie[where:where + 4] = struct.pack("<I", 0x7FFFFFFF)
    bad("size-lie-stored.npz", bytes(lie), r"no sound zip archive|cannot be right")
    lie = bytearray(deflated)
    for where in (22, deflated.index(b"PK\1\2") + 24):
        lie[where:where + 4] = struct.pack("<I", 0x7FFFFFFF)
    bad("size-lie-deflated.npz", bytes(lie), r"no sound zip archive|cannot be right")
    encrypted = bytearray(stored)
    for where in (6, central + 8):
        encrypted[where] |= 1
    unsupported("encrypted.npz", bytes(encrypted), r"is encrypted|no sound zip archive")
    unsupported("bzip2.npz", npz(members, zipfile.ZIP_BZIP2), r"compression method 12 is not supported")
    unsupported("lzma.npz", npz(members, zipfile.ZIP_LZMA), r"compression method 14 is not supported|cannot be right")
    unsupported("objects.npz", npz([("x.npy", npy("|O", "(1,)", b"\x80\x04N."))]), r"array 'x': type '\|O': pickled objects")
    bomb = npz([("x.npy", npy("|u1", "(70000000,)", b"\0" * 70000000))], zipfile.ZIP_DEFLATED)
    bad("bomb.npz", bomb, r"more array data than allowed", 4)  # dump allows 64 MiB


def tensor(dtype, shape, begin, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def safetensors_cases():
    good("plain.safetensors", safetensors({"a": tensor("F32", [2, 3], 0, 24)}, F4), line("float32", (2, 3), SIX, "a"))
    good("metadata.safetensors", safetensors({"__metadata__": {"format": "pt"}, "a": tensor("F32", [2, 3], 0, 24)}, F4), line("float32", (2, 3), SIX, "a"))
    good("padded-header.safetensors", safetensors(json.dumps({"a": tensor("F32", [2, 3], 0, 24)}).encode() + b" " * 77, F4), line("float32", (2, 3), SIX, "a"))
    good("unsorted.safetensors", safetensors({"b": tensor("U8", [4], 20, 24), "a": tensor("F32", [5], 0, 20)}, F4),
         line("uint8", (4,), F4[20:], "b"), line("float32", (5,), SIX[:5], "a"))
    good("scalar-and-empty.safetensors", safetensors({"e": tensor("F64", [0, 7], 0, 0), "s": tensor("I16", [], 0, 2)}, b"\xfe\xff"),
         line("float64", (0, 7), [], "e"), line("int16", (), [-2], "s"))
    bits, values = brain_values()
    good("all-bfloat16.safetensors", safetensors({"w": tensor("BF16", [len(bits)], 0, 2 * len(bits))}, struct.pack("<%dH" % len(bits), *bits)),
         line("bfloat16", (len(bits),), values, "w"))
    for dtype, code, name in (("I8", "b", "int8"), ("U8", "B", "uint8"), ("I16", "h", "int16"), ("U16", "H", "uint16"), ("I32", "i", "int32"),
                              ("U32", "I", "uint32"), ("I64", "q", "int64"), ("U64", "Q", "uint64"), ("F16", "e", "float16"), ("F64", "d", "float64")):
        data = struct.pack("<2" + code, 1, 100)
        good("dtype-%s.safetensors" % dtype, safetensors({"w": tensor(dtype, [2], 0, len(data))}, data), line(name, (2,), [1, 100], "w"))
    good("dtype-BOOL.safetensors", safetensors({"w": tensor("BOOL", [2], 0, 2)}, b"\0\1"), line("bool", (2,), [0, 1], "w"))

    def one(**change):
        return safetensors({"a": {**tensor("F32", [2, 3], 0, 24), **change}}, F4)
    plain = safetensors({"a": tensor("F32", [2, 3], 0, 24)}, F4)
    bad("header-beyond-file.safetensors", struct.pack("<Q", 10**6) + plain[8:], r"truncated: a header of 1000000 bytes")
    bad("header-beyond-limit.safetensors", struct.pack("<Q", 2**63) + plain[8:], r"above the format's limit")
    bad("truncated.safetensors", plain[:-1], r"array 'a': the data offsets 0, 24 reach beyond the 23 bytes")
    bad("trailing.safetensors", plain + b"\0", r"1 trailing bytes after the last tensor")
    bad("seven-bytes.safetensors", plain[:7], r"no header length")
    bad("offsets-reversed.safetensors", one(data_offsets=[24, 0]), r"array 'a': the data offsets are reversed")
    bad("offsets-out-of-range.safetensors", one(data_offsets=[0, 2**40]), r"reach beyond")
    bad("offsets-negative.safetensors", one(data_offsets=[-24, 0]), r"two whole numbers")
    bad("offsets-fractional.safetensors", one(data_offsets=[0, 24.0]), r"two whole numbers")
    bad("offsets-three.safetensors", one(data_offsets=[0, 24, 24]), r"two whole numbers")
    bad("offsets-beyond-64-bits.safetensors", one(data_offsets=[0, 2**64]), r"too big integer")
    bad("overlap.safetensors", safetensors({"a": tensor("F32", [4], 0, 16), "b": tensor("F32", [4], 8, 24)}, F4), r"array 'b': its data overlap")
    bad("hole.safetensors", safetensors({"a": tensor("F32", [2], 0, 8), "b": tensor("F32", [2], 16, 24)}, F4), r"array 'b': its data leave a hole")
    bad("shape-against-offsets.safetensors", one(shape=[2, 2]), r"dtype and shape need 16 bytes, the data offsets give 24")
    bad("shape-overflows.safetensors", one(shape=[2**40, 2**40]), r"array 'a': .*product overflows", 4)
    bad("shape-negative.safetensors", one(shape=[-2, -3]), r"not negative")
    bad("shape-is-a-number.safetensors", one(shape=6), r"the shape is no array")
    bad("extra-key.safetensors", one(order="F"), r"and nothing else")
    bad("key-missing.safetensors", safetensors({"a": {"dtype": "F32", "shape": [6]}}, F4), r"must have dtype")
    bad("name-twice.safetensors", safetensors(b'{"a":{"dtype":"F32","shape":[6],"data_offsets":[0,24]},"a":{"dtype":"F32","shape":[6],"data_offsets":[0,24]}}', F4), r"duplicate")
    bad("no-tensors.safetensors", safetensors({}, b""), r"has no tensors")
    bad("header-is-no-json.safetensors", safetensors(b"{'a': 1}", b""), r"header, character")
    bad("header-starts-with-a-blank.safetensors", safetensors(b" " + json.dumps({"a": tensor("F32", [6], 0, 24)}).encode(), F4), r"does not begin with '\{'")
    bad("nan.safetensors", safetensors({"w": tensor("BF16", [2], 0, 4)}, struct.pack("<2H", 0x3F80, 0x7FC0)), r"array 'w' at \[1\]: is NaN")
    unsupported("dtype-unknown.safetensors", one(dtype="F8_E4M3"), r"array 'a': the dtype 'F8_E4M3' is not supported")


def json_cases():
    good("plain.json", b'{"a": [[1, 2.5], ["1/3", -0]], "eta": 1e-6}', line("rational", (2, 2), [1, "5/2", "1/3", 0], "a"), line("rational", (), ["1/1000000"], "eta"))
    good("integers-over-2-53.json", b"[9007199254740993, 18446744073709551617, -123456789012345678901234567890]",
         line("rational", (3,), [2**53 + 1, 2**64 + 1, -123456789012345678901234567890]))
    good("decimals-are-exact.json", b"[0.1, 0.30000000000000004, 1e400, 5e-324, -0.0, 1E+2]",
         line("rational", (6,), [Fraction(1, 10), Fraction("0.30000000000000004"), 10**400, Fraction(5, 10**324), 0, 100]))
    good("byte-order-mark.json", b"\xef\xbb\xbf[1]", line("rational", (1,), [1]))
    good("crlf.json", b'{\r\n"a": [1,\r\n2]\r\n}\r\n', line("rational", (2,), [1, 2], "a"))
    good("empty-rows.json", b"[[], []]", line("rational", (2, 0), []))
    good("numbers-in-names.json", b'{"1e5": [1], "a\\"2": [2]}', line("rational", (1,), [1], "1e5"), line("rational", (1,), [2], 'a"2'))
    bad("ragged.json", b'{"a": [[1, 2], [3]]}', r"array 'a' at \[1\]: the array is ragged: 1 elements here, 2 in the first row")
    bad("ragged-depth.json", b'{"a": [[1, 2], 3]}', r"array 'a' at \[1\]: the array is ragged: a number where an array")
    bad("ragged-deeper.json", b'{"a": [1, [2]]}', r"array 'a' at \[1\]: is an array where a number")
    # The first row promises a million columns to each of 3,000 rows; nothing of that size may be allocated.
    bad("ragged-and-large.json", b"[[" + b"1," * 99999 + b"1]" + b",1" * 3000 + b"]", r"array at \[1\]: the array is ragged")
    bad("name-twice.json", b'{"a": [1], "a": [2]}', r"duplicate")
    bad("trailing.json", b"[1] 2", r"line 1: end of file expected")
    bad("two-lines.json", b"[1,\n2,\n]", r"line 3: ")
    bad("nan.json", b"[NaN]", r"line 1: invalid token near 'NaN'")
    bad("nan-string.json", b'["nan"]', r"array at \[0\]: 'nan': is not a number")
    bad("infinity.json", b"[-Infinity]", r"line 1: '-Infinity' is no JSON number")
    bad("hexadecimal.json", b"[0x10]", r"line 1: '0x10' is no JSON number")
    bad("leading-zero.json", b"[01]", r"'01' is no JSON number")
    bad("leading-plus.json", b"[+1]", r"line 1: ")
    bad("bare-point.json", b"[1.]", r"'1\.' is no JSON number")
    bad("number-as-name.json", b"{1: [2]}", r"line 1: '1' is no JSON number")
    bad("two-numbers.json", b"[1 2]", r"line 1: ")
    bad("null.json", b'{"a": [1, null]}', r"array 'a' at \[1\]: is null")
    bad("object.json", b'{"a": {"b": 1}}', r"array 'a': is an object")
    bad("zero-denominator.json", b'["1/0"]', r"zero denominator")
    bad("exponent-too-large.json", b"[1e100001]", r"array at \[0\]: '1e100001': the exponent is beyond 100000", 4)
    bad("many-large-numbers.json", b"[" + b"1e100000," * 3000 + b"1]", r"more array data than allowed", 4)  # 125 MB of digits in 27 kB
    bad("empty-object.json", b"{}", r"has no arrays")
    bad("unfinished.json", b'{"a": [1', r"line 1: ")
    bad("unfinished-string.json", b'{"a": "1', r"line 1: ")
    bad("deep.json", b"[" * 100000, r"line 1: ")
    bad("nine-dimensions.json", b"[" * 9 + b"1" + b"]" * 9, r"more than 8 dimensions", 4)
    bad("bad-utf-8.json", b'{"\xff": [1]}', r"line 1: unable to decode byte 0xff")


def csv_cases():
    good("plain.csv", b"1,2/3,0.1\n-4,5e-1,-0\n", line("rational", (2, 3), [1, "2/3", "1/10", -4, "1/2", 0]))
    good("crlf.csv", b"1,2\r\n3,4\r\n", line("rational", (2, 2), [1, 2, 3, 4]))
    good("byte-order-mark.csv", b"\xef\xbb\xbf1,2\n3,4", line("rational", (2, 2), [1, 2, 3, 4]))
    good("numpy-savetxt.txt", b"# a comment\n1.000000000000000000e+00 2.500000000000000000e-01\n\n0 3\n", line("rational", (2, 2), [1, "1/4", 0, 3]))
    good("blanks.csv", b"  1 ,\t2\n3,4  \n", line("rational", (2, 2), [1, 2, 3, 4]))
    good("exact-1e400.csv", b"1e400,5e-324\n", line("rational", (1, 2), [10**400, Fraction(5, 10**324)]))
    good("long.csv", b"0." + b"3" * 4000 + b"\n", line("rational", (1, 1), [Fraction((10**4000 - 1) // 3, 10**4000)]))
    bad("ragged.csv", b"1,2\n3\n", r"line 2: the matrix is ragged: 1 numbers here, 2 in the first row")
    bad("trailing-comma.csv", b"1,2,\n", r"line 1, column 3: a number is missing")
    bad("header-row.csv", b"a,b\n1,2\n", r"line 1, column 1: 'a': is not a number")
    bad("nan.csv", b"1,2\n3,nan\n", r"line 2, column 2: 'nan': is not a number")
    bad("infinity.csv", b"inf\n", r"'inf': is not a number")
    bad("hexadecimal-float.csv", b"0x1p3\n", r"'0x1p3': is not a number")
    bad("comma-decimals.csv", b"0,5;1,5\n", r"';' separates nothing here")
    bad("zero-denominator.csv", b"1/0\n", r"zero denominator")
    bad("empty.csv", b"", r"is empty")
    bad("comments-only.csv", b"# nothing\n\n", r"has no numbers")
    bad("utf-16.csv", "1,2\n".encode("utf-16"), r"is UTF-16 text")
    bad("binary.csv", b"1,2\n\0\1\2", r"no known format")
    bad("many-large-numbers.csv", b"1e100000\n" * 3000, r"more array data than allowed", 4)
    bad("terminal-escape.csv", b"\x1b[2J\n", r"'\?\[2J': is not a number")


def sequence_cases():
    sequences("two.txt", b"0110\n1100\n\n1111\n", "0110 1100", "1111")
    sequences("comments-and-gaps.txt", b"# head\n\n\n0110\n# between\n1100   \n\n\n\n1111\n\n", "0110 1100", "1111")
    sequences("crlf-and-mark.txt", b"\xef\xbb\xbf01\r\n10\r\n\r\n11\r\n", "01 10", "11")
    sequences("array.npy", npy("|u1", "(2, 3)", b"\0\1\1\1\0\0"), "011 100")
    sequences("batch.npy", npy("<f4", "(2, 2, 2)", struct.pack("<8f", 0, 1, 1, 0, 1, 1, 0, 0)), "01 10", "11 00")
    sequences("minus-zero.npy", npy("<f4", "(1, 2)", struct.pack("<2f", -0.0, 1)), "01")
    sequences("one-array.npz", npz([("x.npy", npy("|b1", "(1, 2)", b"\1\0"))]), "10")
    sequences("named-tokens.npz", npz([("x.npy", npy("|b1", "(1, 2)", b"\1\0")), ("tokens.npy", npy("|b1", "(1, 2)", b"\1\1"))]), "11")
    sequences("wide.txt", b"01" * 300 + b"\n", "01" * 300)
    sequences("mixed-lengths.txt", b"01\n\n011\n", pattern=r"line 3: a token of 3 bits, the first has 2")
    sequences("stray-character.txt", b"01\n0x\n", pattern=r"line 2: .*column 2")
    sequences("blank-inside.txt", b"0 1\n", pattern=r"line 1: .*column 2")
    sequences("no-tokens.txt", b"# nothing\n\n", pattern=r"has no tokens")
    sequences("empty.txt", b"", pattern=r"has no tokens")
    sequences("token-two.npy", npy("|u1", "(2, 2)", b"\0\1\2\0"), pattern=r"array at \[1,0\]: a token's bit is 0 or 1, not 2")
    sequences("token-half.npy", npy("<f4", "(1, 2)", struct.pack("<2f", 0.5, 1)), pattern=r"array at \[0,0\]: a token's bit is 0 or 1, not 0\.5")
    sequences("token-minus-one.npy", npy("|i1", "(1, 2)", b"\xff\0"), pattern=r"not -1")
    sequences("token-nan.npy", npy("<f4", "(1, 2)", struct.pack("<2f", float("nan"), 1)), pattern=r"array at \[0,0\]: is NaN")
    sequences("one-dimension.npy", npy("|u1", "(2,)", b"\0\1"), pattern=r"\(N, m\)")
    sequences("no-bits.npy", npy("|u1", "(2, 0)", b""), pattern=r"has no tokens")
    sequences("unnamed-among-several.npz", npz([("x.npy", npy("|b1", "(1, 1)", b"\1")), ("y.npy", npy("|b1", "(1, 1)", b"\1"))]), pattern=r"none is called 'tokens'")


def build():
    npy_good(), npy_bad(), npy_unsupported(), npz_cases(), safetensors_cases(), json_cases(), csv_cases(), sequence_cases()


def write_all(folder):
    for kind, cases in (("good", GOOD), ("bad", BAD), ("unsupported", UNSUPPORTED), ("sequences", SEQUENCES)):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        for case in cases:
            with open(os.path.join(folder, kind, case[0]), "wb") as f:
                f.write(case[1])


class Tap:
    count = 0

    def check(self, name, problem):
        self.count += 1
        print("%s %d - %s" % ("not ok" if problem else "ok", self.count, name))
        if problem:
            print("# " + problem[:500].replace("\n", "\n# "))


def run(dump, *args, **kwargs):
    p = subprocess.run([dump, *args], capture_output=True, text=True, timeout=60, **kwargs)
    return p.returncode, p.stdout, p.stderr


def refusal_problem(got, path, pattern, status):
    code, out, err = got
    if code != status:
        return "exit %d, not %d: %s%s" % (code, status, out, err)
    if err.count("\n") != 1 or not err.startswith(path + ": "):
        return "not one line that starts with the file's name: " + err
    return "" if re.search(pattern, err) else "no match for %s in: %s" % (pattern, err)


def comma_locale_problem(dump, folder):
    """A locale that writes 0,5 for 0.5 must change nothing."""
    where = os.path.join(folder, "locales")
    os.makedirs(where)
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(where, "de_DE.UTF-8")], capture_output=True, text=True)
    env = {**os.environ, "LOCPATH": where, "LC_ALL": "de_DE.UTF-8"}
    for name, data, wanted in GOOD:
        if name in ("plain.csv", "plain.json", "decimals-are-exact.json", "plain.safetensors", "plain.npy"):
            got = run(dump, "--locale", os.path.join(folder, "good", name), env=env)
            if got != (0, wanted, ""):
                return "%s: %s (localedef: %s)" % (name, got, made.stderr)
    return ""


def main():
    build()
    if len(sys.argv) > 1:
        write_all(sys.argv[1])
        return
    dump, tap = os.path.join(os.environ["MINIP_BUILDDIR"], "tests/io/dump"), Tap()
    with tempfile.TemporaryDirectory() as folder:
        write_all(folder)
        for name, _, wanted in GOOD:
            got = run(dump, os.path.join(folder, "good", name))
            tap.check("good " + name, "" if got == (0, wanted, "") else "exit %d: %s\n%s" % (got[0], got[1][:200], got[2]))
        for kind, cases in (("bad", BAD), ("unsupported", UNSUPPORTED)):
            for name, _, pattern, status in cases:
                path = os.path.join(folder, kind, name)
                tap.check(kind + " " + name, refusal_problem(run(dump, path), path, pattern, status))
        for name, _, wanted, pattern in SEQUENCES:
            path = os.path.join(folder, "sequences", name)
            got = run(dump, "--sequences", path)
            tap.check("sequences " + name, refusal_problem(got, path, pattern, 3) if pattern else "" if got == (0, wanted, "") else str(got))
        tap.check("comma locale", comma_locale_problem(dump, folder))
        missing = os.path.join(folder, "missing.npy")
        tap.check("a missing file", refusal_problem(run(dump, missing), missing, "No such file", 3))
        tap.check("a folder", refusal_problem(run(dump, folder), folder, "Is a directory", 3))
        fed = run(dump, "--sequences", "-", input="01\n10\n")
        tap.check("sequences from standard input", "" if fed == (0, "01 10\n", "") else str(fed))
        piped = run(dump, "/dev/stdin", input="1,2\n")
        tap.check("a matrix from a pipe", "" if piped == (0, "- rational (1,2) 1 2\n", "") else str(piped))
    print("1..%d" % tap.count)


main()
