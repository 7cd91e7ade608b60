import type { SpecView } from '../../../domain/spec/specView.js';
import type { Columns } from './selection.js';

/** Returns the `FIELD=VALUE` words of a filter. */
export function fieldWords(filter: string): readonly string[] {
  return wordsOf(filter).filter((word) => word.includes('='));
}

/**
 * Returns the columns with the specs whose number, name, title or tags contain every word of the filter.
 * @param matching paths of the specs that match the `FIELD=VALUE` words; undefined if the filter has none.
 */
export function filteredColumns(
  columns: Columns,
  filter: string,
  matching: ReadonlySet<string> | undefined,
): Columns {
  const words = wordsOf(filter.toLowerCase()).filter((word) => !word.includes('='));
  const isShown = ({ path, ref, title, tags }: SpecView) => {
    const text = `${ref} ${title} ${tags.join(' ')}`.toLowerCase();
    return (matching?.has(path) ?? true) && words.every((word) => text.includes(word));
  };
  return columns.map(({ key, specs }) => ({ key, specs: specs.filter(isShown) }));
}

function wordsOf(filter: string): readonly string[] {
  return filter.split(/\s+/u).filter((word) => word !== '');
}
