"""Reads the metadata of a GGUF file."""

import struct

NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}


def metadata(path):
    with open(path, "rb") as file:

        def number(code):
            return struct.unpack("<" + code, file.read(struct.calcsize(code)))[0]

        def value(kind):
            if kind == 8:
                return file.read(number("Q")).decode()
            if kind == 9:
                element, count = number("I"), number("Q")
                return [value(element) for _ in range(count)]
            return number(NUMBERS[kind])

        assert file.read(4) == b"GGUF", path
        number("I"), number("Q")
        found = {}
        for _ in range(number("Q")):
            key = value(8)
            found[key] = value(number("I"))
        return found
