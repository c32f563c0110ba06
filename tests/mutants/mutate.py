#!/usr/bin/env python3
"""Writes mutants of `.beam` files: real modules in which a few operands, instructions or rows of tables were changed.

    mutate.py --seed 7 --count 1000 --out DIR lists.beam maps.beam ...

Each mutant is a file DIR/<number>-<class>.beam of a module of its own name (mutant). It exports only functions that lead to
what was changed. The same seed and files give the same mutants.
"""
import argparse
import functools
import gzip
import pathlib
import random
import re
import struct
import sys
import zlib

from beam import (ALLOC, ATOM, EXTENDED, FLOAT, INTEGER, LABEL, LIST, LITERAL, OP_END, OP_FUNC_INFO, OP_LABEL, TABLE, TYPED, UNSIGNED,
                  X, Y, Module, inner_terms)

ATTEMPTS = 40  # to find a function in which there is something to change


def copy(term):
    return [copy(part) if isinstance(part, list) else part for part in term]


# --- instructions: each function changes one, or returns False where there is nothing to change ---

def places(instructions, wanted):
    """All terms, with the kind of their operand, for which wanted(kind, term) holds."""
    return [inner for op, terms in instructions for kind, term in zip(TABLE[op][1], terms) for inner in inner_terms(term)
            if wanted(kind, inner)]


def is_number(kinds):
    return lambda kind, term: kind in kinds and term[0] == UNSIGNED


def nudge(rng, term):
    term[1] = max(0, rng.choice([term[1] - 1, term[1] + 1, 0, term[1] * 2, rng.randrange(300)]))
    return True


def nudge_one(rng, found):
    return bool(found) and nudge(rng, rng.choice(found))


def change_number(*kinds):
    return lambda rng, instructions, module: nudge_one(rng, places(instructions, is_number(kinds)))


def change_register(rng, instructions, _):
    found = places(instructions, lambda kind, term: term[0] in (X, Y))
    if not found:
        return False
    term = rng.choice(found)
    if rng.random() < 0.3:
        term[0] = X + Y - term[0]
        return True
    return nudge(rng, term)


def change_label(rng, instructions, _):
    labels = [terms[0][1] for op, terms in instructions if op == OP_LABEL]
    found = places(instructions, lambda kind, term: term[0] == LABEL)
    if not found:
        return False
    term = rng.choice(found)
    term[1] = max(0, rng.choice([0, rng.choice(labels), term[1] - 1, term[1] + 1, term[1] + 2, rng.randrange(300)]))
    return True


def change_term(rng, instructions, _):
    return nudge_one(rng, places(instructions, lambda kind, term: term[0] in (UNSIGNED, INTEGER, ATOM)))


def change_literal(rng, instructions, _):
    return nudge_one(rng, [term[2] for term in places(instructions, lambda kind, term: term[:2] == [EXTENDED, LITERAL])])


def change_type(rng, instructions, _):
    return nudge_one(rng, [term[3] for term in places(instructions, lambda kind, term: term[:2] == [EXTENDED, TYPED])])


def change_tag(rng, instructions, _):
    """Makes an operand one of another kind, with a number that is often in range."""
    found = places(instructions, lambda kind, term: term[0] != EXTENDED)
    term = rng.choice(found)
    kind = rng.randrange(8)
    if kind == EXTENDED:
        term[:] = [EXTENDED, rng.choice([FLOAT, LITERAL]), [UNSIGNED, rng.randrange(8)]]
    else:
        term[:] = [kind, rng.choice([term[1], rng.randrange(16)])]
    return True


def change_match(rng, instructions, _):
    """Changes, removes, doubles or exchanges items of lists: commands of bs_match, segments, keys, labels."""
    lists = places(instructions, lambda kind, term: term[0] == EXTENDED and term[1] in (LIST, ALLOC) and term[2])
    if not lists:
        return False
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
    return True


def change_several(rng, instructions, module):
    for name in rng.choices([name for name in CLASSES if name != "several"], k=rng.randrange(2, 7)):
        CLASSES[name](rng, instructions, module)
    return True


def drop_test(rng, instructions, _):
    tests = [at for at, (op, _) in enumerate(instructions) if TABLE[op][1][:1] == ["kLabel"]]
    if tests:
        del instructions[rng.choice(tests)]
    return bool(tests)


def change_bits(rng, instructions, _):
    bits = [row for row in instructions if TABLE[row[0]][0].startswith("bs_")]
    return nudge_one(rng, places(bits, lambda kind, term: term[0] in (UNSIGNED, INTEGER, X, Y, ATOM)))


