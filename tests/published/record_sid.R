# Record what SID's hammingDist gives in both settings, in sid.json beside this file.
#
# Made with SID 1.1 on R 4.2.2. To run it again, with SID and jsonlite installed:
#
#   python tests/published/peer_cases.py > cases.json
#   Rscript tests/published/record_sid.R cases.json > tests/published/sid.json
#
# hammingDist(G1, G2) is symmetric.

suppressPackageStartupMessages(library(SID))
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "recording.R"))

record(
  list(package = "SID", version = as.character(packageVersion("SID"))),
  function(truth, estimate) {
    list(
      "hammingDist()" = hammingDist(truth, estimate),
      "hammingDist(allMistakesOne=FALSE)" = hammingDist(truth, estimate, allMistakesOne = FALSE)
    )
  }
)
