"""Everything that users may call, by its name: what the front door and the namespaces hand out."""

from importlib import import_module

from edgemark.front_door import public_names

_TESTED_ELSEWHERE = ("stats", "forecast", "data")

PUBLIC = {
    name: getattr(import_module(f"edgemark.{home}"), name)
    for home, name in public_names()
    if home not in _TESTED_ELSEWHERE
}
