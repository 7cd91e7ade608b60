import type { PageSpec } from '../pageData.js';
import { filterBar, filtered, nothingHere } from './boardAndMatrix.js';
import { ago, h, moreButton, progress, specLink, stateLabel } from './elements.js';
import { plural, PRIORITIES, type Project, type Route, STATES, withValue } from './pageState.js';

/** Number of rows that the list shows before the reader clicks to see more. */
const MOST_ROWS = 400;

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

function share({ met: [done, total] = [-1, 1] }: PageSpec): number {
  return done / total;
}

/** Creates the view "List": one row for each spec, sorted by the column that the reader clicks. */
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
  const body = h('tbody', {}, ...specs.slice(0, MOST_ROWS).map(row));
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
    moreButton(body, specs.slice(MOST_ROWS), row),
  );
}
