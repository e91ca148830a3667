"""The table of metrics. Reading it loads all families."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from importlib import import_module
from typing import Any

__all__ = ["Registry"]


class Registry(dict[str, Any]):
    """
    Metrics by name.

    A family registers its metrics when it is loaded. Reading the table loads all families. So a script
    that calls one metric loads only one family, but every list of metrics is complete.
    """

    _is_whole = False

    def _load_all_families(self) -> None:
        if self._is_whole:
            return
        self._is_whole = True  # Families may read the table while they are loaded.
        families = import_module("edgemark.metrics.families")
        modules = [getattr(value, "__module__", None) for value in vars(families).values()]
        order = {module: k for k, module in reversed(list(enumerate(modules)))}
        metrics = sorted(
            dict.items(self), key=lambda item: order.get(item[1].function.__module__, len(modules))
        )
        self.clear()
        self.update(metrics)

    def __getitem__(self, name: str) -> Any:
        self._load_all_families()
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._load_all_families()
        return super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        self._load_all_families()
        return super().__iter__()

    def __len__(self) -> int:
        self._load_all_families()
        return super().__len__()

    def get(self, name: str, default: Any = None) -> Any:
        """The metric with that name, or the default."""
        self._load_all_families()
        return super().get(name, default)

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """Names, in the order of the families."""
        self._load_all_families()
        return super().keys()

    def values(self) -> ValuesView[Any]:  # type: ignore[override]
        """Metrics, in the order of the families."""
        self._load_all_families()
        return super().values()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        """Names with their metrics, in the order of the families."""
        self._load_all_families()
        return super().items()
