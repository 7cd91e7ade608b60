import type { PageSpec } from '../pageData.js';
import { h } from './createElement.js';
import { filterBar, filtered, nothingHere } from './filters.js';
import { progress, specLink, stateLabel } from './specElements.js';
import { PRIORITIES, type Project, STATES } from './indexedPageData.js';
import { type Route, withValue } from './route.js';
import { ago, plural } from './relativeDays.js';

/** Number of rows that the list shows before the reader clicks to see more. */
const MOST = 400;

interface ListColumn {
  readonly key: string;
  readonly name: string;
  readonly cell: (spec: PageSpec) => HTMLElement | string | undefined;
  readonly order: (a: PageSpec, b: PageSpec) => number;
}

const text = (value: (spec: PageSpec) => string) => (a: PageSpec, b: PageSpec) =>
  // Sort empty values last.
  Number(value(a) === '') - Number(value(b) === '') || value(a).localeCompare(value(b));

const COLUMNS: readonly ListColumn[] = [
  { key: 'title', name: 'Spec', cell: specLink, order: text(({ ref }) => ref) },
  {
    key: 'status',
    name: 'Status',
    cell: ({ state }) => stateLabel(state),
    order: (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state),
  },
  {
    key: 'priority',
    name: 'Priority',
    cell: ({ priority }) => priority,
    order: text(({ priority = '' }) => (priority === '' ? '' : String(PRIORITIES.indexOf(priority)))),
  },
  { key: 'met', name: 'Criteria', cell: progress, order: (a, b) => share(b) - share(a) },
  { key: 'tags', name: 'Tags', cell: ({ tags }) => tags.join(', '), order: text(({ tags }) => tags.join()) },
  {
    key: 'assignee',
    name: 'Assignee',
    cell: ({ assignee }) => assignee,
    order: text(({ assignee = '' }) => assignee),
  },
  {
    key: 'updated',
    name: 'Changed',
    cell: ({ updated = '' }) => h('time', { datetime: updated, title: updated }, ago(updated, Date.now())),
    order: (a, b) => (b.updated ?? '').localeCompare(a.updated ?? ''),
  },
];

function share(spec: PageSpec): number {
  const criteria = spec.criteria.filter(({ retired }) => retired !== true);
  return criteria.length === 0 ? -1 : criteria.filter(({ done }) => done).length / criteria.length;
}

export function list(project: Project, route: Route, go: (hash: string) => void): HTMLElement {
  const [key = 'title', direction] = (route.query.get('sort') ?? 'title').split(' ');
  const sorted = COLUMNS.find((column) => column.key === key) ?? COLUMNS[0];
  const specs = [...filtered(project, route)].sort(sorted?.order);
  if (direction === 'down') specs.reverse();
  const people = project.specs.some(({ assignee }) => assignee !== undefined);
  const columns = COLUMNS.filter((column) => people || column.key !== 'assignee');
  const heads = columns.map((column) => {
    const isSorted = column === sorted;
    const sort = isSorted && direction !== 'down' ? `${column.key} down` : column.key;
    return h(
      'th',
      {
        scope: 'col',
        class: column.key,
        'aria-sort': isSorted ? (direction === 'down' ? 'descending' : 'ascending') : 'none',
      },
      h(
        'button',
        { type: 'button', onclick: () => go(withValue(route, 'sort', sort === 'title' ? '' : sort)) },
        column.name,
      ),
    );
  });
  const row = (spec: PageSpec) =>
    h('tr', {}, ...columns.map((column) => h('td', { class: column.key }, column.cell(spec))));
  const { body, more } = rowsWithMore(specs, row);
  return h(
    'div',
    {},
    h('h1', { class: 'unseen' }, 'List'),
    filterBar(project, route, [], go),
    h('p', { class: 'summary', role: 'status' }, plural(specs.length, 'spec')),
    nothingHere(project, specs),
    specs.length > 0 &&
      h(
        'div',
        { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Specs' },
        h('table', { class: 'list' }, h('thead', {}, h('tr', {}, ...heads)), body),
      ),
    more,
  );
}

/** Returns the body of a table with its first rows, and a button for the rest; false if there is no rest. */
export function rowsWithMore<Item>(
  items: readonly Item[],
  row: (item: Item) => HTMLElement,
): { readonly body: HTMLElement; readonly more: HTMLElement | false } {
  const body = h('tbody', {}, ...items.slice(0, MOST).map(row));
  const rest = items.slice(MOST);
  const more = h('button', { type: 'button', class: 'more' }, `Show ${String(rest.length)} more`);
  more.addEventListener('click', () => {
    body.append(...rest.map(row));
    more.remove();
  });
  return { body, more: rest.length > 0 && more };
}
