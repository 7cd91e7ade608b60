import type { SpecDocument } from '../document/specDocument.js';
import { lineStart, type TextEdit, withEdits } from '../document/textEdit.js';
import type { Sides } from '../log/reconcile.js';
import { largest } from '../value/largest.js';

/**
 * A document in which keys stand twice, as a merge by lines can leave it, as the versions that met there: one has the keys as they
 * stand first, the other as they stand last. Undefined for any other document, and where a key stands more often.
 */
export function repeatedSides({ text, entries, problem }: SpecDocument): Sides<string> | undefined {
  if (problem?.code !== 'KEY_REPEATED') return undefined;
  const counts = new Map<string, number>();
  for (const { key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  if (largest(counts.values()) > 2) return undefined;
  const without = (isLeftOut: (isFirst: boolean) => boolean) => {
    const seen = new Set<string>();
    const edits = entries.flatMap(({ key, start, end }): readonly TextEdit[] => {
      const isFirst = !seen.has(key);
      seen.add(key);
      if (counts.get(key) === 1 || !isLeftOut(isFirst)) return [];
      return [{ at: lineStart(text, start), end, text: '' }];
    });
    return withEdits(text, edits);
  };
  return {
    base: without(() => true),
    ours: without((isFirst) => !isFirst),
    theirs: without((isFirst) => isFirst),
  };
}
