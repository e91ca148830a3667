# Record what causalDisco's confusions and metrics give, in causaldisco.json beside this file.
#
# Made with causalDisco 1.1.0.9000 (commit c25c270) on R 4.2.2, from its sources: the package's
# graph class needs a Rust library, its counting does not. `confusion(truth, est)` turns both graphs
# into matrices with m[to, from] = 1 and hands them, ESTIMATE first, to adj_confusion or
# dir_confusion; this script does the same. To run it again, with jsonlite installed:
#
#   git clone https://github.com/annennenne/causalDisco
#   python tests/published/peer_cases.py > cases.json
#   Rscript tests/published/record_causaldisco.R cases.json causalDisco \
#     > tests/published/causaldisco.json
#
# Values: adj_* and dir_* as `evaluate` names them, and the counts themselves.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "recording.R"))

load_functions <- function(path) {
  for (expression in parse(path)) {
    if (is.call(expression) && identical(expression[[1]], as.name("<-"))) eval(expression, globalenv())
  }
}

folder <- file.path(commandArgs(trailingOnly = TRUE)[2], "R")
for (name in c("edges.R", "metric-helpers.R", "metrics.R")) load_functions(file.path(folder, name))

measured <- function(counts, prefix) {
  measures <- lapply(.metric_registry$adj, function(name) get(paste0(".", name, "_cm"))(counts))
  names(measures) <- .metric_registry$adj
  values <- c(counts, measures)
  names(values) <- paste(prefix, names(values), sep = "_")
  values
}

record(
  list(package = "causalDisco", version = "1.1.0.9000"),
  function(truth, estimate) {
    c(
      measured(adj_confusion(t(estimate), t(truth)), "adj"),
      measured(dir_confusion(t(estimate), t(truth)), "dir")
    )
  }
)
