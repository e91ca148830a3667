// Edges and names from Python's own lists, tuples and dictionaries.
#pragma once

#include <nanobind/nanobind.h>

void bind_object_edges(nanobind::module_& m);
