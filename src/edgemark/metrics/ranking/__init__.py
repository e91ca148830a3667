"""
Metrics of edge scores that need no threshold: do true edges have the highest scores?

The stored order of tied scores never matters. ROC AUC, the metrics of the first k pairs, early precision
("expected") and nDCG are means over all orders of the tied pairs. Average precision and its rescaled
forms, Davis and Goadrich's area, the area by trapezoids, partial ROC AUC and the best F1 treat all pairs
of one score as one step of the curve, like scikit-learn. This differs from the mean over orders.
"""
