"""
A sandbox for code that may crash, hang, or exhaust memory.

::

    coordinator ── pipe ── server: a new program, which imports a function but does not call it
                             └── a forked child for each run: calls the function, answers in JSON

The server monitors all processes of the run: their number, processor time and memory, the wall-clock
time, and the size of the run's folder. It kills them when the run ends, meets a limit, or loses its
coordinator. Processes that left their session are killed too: the server adopts orphans, and a run has
its own PID namespace if the system allows it. Every run yields an `Outcome`, whatever it does.
"""

from edgemark.bench.sandbox.client import Server
from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome, Status

__all__ = ["Outcome", "RunLimits", "Server", "Status"]
