"""Reads and writes `.beam` files for mutate.py: chunks, and the code as functions of decoded instructions.

What an operand is comes from the tables of the machine (vm/code/opcodes.def, loader/generic_ops.def), so that new instructions
are known here too. A function is a list of instructions [number, terms]; a term is [tag, value] or [EXTENDED, kind, ...].
"""
import itertools
import marshal
import pathlib
import re
import struct
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = b"mutant"
LABEL, LIST, FLOAT, ALLOC, LITERAL, TYPED = 5, 1, 2, 3, 4, 5
UNSIGNED, INTEGER, ATOM, X, Y, EXTENDED = 0, 1, 2, 3, 4, 7
OP_LABEL, OP_FUNC_INFO, OP_END = 1, 2, 3
UNUSED_CHUNKS = {b"Dbgi", b"Docs"}  # large, and the loader does not look at them


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


def encode_function(instructions):
    return b"".join(bytes([op]) + b"".join(map(encode, terms)) for op, terms in instructions)


def inner_terms(term):
    """The term and all terms in it."""
    stack = [term]
    while stack:
        top = stack.pop()
        yield top
        if top[0] == EXTENDED:
            stack += top[2] if top[1] in (LIST, ALLOC) else top[2:]


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


def read_rows(data, width):
    """The rows of a chunk that is a count, and so many numbers for each row."""
    if not data:
        return []
    count = struct.unpack(">I", data[:4])[0]
    return [struct.unpack(f">{width}I", data[4 + i * 4 * width:4 + (i + 1) * 4 * width]) for i in range(count)]


class Module:
    """A module of a file, renamed. Its functions stay as they are: function() gives copies."""

    def __init__(self, path):
        self.chunks = [(name, rename(data) if name in (b"AtU8", b"Atom") else data)
                       for name, data in read_chunks(path.read_bytes()) if name not in UNUSED_CHUNKS]
        chunks = dict(self.chunks)
        code = chunks[b"Code"]
        self.header = code[:4 + struct.unpack(">I", code[:4])[0]]
        functions = self.split(self.read_code(code))
        self.encoded = [encode_function(function) for function in functions]
        self.packed = [marshal.dumps(function) for function in functions]
        self.weights = list(itertools.accumulate(map(len, functions)))
        self.exports = read_rows(chunks.get(b"ExpT", b""), 3)
        self.calls = self.find_calls(functions, read_rows(chunks.get(b"FunT", b""), 6))

    def read_code(self, code):
        reader = Reader(code)
        reader.at = len(self.header)
        instructions = []
        while not instructions or instructions[-1][0] != OP_END:
            op = reader.byte()
            instructions.append([op, [reader.term() for _ in TABLE[op][1]]])
        return instructions

    @staticmethod
    def split(instructions):
        """The functions; each begins with the label before its func_info."""
        heads = []
        for at, (op, _) in enumerate(instructions):
            if op == OP_FUNC_INFO:
                while instructions[at][0] != OP_LABEL:
                    at -= 1
                heads.append(at)
        heads[0] = 0
        return [instructions[begin:end] for begin, end in zip(heads, heads[1:] + [len(instructions)])]

    def find_calls(self, functions, funs):
        """For each function the functions that its labels and funs lead to."""
        self.at_label = {terms[0][1]: i for i, function in enumerate(functions) for op, terms in function if op == OP_LABEL}
        calls = []
        for function in functions:
            labels = set()
            for op, terms in function:
                for kind, term in zip(TABLE[op][1], terms):
                    if kind == "kFun" and term[1] < len(funs):
                        labels.add(funs[term[1]][2])
                    labels.update(inner[1] for inner in inner_terms(term) if inner[0] == LABEL)
            calls.append({self.at_label[label] for label in labels if label in self.at_label})
        return calls

    def function(self, index):
        return marshal.loads(self.packed[index])

    def some_function(self, rng):
        """The index of a function; longer ones more often."""
        return rng.choices(range(len(self.packed)), cum_weights=self.weights)[0]

    def exports_that_reach(self, changed):
        """The export table without functions that lead to none of the `changed` ones: to call them tests nothing."""
        reaching, size = set(changed), 0
        while len(reaching) != size:
            size = len(reaching)
            reaching.update(i for i, calls in enumerate(self.calls) if calls & reaching)
        rows = [row for row in self.exports if self.at_label.get(row[2]) in reaching] or self.exports
        return struct.pack(">I", len(rows)) + b"".join(struct.pack(">3I", *row) for row in rows)

    def write(self, changed, tables):
        """The file with other functions (by index), and chunks (by name)."""
        code = self.header + b"".join(encode_function(changed[i]) if i in changed else encoded
                                      for i, encoded in enumerate(self.encoded))
        new = {b"Code": code, **tables}
        if changed and b"ExpT" not in tables:
            new[b"ExpT"] = self.exports_that_reach(changed)
        return write_chunks([(name, new.get(name, data)) for name, data in self.chunks])
