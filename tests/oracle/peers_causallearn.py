"""Graphs as causal-learn's objects."""


def general_graph(graph):
    """The same edges in a GeneralGraph with the same order of nodes."""
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    marks = {"<": Endpoint.ARROW, ">": Endpoint.ARROW, "-": Endpoint.TAIL, "o": Endpoint.CIRCLE}
    nodes = {name: GraphNode(name) for name in graph.nodes}
    converted = GeneralGraph(list(nodes.values()))
    for a, glyph, b in graph.edges():
        if (
            glyph == "o--"
        ):  # add_edge silently drops edges whose first mark is a circle and second a tail
            a, glyph, b = b, "--o", a
        converted.add_edge(Edge(nodes[a], nodes[b], marks[glyph[0]], marks[glyph[2]]))
    assert converted.get_num_edges() == graph.n_edges
    return converted
