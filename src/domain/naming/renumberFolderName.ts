import type { SpecFolder } from './specFolder.js';

/**
 * Returns a spec's folder name with its number replaced by `to`. The text around the number stays, including a date directly
 * before it.
 * @param digits the configured width of numbers (`structure.sequenceDigits`).
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

/** Returns a spec's folder name with its name replaced by `to`. Number and prefix stay. */
export function renamedRef({ ref, name }: Pick<SpecFolder, 'ref' | 'name'>, to: string): string {
  return ref.endsWith(name) ? ref.slice(0, ref.length - name.length) + to : to;
}

/**
 * Removes the spec's number from the text before its name; in `20260305001` the number is 001. If the configured width has
 * changed, as many zeros as possible count as padding of the number.
 */
function withoutNumber(head: string, sequence: number, digits: number): string {
  const run = /\d*$/.exec(head)?.[0] ?? '';
  const bare = String(sequence).length;
  const widest = Array.from({ length: run.length - bare + 1 }, (_, i) => run.length - i);
  const width = [run.length, Math.max(bare, digits), ...widest].find(
    (length) => length <= run.length && Number(run.slice(-length)) === sequence,
  );
  return width === undefined || run === '' ? head.replace(/\d+$/, '') : head.slice(0, -width);
}
