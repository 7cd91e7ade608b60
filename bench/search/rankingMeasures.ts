import type { JudgedQuery } from './judgedCollections.js';

export interface Figures {
  readonly ndcg: readonly number[];
  readonly mrr: readonly number[];
  readonly recall10: readonly number[];
  readonly recall50: readonly number[];
}

/** Returns measures for each query: nDCG@10 (the gain is the grade), reciprocal rank, and recall at 10 and 50. */
export async function measure(
  queries: readonly JudgedQuery[],
  search: (text: string) => Promise<readonly string[]>,
): Promise<Figures> {
  const figures = {
    ndcg: [] as number[],
    mrr: [] as number[],
    recall10: [] as number[],
    recall50: [] as number[],
  };
  for (const { text, relevant } of queries) {
    const found = await search(text);
    const discounted = (gains: readonly number[]) =>
      gains.slice(0, 10).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
    const ideal = discounted([...relevant.values()].sort((a, b) => b - a));
    figures.ndcg.push(discounted(found.map((key) => relevant.get(key) ?? 0)) / ideal);
    const first = found.findIndex((key) => relevant.has(key));
    figures.mrr.push(first < 0 ? 0 : 1 / (first + 1));
    const within = (n: number) => found.slice(0, n).filter((key) => relevant.has(key)).length / relevant.size;
    figures.recall10.push(within(10));
    figures.recall50.push(within(50));
  }
  return figures;
}

export const mean = (values: readonly number[]) =>
  values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);

/** Two-sided paired randomisation test. Returns the probability of at least the observed difference by chance. */
export function significance(a: readonly number[], b: readonly number[], rounds = 10_000): number {
  const differences = a.map((value, i) => value - (b[i] ?? 0));
  const observed = Math.abs(mean(differences));
  let state = 7;
  const coin = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0), state >= 2 ** 31);
  let asLarge = 0;
  for (let round = 0; round < rounds; round++) {
    if (Math.abs(mean(differences.map((value) => (coin() ? value : -value)))) >= observed - 1e-12) asLarge++;
  }
  return (asLarge + 1) / (rounds + 1);
}
