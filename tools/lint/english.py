"""Plain English: words that are always wrong in comments and Markdown, because they are pictures or have the wrong subject."""

import pathlib
import re

# Where the rule is not enforced, and why.
EXEMPT = {
    "tools/lint/english.py": "lists the words",
}

# (what is found in prose, what to write instead)
PROSE = [
    (r"who(?:m)?ever\b", "name the thread, the process or the caller"),
    (r"(?:is|are|was|were|been|be) told\b", "say that it is notified, or receives a report or event"),
    (r"who comes?\b", "name the thread, the process or the caller"),
    (r"com(?:e|es|ing) by\b", "say what it passes through"),
    (r"lets? in\b(?!-)", "admit, accept"),
    (r"turned away\b", "reject"),
    (r"ways? in\b(?! which)", "entry point"),
    (r"portions?\b", "batch, part, or a time budget"),
    (r"rousing\b", "wake-up"),
]
# The same for identifiers in code.
NAMES = [
    (r"ways?_in\b", "entry_point"),
    (r"lead(?:s)?_to", "redirect_to, dispatch_to"),
    (r"(?i:rousing)", "wakeup"),
    (r"(?<![oO])(?i:portion)", "batch, budget"),
]
# A sentence that starts with `Who` and is not a question.
WHO = re.compile(r"(?:^|[.:;!?)]\s+|\|\s*)(Who\s[^.?!]*[.!]|Who\s[^.?!]*$)")

_PROSE = [(re.compile(r"\b" + pattern, re.I), advice) for pattern, advice in PROSE]
_NAMES = [(re.compile(pattern), advice) for pattern, advice in NAMES]
_MARKS = {".h": "//", ".cpp": "//", ".def": "//", ".erl": "%", ".hrl": "%", ".py": "#", ".sh": "#",
          ".cmake": "#", ".txt": "#", "": "#"}


def comment_mark(source):
    """How a comment starts in this file, or None where it has none."""
    if pathlib.PurePath(source.path).name in (".clang-format", ".clang-tidy", "CMakeLists.txt"):
        return "#"
    if source.suffix == ".txt" or (source.suffix == "" and not source.text.startswith("#!")):
        return None
    return _MARKS.get(source.suffix)


def paragraphs(source):
    """The prose of a file: lists of (line number, text), one list for consecutive lines of comment or Markdown."""
    found, current, fenced = [], [], False
    mark = comment_mark(source)
    if source.suffix != ".md" and mark is None:
        return []
    for number, line in enumerate(source.lines, 1):
        if source.suffix == ".md":
            fenced ^= line.lstrip().startswith("```")
            prose = "" if fenced or line.startswith("    ") else re.sub(r"`[^`]*`", "x", line)
            ends = prose.startswith(("|", "-", "#"))
        else:
            code = re.sub(r'"(?:[^"\\]|\\.)*"', lambda s: "_" * len(s[0]), line)
            start = code.find(mark)
            prose = line[start:].lstrip(mark[0] + "/!").strip() if start >= 0 else ""
            ends = start > 0 and bool(code[:start].strip())
        if (not prose.strip() or ends) and current:
            found.append(current)
            current = []
        if prose.strip():
            current.append((number, prose.strip()))
    return found + [current] * bool(current)


def prose_findings(source):
    """(line, what is wrong) in the comments or the Markdown of a file."""
    for paragraph in paragraphs(source):
        starts, text = [], ""
        for number, line in paragraph:
            starts.append((len(text), number))
            text += line + " "
        text = re.sub(r"`[^`]*`", lambda code: "x" * len(code[0]), text.rstrip())

        def line_at(offset):
            return max((start, number) for start, number in starts if start <= offset)[1]
        for pattern, advice in _PROSE:
            for match in pattern.finditer(text):
                yield line_at(match.start()), f'"{match[0]}": {advice}'
        for match in WHO.finditer(text):
            yield line_at(match.start(1)), f'"{match[1][:40]}": a sentence needs a subject; name the thread, process or caller'


def name_findings(source):
    """(line, what is wrong) in the identifiers of a C++ file."""
    for number, line in source.code_lines():
        for pattern, advice in _NAMES:
            for match in pattern.finditer(line):
                yield number, f'"{match[0]}" in a name: {advice}'
