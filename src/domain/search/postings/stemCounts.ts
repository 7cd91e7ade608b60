import { OWN_FIELDS, SEARCH_FIELDS, type FieldTexts } from '../searchFields.js';
import type { WordSplitter } from '../wordSplitter.js';

/** The weights of the search fields: title, tags, headings, lead, body, further files. */
const WEIGHTS = [2, 1, 1, 1, 1, 0.5] as const;
/** The greatest number of characters of a document that are read; the beginning is enough to find the topic. */
const MOST_READ = 4000;

/** Counts the stems of a document, weighted by field, to find its topic. */
export function stemCounts(texts: FieldTexts, splitter: WordSplitter): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let room = MOST_READ;
  SEARCH_FIELDS.slice(0, OWN_FIELDS).forEach((name, field) => {
    const text = texts[name].slice(0, room);
    room -= text.length;
    splitter.visit(text, {
      word: ({ stem, stop }) => {
        if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + (WEIGHTS[field] ?? 1));
      },
      compound: () => undefined,
    });
  });
  return counts;
}
