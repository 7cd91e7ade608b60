import { SpectoolError } from '../errors/spectoolError.js';

/** A query taken apart: words to rank by, and what a hit must or must not have. */
export interface ParsedQuery {
  readonly words: string;
  /** Lower-case; each must stand in the text. */
  readonly phrases: readonly string[];
  readonly excluded: readonly string[];
  readonly filters: {
    readonly status: readonly string[];
    readonly tag: readonly string[];
    readonly assignee: readonly string[];
    readonly priority: readonly string[];
    /** Inclusive; prefixes of days, `2026-01` for a month. */
    readonly created?: { readonly from: string; readonly to: string };
  };
}

const PART = /(-?)(?:(status|tag|assignee|priority|created):)?(?:"([^"]*)"|(\S+))/gi;

/** @throws SpectoolError `USAGE` for a query without anything to look for, or a date filter that is none. */
export function parseQuery(query: string): ParsedQuery {
  const words: string[] = [];
  const phrases: string[] = [];
  const excluded: string[] = [];
  const lists = {
    status: [] as string[],
    tag: [] as string[],
    assignee: [] as string[],
    priority: [] as string[],
  };
  let created: { from: string; to: string } | undefined;
  for (const [, minus, key, quoted, plain] of query.slice(0, 10_000).matchAll(PART)) {
    const text = (quoted ?? plain ?? '').trim();
    const field = key?.toLowerCase();
    if (text === '') continue;
    if (field === 'created') created = dateRange(text);
    else if (field !== undefined) lists[field as keyof typeof lists].push(text);
    else if (minus === '-') excluded.push(text.toLowerCase());
    else {
      words.push(text);
      if (quoted !== undefined) phrases.push(text.toLowerCase());
    }
  }
  const filtered = created !== undefined || Object.values(lists).some((list) => list.length > 0);
  if (words.length === 0 && !filtered) {
    throw new SpectoolError('USAGE', 'There is nothing to search for.', {
      hint: 'Say what: spectool search "password reset".',
    });
  }
  return { words: words.join(' '), phrases, excluded, filters: { ...lists, ...(created && { created }) } };
}

function dateRange(text: string): { readonly from: string; readonly to: string } {
  const [from = '', to = from] = text.split('..');
  const isDate = (part: string) => part === '' || /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(part);
  if (isDate(from) && isDate(to) && (from !== '' || to !== '')) return { from, to };
  throw new SpectoolError('USAGE', `created:${text} is no date or range.`, {
    hint: 'Write created:2026-01, or created:2026-01-05..2026-03.',
  });
}

/** True when a day lies in the range; a month or year at either end counts whole. */
export function isInRange(
  day: string,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  return (from === '' || day.slice(0, from.length) >= from) && (to === '' || day.slice(0, to.length) <= to);
}
