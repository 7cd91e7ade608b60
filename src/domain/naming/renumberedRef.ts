import type { SpecFolder } from './specFolder.js';

/**
 * Returns the folder name with another number; the text before and after it stays, including a date without a dash.
 * @param digits `structure.sequenceDigits`
 */
export function renumberedRef(
  { ref, name, sequence }: Pick<SpecFolder, 'ref' | 'name' | 'sequence'>,
  to: number,
  digits: number,
): string {
  const padded = String(to).padStart(digits, '0');
  const tail = ref === name ? name : `-${name}`;
  if (!ref.endsWith(tail)) return `${padded}-${name}`;
  const head = ref.slice(0, -tail.length);
  if (sequence === null) return head === '' ? `${padded}-${name}` : `${head}-${padded}-${name}`;
  return `${withoutNumber(head, sequence, digits)}${padded}-${name}`;
}

/** Removes the number: in `20260305001` that is 001. If widths have changed, as many zeros as possible count as padding. */
function withoutNumber(head: string, sequence: number, digits: number): string {
  const run = /\d*$/.exec(head)?.[0] ?? '';
  const bare = String(sequence).length;
  const widest = Array.from({ length: run.length - bare + 1 }, (_, i) => run.length - i);
  const width = [run.length, Math.max(bare, digits), ...widest].find(
    (length) => length <= run.length && Number(run.slice(-length)) === sequence,
  );
  return width === undefined || run === '' ? head.replace(/\d+$/, '') : head.slice(0, -width);
}
