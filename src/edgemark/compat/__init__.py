"""Names, signatures and outputs of other packages and documents, computed with edgemark's metrics."""
