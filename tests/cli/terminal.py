"""A terminal: programs run in it, keys are typed, and what it shows is known. Nothing here waits for a time."""

import fcntl
import os
import pty
import select
import struct
import termios
import time
import unicodedata

PATIENCE = 30  # seconds until something that must be shown is


class Screen:
    """What a terminal of 80 columns shows, without end upwards or downwards, of what is written to it."""

    COLUMNS = 80

    def __init__(self):
        self.rows = [[]]
        self.row = self.column = 0
        self.partial = b""

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.rows)

    def write(self, data):
        data = self.partial + data
        try:
            text, self.partial = data.decode(), b""
        except UnicodeDecodeError as error:
            text, self.partial = data[:error.start].decode(), data[error.start:]
        at = 0
        while at < len(text):
            if text.startswith("\x1b[", at):
                end = next((i for i in range(at + 2, len(text)) if "@" <= text[i] <= "~"), None)
                if end is None:
                    self.partial = text[at:].encode() + self.partial
                    return
                self.control(text[at + 2:end], text[end])
                at = end + 1
            else:
                self.character(text[at])
                at += 1

    def control(self, number, letter):
        count = int(number) if number.isdigit() else 1
        if letter == "A":
            self.row = max(0, self.row - count)
        elif letter == "B":
            self.row += count
        elif letter == "C":
            self.column = min(self.COLUMNS - 1, self.column + count)
        elif letter == "D":
            self.column = max(0, self.column - count)
        elif letter in "JK":
            self.reach()
            del self.rows[self.row][self.column:]
            if letter == "J":
                del self.rows[self.row + 1:]
        elif letter == "P":
            self.reach()
            del self.rows[self.row][self.column:self.column + count]
        elif letter == "@":
            self.reach()
            self.rows[self.row][self.column:self.column] = [" "] * count
        else:
            assert letter == "m", (number, letter)

    def character(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row += 1
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            if self.column + width > self.COLUMNS:
                self.row += 1
                self.column = 0
            self.reach()
            self.rows[self.row][self.column:self.column + width] = [character] + [""] * (width - 1)
            self.column += width

    def reach(self):
        while len(self.rows) <= self.row:
            self.rows.append([])
        row = self.rows[self.row]
        row.extend(" " * (self.column - len(row)))


class Terminal:
    """A program on a terminal of its own: `sonde shell`, if nothing else is said."""

    def __init__(self, world, *program):
        program = program or (world.sonde, "shell")
        self.seen = b""
        self.screen = Screen()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(world.folder)
            os.execvpe(program[0], program, dict(world.env, TERM="xterm", HOME=str(world.folder)))
        self.resize(Screen.COLUMNS, 24)

    def resize(self, columns, rows):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        """False when there will be no more."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 4096)
        except OSError:
            return False
        self.seen += data
        self.screen.write(data)
        return data != b""

    def wait_for(self, text, seconds=PATIENCE):
        """What came until `text` did, text included."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, (text, self.seen)
            if not self.read(0.1):
                break
        assert text in self.seen, (text, self.seen)
        before, _, self.seen = self.seen.partition(text)
        return (before + text).decode()

    def wait_for_last(self, text):
        """The last row that is not empty is `text`, with or without what stands before it where that is "... "."""
        end = time.monotonic() + PATIENCE
        while not self.is_last(text):
            assert time.monotonic() < end, (text, self.screen.text())
            assert self.read(0.1) or self.is_last(text), (text, self.screen.text())

    def is_last(self, text):
        last = self.screen.text().rstrip().rpartition("\n")[2]
        return last.endswith(text[4:]) if text.startswith("... ") else last == text

    def wait_for_end(self):
        """Nobody has the terminal any more."""
        end = time.monotonic() + PATIENCE
        while self.read(0.1):
            assert time.monotonic() < end, self.seen

    def type(self, text, *answers):
        """Types `text` and waits for each of `answers`, in this order."""
        os.write(self.fd, text)
        for answer in answers:
            self.wait_for(answer)

    def status(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read(0):
                    if not select.select([self.fd], [], [], 0)[0]:
                        break
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            self.read(0.05)
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        raise AssertionError("the program does not end")


def started_shell(world, *flags):
    """`sonde shell` at its first prompt."""
    shell = Terminal(world, world.sonde, "shell", *flags)
    shell.wait_for(b"1> ")
    return shell
