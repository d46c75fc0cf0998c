#!/usr/bin/env python3
"""Summaries of the experiments' CSV files, as the Markdown tables of doc/experiments.md (and of the kernels in data/solving).

usage: experiment-tables.py CSV-FOLDER SOLVING-FOLDER. Standard library only."""
import csv
import os
import re
import sys
from fractions import Fraction


def value(cell):
    return Fraction(cell.split(" ")[0])


def rows(folder, name):
    with open(os.path.join(folder, name + ".csv"), newline="") as f:
        return list(csv.DictReader(f))


def short(x):
    return "0" if x == 0 else f"{float(x):.3f}" if x >= Fraction(1, 1000) else "< 0.001"


def share(x):
    """Rounded down: 1.000 is exactly 1."""
    return f"{x.numerator * 1000 // x.denominator / 1000:.3f}"


def table(head, lines):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(map(str, x)) + " |" for x in lines]


def sweep(data):
    keys = []
    for r in data:
        if r["rank"] != "-" and (r["setting"], r["rank"]) not in keys:
            keys.append((r["setting"], r["rank"]))
    lines = []
    for suite, rank in keys:
        runs = [r for r in data if (r["setting"], r["rank"]) == (suite, rank)]
        known = [value(r["optimal error"]) for r in runs if r["optimal error"] not in ("-", "undefined")]
        solved = sum(r["verdict"] == "solves" for r in runs)
        undefined = any(r["optimal error"] == "undefined" for r in runs)  # a zero denominator: no error is large enough
        largest = "undefined" if undefined else short(max(known)) if known else "-"
        lines.append([suite, runs[0]["rank bound"], rank, f"{solved} of {len(runs)}", short(min(known)) if known else "-", largest])
    return table(["suite", "rank bound", "rank", "seeds that solve", "least optimal error", "largest"], lines)


def length(data):
    lines = []
    for n in ("1", "2", "3"):
        for kernel in ("T1 head", "trained"):
            runs = [r for r in data if r["setting"] == "length " + n and r["kernel"] == kernel]
            lines.append([n, kernel, len(runs), short(max(value(r["error"]) for r in runs)), max(value(r["optimal error"]) for r in runs), runs[0]["verdict"]])
    return table(["length", "head", "runs", "largest error", "optimal error of its kernel", "verdict"], lines)


def ood(data):
    lines = []
    settings = list(dict.fromkeys(r["setting"] for r in data))
    for setting in settings:
        mine = [r for r in data if r["setting"] == setting]
        for rank in dict.fromkeys(r["rank"] for r in mine):
            runs = [r for r in mine if r["rank"] == rank]
            accuracy = [1 - Fraction(r["failing"]) / int(r["sequences"]) if r["failing"] != "-" else Fraction(0) for r in runs]
            lines.append([setting, runs[0]["kernel"], rank, len(runs), share(sum(accuracy) / len(accuracy)), share(min(accuracy))])
    return table(["tokens", "kernel", "rank", "seeds", "mean accuracy", "least"], lines)


def solving(folder):
    best = {}
    for name in os.listdir(folder):
        m, n, r = map(int, re.fullmatch(r"m(\d+)-n(\d+)-r(\d+)\.npz", name).groups()) if name.endswith(".npz") else (0, 0, 0)
        if m:
            best[n, m] = min(r, best.get((n, m), r))
    sizes = sorted({m for _, m in best})
    return table(["length"] + [f"m = {m}" for m in sizes], [[n] + [best.get((n, m), "") for m in sizes] for n in sorted({n for n, _ in best})])


def main():
    folder, kernels = sys.argv[1:]
    for name, make in (("rank-sweep", sweep), ("length", length), ("ood", ood), ("signed", sweep)):
        if os.path.exists(os.path.join(folder, name + ".csv")):
            print("\n".join([f"<!-- {name} -->"] + make(rows(folder, name))))
    print("\n".join(["<!-- solving -->"] + solving(kernels)))


main()
