"""
Classes of DAGs with more known about them, by their definitions: plain enumeration of DAGs.

Sources: Meek (1995) for background knowledge, Hauser and Bühlmann (2012) for interventions. Repair as
`edgemark.repair` defines it.
"""

from tests.oracle.graphs import (
    arrows,
    class_key,
    extensions,
    intersection,
    members,
    orientations,
    skeleton,
)


def agreeing(dags, known):
    """The DAGs that have all the known arrows."""
    return [dag for dag in dags if known <= arrows(dag)]


def mpdag(dags, known):
    """What all DAGs that agree share; None where none does."""
    found = agreeing(dags, known)
    return intersection(found) if found else None


def intervened(dag, target):
    """What is left of a DAG when an intervention sets some nodes."""
    return [(a, "-->", b) for a, b in arrows(dag) if b not in target]


def interventional_class(nodes, dag, targets):
    """DAGs that no intervention on one of the targets, or on nothing, tells apart from this one."""

    def key(other):
        return [class_key(nodes, intervened(other, target)) for target in [set(), *targets]]

    return [other for other in members(nodes, dag) if key(other) == key(dag)]


def repaired(nodes, pdag):
    """
    Extensions of the first set of arrows that has any; None where no set has.

    Sets are ordered by their first arrow, then by their second: of two sets that differ first in some
    arrow, that with it comes before that without.
    """
    given = sorted(arrows(pdag))
    lines = [tuple(sorted(pair)) for pair in skeleton(pdag)]
    sets = {
        tuple(arrow in arrows(dag) for arrow in given)
        for dag in orientations(nodes, [(a, "---", b) for a, b in lines])
    }
    for chosen in sorted(sets, reverse=True):
        kept = {arrow for arrow, stays in zip(given, chosen, strict=True) if stays}
        partial = [
            (a, "-->", b) if (a, b) in kept else (b, "-->", a) if (b, a) in kept else (a, "---", b)
            for a, b in lines
        ]
        found = extensions(nodes, partial)
        if found:
            return found
    return None
