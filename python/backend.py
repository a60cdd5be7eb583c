"""Builds the wheel: the package, and the library when it has been built beside it.

It asks for nothing that is not in Python itself, so that `pip install .` works without a network.
"""
import base64
import hashlib
import pathlib
import sysconfig
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
LIBRARY = HERE.parent / "build" / "libtorsor.so"
PEERS = LIBRARY.with_name("libtorsor-mbc.so")
PROGRAM = LIBRARY.with_name("torsor-precice")  # the library starts it
FAST = LIBRARY.with_name("torsor_fast.abi3.so")  # reads quantities; where it is missing, ctypes does


def metadata():
    lines = ["Metadata-Version: 2.1", f"Name: {PROJECT['name']}", f"Version: {PROJECT['version']}",
             f"Summary: {PROJECT['description']}", f"Requires-Python: {PROJECT['requires-python']}",
             f"License: {PROJECT['license']['text']}"]
    lines += [f"Requires-Dist: {name}" for name in PROJECT["dependencies"]]
    return "\n".join(lines) + "\n"


def tag():
    if not LIBRARY.exists():
        return "py3-none-any"
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def contents(info):
    """Names in the wheel and their bytes."""
    for path in sorted((HERE / "torsor").glob("*.py")):
        yield f"torsor/{path.name}", path.read_bytes()
    yield "mbc_py_interface.py", (HERE / "mbc_py_interface.py").read_bytes()
    for path in (LIBRARY, PEERS, PROGRAM, FAST):
        if path.exists():
            yield f"torsor/{path.name}", path.read_bytes()
    yield f"{info}/METADATA", metadata().encode()
    yield f"{info}/WHEEL", (f"Wheel-Version: 1.0\nGenerator: torsor\nTag: {tag()}\n"
                            f"Root-Is-Purelib: {'false' if LIBRARY.exists() else 'true'}\n").encode()


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"{PROJECT['name']}-{PROJECT['version']}"
    info = f"{name}.dist-info"
    wheel = f"{name}-{tag()}.whl"
    record = ""
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in contents(info):
            about = zipfile.ZipInfo(entry)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = (0o100755 if entry.endswith(PROGRAM.name) else 0o100644) << 16
            archive.writestr(about, data)
            record += record_line(entry, data)
        archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return wheel
