"""Pictures with matplotlib: quantities against time, and nodes that move."""
import re

import numpy as np

COMPONENTS = "xyz"


def _labels(series, name):
    n = series.size // len(series)
    if n == 1:
        return [name]
    return [f"{name} {COMPONENTS[i]}" if n == 3 else f"{name}[{i}]" for i in range(n)]


def plot(history, *names, axes=None):
    """Lines of the quantities against time; gives the axes. Without names, all of them."""
    from matplotlib import pyplot

    axes = axes or pyplot.subplots()[1]
    units = set()
    for name in names or history:
        series = history[name]
        table = np.asarray(series).reshape(len(series), -1)
        units.add(series.unit)
        for column, label in zip(table.T, _labels(series, name)):
            axes.plot(history.time[:len(column)], column, label=label)
    axes.set_xlabel(f"time [{history.time.unit}]" if history.time.unit else "time")
    if len(units) == 1 and units != {""}:
        axes.set_ylabel(units.pop())
    axes.legend()
    return axes


def positions(history):
    """Labels of the nodes, and their positions: (times, nodes, 3)."""
    found = {name: re.fullmatch(r"node\.struct\.(\d+)\.X", name) for name in history}
    names = [name for name, match in found.items() if match]
    if not names:
        raise KeyError("the history contains no node.struct.LABEL.X")
    rows = min(len(history[name]) for name in names)
    return [found[name].group(1) for name in names], np.stack([np.asarray(history[name])[:rows] for name in names], axis=1)


def _set_box(axes, x):
    """The same scale for all three axes, with everything inside."""
    low, high = x.reshape(-1, 3).min(axis=0), x.reshape(-1, 3).max(axis=0)
    middle, half = (low + high) / 2, max(float((high - low).max()) / 2, 1e-9) * 1.05
    for set_limits, m in zip((axes.set_xlim, axes.set_ylim, axes.set_zlim), middle):
        set_limits(m - half, m + half)
    for set_label, name in zip((axes.set_xlabel, axes.set_ylabel, axes.set_zlabel), COMPONENTS):
        set_label(name)


def animate(history, links=(), frames=200, interval=40, trail=True):
    """The nodes in motion, as an animation of matplotlib: keep it, then show it or save it (`.save("a.gif")`).

    links   pairs of labels that are drawn as lines
    frames  at most as many pictures
    """
    from matplotlib import animation, pyplot

    labels, x = positions(history)
    shown = np.unique(np.linspace(0, len(x) - 1, min(frames, len(x))).astype(int))
    figure = pyplot.figure()
    axes = figure.add_subplot(projection="3d")
    _set_box(axes, x)
    points, = axes.plot(*x[0].T, "o")
    trails = [axes.plot(*x[:1, i].T, lw=0.8, alpha=0.6)[0] for i in range(len(labels))] if trail else []
    pairs = [(labels.index(str(a)), labels.index(str(b))) for a, b in links]
    lines = [axes.plot(*x[0, list(pair)].T, "k-")[0] for pair in pairs]

    def draw(frame):
        points.set_data_3d(*x[frame].T)
        for i, line in enumerate(trails):
            line.set_data_3d(*x[:frame + 1, i].T)
        for pair, line in zip(pairs, lines):
            line.set_data_3d(*x[frame, list(pair)].T)
        axes.set_title(f"t = {float(history.time[frame]):.4g}")
        return [points, *trails, *lines]

    return animation.FuncAnimation(figure, draw, frames=shown, interval=interval, blit=False)
