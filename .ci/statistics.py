#!/usr/bin/env python3
"""Numbers that the statistics are checked against, worked out with scipy and statsmodels.

usage: statistics.py FILE [--write]
Compares FILE with what is worked out anew, or writes it. Nothing of EvalKit is called.
"""
import json
import math
import sys

import numpy as np
import scipy
import scipy.stats
import statsmodels
import statsmodels.api as sm
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower

SEED = 20240611
DRAWS = 200_000
# No sample's mean: scipy's tolerance is a share of the statistic, so where that is 0 it breaks ties.
REACH = 0.21


def p_value(values, alternative="two-sided", against=0.0):
    """The sign-flip test with every assignment, by scipy."""
    return float(scipy.stats.permutation_test(
        (np.asarray(values) - against,), np.mean, permutation_type="samples", n_resamples=np.inf,
        vectorized=True, alternative=alternative).pvalue)


def interval(values, level):
    """Where the test stops refusing, by bisection on scipy's p-value."""
    def edge(inside, outside):
        while abs(outside - inside) > 1e-13:
            middle = (inside + outside) / 2
            if middle in (inside, outside):
                break
            if p_value(values, against=middle) > level:
                inside = middle
            else:
                outside = middle
        return inside
    mean, reach = float(np.mean(values)), float(np.ptp(values)) + 1
    return [edge(mean, mean - reach), edge(mean, mean + reach)]


def exact_by_counting(eighths):
    """The two-sided p-value for differences that are whole numbers, by counting sums: any number of them."""
    counts = {0: 1}
    for value in eighths:
        following = {}
        for total, ways in counts.items():
            for sign in (1, -1):
                following[total + sign * value] = following.get(total + sign * value, 0) + ways
        counts = following
    observed = abs(sum(eighths))
    return sum(ways for total, ways in counts.items() if abs(total) >= observed) / 2 ** len(eighths)


def brackets(draws, tail, resamples):
    """Between which values a tail quantile of so many resamples lies but for one time in 15,000.

    The number of resamples below a true quantile is binomial; four standard deviations each way, of
    this sample's own error and of the checked one's.
    """
    error = 4 * math.sqrt(tail * (1 - tail)) * (1 / math.sqrt(resamples) + 1 / math.sqrt(len(draws)))
    return [float(np.quantile(draws, min(max(q, 0), 1))) for q in (tail - error, tail + error)]


