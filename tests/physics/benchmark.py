"""What the programs that compare decks with references share: running the solver, reading results and references."""
import os, re, resource, subprocess


def read_rows(path):
    """{label: rows} of a file such as .mov."""
    rows = {}
    with open(path) as f:
        for line in f:
            words = line.split()
            rows.setdefault(int(words[0]), []).append([float(w) for w in words[1:]])
    return rows


def read_reference(path):
    """Names of the columns, from the last line of the comment, and rows."""
    with open(path) as f:
        lines = f.read().splitlines()
    names = [line for line in lines if line.startswith("#")][-1][1:].split()
    return names, [[float(w) for w in line.split()] for line in lines if not line.startswith("#")]


def read_eigenvalues(path):
    """lambda of a file of an eigenanalysis, those that are infinite left out."""
    with open(path) as f:
        text = f.read()
    c = float(re.search(r"dCoef\s*=\s*([^;]*);", text).group(1))
    found = []
    for row in re.search(r"alpha\s*=\s*\[(.*?)\]", text, re.DOTALL).group(1).replace("...", "").split(";"):
        numbers = [float(w) for w in row.replace(",", " ").split()]
        if len(numbers) == 3:
            a, b = complex(numbers[0], numbers[1]), numbers[2]
            if a + b != 0:
                found.append((a - b) / (a + b) / c)
    return found


def seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_solver(solver, deck, folder):
    """What happened, and the seconds of CPU it took; results are called `out` in the folder."""
    start = seconds_of_children()
    done = subprocess.run([solver, "-s", "-f", deck, "-o", os.path.join(folder, "out")], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    return done, seconds_of_children() - start
