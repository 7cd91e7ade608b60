import type { SpecDocument } from '../../src/domain/document/specDocument.js';

/** Returns the text of a document without the lines of these frontmatter keys. */
export function untouched(document: SpecDocument, keys: Iterable<string>): string {
  const wanted = new Set(keys);
  const { text, entries } = document;
  let result = '';
  let done = 0;
  for (const { key, start, end } of entries) {
    if (!wanted.has(key)) continue;
    result += text.slice(done, text.lastIndexOf('\n', start - 1) + 1);
    done = end;
  }
  return result + text.slice(done);
}
