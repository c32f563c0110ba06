"""Chromium without a screen, driven through its DevTools protocol: what the cases about pages need."""

import base64
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
LIMIT_S = 60


def find_browser():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """A page in a browser of its own; a context manager. Messages go through a pair of pipes, so no port is open."""

    def __init__(self, page, width=1280, height=800):
        self.folder = tempfile.TemporaryDirectory(prefix="sonde-browser-", ignore_cleanup_errors=True)
        to_browser, self.to = os.pipe()
        self.answers, from_browser = os.pipe()
        self.numbers, self.rest = itertools.count(1), b""
        # The browser reads its descriptor 3 and writes its descriptor 4.
        wrapper = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(
            ["bash", "-c", wrapper, "bash", find_browser(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe", f"--window-size={width},{height}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Page.enable")
        self.call("Page.navigate", url=pathlib.Path(page).resolve().as_uri())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.to)
        self.process.terminate()
        self.process.wait(timeout=LIMIT_S)
        os.close(self.answers)
        self.folder.cleanup()

    def call(self, method, **parameters):
        """The result of a method of the protocol."""
        number = next(self.numbers)
        request = {"id": number, "method": method, "params": parameters, **({"sessionId": self.session} if self.session else {})}
        os.write(self.to, json.dumps(request).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                part = os.read(self.answers, 1 << 20)
                if not part:
                    raise OSError("the browser has ended")
                self.rest += part
            answer, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer)
                return answer["result"]

    def value(self, expression):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, (expression, result["exceptionDetails"])
        return result["result"].get("value")

    def wait(self, expression):
        """Waits until the expression is true; returns its value."""
        end = time.monotonic() + LIMIT_S
        while True:
            value = self.value(expression)
            if value:
                return value
            assert time.monotonic() < end, f"{expression} is still {value!r}; the page says {self.value('document.body.innerText')!r}"
            time.sleep(0.02)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def wheel(self, x, y, delta):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=delta)

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))

    def type_into(self, element, text):
        """Types a text into the input of this id."""
        self.value(f"document.getElementById('{element}').focus(); document.getElementById('{element}').select()")
        self.call("Input.insertText", text=text)

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
