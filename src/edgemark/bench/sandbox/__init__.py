"""
Runs of code that may crash, hang, or eat the machine: contained, limited, and explained.

::

    coordinator ── pipe ── server: a fresh program; imports the library, never runs it
                             └── a child per run, forked: calls the function, answers in JSON

The server watches all processes of the run: their processor time, their memory, the size of the run's
folder. It kills them when the run ends, when a limit is met, or when the coordinator is gone. Processes
that left their session are killed too: the server adopts orphans, and a run has a PID namespace of its
own where the system allows one. Every run gives an `Outcome`, whatever it does.
"""

from edgemark.bench.sandbox.client import Server
from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome, Status

__all__ = ["Outcome", "RunLimits", "Server", "Status"]