def monte_carlo(values, rng, level=0.05, assignments=10_000):
    """Brackets of the interval's ends: level quantiles of the lesser and the larger subset mean."""
    values = np.asarray(values)
    lesser, larger = [], []
    for _ in range(DRAWS // 10_000):
        inside = rng.integers(0, 2, size=(10_000, len(values)), dtype=np.uint8)
        sizes = inside.sum(axis=1)
        keep = (sizes > 0) & (sizes < len(values))
        sums, sizes = (inside @ values)[keep], sizes[keep]
        means = np.stack([sums / sizes, (values.sum() - sums) / (len(values) - sizes)])
        lesser.append(means.min(axis=0))
        larger.append(means.max(axis=0))
    return {"lower": brackets(np.concatenate(lesser), level, assignments),
            "upper": brackets(np.concatenate(larger), 1 - level, assignments)}


def bootstrap(values, rng, resamples=10_000):
    found = scipy.stats.bootstrap((np.asarray(values),), np.mean, n_resamples=DRAWS, batch=10_000,
                                  method="percentile", random_state=rng).bootstrap_distribution
    return {"lower": brackets(found, 0.025, resamples), "upper": brackets(found, 0.975, resamples)}


def clustered(clusters):
    """The ANOVA mean squares and the clustered error of the mean, by statsmodels."""
    values = np.array([value for cluster in clusters for value in cluster])
    groups = np.array([number for number, cluster in enumerate(clusters) for _ in cluster])
    table = anova_lm(ols("value ~ C(cluster)", {"value": values, "cluster": groups}).fit())
    between, within = table["mean_sq"]["C(cluster)"], table["mean_sq"]["Residual"]
    sizes = np.array([len(cluster) for cluster in clusters])
    size = (len(values) - (sizes ** 2).sum() / len(values)) / (len(clusters) - 1)
    fit = sm.OLS(values, np.ones_like(values)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    # Miller's formula takes n − 1 in the part of the questions alone, the sandwich n.
    count = len(values)
    miller = fit.bse[0] ** 2 + values.var(ddof=1) / count - values.var() / count
    return {"clusters": clusters, "correlation": float((between - within) / (between + (size - 1) * within)),
            "standardError": math.sqrt(miller), "unclustered": float(scipy.stats.sem(values)),
            "mean": float(np.mean([np.mean(cluster) for cluster in clusters]))}


def effect(clusters, level, power):
    """The printed effect at a spread of 1, by iteration, and the exact one of the t-test."""
    critical, reserve = scipy.stats.t.ppf([1 - level / 2, power], clusters - 1)
    factor = critical + reserve
    for _ in range(2000):
        factor = critical + reserve * math.sqrt(1 + factor ** 2 / (2 * (clusters - 1)))
    known = TTestPower().solve_power(nobs=clusters, alpha=level, power=power)
    return {"clusters": clusters, "level": level, "power": power,
            "effect": factor / math.sqrt(clusters),
            "bloom": (critical + reserve) / math.sqrt(clusters), "tTest": float(known)}


def numbers():
    rng = np.random.default_rng(SEED)
    small = [[float(v) for v in rng.normal(0.1, 0.3, size)] for size in (6, 7, 8, 9, 10)]
    # Differences of right and wrong answers tie: thirds, halves and zeros.
    small += [[1 / 3, 0, -1 / 3, 2 / 3, 0, 1 / 3, 1, 0.5, -0.5, 0], [0.0] * 6, [0, 0, 0, 0.5, 0.5, 0, 1, 0.25]]
    whole = [[int(v) for v in rng.integers(-8, 11, size)] for size in (17, 30, 60, 200)]
    p_values = [[float(v) for v in rng.random(size) ** 3] for size in (1, 2, 5, 12)] + [[0.01, 0.01, 0.04, 0.5]]
    groups = [[[float(v) for v in rng.normal(shared, 1, size)] for shared, size in
               zip(rng.normal(0.2, 1, count), rng.integers(1, 9, count))] for count in (3, 8, 25)]
    groups.append([[float(v) for v in rng.integers(-1, 2, size)] for size in rng.integers(2, 7, 20)])
    return {
        "made": {"seed": SEED, "numpy": np.__version__, "scipy": scipy.__version__,
                 "statsmodels": statsmodels.__version__},
        "exact": [{"values": v, "p": p_value(v), "atMost": p_value(v, "greater", -REACH),
                   "atLeast": p_value(v, "less", REACH), "interval95": interval(v, 0.05),
                   "interval90": interval(v, 0.1)} for v in small],
        "random": [{"values": [v / 8 for v in values], "p": exact_by_counting(values),
                    "interval": monte_carlo([v / 8 for v in values], rng),
                    "bootstrap": bootstrap([v / 8 for v in values], rng)} for values in whole],
        "holm": [{"p": v, "adjusted": [float(a) for a in multipletests(v, method="holm")[1]]}
                 for v in p_values],
        "t": [{"freedom": f, "share": s, "quantile": float(scipy.stats.t.ppf(s, f))}
              for f in (1, 2, 3, 4, 7, 8, 29, 30, 199, 4999) for s in (0.8, 0.95, 0.975, 0.9995)],
        "effects": [effect(*v) for v in ((8, 0.05, 0.8), (12, 0.05, 0.8), (30, 0.05, 0.8), (60, 0.05, 0.8),
                                         (30, 0.01, 0.9), (10_000, 0.05, 0.8))],
        "clustered": [clustered(v) for v in groups],
    }


def same(left, right):
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, float) or isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-10, abs_tol=1e-12)
    return left == right


def main():
    found = numbers()
    if "--write" in sys.argv:
        with open(sys.argv[1], "w") as file:
            file.write(json.dumps(found, indent=1) + "\n")
        return 0
    with open(sys.argv[1]) as file:
        kept = json.load(file)
    wrong = [key for key in found if not same(found[key], kept.get(key))]
    print("the numbers differ: " + ", ".join(wrong) if wrong else "the numbers are the same")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
