"""Texts that tokenizers stumble over."""

import random

WRITTEN = [
    "", " ", "  ", "\n", "\r\n", "\r\n\r\n", " \n ", "\t\t x", "a\r\nb\r\n\r\n  c", "x \n\n\n y  ",
    "don't DON'T we'LL I'm they'Re it'\u017f 'S 'x '' ' s", "''s'd've", "x'll'll",
    "1", "12", "123", "1234", "1234567890" * 7, " 1 22 333 4444", "3.14159e-10", "\u0661\u0662\u0663 \u2167 \u00bd\u00b2",
    "👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 🇩🇪🇫🇷 1️⃣", "e\u0301 é n\u0303 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A", "\u200b\u200d\ufeff\u00ad\u2060",
    "漢字かな交じり文。한국어 텍스트, 中文！", "שלום עולם مرحبا بالعالم ١٢٣", "हिन्दी ไทย ქართული Ελληνικά Русский",
    "\u00a0nbsp\u3000ideographic\u2028line\u2029par\u0085nel\u1680ogham", "a\u00a0\u00a0 b", "\x01\x02\x1b[0m\x7f",
    "def f(x):\n    return {'a': [1, 2, 3], \"b\": x**2}  # ok\n\n\nclass A:\n\tpass\n",
    "https://example.org/a?b=c&d=%20#e user@example.org /usr/lib/x.so C:\\Temp\\x",
    "{\"key\": \"va\\nlue\", \"n\": -1.5e3, \"t\": true}", "<|im_start|>user\nhi<|im_end|>\n", "<|im_start|> <|im_end|>x",
    "<|endoftext|><|endoftext|>", "<s>[INST] x [/INST]</s>", "<|im_start", "|im_end|>", "𝒳𝓎 𐍈 𠜎 \U0001F9FF \U0010FFFD",
    "a" * 3000, " " * 500 + "x", "-" * 400, "ab" * 700, "=====\n-----\n", "!?!?!? ... --- ,,,;;;", "ÀÉÎÕÜ ßẞ ﬁ ﬀ ǅ",
    "mixed123abc456 a1b2c3", "snake_case camelCase PascalCase kebab-case", "\ud7ff\ue000", "word  \n", "\n\n\n  x", "  \r\n\t\n x",
]


def texts():
    yield from WRITTEN
    chance = random.Random(1)
    alphabet = list(" \n\r\t'’sSdDlLmM1234 aZé漢👍🏽\u200d\u0301٣ـא,.;-_<|>{}\u00a0\u2003")
    for length in range(1, 400):
        yield "".join(chance.choice(alphabet) for _ in range(length))
    # Assigned in Unicode 3.2 and as they are still: tables of any age agree on these.
    ranges = [(0x20, 0x7F), (0xA0, 0x220), (0x370, 0x374), (0x400, 0x460), (0x905, 0x939), (0x3041, 0x3096), (0x4E00, 0x9FA5), (0xAC00, 0xD7A3), (0x1D400, 0x1D454)]
    for length in range(1, 200):
        yield "".join(chr(chance.randrange(*chance.choice(ranges))) for _ in range(length))
