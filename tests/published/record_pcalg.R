# Record what pcalg's shd and compareGraphs give, in pcalg.json beside this file.
#
# Made with pcalg 2.7-12 on R 4.2.2. To run it again, with pcalg, graph and jsonlite installed:
#
#   python tests/published/peer_cases.py > cases.json
#   Rscript tests/published/record_pcalg.R cases.json > tests/published/pcalg.json
#
# shd(truth, estimate) is symmetric; compareGraphs takes the ESTIMATE first and compares skeletons.

suppressPackageStartupMessages(library(pcalg))
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "recording.R"))

graph_of <- function(matrix) as(matrix, "graphNEL")

record(
  list(package = "pcalg", version = as.character(packageVersion("pcalg"))),
  function(truth, estimate) {
    truth <- graph_of(truth)
    estimate <- graph_of(estimate)
    c(list(shd = shd(truth, estimate)), as.list(compareGraphs(estimate, truth)))
  }
)
