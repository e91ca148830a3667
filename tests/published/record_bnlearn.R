# Record what bnlearn's shd, hamming and compare give, in bnlearn.json beside this file.
#
# Made with bnlearn 5.2.1 on R 4.2.2 (it asks for R 4.4: there, install it as it is; on 4.2 its C
# calls of allocLang, which is newer, had to be spelt out). To run it again, with bnlearn and
# jsonlite installed:
#
#   python tests/published/peer_cases.py > cases.json
#   Rscript tests/published/record_bnlearn.R cases.json > tests/published/bnlearn.json
#
# shd(learned, true) and hamming(learned, true) take the ESTIMATE first, compare(target, current)
# the truth. wlbl is left at FALSE.

suppressPackageStartupMessages(library(bnlearn))
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "recording.R"))

network_of <- function(matrix) {
  network <- empty.graph(rownames(matrix))
  amat(network, check.cycles = FALSE) <- matrix
  network
}

record(
  list(package = "bnlearn", version = as.character(packageVersion("bnlearn"))),
  function(truth, estimate) {
    truth <- network_of(truth)
    estimate <- network_of(estimate)
    counts <- compare(target = truth, current = estimate)
    names(counts) <- paste0("compare.", names(counts))
    c(
      list(
        "shd()" = shd(estimate, truth),
        "shd(cpdag=FALSE)" = shd(estimate, truth, cpdag = FALSE),
        "hamming()" = hamming(estimate, truth)
      ),
      counts
    )
  }
)
