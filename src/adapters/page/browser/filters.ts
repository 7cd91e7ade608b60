import type { PageSpec } from '../pageData.js';
import { h } from './createElement.js';
import { PRIORITIES, type Project } from './indexedPageData.js';
import { type Route, withValue } from './route.js';

const NAMES = ['tag', 'assignee', 'group', 'priority'] as const;
type FilterName = (typeof NAMES)[number];

/** Returns the specs that match the filters in the page's address. */
export function filtered(project: Project, { query }: Route): readonly PageSpec[] {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = NAMES.map((name) => [name, query.get(name) ?? ''] as const);
  return project.specs.filter(
    (spec) =>
      wanted.every(([name, value]) => value === '' || valuesOf(spec, name).includes(value)) &&
      words.every((word) => `${spec.ref} ${spec.title} ${spec.tags.join(' ')}`.toLowerCase().includes(word)),
  );
}

export function valuesOf(spec: PageSpec, name: FilterName): readonly string[] {
  if (name === 'tag') return spec.tags;
  const value = spec[name];
  return value === undefined ? [] : [value];
}

/** Returns a message for a view without specs; undefined if the view shows specs. */
export function nothingHere(project: Project, shown: readonly PageSpec[]): HTMLElement | undefined {
  if (shown.length > 0) return undefined;
  return project.specs.length === 0
    ? h(
        'p',
        { class: 'nothing' },
        'There are no specs yet. Create the first one: ',
        h('code', {}, 'spectool create my-first-spec'),
      )
    : h('p', { class: 'nothing' }, 'No spec matches. Remove a filter to see more.');
}

/** Creates the filter fields; a change of a field changes the page's address. */
export function filterBar(
  project: Project,
  route: Route,
  more: readonly HTMLElement[],
  go: (hash: string) => void,
): HTMLElement {
  const text = h('input', {
    type: 'search',
    id: 'filter',
    placeholder: 'Filter',
    'aria-label': 'Filter by words of title, folder and tags',
    value: route.query.get('q') ?? '',
    oninput: (event: Event) => go(withValue(route, 'q', (event.target as HTMLInputElement).value)),
  });
  const choices = NAMES.flatMap((name) => {
    const counts = new Map<string, number>();
    for (const spec of project.specs)
      for (const value of valuesOf(spec, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const chosen = route.query.get(name) ?? '';
    if (counts.size === 0 && chosen === '') return [];
    const values =
      name === 'priority' ? PRIORITIES.filter((one) => counts.has(one)) : [...counts.keys()].sort();
    const options = values.map((value) =>
      h('option', { value, selected: value === chosen }, `${value} (${String(counts.get(value) ?? 0)})`),
    );
    return [
      h(
        'select',
        {
          'aria-label': name,
          onchange: (event: Event) => go(withValue(route, name, (event.target as HTMLSelectElement).value)),
        },
        h('option', { value: '' }, `any ${name}`),
        ...options,
      ),
    ];
  });
  return h(
    'form',
    {
      class: 'filters',
      role: 'search',
      'aria-label': 'Filters',
      onsubmit: (event: Event) => event.preventDefault(),
    },
    text,
    ...choices,
    ...more,
  );
}
