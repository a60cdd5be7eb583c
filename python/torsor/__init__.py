"""Torsor from Python.

    import torsor

    model = torsor.Model("pendulum.mbd", L=0.8)
    history = model.run(record=["node.struct.1.X"])
    torsor.plot(history, "node.struct.1.X[2]")

    results = torsor.read("pendulum")          # what the program wrote, text or NetCDF
    torsor.animate(results).save("pendulum.gif")
"""
from ._library import version
from .draw import animate, plot
from .message import Error, Interrupted, Message, TorsorWarning
from .model import Model, Quantity, Snapshot
from .results import History, Series, read

__version__ = "0.1.0"
__all__ = ["Error", "History", "Interrupted", "Message", "Model", "Quantity", "Series", "Snapshot", "TorsorWarning", "animate",
           "plot", "read", "version"]
