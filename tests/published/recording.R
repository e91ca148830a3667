# What the record_*.R scripts share: read the pairs of peer_cases.py, write a record as JSON.
#
# Matrices: A[i, j] = 1 is i -> j, both cells are i - j. In a record nan is null, infinite the text
# "Infinity", and what the package raised stands under "error".

labelled <- function(rows) {
  matrix <- do.call(rbind, lapply(rows, unlist))
  dimnames(matrix) <- rep(list(paste0("X", seq_len(nrow(matrix)))), 2)
  matrix
}

plain <- function(value) {
  value <- unname(value)
  if (is.list(value)) return(lapply(value, plain))
  if (is.character(value) || length(value) != 1) return(value)
  if (is.nan(value) || is.na(value)) return(NULL)
  if (is.infinite(value)) return("Infinity")
  as.numeric(value)
}

record <- function(head, values_of) {
  path <- commandArgs(trailingOnly = TRUE)[1]
  json <- function(x) jsonlite::toJSON(x, auto_unbox = TRUE, digits = NA, null = "null")
  head$r <- paste(R.version$major, R.version$minor, sep = ".")
  lines <- vapply(jsonlite::read_json(path), function(case) {
    values <- tryCatch(
      lapply(values_of(labelled(case$truth), labelled(case$estimate)), plain),
      error = function(e) list(error = conditionMessage(e))
    )
    json(list(truth = case$truth, estimate = case$estimate, values = values))
  }, "")
  start <- sub("}$", "", json(head))
  cat(start, ",\"cases\": [\n", paste(lines, collapse = ",\n"), "\n]}\n", sep = "")
}
