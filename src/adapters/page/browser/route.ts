export const VIEWS = ['board', 'list', 'graph', 'time', 'matrix', 'search'] as const;
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
