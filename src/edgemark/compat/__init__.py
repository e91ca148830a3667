"""Names, signatures and outputs of other packages and documents, over edgemark's metrics."""
