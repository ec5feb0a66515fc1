"""Compares token ids with the `tokenizers` library's, rebuilt from a GGUF file's own vocabulary.

usage: compare.py MODEL.gguf FOLDER... -- COMMAND...

Texts are every file under the folders, every string in those that are JSON or JSON lines, and the
texts of torture.py. COMMAND reads them from its input, divided by NUL bytes, and prints the ids of
each on a line. Prints how many texts and tokens there were and how many differ; fails if any does.
"""

import json
import pathlib
import subprocess
import sys

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from gguf_metadata import metadata  # noqa: E402
from torture import texts as torture  # noqa: E402

LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,%s}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def split(pattern):
    return [
        pre_tokenizers.Split(Regex(pattern), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ]


PRE_TOKENIZERS = {
    "gpt2": [pre_tokenizers.ByteLevel(add_prefix_space=False)],
    "smollm": [
        pre_tokenizers.Digits(individual_digits=True),
        pre_tokenizers.ByteLevel(add_prefix_space=False),
    ],
    "llama-bpe": split(LLAMA3 % 3),
    "qwen2": split(LLAMA3 % 1),
}


def byte_pair(data):
    tokens = data["tokenizer.ggml.tokens"]
    vocabulary = {token: place for place, token in enumerate(tokens)}
    merges = [tuple(line.split(" ", 1)) for line in data["tokenizer.ggml.merges"]]
    pre = data.get("tokenizer.ggml.pre", "gpt2")
    tokenizer = Tokenizer(models.BPE(vocabulary, merges, ignore_merges=pre == "llama-bpe"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(PRE_TOKENIZERS[pre])
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def sentence_piece(data):
    tokens = data["tokenizer.ggml.tokens"]
    scores = data["tokenizer.ggml.scores"]
    types = data["tokenizer.ggml.token_type"]
    vocabulary = {token: place for place, token in enumerate(tokens)}
    merges = []
    for token, place in vocabulary.items():
        if types[place] != 1:
            continue
        for cut in range(1, len(token)):
            left, right = token[:cut], token[cut:]
            if left in vocabulary and right in vocabulary:
                merges.append((-scores[place], vocabulary[left], vocabulary[right], left, right))
    merges.sort()
    tokenizer = Tokenizer(
        models.BPE(
            vocabulary, [(m[3], m[4]) for m in merges], unk_token="<unk>", fuse_unk=True,
            byte_fallback=True,
        )
    )
    steps = [normalizers.Replace(" ", "\u2581")]
    if data.get("tokenizer.ggml.add_space_prefix", True):
        steps.insert(0, normalizers.Prepend("\u2581"))
    tokenizer.normalizer = normalizers.Sequence(steps)
    return tokenizer


def rebuilt(data):
    kind = data["tokenizer.ggml.model"]
    tokenizer = byte_pair(data) if kind == "gpt2" else sentence_piece(data)
    tokens, types = data["tokenizer.ggml.tokens"], data["tokenizer.ggml.token_type"]
    tokenizer.add_special_tokens(
        [AddedToken(t, normalized=False) for t, kind in zip(tokens, types) if kind in (3, 4)]
    )
    return tokenizer


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for element in value:
            yield from strings(element)
    elif isinstance(value, dict):
        for key, element in value.items():
            yield key
            yield from strings(element)


def collect(folders):
    found = dict.fromkeys(torture())
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if not path.is_file():
                continue
            try:
                text = path.read_bytes().decode()
            except UnicodeDecodeError:
                continue
            found[text] = None
            for document in [text] if path.suffix == ".json" else text.splitlines():
                try:
                    found.update(dict.fromkeys(strings(json.loads(document))))
                except ValueError:
                    pass
    # NUL divides the texts, and lone surrogates are no text.
    return [t for t in found if "\0" not in t and not any(0xD800 <= ord(c) < 0xE000 for c in t)]


def main():
    arguments = sys.argv[1:]
    place = arguments.index("--")
    model, folders, command = arguments[0], arguments[1:place], arguments[place + 1 :]
    tokenizer = rebuilt(metadata(model))
    texts = collect(folders)
    answer = subprocess.run(command, input="\0".join(texts).encode(), stdout=subprocess.PIPE)
    lines = answer.stdout.decode().split("\n")[:-1]
    if answer.returncode or len(lines) != len(texts):
        sys.exit(f"{command[0]} answered {len(lines)} of {len(texts)} texts")
    tokens = differ = 0
    for text, line in zip(texts, lines):
        expected = tokenizer.encode(text, add_special_tokens=False).ids
        tokens += len(expected)
        if [int(x) for x in line.split()] != expected:
            differ += 1
            if differ <= 5:
                print(f"{text[:200]!r}\n  expected {expected[:60]}\n  was      {line[:300]}")
    print(f"{len(texts)} texts, {tokens} tokens: {differ} differ")
    sys.exit(1 if differ else 0)


main()
