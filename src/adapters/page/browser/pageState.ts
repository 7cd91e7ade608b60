import type { PageData, PageSpec, PageState, PageTexts } from '../pageData.js';

/** The data of the page, and indexes of the data that several views use. */
export interface Project extends PageData {
  readonly byRef: ReadonlyMap<string, PageSpec>;
  /** The specs that depend on a spec, by the `ref` of that spec. */
  readonly neededBy: ReadonlyMap<string, readonly PageSpec[]>;
  /** Returns the sanitised HTML of a spec's text. The texts are unpacked on first use. */
  readonly htmlOf: (spec: PageSpec) => Promise<string>;
}

/** The states of specs, in the order of the board's columns. */
export const STATES: readonly PageState[] = ['planned', 'in-progress', 'complete', 'archived', 'unknown'];
export const STATE_NAMES: Readonly<Record<PageState, string>> = {
  planned: 'Planned',
  'in-progress': 'In progress',
  complete: 'Complete',
  archived: 'Archived',
  unknown: 'Unknown',
};
export const PRIORITIES: readonly string[] = ['critical', 'high', 'medium', 'low'];

/** Decodes and decompresses the data in the page's element with this id, and removes the element. */
async function unpacked(id: string): Promise<unknown> {
  const element = document.getElementById(id);
  const letters = atob(element?.textContent ?? '');
  element?.remove();
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).json();
}

export async function readProject(): Promise<Project> {
  const data = (await unpacked('data')) as PageData;
  const byRef = new Map(data.specs.map((spec) => [spec.ref, spec]));
  const neededBy = new Map<string, PageSpec[]>();
  for (const spec of data.specs)
    for (const ref of spec.needs) {
      const others = neededBy.get(ref);
      if (others === undefined) neededBy.set(ref, [spec]);
      else others.push(spec);
    }
  const places = new Map(data.specs.map((spec, i) => [spec, i]));
  let texts: Promise<PageTexts> | undefined;
  const htmlOf = async (spec: PageSpec) => {
    texts ??= unpacked('texts') as Promise<PageTexts>;
    return (await texts)[places.get(spec) ?? -1] ?? '';
  };
  return { ...data, byRef, neededBy, htmlOf };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Returns how long before `now` a day or timestamp was, in words. Computed in the browser, so that the exported file does not
 * depend on the time of the export.
 */
export function ago(at: string, now: number): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return '';
  const past = now - time;
  if (at.length === 10) {
    const days = Math.floor(past / DAY);
    if (days <= 0) return 'today';
    return days === 1 ? 'yesterday' : span(days * DAY);
  }
  if (past < MINUTE) return 'just now';
  return span(past);
}

/** Returns a duration in its largest unit, such as `3 d ago` or `5 wk ago`. */
function span(ms: number): string {
  if (ms < HOUR) return `${String(Math.floor(ms / MINUTE))} min ago`;
  if (ms < DAY) return `${String(Math.floor(ms / HOUR))} h ago`;
  const days = Math.floor(ms / DAY);
  if (days < 14) return `${String(days)} d ago`;
  if (days < 60) return `${String(Math.floor(days / 7))} wk ago`;
  return days < 730 ? `${String(Math.floor(days / 30))} mo ago` : `${String(Math.floor(days / 365))} yr ago`;
}

export function plural(count: number, one: string, several = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : several}`;
}

export const VIEWS = ['board', 'list', 'graph', 'matrix', 'search'] as const;
export type View = (typeof VIEWS)[number];

/** The view that the page's address names, as in `#/board?tag=auth` and `#/spec/012-rate-limits`. */
export interface Route {
  readonly view: View | 'spec';
  readonly spec: string;
  readonly query: URLSearchParams;
}

export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', name = ''] = path.split('/');
  if (view === 'spec') return { view, spec: decoded(name), query: new URLSearchParams(query) };
  const known = VIEWS.find((one) => one === view);
  return { view: known ?? 'board', spec: '', query: new URLSearchParams(query) };
}

export function hashOf(view: View, query: URLSearchParams = new URLSearchParams()): string {
  const text = query.toString();
  return `#/${view}${text === '' ? '' : `?${text}`}`;
}

/** Returns the page's address of a spec, such as `#/spec/012-rate-limits`. */
export function specHash(ref: string): string {
  return `#/spec/${encodeURIComponent(ref)}`;
}

/** Returns the page's address with one query value changed; an empty value is removed. */
export function withValue(route: Route, name: string, value: string): string {
  const query = new URLSearchParams(route.query);
  if (value === '') query.delete(name);
  else query.set(name, value);
  return hashOf(route.view === 'spec' ? 'board' : route.view, query);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
