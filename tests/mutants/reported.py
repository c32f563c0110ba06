"""Malformations that were reported as crashes of OTP's loader or emulator (erlang/otp issues 3083 to 3086 and 3120 to 3130,
found with a fuzzer; pull request 10735), made of our own fixtures: what was attached to the reports is not to be had any more.

Each generator says what a report describes, and gives the file in all ways that the module allows, as (name, bytes).
"""
import pathlib
import struct

from beam import LABEL, OP_FUNC_INFO, TABLE, UNSIGNED, X, Y, Module, inner_terms, read_rows, write_chunks

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ["25/fx_calls", "27/fx_arith", "27/fx_exceptions", "27/fx_binaries", "29/fx_records_29", "29-debug/fx_calls"]
OUT_OF_RANGE = [0, 0x7FFFFFFF, 0xFFFFFFFF]


def with_chunk(module, name, data):
    return write_chunks([(chunk, data if chunk == name else old) for chunk, old in module.chunks])


def imports(module):
    """An import whose module, function or arity is no atom or no arity (3085, 3120)."""
    chunks = dict(module.chunks)
    rows = read_rows(chunks.get(b"ImpT", b""), 3)
    atoms = abs(struct.unpack(">i", chunks[b"AtU8"][:4])[0])
    for at in range(len(rows)):
        for column in range(3):
            for value in [*OUT_OF_RANGE, atoms, atoms + 1, 256]:
                changed = [list(row) for row in rows]
                changed[at][column] = value
                table = struct.pack(">I", len(rows)) + b"".join(struct.pack(">3I", *row) for row in changed)
                yield with_chunk(module, b"ImpT", table)


def ends(module):
    """Code that ends within an instruction (3084, 3122, 3125)."""
    code = dict(module.chunks)[b"Code"]
    for size in range(len(module.header), len(code)):
        yield with_chunk(module, b"Code", code[:size])


def changed_functions(module, change, most=None):
    """For each function, or `most`: the file for each thing that `change` does to a copy of it, given by number until it returns False."""
    for index in range(len(module.packed))[:most]:
        number = 0
        while True:
            function = module.function(index)
            if not change(function, number):
                break
            yield module.write({index: function}, {})
            number += 1


def change_numbers(kinds, values):
    """A change: each operand of these kinds gets each of values(operand)."""
    def change(function, number):
        found = [(term, value) for op, terms in function for kind, term in zip(TABLE[op][1], terms)
                 if kind in kinds and term[0] == UNSIGNED for value in values(term[1])]
        if number < len(found):
            found[number][0][1] = found[number][1]
        return number < len(found)
    return change


def guards(module):
    """A guard, or another call, of an import that is none, or something else (3083, 3123)."""
    count = len(read_rows(dict(module.chunks).get(b"ImpT", b""), 3))
    return changed_functions(module, change_numbers({"kExport"}, lambda old: [n for n in range(count + 2) if n != old]))


def heads(module):
    """A func_info that names no function (3130)."""
    def change(function, number):
        terms = next(terms for op, terms in function if op == OP_FUNC_INFO)
        wrong = [(place, [tag, value]) for place in range(3) for tag in (UNSIGNED, 1, 2, X, Y, LABEL) for value in (0, 1, 255, 256, 1 << 30)]
        if number < len(wrong):
            terms[wrong[number][0]][:] = wrong[number][1]
        return number < len(wrong)
    return changed_functions(module, change, most=2)


def frames(module):
    """Frames given up that were never made, or had another size (3127)."""
    yield from changed_functions(module, change_numbers({"kNewFrame", "kFrame", "kTrim"}, lambda old: [0, 1, old + 1, old + 7, 1 << 20]))

    def remove(function, number):
        found = [row for row in function if set(TABLE[row[0]][1]) & {"kNewFrame", "kFrame", "kTrim"}]
        if number < len(found):
            function.remove(found[number])
        return number < len(found)
    yield from changed_functions(module, remove)


def unset(module):
    """A register is read that nothing was written to (3086, 3121)."""
    def change(function, number):
        found = [(term, wrong) for _, terms in function for term in terms for inner in inner_terms(term) if inner[0] in (X, Y)
                 for wrong in ([X, 200], [X, inner[1] + 1], [Y, inner[1] + 1], [X, 1023])]
        if number < len(found):
            term = next(inner for inner in inner_terms(found[number][0]) if inner[0] in (X, Y))
            term[:] = found[number][1]
        return number < len(found)
    return changed_functions(module, change)


def missing(module):
    """A chunk that instructions refer to is not there (10735: DbgB, Recs)."""
    for name, _ in module.chunks:
        yield write_chunks([(chunk, data) for chunk, data in module.chunks if chunk != name])


REPORTS = [imports, ends, guards, heads, frames, unset, missing]


def write_reported(folder, every):
    """Writes one of `every` so many as folder/<number>-<kind>.beam."""
    number = 0
    for fixture in FIXTURES:
        module = Module(ROOT / "tests/fixtures/beam" / f"{fixture}.beam")
        for report in REPORTS:
            for data in report(module):
                if number % every == 0:
                    (folder / f"{number:07}-{report.__name__}.beam").write_bytes(data)
                number += 1
