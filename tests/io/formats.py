"""Files in the formats minip reads, byte by byte, with the standard library only: so that every defect can be put in on purpose."""
import json
import struct
import zipfile
from fractions import Fraction
from io import BytesIO


def npy(descr="<f4", shape="()", data=b"", fortran=False, version=1, pad=None, header=None):
    """An .npy file. pad: blanks after the header (default: up to a multiple of 64 bytes, as numpy does)."""
    text = header if header is not None else "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, fortran, shape)
    start = 10 if version == 1 else 12
    if pad is None:
        pad = -(start + len(text) + 1) % 64
    text = text.encode("latin-1") + b" " * pad + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text + data


def npz(members, method=zipfile.ZIP_STORED, zip64=False):
    """A zip archive of (name, bytes) pairs; zip64 puts 64-bit sizes into the local headers, as numpy.savez does."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        for name, data in members:
            with z.open(zipfile.ZipInfo(name), "w", force_zip64=zip64) if zip64 else Member(z, name, method) as f:
                f.write(data)
    return out.getvalue()


class Member:
    """One member written at once, which also allows a name that is already there."""
    def __init__(self, z, name, method):
        self.z, self.info = z, zipfile.ZipInfo(name)
        self.info.compress_type = method

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None

    def write(self, data):
        import warnings
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.z.writestr(self.info, data)


def npz_end64(archive):
    """The archive with a Zip64 end-of-directory record and locator, the old record holding nothing but the signs for "see there"."""
    at = archive.rindex(b"PK\5\6")
    count, size, offset = struct.unpack("<HII", archive[at + 10:at + 20])
    record = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, size, offset)
    locator = b"PK\6\7" + struct.pack("<IQI", 0, at, 1)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return archive[:at] + record + locator + end


def safetensors(header, data):
    """A .safetensors file; the header is a dictionary, or bytes that are taken as they are."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def half_values():
    """Every finite float16 pattern and its value."""
    bits = [b for b in range(65536) if b & 0x7C00 != 0x7C00]
    return bits, [Fraction(struct.unpack("<e", struct.pack("<H", b))[0]) for b in bits]


def brain_values():
    """Every finite bfloat16 pattern and its value: the upper half of a float32."""
    bits = [b for b in range(65536) if b & 0x7F80 != 0x7F80]
    return bits, [Fraction(struct.unpack("<f", struct.pack("<I", b << 16))[0]) for b in bits]
