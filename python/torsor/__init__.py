"""Torsor from Python.

    import torsor

    model = torsor.Model("pendulum.mbd", L=0.8)
    history = model.run(record=["node.struct.1.X"])
    torsor.plot(history, "node.struct.1.X[2]")

    results = torsor.read("pendulum")          # what the program wrote, text or NetCDF
    torsor.animate(results).save("pendulum.gif")
"""
import importlib

_FROM = {"version": "_library", "Batch": "batch", "animate": "draw", "plot": "draw", "Error": "message", "Field": "stress", "field": "stress",
         "fem": "meshes", "mesh": "meshes", "Interrupted": "message", "Message": "message",
         "TorsorWarning": "message", "Model": "model", "Quantity": "model", "Snapshot": "model", "History": "results", "Series": "results",
         "read": "results", "Study": "study", "Statistics": "histories", "statistics": "histories", "rainflow": "histories",
         "equivalent_load": "histories", "spectrum": "histories", "extreme": "histories"}


def __getattr__(name):
    """What is asked for is imported then: elements (torsor.element) need neither numpy nor the library."""
    if name not in _FROM:
        raise AttributeError(f"module 'torsor' has no attribute '{name}'")
    return getattr(importlib.import_module(f"torsor.{_FROM[name]}"), name)


__version__ = "0.1.0"
__all__ = ["Batch", "Error", "Field", "History", "Interrupted", "Message", "Model", "Quantity", "Series", "Snapshot", "Statistics", "Study",
           "TorsorWarning", "animate", "equivalent_load", "extreme", "fem", "field", "mesh", "plot", "rainflow", "read", "spectrum", "statistics",
           "version"]
