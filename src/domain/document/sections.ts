import { placedHeadings } from './headings.js';

/** The text under the first heading of this name (case does not matter), sub-sections included, heading first. */
export function sectionOf(body: string, name: string): string | undefined {
  const wanted = normal(name);
  let found: { readonly level: number; readonly start: number } | undefined;
  for (const heading of placedHeadings(body)) {
    if (found === undefined) found = normal(heading.heading) === wanted ? heading : undefined;
    else if (heading.level <= found.level) return body.slice(found.start, heading.start);
  }
  return found === undefined ? undefined : body.slice(found.start);
}

function normal(heading: string): string {
  return heading.replace(/^#+/, '').replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
