#!/usr/bin/env python3
"""Runs every kernel of Sources/Kernels with AVX-512 in an emulator, and compares the bits with plain C's.

usage: emulated.py [--kernels FOLDER] [--cpu MODEL] [--seconds 600]

kernels.c prints digests of all outputs. It is built twice: as a program of this machine, for plain C and
what else the machine has, and as what Bochs boots from a CD: there plain C, AVX2 and AVX-512 with VNNI
all run. Prints a line where all digests are alike, and the instructions a thousand multiply-adds of Q4_1
take, which the emulator counts; exits 1 naming the first that differ, or saying how
far the emulator came; exits 0 with a line `skipped: ...` where a program it needs is missing.
"""

import argparse
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
BIOS = pathlib.Path("/usr/share/bochs/BIOS-bochs-latest")
VIDEO = pathlib.Path("/usr/share/vgabios/vgabios.bin")
LOADER = pathlib.Path("/usr/lib/ISOLINUX/isolinux.bin")
MODULES = pathlib.Path("/usr/lib/syslinux/modules/bios")
PARTS = ["fma", "f16c", "avx2", "avx512f", "avx512bw", "avx512vl", "avx512vnni", "state"]
EMULATED = ["avx512", "avx2", "scalar"]
SOURCES = ["scalar.c", "avx2.c", "avx512.c", "layout.c", "functions.c"]

# Virtual time goes fast, for the BIOS and the serial port wait in it.
SETTINGS = """memory: guest=128, host=128
romimage: file={bios}
vgaromimage: file={video}
cpu: model={cpu}, count=1, ips=1000000, reset_on_triple_fault=0
clock: sync=none
ata0-master: type=cdrom, path={folder}/boot.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev={folder}/serial
display_library: rfb, options="timeout=0"
log: {folder}/log
panic: action=fatal
"""
# What the loader has to say goes to the serial port as well.
MENU = "SERIAL 0\nDEFAULT kernels\nLABEL kernels\n  KERNEL mboot.c32\n  APPEND /kernels.elf\n"


def skip(reason):
    print(f"skipped: {reason}; nothing was emulated")
    sys.exit(0)


def needed():
    """The paths of the programs it takes."""
    if platform.machine() not in ["x86_64", "AMD64"] or not sys.platform.startswith("linux"):
        skip("this is no x86-64 machine with Linux")
    found = {}
    for name, names in {
        "clang": ["clang"],
        "objcopy": ["objcopy", "llvm-objcopy"],
        "xorriso": ["xorriso"],
        "bochs": ["bochs"],
    }.items():
        found[name] = next(filter(None, map(shutil.which, names)), None)
        if not found[name]:
            skip(f"there is no {name}")
    for path in [BIOS, VIDEO, LOADER] + [MODULES / f"{m}.c32" for m in ["ldlinux", "libcom32", "mboot"]]:
        if not path.exists():
            skip(f"there is no {path}")
    return found


