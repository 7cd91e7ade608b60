import type { SpecFolder } from './specFolder.js';

/** How a command line names a spec: its number, its folder name where it has none. */
export function shortReference({ sequence, ref }: Pick<SpecFolder, 'sequence' | 'ref'>): string {
  return sequence === null ? ref : String(sequence);
}
