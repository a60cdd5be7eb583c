"""sample.py - a part of many test cases, another one for every change of the sources.

    cases = sample.choose(names, every=4)

A case is in the sample when the hash of its name and of the sources (src, include) is divisible by `every`: the same tree has the same
sample on every machine, and changes one after the other reach all cases. TORSOR_TEST_ALL=1 in the environment (`make test-all`) takes all
of them; TORSOR_TEST_SEED=WORD repeats the sample whose seed a test has printed.
"""
import functools
import hashlib
import os
import pathlib

TREE = pathlib.Path(__file__).resolve().parent.parent


@functools.cache
def seed():
    given = os.environ.get("TORSOR_TEST_SEED")
    if given:
        return given
    digest = hashlib.sha256()
    for folder in ("include", "src"):
        for path in sorted((TREE / folder).rglob("*.*")):
            digest.update(f"{path.relative_to(TREE)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def choose(names, every):
    """The names that are in the sample, in their order."""
    if every <= 1 or os.environ.get("TORSOR_TEST_ALL"):
        return list(names)
    print(f"a sample of one in {every}: TORSOR_TEST_SEED={seed()}")
    return [name for name in names if int(hashlib.sha256(f"{seed()} {name}".encode()).hexdigest(), 16) % every == 0]
