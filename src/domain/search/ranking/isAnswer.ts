import { largestNumber } from '../../value/largestNumber.js';
import { placeAmong, type PostingSource } from '../postings/postings.js';
import { FIELD_COUNT } from '../searchFields.js';
import type { Concept } from './queryConcepts.js';
import type { RankContext } from './rankContext.js';

/**
 * The number of words of a long text. The longer a text is, the more often a word must occur for the text to be about that word.
 */
const LONG_TEXT = 300;
/** The factor for words in the title or in tags. */
const TITLED = 1.3;
/** The factor for corrected words; it is below 1, because the user may have meant the word as typed. */
const GUESSED = 0.6;
/** The least evidence that the two best-matching words must give together, for queries of one, two, and more words. */
const ENOUGH = [0.5, 0.8, 1] as const;

type EvidenceContext = Pick<RankContext, 'source' | 'settings' | 'guessed'>;

/**
 * True if a document matches the query better than by chance, judged by its two best-matching words. A word that occurs once in a
 * long text, or is only loosely related, is not enough.
 */
export function isAnswer(document: number, concepts: readonly Concept[], context: EvidenceContext): boolean {
  const phrases = new Map<string, number>();
  const words: number[] = [];
  for (const concept of concepts) {
    const evidence = evidenceOf(concept, document, context);
    if (concept.weight > 0)
      words.push(
        largestNumber(
          concept.stems.map((stem) => phrases.get(stem) ?? 0),
          evidence,
        ),
      );
    else for (const stem of concept.stems) phrases.set(stem, Math.max(evidence, phrases.get(stem) ?? 0));
  }
  const [first = 0, second = 0] = words.sort((a, b) => b - a);
  return first + second >= (ENOUGH[words.length - 1] ?? ENOUGH[2]);
}

function evidenceOf(
  { stems, own, surplus }: Concept,
  document: number,
  { source, settings, guessed }: EvidenceContext,
): number {
  const certainty = stems.some((stem) => guessed?.has(stem)) ? GUESSED : 1;
  const direct = own.has(document) ? clarity(stems, document, source) : 0;
  const near = surplus.wordOf(document);
  if (near === undefined) return certainty * direct;
  const through = clarity(near.word.stems.split(' '), document, source);
  return certainty * Math.max(direct, settings.related * near.says * through);
}

/**
 * Returns how much a document is about a word: from 0 to 1, or more if the word is in the title. For several words it is the
 * lowest value.
 */
function clarity(stems: readonly string[], document: number, source: PostingSource): number {
  const length = source.lengthOf(document) / LONG_TEXT;
  const clarities = stems.flatMap((stem) => {
    const { documents, counts } = source.postings('s', stem);
    // A stop word in a phrase is ignored, because stop words are not indexed.
    if (documents.length === 0) return [];
    const at = placeAmong(documents, document) * FIELD_COUNT;
    if (at < 0) return [0];
    const [title = 0, tags = 0, headings = 0, lead = 0, body = 0, files = 0, values = 0, attached = 0] =
      counts.slice(at, at + FIELD_COUNT);
    // A word in a field value counts in full, whatever the length of the text, because the value was set on purpose.
    if (values > 0) return [1];
    const titled = title + tags;
    const times = 2 * titled + headings + lead + body + files + Math.min(1, attached);
    return [(times / (times + length)) * (titled > 0 ? TITLED : 1)];
  });
  return clarities.length === 0 ? 0 : clarities.reduce((least, one) => Math.min(least, one));
}
