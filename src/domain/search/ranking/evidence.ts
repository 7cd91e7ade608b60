import { largest } from '../../value/largest.js';
import { placeAmong, type PostingSource } from '../postings/postings.js';
import { FIELD_COUNT } from '../searchFields.js';
import type { Concept } from './concepts.js';
import type { RankContext } from './rankContext.js';

/** A text of so many words has to say a word twice to be as much about it as a short note that says it once. */
const LONG_TEXT = 300;
/** What is in the title or a tag is what the document is about. */
const TITLED = 1.3;
/** A word that was taken for another may have been meant as it was typed. */
const GUESSED = 0.6;
/** What the two clearest words must come to in queries of one, two, and more words. */
const ENOUGH = [0.5, 0.8, 1] as const;

type EvidenceContext = Pick<RankContext, 'source' | 'settings' | 'guessed'>;

/**
 * True when a document has more to do with the query than chance gives: its two clearest words together. One word that
 * stands once in a long text, or is but loosely related, is found for any query.
 */
export function isAnswer(document: number, concepts: readonly Concept[], context: EvidenceContext): boolean {
  const phrases = new Map<string, number>();
  const words: number[] = [];
  for (const concept of concepts) {
    const evidence = evidenceOf(concept, document, context);
    if (concept.weight > 0)
      words.push(
        largest(
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

/** How much a document is about words, 0 to 1, and a little more when they are in its title; of several, the least. */
function clarity(stems: readonly string[], document: number, source: PostingSource): number {
  const length = source.lengthOf(document) / LONG_TEXT;
  const clarities = stems.flatMap((stem) => {
    const { documents, counts } = source.postings('s', stem);
    // A word without meaning in a known phrase is not indexed.
    if (documents.length === 0) return [];
    const at = placeAmong(documents, document) * FIELD_COUNT;
    if (at < 0) return [0];
    const [title = 0, tags = 0, headings = 0, lead = 0, body = 0, files = 0, values = 0, attached = 0] =
      counts.slice(at, at + FIELD_COUNT);
    // Somebody set it, and what is set is not lost in a long text.
    if (values > 0) return [1];
    const titled = title + tags;
    const times = 2 * titled + headings + lead + body + files + Math.min(1, attached);
    return [(times / (times + length)) * (titled > 0 ? TITLED : 1)];
  });
  return clarities.length === 0 ? 0 : clarities.reduce((least, one) => Math.min(least, one));
}
