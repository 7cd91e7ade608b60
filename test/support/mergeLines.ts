import type { MergedText } from '../../src/domain/merging/mergeDocumentText.js';

const linesOf = (text: string) => (text === '' ? [] : text.split(/(?<=\n)/));

/** Merges short texts with the same result as `git merge-file`, without starting a process. */
export function mergeLines(ours: string, base: string, theirs: string, markerSize?: number): MergedText {
  const [our, before, their] = [linesOf(ours), linesOf(base), linesOf(theirs)];
  const [inOurs, inTheirs] = [common(before, our), common(before, their)];
  const mark = (letter: string, name: string) => `${letter.repeat(markerSize ?? 7)}${name}\n`;
  let [text, conflicts, at, i, j] = ['', 0, 0, 0, 0];
  for (let next = 0; next <= before.length; next += 1) {
    const isEnd = next === before.length;
    const [to, toTheirs] = isEnd ? [our.length, their.length] : [inOurs.get(next), inTheirs.get(next)];
    if (to === undefined || toTheirs === undefined) continue;
    const [o, b, t] = [our.slice(i, to), before.slice(at, next), their.slice(j, toTheirs)].map((one) =>
      one.join(''),
    ) as [string, string, string];
    if (o === t || b === t) text += o;
    else if (b === o) text += t;
    else {
      conflicts += 1;
      const middle = markerSize === undefined ? '' : mark('|', ' base') + b;
      text += mark('<', ' ours') + ended(o) + middle + mark('=', '') + ended(t) + mark('>', ' theirs');
    }
    text += before[next] ?? '';
    [at, i, j] = [next + 1, to + 1, toTheirs + 1];
  }
  return { text, conflicts };
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Returns the longest common subsequence of lines: for the index of each common line in `before`, its index in `after`. */
function common(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number> {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      (lengths[i] ?? [])[j] =
        before[i] === after[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
  const found = new Map<number, number>();
  for (let [i, j] = [0, 0]; i < before.length && j < after.length;) {
    if (before[i] === after[j]) found.set(i++, j++);
    else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}

/** Exchanges the sides of every conflict in a text. */
export const mirrored = (text: string) =>
  text.replace(
    /<{7} ours\n([^]*?)={7}\n([^]*?)>{7} theirs\n/g,
    '<<<<<<< ours\n$2=======\n$1>>>>>>> theirs\n',
  );
