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

/** Returns text for page elements: `; 2 complete in the archive` if the page leaves such specs out, otherwise an empty text. */
export function archivedWords({ archivedComplete }: Project): string {
  return archivedComplete === undefined ? '' : `; ${String(archivedComplete)} complete in the archive`;
}

/** Finds the spec to view, which the page's address names by folder name, number or name. */
export function specNamed({ byRef, specs }: Project, name: string): PageSpec | undefined {
  const number = /^\d+$/.test(name) ? Number(name) : undefined;
  return (
    byRef.get(name) ??
    specs.find((spec) => number !== undefined && spec.number !== '' && Number(spec.number) === number) ??
    specs.find((spec) => spec.ref.endsWith(`-${name}`))
  );
}
