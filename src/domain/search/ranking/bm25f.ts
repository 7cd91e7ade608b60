import type { PostingSource, Postings } from '../postings/postings.js';
import { FIELD_COUNT, OWN_FIELDS } from '../searchFields.js';
import type { RankSettings } from './rankSettings.js';
import { NO_SCORES, TermScores } from './termScores.js';

/** How much a term says that occurs in so many documents. */
export function inverseFrequency(documentCount: number, frequency: number): number {
  return Math.log(1 + (documentCount - frequency + 0.5) / (frequency + 0.5));
}

/** How many documents have a term in their own text; where none has, beside it. Files beside a document make no word of others common. */
export function frequencyOf({ documents, counts }: Postings): number {
  let own = 0;
  for (let at = 0; at < counts.length; at += FIELD_COUNT) {
    for (let field = 0; field < OWN_FIELDS; field++) {
      if ((counts[at + field] as number) === 0) continue;
      own++;
      break;
    }
  }
  return own === 0 ? documents.length : own;
}

/** BM25 over the weighted sum of a term's counts in the fields. */
export function scoreTerm(source: PostingSource, postings: Postings, settings: RankSettings): TermScores {
  const { documents, counts } = postings;
  if (documents.length === 0) return NO_SCORES;
  const scores = new Float64Array(documents.length);
  const weight = inverseFrequency(source.documentCount, frequencyOf(postings));
  const [title, tags, headings, body, files, values, attached] = settings.fields;
  for (let i = 0, at = 0; i < documents.length; i++, at += FIELD_COUNT) {
    const frequency =
      title * (counts[at] ?? 0) +
      tags * (counts[at + 1] ?? 0) +
      headings * (counts[at + 2] ?? 0) +
      body * (counts[at + 3] ?? 0) +
      files * (counts[at + 4] ?? 0) +
      values * (counts[at + 5] ?? 0) +
      // Code says its words over and over: how often is no matter.
      ((counts[at + 6] ?? 0) > 0 ? attached : 0);
    scores[i] = weight * saturated(frequency, source, documents[i] as number, settings);
  }
  return new TermScores(documents, scores);
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
