import { diffWordsWithSpace } from 'diff';

/** A part of two texts: in both, or added, or removed. */
export interface DiffPart {
  readonly text: string;
  readonly kind?: 'added' | 'removed';
}

/** Words of unchanged text kept on each side of a change. */
const AROUND = 6;
/** Longer texts are not compared word by word, because that could take seconds. */
const LONGEST = 20_000;

/** Returns the words that changed between two texts, with some words around each change. */
export function wordDiff(was: string, now: string): readonly DiffPart[] {
  if (was === '') return [{ text: now, kind: 'added' }];
  if (now === '') return [{ text: was, kind: 'removed' }];
  if (was.length + now.length > LONGEST)
    return [
      { text: was, kind: 'removed' },
      { text: now, kind: 'added' },
    ];
  const parts = diffWordsWithSpace(was, now);
  return parts.map(({ value, added, removed }, i): DiffPart => {
    if (added) return { text: value, kind: 'added' };
    if (removed) return { text: value, kind: 'removed' };
    return { text: shortened(value, i === 0, i === parts.length - 1) };
  });
}

/** Returns unchanged text with its middle left out; at the beginning or end, only the words next to the change stay. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const words = text.split(/(?<=\s)(?=\S)/);
  if (words.length <= AROUND * (isFirst || isLast ? 1 : 2) + 1) return text;
  const [head, tail] = [words.slice(0, AROUND).join(''), words.slice(-AROUND).join('')];
  return isFirst ? `… ${tail}` : isLast ? `${head.trimEnd()} …` : `${head}… ${tail}`;
}
