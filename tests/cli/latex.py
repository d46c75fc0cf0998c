"""Is a LaTeX document of minip well formed? Checked without TeX: only known macros and environments, braces and environments closed in order, math opened and
closed, characters special to TeX only where they may stand, every line of a table with its column count. Usage: latex.py FILE.. ; says what is wrong and exits 1."""
import re
import sys

TEXT = {"documentclass", "usepackage", "begin", "end", "noindent", "textbf", "texttt", "item", "hline", "char", "\\", "[", "]", " ", "_", "&", "%", "#", "$", "{", "}",
        "textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater", "multicolumn"}
MATH = {"alpha", "eta", "delta", "lambda", "langle", "rangle", "binom", "frac", "sum", "max", "min", "le", "ge", "ne", "in", "notin", "cdot", "lfloor", "rfloor", "ldots",
        "operatorname", "quad", "sqrt", ",", "{", "}", "log", "left", "right", " ", "texttt", "text"}
ENVIRONMENTS = {"document", "enumerate", "longtable", "tabular"}
TOKEN = re.compile(r"\\([A-Za-z]+|.)|(.)", re.S)


class Malformed(Exception):
    pass


def tokens(text):
    """(kind, value, line): kind 'macro' or 'char'."""
    line = 1
    for match in TOKEN.finditer(text):
        yield ("macro", match.group(1), line) if match.group(1) else ("char", match.group(2), line)
        line += match.group(0).count("\n")


def columns_of(text, at):
    """The columns of \\begin{longtable}{rrl}."""
    return len(re.match(r"\{\w+\}\{([lrc|]+)\}", text[at:]).group(1).replace("|", ""))


def check(text):
    groups, math, where = [], None, 0
    for kind, value, line in tokens(text):
        def wrong(why):
            raise Malformed(f"line {line}: {why}")
        if kind == "macro":
            if value in "[]" and (math == "[") != (value == "]"):
                wrong(f"\\{value} out of place")
            if value in "[]":
                if math not in (None, "["):
                    wrong("a display inside inline math")
                math = "[" if value == "[" else None
            elif math and value not in MATH:
                wrong(f"\\{value} is not known in math")
            elif not math and value not in TEXT:
                wrong(f"\\{value} is not known in text")
            continue
        if value == "{":
            groups.append((math, line))
        elif value == "}":
            if not groups or groups.pop()[0] != math:
                wrong("a brace that closes nothing, or across math")
        elif value == "$":
            if math == "[":
                wrong("$ inside a display")
            math = None if math else "$"
        elif value in "_^" and not math:
            wrong(f"{value} outside math")
        elif value in "%#~\"" or (value in "<>|" and not math) or (value != "\n" and ord(value) < 32):
            wrong(f"stray {value!r}")
        elif value == "\n" and where == 0 and math == "$":
            wrong("inline math runs over a line end")
    if groups or math:
        raise Malformed("something is left open at the end")
    stack = []
    for match in re.finditer(r"\\(begin|end)\{(\w+)\}", text):
        if match.group(2) not in ENVIRONMENTS:
            raise Malformed(f"environment {match.group(2)} is not known")
        if match.group(1) == "begin":
            stack.append((match.group(2), match.end()))
        elif not stack or stack[-1][0] != match.group(2):
            raise Malformed(f"\\end{{{match.group(2)}}} closes nothing")
        else:
            name, start = stack.pop()
            if name in ("longtable", "tabular"):
                check_table(text[start:match.start()], columns_of(text, start - len(name) - 2), name)
    if stack:
        raise Malformed(f"\\begin{{{stack[-1][0]}}} is not closed")
    if text.count("&") and not re.search(r"\\begin\{(longtable|tabular)\}", text):
        raise Malformed("& outside a table")


def check_table(body, columns, name):
    for row in re.split(r"\\\\", body):
        cells = re.sub(r"\\&", "", row).count("&") + 1
        if row.replace("\\hline", "").strip(" \n{}lrc|") and cells != columns:
            raise Malformed(f"{name}: {cells} cells in a table of {columns} columns: {row.strip()}")


def main():
    status = 0
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8") as file:
                check(file.read())
        except Malformed as why:
            print(f"{path}: {why}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
