"""Clicks through the page of `evalrun author` in headless Chromium, over the WebDriver protocol.

usage: author.py TOOL SCRATCH [PICTURES]
"""

import base64, json, os, pathlib, shutil, socket, subprocess, sys, time, urllib.error, urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
CONTROL, ENTER, DELETE = "\ue009", "\ue007", "\ue017"


class Browser:
    """A session of Chromium; every call is one request to its driver."""

    def __init__(self, downloads):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(150):
            try:
                urllib.request.urlopen(self.base + "/status", timeout=2)
                break
            except OSError:
                time.sleep(0.1)
        options = {
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"],
            "prefs": {"download.default_directory": str(downloads)},
        }
        wanted = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"}, "goog:chromeOptions": options}
        self.base += "/session/" + self.send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data=data, method=method, headers={"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def open(self, path):
        self.send("POST", "/url", {"url": pathlib.Path(path).resolve().as_uri()})

    def script(self, text, *arguments):
        return self.send("POST", "/execute/sync", {"script": text, "args": list(arguments)})

    def find(self, css):
        return self.send("POST", "/element", {"using": "css selector", "value": css})[ELEMENT]

    def click(self, css):
        self.send("POST", f"/element/{self.find(css)}/click", {})

    def text(self, css):
        return self.send("GET", f"/element/{self.find(css)}/text")

    def texts(self, css):
        return self.script("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", css)

    def fill(self, css, text):
        """Replaces the text of a field by typing."""
        self.click(css)
        self.press(CONTROL, "a")
        self.press(DELETE)
        self.send("POST", f"/element/{self.find(css)}/value", {"text": text})

    def choose(self, css, value):
        self.click(f"{css} option[value='{value}']")

    def press(self, *keys):
        """Holds all keys but the last while that is pressed."""
        down = [{"type": "keyDown", "value": key} for key in keys]
        up = [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": down + up}]})

    def type(self, text):
        for key in text:
            self.press(key)

    def select(self, address, words):
        """Selects words of an entry with the mouse, from their first letter to their last."""
        ends = self.script(
            """
            const entry = document.querySelector(`[data-address="${arguments[0]}"]`);
            entry.scrollIntoView({ block: "center" });
            const walker = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
            for (let node; (node = walker.nextNode());) {
              const start = node.data.indexOf(arguments[1]);
              if (start < 0) continue;
              const range = document.createRange();
              range.setStart(node, start);
              range.setEnd(node, start + arguments[1].length);
              const boxes = [...range.getClientRects()];
              const last = boxes[boxes.length - 1];
              return [boxes[0].left + 1, boxes[0].top + boxes[0].height / 2,
                last.right, last.top + last.height / 2];
            }
            """,
            address,
            words,
        )
        assert ends, f"{address} does not show '{words}'"
        x, y, endX, endY = map(round, ends)
        move = {"type": "pointerMove", "duration": 0, "origin": "viewport"}
        moves = [{**move, "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        moves += [{**move, "x": (x + endX) // 2, "y": (y + endY) // 2}, {**move, "x": endX, "y": endY}]
        moves += [{"type": "pointerUp", "button": 0}]
        self.send("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})
        found = self.script("return getSelection().toString()")
        assert found == words, f"selected '{found}' instead of '{words}'"

    def screen(self, **settings):
        """Sets the width, and whether the reader's system is dark."""
        send = lambda command, parameters: self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})
        if "dark" in settings:
            scheme = "dark" if settings["dark"] else "light"
            send("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        if "width" in settings:
            size = {"width": settings["width"], "height": 900, "deviceScaleFactor": 1, "mobile": False}
            send("Emulation.setDeviceMetricsOverride", size)

    def picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.send("GET", "/screenshot")))

    def complaints(self):
        return [entry["message"] for entry in self.send("POST", "/se/log", {"type": "browser"})]

    def close(self):
        try:
            self.send("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait(10)


# What an HTML parser, a script or a careless renderer could trip over.
HOSTILE = "</script><script>document.title='broken'</script><!-- <img src=x onerror=\"document.title='broken'\"> \u2028\u2029 ]]> &amp; \u0000 \r\n\t日本語 Ω-9"

CASE = {
    "version": 1,
    "id": "parcel",
    "title": "A parcel goes astray " + HOSTILE,
    "transcript": [
        {
            "instructions": "You help with parcels. " + HOSTILE,
            "tools": [{"name": "track", "effect": "read", "description": "Track a parcel.", "parameters": {"type": "object"}}],
        },
        {"prompt": "My parcel is PX-4417, it goes to Braga. " + HOSTILE},
        {"calls": [{"id": "k1", "tool": "track", "arguments": {"parcel": "PX-4417", HOSTILE: HOSTILE}}]},
        {"output": "k1", "json": {"status": "unknown", "note": 'say "hello" & <b>bye</b> \\[[no mark]]'}},
        {"response": "I do not know that parcel."},
        {"prompt": "Sorry, it is PX-4471. I am back home in two weeks."},
        {"response": "Found. " + HOSTILE},
        {"prompt": "Good."},
        {"response": "Have a nice day."},
    ],
    "trajectories": [{"id": "look", "at": {"before": "call 1"}}],
    "constraints": [{"id": "short", "text": "be short", "require": {"pattern": "^[\\s\\S]{0,299}$"}}],
}


def run(tool, *arguments):
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, f"evalrun {arguments}: exit {done.returncode}\n{done.stderr}"
    return done.stdout


class Page:
    """The page of a case, open in a browser."""

    def __init__(self, browser, tool, scratch, case, *options):
        self.browser = browser
        self.downloads = scratch / "downloads"
        html = scratch / "page.html"
        run(tool, "author", case, "--html", html, *options)
        browser.open(html)
        self.check_complaints()

    def check_complaints(self):
        complaints = self.browser.complaints()
        assert not complaints, complaints

    def errors(self):
        return self.browser.texts("#errors .message")

    def findings(self):
        """The errors that the tool found when it made the page."""
        return self.browser.texts("#tool-findings .error .message")

    def download(self):
        """The file that is downloaded."""
        for old in self.downloads.iterdir():
            old.unlink()
        self.browser.press(CONTROL, "s")
        for _ in range(100):
            files = [file for file in self.downloads.iterdir() if file.suffix == ".json"]
            if files:
                return files[0]
            time.sleep(0.05)
        raise AssertionError("nothing was downloaded")


def as_run(tool, scratch, case, name):
    """A case as a run keeps it: everything resolved, where it was read from left out."""
    out = scratch / name
    shutil.rmtree(out, ignore_errors=True)
    run(tool, "run", case, "-s", "identity", "--context", "64000", "--out", out)
    lines = [json.loads(line)["case"] for line in open(out / "cases.jsonl")]
    for line in lines:
        line.pop("file", None)
    return lines


def labelled(browser):
    """Controls that a screen reader would have no name for."""
    return browser.script(
        """
        return [...document.querySelectorAll("input, select, textarea, button, [role=tab]")]
          .filter(e => !(e.textContent.trim() || e.getAttribute("aria-label")
            || (e.labels && [...e.labels].some(l => l.textContent.trim()))))
          .map(e => e.outerHTML);
        """
    )


def click_path(browser, tool, scratch, pictures):
    """Makes facts and a probe as a person would, and loads what is downloaded."""
    case = scratch / "parcel.json"
    # Numbers are to come out as they are written, which no double would give back.
    text = json.dumps(CASE, ensure_ascii=False).replace('"status":', '"big": 12345678901234567890, "share": 255.0, "status":')
    case.write_text(text, encoding="utf-8")
    page = Page(browser, tool, scratch, case)
    assert browser.script("return document.title") == "parcel · evalrun author"
    assert page.errors() == [] and page.findings() == []
    assert browser.text("#error-count") == "No errors."

    # A fact, by the mouse.
    browser.select("prompt 1", "PX-4417")
    assert "PX-4417" in browser.text("#selection")
    browser.click("#act-f")
    browser.fill("dialog[open] .field:nth-of-type(2) input", "parcel")
    browser.choose("dialog[open] select", "name")
    browser.click("dialog[open] .primary")
    assert browser.texts("mark.fact") == ["PX-4417"]
    browser.choose("#card-facts-0 [data-name=kind]", "identifier")

    # Its value is replaced, by key; the older value keeps its evidence.
    browser.select("prompt 2", "PX-4471")
    browser.press("r")
    browser.click("dialog[open] .primary")
    assert browser.texts("mark.fact") == ["PX-4471"] and browser.texts("mark.older") == ["PX-4417"]
    browser.select("call 1", "PX-4417")
    browser.press("o")
    browser.click("dialog[open] .primary")
    assert browser.texts("mark.older") == ["PX-4417", "PX-4417"]

    # A value that is computed from what is said.
    browser.select("prompt 2", "in two weeks")
    browser.click("#act-f")
    browser.fill("dialog[open] .field:nth-of-type(2) input", "back")
    browser.click("dialog[open] .check input")
    browser.fill("dialog[open] .field:nth-of-type(4) input", "2026-05-14")
    browser.click("dialog[open] .primary")
    assert browser.text("#count-facts") == "2"

    # What is not said as a whole word is no fact.
    browser.select("prompt 1", "raga")
    assert browser.script("return document.getElementById('act-f').disabled")

    # With the keyboard alone: from the top to an entry, down to the next, a typed value, Enter.
    browser.script("getSelection().removeAllRanges(); document.getElementById('download').focus()")
    for _ in range(6):
        browser.press("\ue004")
        if browser.script("return document.activeElement.classList.contains('entry')"):
            break
    browser.press("\ue010")
    browser.press("\ue011")
    assert browser.script("return document.activeElement.dataset.address") == "prompt 1"
    browser.press("f")
    browser.type("Lisbon")
    browser.press(ENTER)
    assert "does not say" in browser.text("dialog[open] .wrong")
    browser.press(CONTROL, "a")
    browser.type("Braga")
    browser.press(ENTER)
    assert browser.text("#count-facts") == "3"
    assert browser.script("return document.activeElement.dataset.address") == "prompt 1"
    browser.click("#undo")
    assert browser.text("#count-facts") == "2"

    # A probe that gives its answer away, until it does not.
    browser.click("#tab-facts")
    browser.click("#card-facts-0 .buttons button:first-child")
    assert page.errors() == ["the question is empty"]
    browser.type("Is it PX-4471?")
    assert page.errors() == ["the question says the answer, 'PX-4471'"]
    assert browser.text("#errors-probes-0") == "the question says the answer, 'PX-4471'"
    assert browser.text("#error-count") == "One error."
    if pictures:
        browser.picture(pictures / "error.png")
    browser.fill("#card-probes-0 [data-name=ask]", "Which number does the parcel have?")
    browser.fill("#card-probes-0 [data-name=cloze]", "The number of the parcel is")
    assert page.errors() == [] and browser.text("#error-count") == "No errors."
    # In the turn that says it the answer cannot be lost; here it is the evidence, which is no mistake.
    browser.choose("#card-probes-0 [data-name=at]", '{"before":"prompt 3"}')
    assert page.errors() == []

    # Expected calls are kept, or deleted and brought back.
    browser.click("#tab-rules")
    assert browser.text("#count-rules") == "2" and "call 1" in browser.text("#card-trajectories-0")
    browser.click("#card-trajectories-0 .danger")
    assert browser.text("#count-rules") == "1"
    browser.click("#undo")

    # A fact that a probe asks for is deleted, and brought back.
    browser.click("#tab-facts")
    browser.click("#card-facts-0 .danger")
    assert page.errors() == ["there is no fact 'parcel'"]
    browser.click("#undo")
    assert page.errors() == []

    nameless = labelled(browser)
    assert not nameless, nameless
    page.check_complaints()
    file = page.download()
    assert file.name == "parcel.json"
    text = file.read_text(encoding="utf-8")
    assert '"big":12345678901234567890,"share":255.0' in text
    assert browser.script("return document.title") == "parcel · evalrun author"

    [before], [after] = as_run(tool, scratch, case, "before"), as_run(tool, scratch, file, "after")
    for key in ("transcript", "trajectories", "constraints", "title", "id", "cluster"):
        assert before[key] == after[key], key
    assert [fact["id"] for fact in after["facts"]] == ["parcel", "back"]
    parcel = after["facts"][0]
    assert (parcel["kind"], parcel["value"]) == ("identifier", "PX-4471"), parcel
    [older] = parcel["supersedes"]
    assert older["value"] == "PX-4417" and len(older["evidence"]) == 2, older
    [probe] = after["probes"]
    assert (probe["kind"], probe["facts"]) == ("update", ["parcel"]), probe

    if pictures:
        take_pictures(browser, pictures)


def take_pictures(browser, pictures):
    browser.script("getSelection().removeAllRanges()")
    for name, settings in {"light": {"dark": False}, "dark": {"dark": True}, "narrow": {"width": 400}}.items():
        browser.screen(**settings)
        browser.click("#tab-facts" if name != "dark" else "#tab-probes")
        browser.picture(pictures / f"{name}.png")
    browser.screen(dark=False, width=1280)


def unchanged(browser, tool, scratch, cases):
    """A case that is opened and downloaded as it is loads as the case it was."""
    for case in cases:
        page = Page(browser, tool, scratch, case)
        assert sorted(page.errors()) == sorted(page.findings()), (case, page.errors(), page.findings())
        before = as_run(tool, scratch, case, "before")
        assert before == as_run(tool, scratch, page.download(), "after"), case
        page.check_complaints()


# What is wrong with a case: the page has to say it in the words of the tool.
def broken():
    def case(facts=None, probes=None, **others):
        base = json.loads(json.dumps(CASE))
        base["title"] = "A parcel"
        base["facts"] = facts or [{"id": "parcel", "value": "PX-4417", "evidence": ["prompt 1"]}]
        base["probes"] = probes or []
        base.update(others)
        return base

    ask = {"id": "p", "ask": "Which number?", "facts": ["parcel"]}
    yield case(facts=[{"id": "parcel", "value": "PX-1", "evidence": ["prompt 1", "instructions"]}])
    yield case(facts=[{"id": "parcel", "value": "PX-1"}])
    yield case(facts=[{"id": "a", "value": "PX-4417", "evidence": ["prompt 1"], "supersedes": [{"value": "px-4417"}]}])
    yield case(facts=[{"id": "a", "value": "PX-4471", "evidence": ["prompt 2"], "supersedes": [{"value": "PX-44", "evidence": ["prompt 1"]}]}])
    yield case(probes=[{**ask, "ask": "Is it px-4417?", "cloze": "It is PX-4417s"}])
    yield case(probes=[ask], title="The parcel PX-4417")
    yield case(probes=[{**ask, "expect": {"answer": "Have a nice day", "aliases": ["Track"]}}])
    yield case(facts=[{"id": "a", "value": "PX-4417", "evidence": ["prompt 1"]}, {"id": "b", "value": "px-4417", "evidence": ["call 1"]}],
               probes=[{**ask, "facts": ["a"]}, {**ask, "id": "q", "facts": ["a", "b"]}])
    yield case(facts=[{"id": "parcel", "value": "PX-4471", "evidence": ["prompt 2"]}], probes=[{**ask, "at": {"before": "prompt 2"}}])
    yield case(facts=[{"id": "parcel", "value": "PX-4471", "evidence": ["prompt 2"]}], trajectories=[
        {"id": "t", "at": {"before": "call 1"}, "expect": {"ordered": [{"tool": "track", "arguments": {"parcel": {"fact": "parcel"}}}]}}])
    yield case(secrets=[{"id": "s", "value": "PX-4417", "evidence": [{"entry": "prompt 2", "quote": "Braga"}]}])
    yield case(probes=[{**ask, "expect": {"number": {"value": 4471}}}, {**ask, "id": "q", "expect": {"list": ["Good", "two"]}, "at": {"after": "response 2"}}])


def same_findings(browser, tool, scratch):
    count = 0
    for number, case in enumerate(broken()):
        file = scratch / f"broken-{number}.json"
        file.write_text(json.dumps(case), encoding="utf-8")
        page = Page(browser, tool, scratch, file)
        assert sorted(page.errors()) == sorted(page.findings()), (number, page.errors(), page.findings())
        assert page.errors() or number == 11, number
        count += len(page.errors())
    return count


def main():
    tool, scratch = sys.argv[1], pathlib.Path(sys.argv[2])
    pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    (scratch / "downloads").mkdir()
    start = time.monotonic()
    browser = Browser(scratch / "downloads")
    try:
        click_path(browser, tool, scratch, pictures)
        cases = ["docs/example-case.json5", *sorted(map(str, pathlib.Path("evalsets").glob("*/cases/*.json5")))[::6]]
        unchanged(browser, tool, scratch, cases)
        count = same_findings(browser, tool, scratch)
    finally:
        browser.close()
    print(f"clicked through; {len(cases)} cases come out as they went in; {count} errors in the tool's words;"
          f" {time.monotonic() - start:.0f} s")


main()
