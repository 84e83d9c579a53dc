"""A headless Chromium, controlled by the DevTools protocol over two pipes, without a port or a package.

Console messages, exceptions and network requests of all targets are kept, so that tests can check that there are none.
"""

import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile

PATIENCE = 120  # seconds for one answer, on a machine that does much else


class Failure(Exception):
    """The browser rejected a command, or ended."""


def program():
    """Returns the path of the browser."""
    for name in ("chromium", "google-chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
                 "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"):
        if found := shutil.which(name):
            return found
    raise Failure("Chromium is not installed; on Debian: apt-get install chromium")


class Chromium:
    """A running browser."""

    def __init__(self):
        self._profile = tempfile.mkdtemp(prefix="aasa-audit-chromium-")
        self._log = os.path.join(self._profile, "said")
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        # The protocol uses the descriptors 3 and 4, to which a shell assigns the pipes.
        log = open(self._log, "wb")
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}', program(),
             "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", "--hide-scrollbars", "--force-color-profile=srgb",
             "--force-device-scale-factor=1", f"--user-data-dir={self._profile}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            env={**os.environ, "HOME": self._profile})
        log.close()
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._unread = b""
        self._events = []

    def close(self):
        """Ends the browser and removes its files."""
        try:
            self.send("Browser.close")
            self._process.wait(timeout=10)
        except (Failure, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self._profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _receive(self):
        while b"\0" not in self._unread:
            if not select.select([self._in], [], [], PATIENCE)[0]:
                raise Failure(f"Chromium gave no answer for {PATIENCE} seconds")
            part = os.read(self._in, 1 << 20)
            if not part:
                said = pathlib.Path(self._log).read_text(encoding="utf-8", errors="replace")
                raise Failure(f"Chromium ended before it was told to. It said: {said[-2000:]}")
            self._unread += part
        message, self._unread = self._unread.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, session=None, **parameters):
        """Sends a command and waits for its result; keeps events that arrive meanwhile."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._events.append(answer)

    def version(self):
        """Returns the browser's name and version."""
        return self.send("Browser.getVersion")["product"]

    def event(self, session, method):
        """Waits for an event of a page, removes it from the kept ones, and returns it."""
        while True:
            for place, event in enumerate(self._events):
                if event.get("method") == method and event.get("sessionId") == session:
                    return self._events.pop(place)["params"]
            self._events.append(self._receive())

    def events(self, session):
        """Returns the kept events of a page."""
        return [event for event in self._events if event.get("sessionId") == session]

    def forget(self, session):
        """Drops the kept events of a page that is closed, through which every wait would search."""
        self._events = [event for event in self._events if event.get("sessionId") != session]

    def page(self, url="about:blank", **settings):
        """Opens a page."""
        return Page(self, url, **settings)


class Page:
    """A tab of the browser."""

    def __init__(self, browser, url, width=1280, height=900, dark=False, script=True, media=""):
        self.browser = browser
        self.target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.size(width, height)
        self.send("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])
        if not script:
            self.send("Emulation.setScriptExecutionDisabled", value=True)
        if url != "about:blank":
            self.open(url)

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def size(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)

    def open(self, url):
        """Opens a URL and waits until it has loaded."""
        result = self.send("Page.navigate", url=url)
        if result.get("errorText"):
            raise Failure(f"{url}: {result['errorText']}")
        if "loaderId" in result:
            self.browser.event(self.session, "Page.loadEventFired")

    def run(self, script):
        """Returns the value of an expression in the page; awaits promises."""
        result = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True,
                           userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def key(self, key, code=None, text=None):
        """Presses a key."""
        more = {"text": text} if text else {}
        numbers = {"Tab": 9, "Enter": 13, " ": 32, "Escape": 27}
        number = numbers.get(key, ord(key.upper()) if len(key) == 1 else 0)
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=code or key, windowsVirtualKeyCode=number,
                  **more)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key, windowsVirtualKeyCode=number)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def told(self):
        """Returns all messages of the console and the log."""
        said = []
        for event in self.browser.events(self.session):
            parameters = event.get("params", {})
            if event["method"] == "Runtime.consoleAPICalled":
                said.append(" ".join(str(value.get("value")) for value in parameters["args"]))
            elif event["method"] == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                said.append(details.get("exception", {}).get("description") or details["text"])
            elif event["method"] == "Log.entryAdded":
                said.append(parameters["entry"]["text"])
        return said

    def requests(self):
        """Returns the requested URLs."""
        return [event["params"]["request"]["url"] for event in self.browser.events(self.session)
                if event["method"] == "Network.requestWillBeSent"]

    def screenshot(self, whole=False):
        """Returns the page as PNG, in base 64."""
        return self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]

    def pdf(self):
        """Returns the page as it would be printed, as PDF in base 64."""
        return self.send("Page.printToPDF", printBackground=False, preferCSSPageSize=True,
                         paperWidth=8.27, paperHeight=11.69)["data"]

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)
        self.browser.forget(self.session)


if __name__ == "__main__":
    try:
        print(program())
    except Failure as failure:
        sys.exit(f"error: {failure}")
