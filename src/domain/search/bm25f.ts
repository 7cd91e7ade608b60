import type { Postings, PostingSource } from './postings/postings.js';
import type { RankSettings } from './rankSettings.js';
import { NO_SCORES, TermScores } from './termScores.js';

/** How much a term says that occurs in so many documents. */
export function inverseFrequency(documentCount: number, frequency: number): number {
  return Math.log(1 + (documentCount - frequency + 0.5) / (frequency + 0.5));
}

/** BM25 over the weighted sum of a term's counts in the fields. */
export function scoreTerm(source: PostingSource, postings: Postings, settings: RankSettings): TermScores {
  const { documents, counts } = postings;
  if (documents.length === 0) return NO_SCORES;
  const values = new Float64Array(documents.length);
  const weight = inverseFrequency(source.documentCount, documents.length);
  const [title, tags, headings, body, files] = settings.fields;
  for (let i = 0, at = 0; i < documents.length; i++, at += 5) {
    const frequency =
      title * (counts[at] ?? 0) +
      tags * (counts[at + 1] ?? 0) +
      headings * (counts[at + 2] ?? 0) +
      body * (counts[at + 3] ?? 0) +
      files * (counts[at + 4] ?? 0);
    values[i] = weight * saturated(frequency, source, documents[i] as number, settings);
  }
  return new TermScores(documents, values);
}

function saturated(
  frequency: number,
  source: PostingSource,
  document: number,
  { k1, b }: RankSettings,
): number {
  const length = 1 - b + (b * source.lengthOf(document)) / (source.averageLength || 1);
  return (frequency * (k1 + 1)) / (frequency + k1 * length);
}
