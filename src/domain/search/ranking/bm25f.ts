import type { PostingSource, Postings } from '../postings/postings.js';
import { FIELD_COUNT, LEAD, OWN_FIELDS, TITLE } from '../searchFields.js';
import type { RankSettings } from './rankSettings.js';
import { NO_SCORES, TermScores } from './termScores.js';

/** Returns the inverse document frequency of a term, as in BM25. */
export function inverseFrequency(documentCount: number, frequency: number): number {
  return Math.log(1 + (documentCount - frequency + 0.5) / (frequency + 0.5));
}

/**
 * Counts the documents that have a term in their own text. Documents that have it only in field values or other files count only
 * if no document has it in its own text, because they would make a term seem common.
 */
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

/**
 * Returns the scores of a term in all documents: the BM25 score of its weighted counts in the search fields, plus a BM25 score of
 * title and lead alone, where terms are rarer.
 */
export function scoreTerm(source: PostingSource, postings: Postings, settings: RankSettings): TermScores {
  const { documents, counts } = postings;
  if (documents.length === 0) return NO_SCORES;
  const scores = new Float64Array(documents.length);
  const { documentCount, averageLength, averageLead } = source;
  const weight = inverseFrequency(documentCount, frequencyOf(postings));
  const leadWeight = settings.lead * inverseFrequency(documentCount, leadFrequency(counts));
  const [title, tags, headings, lead, body, files, values, attached] = settings.fields;
  for (let i = 0, at = 0; i < documents.length; i++, at += FIELD_COUNT) {
    const leading = title * (counts[at + TITLE] ?? 0) + lead * (counts[at + LEAD] ?? 0);
    const frequency =
      leading +
      tags * (counts[at + 1] ?? 0) +
      headings * (counts[at + 2] ?? 0) +
      body * (counts[at + 4] ?? 0) +
      files * (counts[at + 5] ?? 0) +
      values * (counts[at + 6] ?? 0) +
      // In other text files, such as code, a term counts once, because code repeats its words.
      ((counts[at + 7] ?? 0) > 0 ? attached : 0);
    const document = documents[i] as number;
    scores[i] = weight * saturated(frequency, source.lengthOf(document) / (averageLength || 1), settings);
    if (leading > 0)
      (scores[i] as number) +=
        leadWeight * saturated(leading, source.leadOf(document) / (averageLead || 1), settings);
  }
  return new TermScores(documents, scores);
}

/** Counts the documents that have a term in title or lead. */
function leadFrequency(counts: readonly number[]): number {
  let found = 0;
  for (let at = 0; at < counts.length; at += FIELD_COUNT)
    if ((counts[at + TITLE] as number) + (counts[at + LEAD] as number) > 0) found++;
  return found;
}

/**
 * Returns the term frequency part of BM25.
 * @param length the length of the text, relative to the average length.
 */
function saturated(frequency: number, length: number, { k1, b }: RankSettings): number {
  return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * length));
}
