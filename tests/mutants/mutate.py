#!/usr/bin/env python3
"""Writes mutants of `.beam` files: real modules in which a few operands or instructions were changed.

    mutate.py --seed 7 --count 1000 --out DIR lists.beam maps.beam ...

Each mutant is a file DIR/<number>-<class>.beam of a module of its own name (mutant). What an operand is comes from the
tables of the machine (vm/code/opcodes.def, loader/generic_ops.def), so that new instructions are damaged too.
The same seed and files give the same mutants.
"""
import argparse
import pathlib
import random
import re
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = b"mutant"
LABEL, LIST, FLOAT, ALLOC, LITERAL, TYPED = 5, 1, 2, 3, 4, 5
UNSIGNED, INTEGER, ATOM, X, Y, EXTENDED = 0, 1, 2, 3, 4, 7


def split_row(text):
    """The arguments of a row; commas within parentheses and braces do not count."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "({") - (char in ")}")
        if char == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return parts + [text[start:].strip()]


def read_table():
    """Number of an instruction -> its name and operand kinds."""
    table = {}
    for line in (ROOT / "vm/code/opcodes.def").read_text().splitlines():
        if row := re.match(r"FILE_OP\((\d.*)\)$", line):
            number, name, _, _, *kinds = split_row(row[1])
            table[int(number)] = (name, kinds)
    for line in (ROOT / "loader/generic_ops.def").read_text().splitlines():
        if row := re.match(r"GENERIC_OP\((\d.*)\)$", line):
            number, name, *kinds = split_row(row[1])
            table[int(number)] = (name, kinds)
    return table


TABLE = read_table()


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def term(self):
        """A compact term as a list [tag, value], or [EXTENDED, kind, ...]."""
        first = self.byte()
        tag = first & 7
        if first & 8 == 0:
            value = first >> 4
        elif first & 16 == 0:
            value = (first >> 5) << 8 | self.byte()
        else:
            size = (first >> 5) + 2
            if size == 9:
                size += self.term()[1]
            value = int.from_bytes(self.data[self.at:self.at + size], "big", signed=True)
            self.at += size
        if tag != EXTENDED:
            return [tag, value]
        if value in (LIST, ALLOC):
            count = self.term()[1] * (2 if value == ALLOC else 1)
            return [EXTENDED, value, [self.term() for _ in range(count)]]
        if value == TYPED:
            return [EXTENDED, TYPED, self.term(), self.term()]
        return [EXTENDED, value, self.term()]


def number(tag, value):
    if 0 <= value < 16:
        return bytes([value << 4 | tag])
    if 0 <= value < 2048:
        return bytes([value >> 3 & 0xE0 | 8 | tag, value & 0xFF])
    size = max(2, (value.bit_length() + 8) // 8)
    digits = value.to_bytes(size, "big", signed=True)
    if size <= 8:
        return bytes([size - 2 << 5 | 0x18 | tag]) + digits
    return bytes([0xF8 | tag]) + number(UNSIGNED, size - 9) + digits


def encode(term):
    if term[0] != EXTENDED:
        return number(term[0], term[1])
    head = number(EXTENDED, term[1])
    if term[1] in (LIST, ALLOC):
        count = len(term[2]) // (2 if term[1] == ALLOC else 1)
        return head + number(UNSIGNED, count) + b"".join(map(encode, term[2]))
    return head + b"".join(map(encode, term[2:]))


def read_chunks(data):
    if data[:2] == b"\x1f\x8b":
        data = zlib.decompress(data, 31)
    chunks, at = [], 12
    while at < len(data):
        name, size = data[at:at + 4], struct.unpack(">I", data[at + 4:at + 8])[0]
        chunks.append((name, data[at + 8:at + 8 + size]))
        at += 8 + (size + 3) // 4 * 4
    return chunks


def write_chunks(chunks):
    body = b"BEAM"
    for name, data in chunks:
        body += name + struct.pack(">I", len(data)) + data + bytes(-len(data) % 4)
    return b"FOR1" + struct.pack(">I", len(body)) + body


def rename(atoms):
    """The atom table with another module name."""
    count = struct.unpack(">i", atoms[:4])[0]
    if count >= 0:
        return atoms[:4] + bytes([len(MODULE)]) + MODULE + atoms[5 + atoms[4]:]
    reader = Reader(atoms)
    reader.at = 4
    size = reader.term()[1]
    return atoms[:4] + number(UNSIGNED, len(MODULE)) + MODULE + atoms[reader.at + size:]


def read_code(code):
    reader = Reader(code)
    reader.at = 4 + struct.unpack(">I", code[:4])[0]
    instructions = []
    while not instructions or instructions[-1][0] != 3:
        op = reader.byte()
        instructions.append([op, [reader.term() for _ in TABLE[op][1]]])
    return code[:4 + struct.unpack(">I", code[:4])[0]], instructions


def write_code(header, instructions):
    return header + b"".join(bytes([op]) + b"".join(map(encode, terms)) for op, terms in instructions)


def copy(term):
    return [copy(part) if isinstance(part, list) else part for part in term]


# --- what is changed ---

def places(instructions, wanted):
    """All terms, with the kind of their operand, for which wanted(kind, term) holds."""
    found = []
    for op, terms in instructions:
        for kind, term in zip(TABLE[op][1], terms):
            stack = [term]
            while stack:
                top = stack.pop()
                if wanted(kind, top):
                    found.append(top)
                if top[0] == EXTENDED:
                    stack += top[2] if top[1] in (LIST, ALLOC) else top[2:]
    return found


def is_number(kinds):
    return lambda kind, term: kind in kinds and term[0] == UNSIGNED


def nudge(rng, term):
    term[1] = max(0, rng.choice([term[1] - 1, term[1] + 1, 0, term[1] * 2, rng.randrange(300)]))


def change_number(*kinds):
    def change(rng, instructions):
        found = places(instructions, is_number(kinds))
        if found:
            nudge(rng, rng.choice(found))
    return change


def change_register(rng, instructions):
    term = rng.choice(places(instructions, lambda kind, term: term[0] in (X, Y)))
    if rng.random() < 0.3:
        term[0] = X + Y - term[0]
    else:
        nudge(rng, term)


def change_label(rng, instructions):
    labels = [terms[0][1] for op, terms in instructions if op == 1]
    found = places(instructions, lambda kind, term: term[0] == LABEL)
    if found:
        term = rng.choice(found)
        # Most often a label near by, which is one of the same function.
        term[1] = max(0, rng.choice([0, rng.choice(labels), term[1] - 1, term[1] + 1, term[1] + 2]))


def change_term(rng, instructions):
    term = rng.choice(places(instructions, lambda kind, term: term[0] in (UNSIGNED, INTEGER, ATOM)))
    nudge(rng, term)


def change_literal(rng, instructions):
    found = places(instructions, lambda kind, term: term[0] == EXTENDED and term[1] == LITERAL)
    if found:
        nudge(rng, rng.choice(found)[2])


def change_type(rng, instructions):
    found = places(instructions, lambda kind, term: term[0] == EXTENDED and term[1] == TYPED)
    if found:
        nudge(rng, rng.choice(found)[3])


def change_tag(rng, instructions):
    """Makes an operand one of another kind, with a number that is often in range."""
    term = rng.choice(places(instructions, lambda kind, term: term[0] != EXTENDED))
    kind = rng.randrange(8)
    if kind == EXTENDED:
        term[:] = [EXTENDED, rng.choice([FLOAT, LITERAL]), [UNSIGNED, rng.randrange(8)]]
    else:
        term[:] = [kind, rng.choice([term[1], rng.randrange(16)])]


def change_match(rng, instructions):
    """Changes, removes, doubles or exchanges items of lists: commands of bs_match, segments, keys, labels."""
    lists = places(instructions, lambda kind, term: term[0] == EXTENDED and term[1] in (LIST, ALLOC) and term[2])
    if not lists:
        return
    # Those of the languages of bit syntax more often than others.
    languages = places(instructions, lambda kind, term: kind in ("kMatchCommands", "kSegments")
                       and term[0] == EXTENDED and term[1] == LIST and term[2])
    items = rng.choice(languages if languages and rng.random() < 0.7 else lists)[2]
    at, other = rng.randrange(len(items)), rng.randrange(len(items))
    what = rng.randrange(5)
    if what == 0:
        del items[at]
    elif what == 1:
        items.insert(at, copy(items[other]))
    elif what == 2:
        items[at], items[other] = items[other], items[at]
    elif items[at][0] != EXTENDED:
        nudge(rng, items[at])


def change_several(rng, instructions):
    for name in rng.choices([name for name in CLASSES if name != "several"], k=rng.randrange(2, 7)):
        CLASSES[name](rng, instructions)


def drop_test(rng, instructions):
    tests = [at for at, (op, _) in enumerate(instructions) if TABLE[op][1][:1] == ["kLabel"]]
    if tests:
        del instructions[rng.choice(tests)]


def change_bits(rng, instructions):
    bits = [row for row in instructions if TABLE[row[0]][0].startswith("bs_")]
    if bits:
        if terms := places(bits, lambda kind, term: term[0] in (UNSIGNED, INTEGER, X, Y, ATOM)):
            nudge(rng, rng.choice(terms))


def change_order(names):
    """Removes, doubles or exchanges instructions of these names; of any without names."""
    def change(rng, instructions):
        # Not what gives functions their shape: those are refused at once.
        found = [at for at, (op, _) in enumerate(instructions[:-1])
                 if op not in (1, 2) and (not names or re.match(names, TABLE[op][0]))]
        if not found:
            return
        at, other = rng.choice(found), rng.choice(found)
        what = rng.randrange(4)
        if what == 0:
            del instructions[at]
        elif what == 1:
            instructions.insert(at, [instructions[at][0], copy(instructions[at][1])])
        elif what == 2:
            instructions[at], instructions[other] = instructions[other], instructions[at]
        else:
            instructions.insert(at, [instructions[other][0], copy(instructions[other][1])])
    return change


CLASSES = {
    "frames": change_number("kNewFrame", "kFrame", "kTrim"),
    "registers": change_register,
    "live_and_heap": change_number("kLive", "kHeap"),
    "labels": change_label,
    "elements": change_number("kElement", "kTupleArity", "kPositionsAndSources"),
    "tests": drop_test,
    "bits": change_bits,
    "exceptions": change_order(r"try|catch|raise|raw_raise"),
    "messages": change_order(r"loop_rec|wait|timeout|remove_message|recv_marker|send"),
    "order": change_order(""),
    "arities": change_number("kArity", "kFunArity", "kApplyArity", "kExport", "kFun"),
    "constants": change_term,
    "literals": change_literal,
    "types": change_type,
    "tags": change_tag,
    "lists": change_match,
    "several": change_several,
}


def mutant(rng, chunks, name):
    header, instructions = read_code(dict(chunks)[b"Code"])
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        CLASSES[name](rng, instructions)
    code = write_code(header, instructions)
    atoms = {b"AtU8": rename, b"Atom": rename, b"Code": lambda _: code}
    return write_chunks([(chunk, atoms.get(chunk, lambda data: data)(data)) for chunk, data in chunks])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    modules = [read_chunks(path.read_bytes()) for path in options.files]
    names = list(CLASSES)
    for count in range(options.first, options.first + options.count):
        rng = random.Random(f"{options.seed}/{count}")
        name = names[count % len(names)]
        data = mutant(rng, modules[count // len(names) % len(modules)], name)
        (options.out / f"{count:06}-{name}.beam").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
