"""Re-runs every console example of README.md, doc/ and proofs-notes/ and compares its output, byte for byte.

A fenced block marked ```console holds commands on lines that start with "$ ", each followed by what it prints on stdout and stderr
together. The commands of one file share a scratch folder, where data/, scripts/ and doc/ are links into the source tree.
A line "..." stands for any number of lines.

    examples.py --update FILE..    writes what the commands print into the named documents; look at the difference before you commit it.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["MINIP_SRCDIR"])
BUILD = pathlib.Path(os.environ["MINIP_BUILDDIR"])


def documents():
    found = [SOURCE / "README.md"]
    for folder in ("doc", "proofs-notes"):
        found += sorted((SOURCE / folder).glob("**/*.md"))
    return [path for path in found if path.exists()]


def examples(text):
    """(line number, command, wanted output) of every command in the text's console blocks."""
    command, wanted, start, inside = None, [], 0, False
    for number, line in enumerate(text.splitlines(), 1):
        if not inside:
            inside = line.strip() == "```console"
            continue
        if line.startswith("$ ") or line.startswith("```"):
            if command is not None:
                yield start, command, wanted
            command, wanted, start = None, [], number
            if line.startswith("```"):
                inside = False
            else:
                command = line[2:]
        elif command is not None:
            wanted.append(line)


def matches(wanted, got):
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in wanted)
    return re.fullmatch(pattern, got) is not None


def run(command, folder, environment):
    environment = dict(environment, PATH=f"{folder}/.bin:{environment['PATH']}")
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300)
    return done.stdout.decode("utf-8", "replace")


def update(path, environment):
    """Replaces the outputs in one document by the present ones."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = list(examples("\n".join(lines)))
    with tempfile.TemporaryDirectory() as folder:
        links(folder)
        outputs = [run(command, folder, environment).splitlines() for _, command, _ in found]
    for (line, _, wanted), got in reversed(list(zip(found, outputs))):
        if "..." not in wanted:
            lines[line : line + len(wanted)] = got
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def links(folder):
    """The scratch folder's links, and a python3 that is this one, which has numpy."""
    os.mkdir(os.path.join(folder, ".bin"))
    with open(os.path.join(folder, ".bin", "python3"), "w", encoding="utf-8") as script:
        script.write(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    os.chmod(script.name, 0o755)
    for name in ("data", "scripts", "doc"):
        os.symlink(SOURCE / name, os.path.join(folder, name))


def refused(got):
    """Does the output only say that an optional library is missing, and is it?"""
    said = re.search(r"built without (cliquer|nauty|libLBFGS)\b", got)
    if not said:
        return False
    macro = said[1].removeprefix("lib").upper()
    return not re.search(f"^#define HAVE_{macro} 1", (BUILD / "config.h").read_text(encoding="ascii"), re.M)


def main():
    environment = dict(os.environ, LC_ALL="C", MINIP_DATADIR=str(SOURCE / "data"), PATH=f"{BUILD}:{os.environ['PATH']}")
    if sys.argv[1:2] == ["--update"]:
        for name in sys.argv[2:]:
            update(pathlib.Path(name).resolve(), environment)
        return
    count = 0
    for path in documents():
        with tempfile.TemporaryDirectory() as folder:
            links(folder)
            for line, command, wanted in examples(path.read_text(encoding="utf-8")):
                count += 1
                got = run(command, folder, environment)
                good = matches(wanted, got) or refused(got)
                print(f"{'ok' if good else 'not ok'} {count} - {path.relative_to(SOURCE)}:{line} {command}".replace("#", " "))
                if not good:
                    sys.stdout.write("".join(f"# wanted: {l}\n" for l in wanted))
                    sys.stdout.write("".join(f"# got:    {l}\n" for l in got.splitlines()))
                sys.stdout.flush()
    print(f"1..{count}")


main()
