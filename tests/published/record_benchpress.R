# Record what benchpress' benchmarks and BiDAG's compareDAGs give, in benchpress.json and bidag.json.
#
# Made with benchpress 2.13.0 (commit 516ffc1), BiDAG 2.1.4 and pcalg 2.7-12 on R 4.2.2. To run it
# again, with BiDAG, pcalg and jsonlite installed:
#
#   git clone https://github.com/felixleopoldo/benchpress
#   python tests/published/peer_cases.py > cases.json
#   Rscript tests/published/record_benchpress.R cases.json benchpress > tests/published/benchpress.json
#   Rscript tests/published/record_benchpress.R cases.json > tests/published/bidag.json
#
# The script of benchpress is a command line; its functions are taken from it and called:
# benchmarks(truth, estimate). "None" is its text where SHD_cpdag is not defined. compareDAGs takes
# the ESTIMATE first and rounds its rates to 2 decimals.

suppressPackageStartupMessages({
  library(BiDAG)
  library(pcalg)
})
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "recording.R"))

load_functions <- function(path) {
  for (expression in parse(path)) {
    is_function <- is.call(expression) && identical(expression[[1]], as.name("<-")) &&
      is.call(expression[[3]]) && identical(expression[[3]][[1]], as.name("function"))
    if (is_function) eval(expression, globalenv())
  }
}

folder <- commandArgs(trailingOnly = TRUE)[2]
if (is.na(folder)) {
  record(
    list(package = "BiDAG", version = as.character(packageVersion("BiDAG"))),
    function(truth, estimate) {
      plain_counts <- as.list(compareDAGs(estimate, truth))
      c(plain_counts, list("SHD(cpdag=TRUE)" = compareDAGs(estimate, truth, cpdag = TRUE)["SHD"]))
    }
  )
} else {
  load_functions(file.path(folder, "workflow", "rules", "evaluation", "benchmarks", "run_summarise.R"))
  record(
    list(package = "benchpress", version = "2.13.0"),
    function(truth, estimate) as.list(benchmarks(truth, estimate))
  )
}
