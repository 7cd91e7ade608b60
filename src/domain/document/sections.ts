import { placedHeadings } from './headings.js';

/** The text under the first heading of this name (case does not matter), sub-sections included, heading first. */
export function sectionOf(body: string, name: string): string | undefined {
  const headings = placedHeadings(body);
  const wanted = normal(name);
  const at = headings.findIndex(({ heading }) => normal(heading) === wanted);
  const found = headings[at];
  if (found === undefined) return undefined;
  const next = headings.slice(at + 1).find(({ level }) => level <= found.level);
  return body.slice(found.start, next?.start ?? body.length);
}

function normal(heading: string): string {
  return heading
    .replace(/^#+\s*/, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
