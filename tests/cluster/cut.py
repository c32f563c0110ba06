"""A node made by hand, whose connection ends after any number of bytes: of the handshake, and of messages; or whose handshake is wrong."""
import hashlib
import random
import socket
import struct
import time

# OTP 25's flags, without the one that makes a node visible.
FLAGS = 0xD07DF7FBE & ~1 & ~(1 << 1)
NAME = b"cut@127.0.0.1"
STARTS_PROCESSES = 1 << 32
# What erl_call of OTP 25 and 27 sends: among others, without headers, senders and exit payloads.
ERL_INTERFACE_FLAGS = 0x407074F9C
MONITORS_NAMES = 1 << 5  # no end of a monitor is sent to a node without it


class Cut(Exception):
    """All bytes that were allowed have been sent."""


class Connection:
    """Sends at most `limit` bytes."""

    def __init__(self, port, cookie, limit, flags=FLAGS, creation=1, name=NAME):
        self.flags, self.creation, self.name = flags, creation, name
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.cookie, self.left, self.sent = cookie.encode(), limit, 0

    def send(self, data):
        part = data[:self.left]
        self.socket.sendall(part)
        self.left, self.sent = self.left - len(part), self.sent + len(part)
        if len(part) < len(data):
            raise Cut()

    def read(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise EOFError(data)
            data += more
        return data

    def read_short(self):
        return self.read(struct.unpack(">H", self.read(2))[0])

    def send_short(self, data):
        self.send(struct.pack(">H", len(data)) + data)

    def shake_hands(self):
        self.send_short(b"N" + struct.pack(">QIH", self.flags, self.creation, len(self.name)) + self.name)
        status = self.read_short()
        if status not in (b"sok", b"sok_simultaneous"):
            raise EOFError(status)
        challenge, self.their_creation = struct.unpack(">II", self.read_short()[9:17])
        digest = hashlib.md5(self.cookie + str(challenge).encode()).digest()
        self.send_short(b"r" + struct.pack(">I", 7) + digest)
        answer = self.read_short()
        assert answer == b"a" + hashlib.md5(self.cookie + b"7").digest(), answer

    def send_to_name(self, name, message):
        """`message` in the external format."""
        control = b"h\x04a\x06" + pid(1) + atom("") + atom(name)
        self.send(packet(b"\x83D\x00" + control + message))

    def read_packet(self):
        """The next one that is no tick."""
        data = b""
        while not data:
            data = self.read(struct.unpack(">I", self.read(4))[0])
        return data


class Mutated(Connection):
    """Sends messages of the handshake with bytes changed, added and missing."""

    def __init__(self, port, cookie, chance):
        super().__init__(port, cookie, 1 << 30)
        self.chance = chance
        self.socket.settimeout(0.1)  # the node may wait for bytes that do not come

    def send_short(self, data):
        message = bytearray(struct.pack(">H", len(data)) + data)
        for _ in range(self.chance.choice((0, 1, 1, 2, 5))):
            place = self.chance.randrange(len(message))
            how = self.chance.randrange(4)
            if how == 0:
                message[place] = self.chance.choice((0, 1, 127, 128, 255, self.chance.randrange(256)))
            elif how == 1:
                message[place] ^= 1 << self.chance.randrange(8)
            elif how == 2:
                message[place:place] = self.chance.randbytes(self.chance.choice((1, 2, 8, 300)))
            elif len(message) > 1:
                del message[place:place + self.chance.choice((1, 4, 8))]
        self.send(bytes(message or b"\0"))


def packet(data):
    return struct.pack(">I", len(data)) + data


def atom(text):
    return b"w" + bytes([len(text)]) + text.encode()


def pid(number):
    return b"X" + atom(NAME.decode()) + struct.pack(">III", number, 0, 1)


def talk(port, cookie, limit):
    """A connection on which an echo is asked for and received. Returns how many bytes were sent."""
    connection = Connection(port, cookie, limit)
    try:
        connection.shake_hands()
        connection.send_to_name("cluster_echo", b"h\x02" + pid(1) + atom("hello"))
        answer = connection.read_packet()
        assert b"hello" in answer, answer
    finally:
        connection.socket.close()
    return connection.sent


def ask_for_process(port, cookie):
    """A node that starts no processes, as one written in C, is not asked for any: the asking process hears `notsup`, and the connection stays."""
    connection = Connection(port, cookie, 1 << 30, FLAGS & ~STARTS_PROCESSES)
    try:
        connection.shake_hands()
        connection.send_to_name("cluster_asker", pid(1))
        answer = connection.read_packet()
        assert b"error" in answer and b"notsup" in answer, answer
        connection.send_to_name("cluster_echo", b"h\x02" + pid(1) + atom("hello"))
        answer = connection.read_packet()
        assert b"hello" in answer, answer
    finally:
        connection.socket.close()


def ask_as_before(port, cookie, node):
    """A node with the flags of erl_interface takes neither the sender with a message nor a reason behind an exit signal."""
    connection = Connection(port, cookie, 1 << 30, ERL_INTERFACE_FLAGS | MONITORS_NAMES)
    try:
        connection.shake_hands()
        def ask(control, message=b""):
            connection.send(packet(b"p\x83" + control + (b"\x83" + message if message else b"")))
            return connection.read_packet()
        nobody = b"X" + atom(node) + struct.pack(">III", 7777777, 0, connection.their_creation)
        ref = b"Z\x00\x03" + atom(NAME.decode()) + struct.pack(">IIII", 1, 1, 2, 3)
        assert (answer := ask(b"h\x04a\x06" + pid(1) + atom("") + atom("cluster_echo"), b"h\x02" + pid(1) + atom("hello"))) \
            .startswith(b"p\x83h\x03a\x02" + atom("") + pid(1)), answer
        assert (answer := ask(b"h\x04a\x13" + pid(1) + atom("no_such_name") + ref)) \
            == b"p\x83h\x05a\x15" + atom("no_such_name") + pid(1) + ref + atom("noproc"), answer
        assert (answer := ask(b"h\x03a\x01" + pid(1) + nobody)) \
            == b"p\x83h\x04a\x03" + nobody + pid(1) + atom("noproc"), answer
    finally:
        connection.socket.close()


def cut_everywhere(port, cookie):
    """None when the node answers after each cut, else what is wrong."""
    whole = patiently(port, cookie, 1 << 30)
    for limit in range(whole):
        try:
            talk(port, cookie, limit)
            return f"{limit} of {whole} bytes were enough"
        except (Cut, EOFError, ConnectionError):
            pass
    patiently(port, cookie, 1 << 30)
    patiently(port, cookie, 1 << 30, ask_for_process)
    return None


def shake_wrongly(port, cookie, rounds, seed):
    """None when the node takes a right connection after `rounds` wrong handshakes, else what is wrong."""
    chance = random.Random(seed)
    for number in range(rounds):
        connection = Mutated(port, cookie, chance)
        try:
            connection.shake_hands()
            connection.send_to_name("cluster_echo", b"h\x02" + pid(1) + atom("hello"))
        except (EOFError, OSError, struct.error, IndexError, AssertionError):
            pass
        finally:
            connection.socket.close()
        if number % 20 == 0:
            patiently(port, cookie, 1 << 30)
    patiently(port, cookie, 1 << 30)
    return None


def patiently(port, cookie, limit, what=None):
    """The node may not have noticed yet that the connection before has ended: then it refuses the same name."""
    for _ in range(200):
        try:
            return what(port, cookie) if what else talk(port, cookie, limit)
        except (EOFError, ConnectionError) as error:
            last = error
            time.sleep(0.005)
    raise AssertionError(f"no connection any more: {last}")
