"""The table of metrics, which fills itself when it is first read."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from importlib import import_module
from typing import Any

__all__ = ["Registry"]


class Registry(dict[str, Any]):
    """
    Metrics by name. A family registers its metrics when it loads; a reader loads all families.

    So a script that calls one metric loads one family, but every list of metrics is complete.
    """

    _is_whole = False

    def _fill(self) -> None:
        if self._is_whole:
            return
        self._is_whole = True  # families may read the table while they load
        families = import_module("edgemark.metrics.families")
        homes = [getattr(value, "__module__", None) for value in vars(families).values()]
        order = {home: k for k, home in reversed(list(enumerate(homes)))}
        metrics = sorted(
            dict.items(self), key=lambda item: order.get(item[1].function.__module__, len(homes))
        )
        self.clear()
        self.update(metrics)

    def __getitem__(self, name: str) -> Any:
        self._fill()
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._fill()
        return super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        self._fill()
        return super().__iter__()

    def __len__(self) -> int:
        self._fill()
        return super().__len__()

    def get(self, name: str, default: Any = None) -> Any:
        """The metric with that name, or the default."""
        self._fill()
        return super().get(name, default)

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """Names, in the order of the families."""
        self._fill()
        return super().keys()

    def values(self) -> ValuesView[Any]:  # type: ignore[override]
        """Metrics, in the order of the families."""
        self._fill()
        return super().values()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        """Names with their metrics, in the order of the families."""
        self._fill()
        return super().items()
