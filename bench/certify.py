"""What a user would write without proof: float64 products, extremes per overlap, the pair formula of T4. Prints the error it finds."""
import sys

import numpy as np

arrays = np.load(sys.argv[1])
q, k = arrays["phi_q"].astype(np.float64), arrays["phi_k"].astype(np.float64)
count = len(q)
m, n, block = count.bit_length() - 1, 3, 256
tokens = ((np.arange(count)[:, None] >> np.arange(m)) & 1).astype(np.float64)
worst = 0.0
for start in range(0, count, block):
    rows = slice(start, start + block)
    alpha = q[rows] @ k.T
    overlap = (tokens[rows] @ tokens.T).astype(np.int64)
    w = alpha + np.einsum("ij,ij->i", q[rows], k[rows])[:, None] / (n - 1)
    low = np.stack([np.where(overlap == s, w, np.inf).min(1) for s in range(m + 1)], 1)
    high = np.stack([np.where(overlap == s, w, 0).max(1) for s in range(m + 1)], 1)
    for s in range(m + 1):
        for t in range(s + 1, m + 1):
            bound = (t - s) / 2 * (n - 2) * high[:, t] / (low[:, s] + (n - 2) * high[:, t])
            worst = max(worst, float(bound.max()))
print(worst)
