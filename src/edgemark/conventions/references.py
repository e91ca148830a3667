"""The references that define the metrics."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["REFERENCES"]

REFERENCES: Mapping[str, str] = MappingProxyType(
    {
        "tsamardinos2006": "Tsamardinos, Brown, Aliferis (2006), doi:10.1007/s10994-006-6889-7",
        "constantinou2019": "Constantinou (2019), arXiv:1905.12666",
        "henckel2024": "Henckel, Würtzen, Weichwald (2024), arXiv:2402.08616",
        "peters2015": "Peters, Bühlmann (2015), doi:10.1162/NECO_a_00708",
        "rehak": "Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal "
        "Graphs Based on Ground Truth",
        "rcgnn": "RC-GNN evaluation document, section 1 C, whose formula also counts 2-cycles as right",
        "powers2011": "Powers (2011), Evaluation: from precision, recall and F-measure to ROC",
        "hanley1982": "Hanley, McNeil (1982), doi:10.1148/radiology.143.1.7063747",
        "mcclish1989": "McClish (1989), doi:10.1177/0272989X8900900307",
        "davis2006": "Davis, Goadrich (2006), doi:10.1145/1143844.1143874",
        "boyd2013": "Boyd, Eng, Page (2013), doi:10.1007/978-3-642-40994-3_29",
        "pratapa2020": "Pratapa, Jalihal, Law, Bharadwaj, Murali (2020), doi:10.1038/s41592-019-0690-6",
        "jarvelin2002": "Järvelin, Kekäläinen (2002), doi:10.1145/582415.582418",
        "manning2008": "Manning, Raghavan, Schütze (2008), Introduction to information retrieval, ch. 8",
        "spirtes2000": "Spirtes, Glymour, Scheines (2000), Causation, Prediction, and Search",
        "brier1950": "Brier (1950), Verification of forecasts expressed in terms of probability",
        "good1952": "Good (1952), Rational decisions",
        "naeini2015": "Naeini, Cooper, Hauskrecht (2015), Obtaining well calibrated probabilities using "
        "Bayesian binning",
        "lorch2021": "Lorch, Rothfuss, Schoelkopf, Krause (2021), DiBS, arXiv:2105.11839",
        "hyndman1996": "Hyndman (1996), Computing and graphing highest density regions, "
        "doi:10.1080/00031305.1996.10474359",
        "edgemark": "defined by edgemark",
        "ferdous2023": "Ferdous, Hasan, Gani (2023), CDANs, arXiv:2302.03246",
        "munozmari2020": "Muñoz-Marí, Mateo, Runge, Camps-Valls (2020), CauseMe: an online system for "
        "benchmarking causal discovery methods",
        "wahl2025": "Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS",
        "friedman2003": "Friedman, Koller (2003), Being Bayesian about network structure, "
        "doi:10.1023/A:1020249912095",
    }
)