def change_order(names):
    """Removes, doubles or exchanges instructions of these names; of any without names."""
    def found_in(instructions):
        # Not what gives functions their shape: those are refused at once.
        return [at for at, (op, _) in enumerate(instructions)
                if op not in (OP_LABEL, OP_FUNC_INFO, OP_END) and (not names or re.match(names, TABLE[op][0]))]

    def change(rng, instructions, module):
        found = found_in(instructions)
        if not found:
            return False
        at, other = rng.choice(found), rng.choice(found)
        what = rng.randrange(5)
        if what == 0:
            del instructions[at]
        elif what == 1:
            instructions.insert(at, copy(instructions[at]))
        elif what == 2:
            instructions[at], instructions[other] = instructions[other], instructions[at]
        elif what == 3:
            instructions.insert(at, copy(instructions[other]))
        else:
            foreign = module.function(module.some_function(rng))
            if places_there := found_in(foreign):
                instructions.insert(at, foreign[rng.choice(places_there)])
        return True
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


# --- tables: each function returns the chunks that become others ---

def change_claims(rng, chunks):
    """Other types than those that the compiler has found, for some or all rows of the table of types."""
    data = bytearray(chunks.get(b"Type", b""))
    if len(data) < 8:
        return {}
    at, share = 8, rng.choice([0.2, 1])
    version = struct.unpack(">I", data[:4])[0]
    while at + 2 <= len(data):
        bits = struct.unpack(">H", data[at:at + 2])[0]
        kind_bits = 12 if version == 2 else 13
        extra = 16 if version == 1 else 8 * (bits >> kind_bits & 1) + 8 * (bits >> kind_bits + 1 & 1) + (bits >> kind_bits + 2 & 1)
        if rng.random() < share:
            kinds = 1 << rng.randrange(12)
            data[at:at + 2] = struct.pack(">H", bits & ~0xFFF | kinds)
            if extra >= 16 and rng.random() < 0.5:
                low = rng.choice([0, -1, 1 << 58, rng.randrange(100)])
                data[at + 2:at + 18] = struct.pack(">2q", low, low + rng.randrange(10))
        at += 2 + extra
    return {b"Type": bytes(data)}


def change_literal_table(rng, chunks):
    packed = chunks.get(b"LitT", b"")
    if len(packed) < 8:
        return {}
    size = struct.unpack(">I", packed[:4])[0]
    data = zlib.decompress(packed[4:]) if size else packed[4:]
    damaged = damage(rng, data)
    return {b"LitT": struct.pack(">I", len(damaged) if size else 0) + (zlib.compress(damaged) if size else damaged)}


def damage(rng, data):
    """The bytes with a number changed, or cut, or longer."""
    data = bytearray(data)
    what = rng.randrange(6)
    if what == 0:
        del data[rng.randrange(len(data)):]
    elif what == 1:
        data += data[-rng.randrange(1, 13):]
    elif what == 2:
        data[rng.randrange(len(data))] = rng.randrange(256)
    else:
        at = rng.randrange(len(data)) & ~3
        value = int.from_bytes(data[at:at + 4], "big")
        value = rng.choice([value + 1, value - 1, 0, 0xFFFFFFFF, 0x7FFFFFFF, rng.randrange(64)])
        data[at:at + 4] = (value & 0xFFFFFFFF).to_bytes(4, "big")
    return bytes(data)


def change_chunk(rng, chunks):
    if rng.random() < 0.25:
        return change_literal_table(rng, chunks)
    names = [name for name, data in chunks.items() if data and name != b"Code"]
    name = rng.choice(names)
    return {name: damage(rng, chunks[name])}


def change_file(rng, data):
    """The file compressed, as compilers can write it, or with atoms in Latin-1, or damaged, before or afterwards."""
    if rng.random() < 0.2:
        data = data.replace(b"AtU8", b"Atom", 1)
    if rng.random() < 0.4:
        data = damage(rng, data)
    if rng.random() < 0.7:
        data = gzip.compress(data, 1, mtime=0)
    return damage(rng, data) if rng.random() < 0.3 else data


TABLE_CLASSES = {"claims": change_claims, "chunks": change_chunk}
NAMES = [*CLASSES, *TABLE_CLASSES, "file"]


def change_functions(rng, module, name):
    """Functions by index that have been changed one to three times."""
    changed = {}
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        for _ in range(ATTEMPTS):
            index = rng.choice(list(changed)) if changed and rng.random() < 0.5 else module.some_function(rng)
            function = changed.get(index) or module.function(index)
            if CLASSES[name](rng, function, module):
                changed[index] = function
                break
    return changed


def mutant(rng, module, name):
    if name in CLASSES:
        return module.write(change_functions(rng, module, name), {})
    if name == "file":
        return change_file(rng, module.write({}, {}))
    chunks = dict(module.chunks)
    tables = {}
    for _ in range(rng.choice([1, 1, 2])):
        tables.update(TABLE_CLASSES[name](rng, chunks))
    return module.write({}, tables)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    module_of = functools.cache(lambda number: Module(options.files[number]))
    for count in range(options.first, options.first + options.count):
        rng = random.Random(f"{options.seed}/{count}")
        name = NAMES[count % len(NAMES)]
        data = mutant(rng, module_of(count // len(NAMES) % len(options.files)), name)
        (options.out / f"{count:07}-{name}.beam").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
