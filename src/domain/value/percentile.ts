/** Nearest-rank percentile (`share` of 0 to 1): a value that occurs, the same for any order. Undefined for none. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
