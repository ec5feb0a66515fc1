"""Writes vocabularies to compare with: GGUF files of metadata alone.

usage: variants.py MODEL.gguf FOLDER

One with each pre-tokeniser, on MODEL's own vocabulary, and one SentencePiece vocabulary, learnt from
this folder's own text by the `sentencepiece` library.
"""

import pathlib
import struct
import sys

import sentencepiece

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from gguf_metadata import metadata  # noqa: E402
from torture import texts as torture  # noqa: E402


def string(text):
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def encoded(value):
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<Iq", 11, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + string(value)
    kind = {str: 8, int: 11, float: 6}[type(value[0])]
    code = {int: "q", float: "f"}.get(type(value[0]))
    body = b"".join(string(x) if kind == 8 else struct.pack("<" + code, x) for x in value)
    return struct.pack("<IIQ", 9, kind, len(value)) + body


def write(path, data):
    keys = {key: value for key, value in data.items() if value != []}
    body = b"".join(string(key) + encoded(value) for key, value in keys.items())
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, len(keys)) + body)


def main():
    data, folder = metadata(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for pre in ["gpt2", "smollm", "llama-bpe", "qwen2"]:
        write(folder / f"{pre}.gguf", data | {"tokenizer.ggml.pre": pre})
    here = pathlib.Path(__file__).parent
    lines = [x for path in sorted(here.glob("*.py")) for x in path.read_text().splitlines()]
    lines += [text.replace("\n", " ") for text in torture() if text and len(text) < 300]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_prefix=str(folder / "pieces"), vocab_size=6000,
        model_type="bpe", byte_fallback=True, character_coverage=0.98, normalization_rule_name="identity",
        remove_extra_whitespaces=False, hard_vocab_limit=False, minloglevel=2,
    )
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "pieces.model"))
    count = pieces.get_piece_size()

    def kind(i):
        if pieces.is_unknown(i):
            return 2
        return 3 if pieces.is_control(i) else 6 if pieces.is_byte(i) else 1

    template = "tokenizer.chat_template"
    rest = {k: v for k, v in data.items() if not k.startswith("tokenizer.") or k == template}
    for space in [True, False]:
        write(
            folder / f"pieces-{'space' if space else 'plain'}.gguf",
            rest
            | {
                "tokenizer.ggml.model": "llama",
                "tokenizer.ggml.tokens": [pieces.id_to_piece(i) for i in range(count)],
                "tokenizer.ggml.scores": [pieces.get_score(i) for i in range(count)],
                "tokenizer.ggml.token_type": [kind(i) for i in range(count)],
                "tokenizer.ggml.bos_token_id": 1,
                "tokenizer.ggml.eos_token_id": 2,
                "tokenizer.ggml.unknown_token_id": 0,
                "tokenizer.ggml.add_space_prefix": space,
            },
        )


main()
