"""
Classes of DAGs with background knowledge or interventions, by enumeration of DAGs.

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
    """The MPDAG of the DAGs that have all the known arrows; None if no DAG has them."""
    members_with = agreeing(dags, known)
    return intersection(members_with) if members_with else None


def intervened(dag, target):
    """A DAG without the arrows into the nodes of an intervention."""
    return [(a, "-->", b) for a, b in arrows(dag) if b not in target]


def interventional_class(nodes, dag, targets):
    """DAGs that are equivalent to this one without intervention and under each of the interventions."""

    def key(other):
        return [class_key(nodes, intervened(other, target)) for target in [set(), *targets]]

    return [other for other in members(nodes, dag) if key(other) == key(dag)]


def repaired(nodes, pdag):
    """
    The extensions of the first set of arrows that has any; None if no set has one.

    Sets are in lexicographic order: of two sets, the one with the first arrow in which they differ comes
    first.
    """
    all_arrows = sorted(arrows(pdag))
    pairs = [tuple(sorted(pair)) for pair in skeleton(pdag)]
    sets = {
        tuple(arrow in arrows(dag) for arrow in all_arrows)
        for dag in orientations(nodes, [(a, "---", b) for a, b in pairs])
    }
    for chosen in sorted(sets, reverse=True):
        chosen_arrows = {arrow for arrow, stays in zip(all_arrows, chosen, strict=True) if stays}
        partial = [
            (a, "-->", b)
            if (a, b) in chosen_arrows
            else (b, "-->", a)
            if (b, a) in chosen_arrows
            else (a, "---", b)
            for a, b in pairs
        ]
        dags = extensions(nodes, partial)
        if dags:
            return dags
    return None