def run(*command):
    command = [str(part) for part in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def digests(text, places):
    """{set of instructions: {output: digest}} of lines `SET OUTPUT DIGEST`."""
    found = {}
    for line in text.splitlines():
        words = line.split(" ")
        if len(words) > 2 and words[0] in EMULATED:
            outputs = found.setdefault(f"{words[0]}, {places}", {})
            outputs[" ".join(words[1:-1])] = words[-1]
    return found


def prices(text):
    """What products cost, of lines `price SET TOKENS INSTRUCTIONS MULTIPLY-ADDS ...`."""
    for line in text.splitlines():
        if line.startswith("price "):
            name, tokens, spent, products = line.split()[1:5]
            yield (f"Q4_1, {name}, {tokens} at once: {1000 * int(spent) / int(products):.0f} instructions "
                   "for 1,000 multiply-adds")


def hosted(tools, kernels, folder):
    """Digests of what this machine has."""
    program = folder / "hosted"
    run(tools["clang"], "-O2", "-DNDEBUG", "-DHOSTED", "-I", kernels, "-I", kernels / "include",
        HERE / "kernels.c", *[kernels / s for s in SOURCES], "-lm", "-o", program)
    flags = set(pathlib.Path("/proc/cpuinfo").read_text().split())
    sets = ["scalar"]
    if {"avx2", "fma", "f16c"} <= flags:
        sets.append("avx2")
        if {"avx512f", "avx512bw", "avx512vl", "avx512_vnni"} <= flags:
            sets.append("avx512")
    return digests(run(program, *sets), "this machine")


def image(tools, kernels, folder):
    """What the emulator boots. Kernels are compiled as they are for the product, but for the library
    and for what an interrupt would need; only what stands in for the library is told it has none."""
    objects = []
    for source in [kernels / s for s in SOURCES] + [HERE / s for s in ["boot.S", "kernels.c", "machine.c"]]:
        objects.append(folder / f"{source.stem}.o")
        free = ["-ffreestanding"] if source.name == "machine.c" else []
        run(tools["clang"], "-O2", "-DNDEBUG", "-fno-pic", "-fno-stack-protector", "-mno-red-zone", *free,
            "-I", kernels, "-I", kernels / "include", "-c", source, "-o", objects[-1])
    run(tools["clang"], "-nostdlib", "-static", "-no-pie", "-Wl,--build-id=none",
        "-T", HERE / "link.ld", *objects, "-o", folder / "kernels.elf64")
    boot = folder / "iso" / "isolinux"
    boot.mkdir(parents=True)
    # The loader takes programs of 32 bits alone: the same bytes with another header.
    run(tools["objcopy"], "-O", "elf32-i386", folder / "kernels.elf64", boot.parent / "kernels.elf")
    shutil.copy(LOADER, boot)
    for module in ["ldlinux", "libcom32", "mboot"]:
        shutil.copy(MODULES / f"{module}.c32", boot)
    (boot / "isolinux.cfg").write_text(MENU)
    run(tools["xorriso"], "-as", "mkisofs", "-quiet", "-o", folder / "boot.iso",
        "-b", "isolinux/isolinux.bin", "-c", "isolinux/boot.cat", "-no-emul-boot", "-boot-load-size", "4",
        "-boot-info-table", folder / "iso")


def emulated(tools, folder, cpu, seconds):
    """What the program in the emulator wrote, and the seconds that took."""
    settings = SETTINGS.format(bios=BIOS, video=VIDEO, cpu=cpu, folder=folder)
    (folder / "settings").write_text(settings)
    start = time.monotonic()
    with open(folder / "console", "wb") as console:
        bochs = subprocess.Popen([tools["bochs"], "-q", "-f", str(folder / "settings")], cwd=folder,
                                 stdin=subprocess.PIPE, stdout=console, stderr=subprocess.STDOUT)
        # A Bochs built with its debugger waits to be told to go on, and again when all is over.
        try:
            bochs.stdin.write(b"c\nq\n")
            bochs.stdin.flush()
            bochs.wait(seconds)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            pass
        finally:
            bochs.kill()
            bochs.wait()
    serial = folder / "serial"
    text = serial.read_text("ascii", "replace") if serial.exists() else ""
    return text, time.monotonic() - start


def report(found):
    """Prints what differs from plain C of this machine, and whether nothing does."""
    expected = found["scalar, this machine"]
    for name in EMULATED:
        found.setdefault(f"{name}, emulated", {})
    alike, ties = True, set()
    for place, outputs in found.items():
        wrong = []
        for output in expected | outputs:
            digest = outputs.get(output)
            if digest is not None and digest == expected.get(output):
                continue
            # Bochs 2.7 rounds what is halfway between two half floats up, not to the even one, in an
            # instruction AVX2 and AVX-512 share. What AVX2 makes of it is compared on this machine.
            if ", ties, " in output and place in ["avx2, emulated", "avx512, emulated"]:
                if digest is not None and digest == found["avx2, emulated"].get(output):
                    ties.add(output)
                    continue
            wrong.append(output)
        for output in wrong[:10]:
            print(f"  {place}: {output}: {outputs.get(output)}, not {expected.get(output)}")
        if wrong:
            print(f"{place}: {len(wrong)} of {len(expected)} outputs differ from plain C's")
            alike = False
    if ties:
        print(f"{len(ties)} outputs of ties, which the emulator rounds otherwise, are as AVX2's in it")
    if alike:
        print(f"{len(expected)} outputs, all instruction sets alike: {'; '.join(sorted(found))}")
    return alike


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--kernels", type=pathlib.Path, default=HERE.parent.parent / "Sources" / "Kernels")
    parser.add_argument("--cpu", default="corei7_icelake_u")
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    tools = needed()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        found = hosted(tools, options.kernels.resolve(), folder)
        image(tools, options.kernels.resolve(), folder)
        text, seconds = emulated(tools, folder, options.cpu, options.seconds)
        lines = text.splitlines()
        processor = next((line for line in lines if line.startswith("cpu ")), "no line of the processor")
        print(f"{options.cpu}, {seconds:.0f} s: {processor}")
        if processor.split() != ["cpu"] + PARTS or "DONE" not in lines:
            console = (folder / "console").read_text("ascii", "replace")
            panics = [line for line in console.splitlines() if line.startswith("[")]
            print("the emulator did not come to the end; the last it said:")
            print(*lines[-3:], *panics, sep="\n")
            sys.exit(1)
        print(*prices(text), sep="\n")
        found.update(digests(text, "emulated"))

    if not report(found):
        sys.exit(1)


main()
