"""What one node sends to another one, recorded, and sent again with bytes that are wrong."""
import random
import socket
import struct
import threading

from cut import Connection, packet, patiently

RECORDED = 4_000_000  # bytes
PART = 65536


class Recorder:
    """Stands between a node and the one at `port`: a name server that knows only `name`, here, and a port that passes all on."""

    def __init__(self, port):
        self.port, self.sent, self.sockets = port, bytearray(), []
        self.names, self.node = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))
        self.full = threading.Event()
        for accept, listener in ((self.answer, self.names), (self.pass_on, self.node)):
            threading.Thread(target=self.serve, args=(listener, accept), daemon=True).start()

    def names_port(self):
        return self.names.getsockname()[1]

    def serve(self, listener, accept):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self.sockets.append(connection)
            threading.Thread(target=accept, args=(connection,), daemon=True).start()

    def answer(self, connection):
        """The two questions of epmd's protocol: here I am, where is that node."""
        asked = connection.recv(PART)
        if asked[2:3] == b"x":
            connection.sendall(b"v\x00" + struct.pack(">I", 77))
            return  # the name is kept as long as the connection
        name = asked[3:]
        connection.sendall(b"w\x00" + struct.pack(">HBBHHH", self.node.getsockname()[1], 77, 0, 6, 5, len(name)) + name + b"\x00\x00")
        connection.close()

    def pass_on(self, connection):
        other = socket.create_connection(("127.0.0.1", self.port))
        self.sockets.append(other)
        threading.Thread(target=self.copy, args=(other, connection, None), daemon=True).start()
        self.copy(connection, other, self.sent)

    def copy(self, source, target, record):
        try:
            while data := source.recv(PART):
                if record is not None and len(record) < RECORDED:
                    record += data
                    if len(record) >= RECORDED:
                        self.full.set()
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)  # another thread reads from it
        except OSError:
            pass

    def close(self):
        for one in (self.names, self.node, *self.sockets):
            one.close()


class Recording:
    """What the node said of itself when it shook hands, and its packets."""

    def __init__(self, sent):
        length = struct.unpack(">H", sent[:2])[0]
        hello, rest = sent[2:2 + length], sent[2 + length:]
        assert hello[:1] == b"N", hello
        self.flags, self.creation, size = struct.unpack(">QIH", hello[1:15])
        self.name = bytes(hello[15:15 + size])
        length = struct.unpack(">H", rest[:2])[0]
        assert rest[2:3] == b"r", rest[:20]
        rest, self.packets = rest[2 + length:], []
        while len(rest) >= 4 and len(rest) >= 4 + struct.unpack(">I", rest[:4])[0]:
            length = struct.unpack(">I", rest[:4])[0]
            if length:
                self.packets.append(bytes(rest[4:4 + length]))
            rest = rest[4 + length:]

    def connect(self, port, cookie):
        connection = Connection(port, cookie, 1 << 40, self.flags, self.creation, self.name)
        try:
            connection.shake_hands()
        except (EOFError, OSError):
            connection.socket.close()
            raise
        connection.socket.settimeout(5)
        return connection


def mutated(chance, data):
    """One to four changes, most of them where headers and control messages are."""
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        near = min(len(data), chance.choice((4, 16, 64, 1 << 20)))
        at = chance.randrange(near) if near else 0
        kind = chance.randrange(6)
        if kind == 0:
            data[at:at + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            data[at:at + 1] = bytes([(data[at] if data else 0) ^ (1 << chance.randrange(8))])
        elif kind == 2:
            del data[at:at + chance.choice((1, 1, 4, 1 << 20))]
        elif kind == 3:
            data[at:at] = bytes(chance.choice((0, 255, chance.randrange(256))) for _ in range(chance.choice((1, 4, 9))))
        elif kind == 4:
            data[at:at + 4] = struct.pack(">I", chance.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, len(data))))
        else:
            data[at:at] = data[chance.randrange(near):near] if near else b""
    return bytes(data)


def play(chance, recording, connection):
    """Packets in their order from the first, as they were for a while, then some of them mutated, left out, twice, or in another order."""
    right = chance.randrange(len(recording.packets))
    some = chance.choice((0.01, 0.1, 0.5))
    count = 0
    for number, data in enumerate(recording.packets[:right + 200]):
        if number >= right and chance.random() < some:
            count += 1
            kind = chance.randrange(10)
            if kind == 0:
                continue
            if kind == 1:
                connection.send(packet(data))
            data = chance.choice(recording.packets) if kind == 2 else mutated(chance, data)
        connection.send(packet(data))
    return count


def mutate_everywhere(port, cookie, sent, seed, rounds):
    """Returns (rounds that were done, how many packets were wrong, None when the node still answers, else what is wrong)."""
    recording = Recording(bytes(sent))
    wrong = 0
    for number in rounds:
        chance = random.Random(f"{seed} {number}")
        try:
            connection = patiently(port, cookie, 0, recording.connect)
        except AssertionError as error:
            return number, wrong, f"seed {seed}, before round {number}: {error}"
        try:
            wrong += play(chance, recording, connection)
        except OSError:
            wrong += 1  # the node has ended the connection
        finally:
            connection.socket.close()
    try:
        patiently(port, cookie, 1 << 30)
    except AssertionError as error:
        return rounds.stop, wrong, f"seed {seed}, at the end: {error}"
    return rounds.stop, wrong, None
