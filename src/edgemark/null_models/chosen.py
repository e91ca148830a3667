"""The null model of an estimate: the requested one, or the first that is defined."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

import numpy as np

from edgemark.errors import Message, Remedy
from edgemark.graph import EdgeScores, Graph, GraphSamples, TemporalGraph
from edgemark.graph.temporal_scores import TemporalScores
from edgemark.metrics.selectors import Number
from edgemark.null_models.graph_guesses import GraphGuesses
from edgemark.null_models.laws import Law
from edgemark.null_models.sample_guesses import SampleGuesses
from edgemark.null_models.score_guesses import ScoreGuesses
from edgemark.null_models.series_guesses import SeriesGuesses
from edgemark.null_models.series_score_guesses import SeriesScoreGuesses

__all__ = ["ChosenNullModel", "Guesses", "NullModel", "chosen_null_model"]

NullModel = Literal["random-dags", "permuted-labels", "permuted-scores"]


class Guesses(Protocol):
    """
    Guesses for one estimate.

    Attributes:
        offered: the null models for estimates of this type. The default is the first that is defined for
            the estimate.
        bytes_of_one: approximate memory of a guess.
    """

    offered: ClassVar[tuple[str, ...]]
    bytes_of_one: int

    def __init__(self, truth: Any, estimate: Any, null_model: str) -> None: ...

    @property
    def what(self) -> str:
        """Noun phrase for a guess, for messages."""

    def objection(self) -> Message | None:
        """Explain why the null model is not defined for the estimate; None if it is."""

    def drawn(self, n_guesses: int, rng: np.random.Generator) -> Iterable[Any]:
        """Draw guesses."""

    def trivial(self, rng: np.random.Generator) -> Mapping[str, Any]:
        """Return a perfect estimate, and trivial estimates, which do not depend on the estimate."""

    def exact(self, measure: str, number: Number) -> tuple[Law | None, float | None]:
        """Return the exact distribution of a metric, or else its exact mean, or neither."""


@dataclass(frozen=True, slots=True)
class ChosenNullModel:
    """
    The null model of an estimate.

    Attributes:
        name: the name of the null model.
        guesses: the object that draws from it.
        objection: why the null model is not defined for the estimate; then no guesses can be drawn.
        instead_of: why the first null model in `offered` was not chosen, if a later one is the default.
    """

    name: NullModel
    guesses: Guesses
    objection: Message | None = None
    instead_of: Message | None = None


_GUESSES_OF_TYPE: dict[type[Any], Any] = {
    Graph: GraphGuesses,
    TemporalGraph: SeriesGuesses,
    EdgeScores: ScoreGuesses,
    GraphSamples: SampleGuesses,
    TemporalScores: SeriesScoreGuesses,
}


def chosen_null_model(truth: Any, estimate: Any, null_model: NullModel | None) -> ChosenNullModel:
    """Choose the null model; by default the first that is defined for the estimate."""
    guesses_class = next(
        guesses_class
        for type_of_estimate, guesses_class in _GUESSES_OF_TYPE.items()
        if isinstance(estimate, type_of_estimate)
    )
    if null_model is not None and null_model not in guesses_class.offered:
        return ChosenNullModel(
            null_model,
            guesses_class(truth, estimate, null_model),
            _not_offered(
                null_model,
                [
                    name
                    for name in guesses_class.offered
                    if guesses_class(truth, estimate, name).objection() is None
                ],
            ),
        )
    first_objection: Message | None = None
    for name in (null_model,) if null_model is not None else guesses_class.offered:
        guesses = guesses_class(truth, estimate, name)
        objection = guesses.objection()
        if objection is None:
            return ChosenNullModel(name, guesses, instead_of=first_objection)
        first_objection = first_objection or objection
    return ChosenNullModel(name, guesses, first_objection)


def _not_offered(null_model: NullModel, defined: Collection[str]) -> Message:
    """Return why a null model is not offered for an estimate, and advise those that are defined."""
    estimates = {
        "random-dags": "graphs",
        "permuted-scores": "edge scores without lags",
        "permuted-labels": "all estimates",
    }
    remedies = []
    if "permuted-labels" in defined:
        remedies.append(
            Remedy(
                "Permute the labels of the estimate",
                'null_model="permuted-labels"',
                "--null-model permuted-labels",
            )
        )
    if "permuted-scores" in defined:
        remedies.append(
            Remedy(
                "Permute the scores over the pairs",
                'null_model="permuted-scores"',
                "--null-model permuted-scores",
            )
        )
    return Message(f'"{null_model}" is a null model only of {estimates[null_model]}', *remedies)
