import type { PageMatrixRow, PageSpec, PageState } from '../pageData.js';
import { ago, commitLink, h, mark, moreButton, progress, specAddress, specLink } from './elements.js';
import {
  archivedWords,
  plural,
  PRIORITIES,
  type Project,
  type Route,
  STATE_NAMES,
  STATES,
  withValue,
} from './pageState.js';

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

function valuesOf(spec: PageSpec, name: FilterName): readonly string[] {
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

/** Creates the filter fields. When the reader changes a field, its value is put into the page's address. */
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

/** Number of cards that a column shows before the reader clicks to see more. */
const MOST = 60;
const GROUPINGS = ['status', 'priority', 'assignee', 'tag', 'group'] as const;

interface Column {
  readonly name: string;
  readonly state?: PageState;
  readonly specs: readonly PageSpec[];
}

export function board(project: Project, route: Route, go: (hash: string) => void): HTMLElement {
  const by = GROUPINGS.find((one) => one === route.query.get('by')) ?? 'status';
  const specs = filtered(project, route);
  const grouping = h(
    'select',
    {
      'aria-label': 'Columns',
      onchange: (event: Event) => go(withValue(route, 'by', (event.target as HTMLSelectElement).value)),
    },
    ...GROUPINGS.map((one) =>
      h('option', { value: one === 'status' ? '' : one, selected: one === by }, `by ${one}`),
    ),
  );
  return h(
    'div',
    {},
    h('h1', { class: 'unseen' }, 'Board'),
    filterBar(project, route, [grouping], go),
    h(
      'p',
      { class: 'summary', role: 'status' },
      `${plural(specs.length, 'spec')}${specs.length === project.specs.length ? '' : ` of ${String(project.specs.length)}`}${archivedWords(project)}`,
    ),
    nothingHere(project, specs),
    columnsElement(columnsBy(specs, by), by !== 'status'),
  );
}

/** Creates the board's columns. @param isMarked true if each card shows its status, because the columns are not the statuses. */
function columnsElement(columns: readonly Column[], isMarked: boolean): HTMLElement {
  const grid = h('div', { class: 'columns' }, ...columns.map((column) => columnElement(column, isMarked)));
  grid.style.setProperty('--columns', String(Math.max(1, columns.length)));
  return grid;
}

function columnsBy(specs: readonly PageSpec[], by: (typeof GROUPINGS)[number]): readonly Column[] {
  if (by === 'status')
    return STATES.map((state) => ({
      name: STATE_NAMES[state],
      state,
      specs: inOrder(
        specs.filter((spec) => spec.state === state),
        state,
      ),
    })).filter(({ state, specs: own }) => own.length > 0 || STATES.indexOf(state) < 3);
  const values = new Set(specs.flatMap((spec) => valuesOf(spec, by)));
  const ordered = by === 'priority' ? PRIORITIES.filter((one) => values.has(one)) : [...values].sort();
  const columns = ordered.map((name) => ({
    name,
    specs: specs.filter((spec) => valuesOf(spec, by).includes(name)),
  }));
  const none = specs.filter((spec) => valuesOf(spec, by).length === 0);
  return none.length === 0 ? columns : [...columns, { name: `no ${by}`, specs: none }];
}

/** Sorts complete and archived specs by date, newest first; other specs by priority, most urgent first. */
function inOrder(specs: readonly PageSpec[], state: PageState): readonly PageSpec[] {
  const rank = ({ priority = '' }: PageSpec) =>
    (PRIORITIES.indexOf(priority) + PRIORITIES.length + 1) % (PRIORITIES.length + 1);
  return [...specs].sort((a, b) =>
    state === 'complete' || state === 'archived'
      ? (b.completed ?? b.updated ?? '').localeCompare(a.completed ?? a.updated ?? '') ||
        a.ref.localeCompare(b.ref)
      : rank(a) - rank(b) || a.ref.localeCompare(b.ref),
  );
}

function columnElement({ name, state, specs }: Column, isMarked: boolean): HTMLElement {
  const list = h('ul', { class: 'cards' }, ...specs.slice(0, MOST).map((spec) => card(spec, isMarked)));
  return h(
    'section',
    { class: 'column' },
    h(
      'h2',
      {},
      state !== undefined && mark(state),
      name,
      h('span', { class: 'count' }, String(specs.length)),
    ),
    list,
    moreButton(list, specs.slice(MOST), (spec) => card(spec, isMarked)),
  );
}

function card(spec: PageSpec, isMarked: boolean): HTMLElement {
  const isUrgent = spec.priority === 'critical' || spec.priority === 'high';
  const now = Date.now();
  const warning = [
    spec.waitsFor.length > 0
      ? `waits for ${spec.waitsFor.map((ref) => /^\d+/.exec(ref)?.[0] ?? ref).join(', ')}`
      : '',
    spec.unapproved ?? '',
    spec.problems.length > 0 ? 'needs attention' : '',
    spec.diverged === undefined ? '' : 'branches differ',
  ].filter((note) => note !== '');
  const notes = [
    spec.claim !== undefined && Date.parse(spec.claim.until) > now
      ? `claimed by ${spec.claim.by}`
      : (spec.assignee ?? ''),
    spec.ended ?? '',
    spec.state === 'in-progress' && spec.updated !== undefined ? ago(spec.updated, now) : '',
  ].filter((note) => note !== '');
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'card', href: specAddress(spec.ref) },
      h('span', { class: 'number' }, spec.number),
      h('span', { class: 'title' }, isMarked && mark(spec.state), spec.title),
      h(
        'span',
        { class: 'facts' },
        spec.priority !== undefined && h('span', { class: isUrgent ? 'urgent' : '' }, spec.priority),
        ...spec.tags.slice(0, 3).map((tag) => h('span', {}, tag)),
        progress(spec),
      ),
      warning.length + notes.length > 0 &&
        h(
          'span',
          { class: 'note' },
          warning.length > 0 && h('span', { class: 'urgent' }, warning.join(' · ')),
          `${warning.length > 0 && notes.length > 0 ? ' · ' : ''}${notes.join(' · ')}`,
        ),
    ),
  );
}

/** Number of rows that the matrix shows before the reader clicks to see more. */
const MOST_ROWS = 400;

const MOST_COMMITS = 3;
const HEADS = ['Spec', 'Criterion', 'State', 'Tests', 'Commits'];

/** Creates the view "Matrix": all criteria with their tests and their specs' commits, criteria in the worst state first. */
export function matrix(project: Project): HTMLElement {
  const { matrix: rows = [], byRef } = project;
  const counts = new Map<string, number>();
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1);
  const row = ({ ref, label, text, state, tests, more = 0 }: PageMatrixRow) => {
    const spec = byRef.get(ref);
    const { shown = [], total = 0 } = spec?.commits ?? {};
    const commits = shown.slice(0, MOST_COMMITS);
    return h(
      'tr',
      {},
      h('td', {}, spec && specLink(spec)),
      h('td', {}, h('b', {}, label), ` ${text}`),
      h('td', { class: `proof ${state.replace(' ', '-')}` }, state),
      h(
        'td',
        {},
        ...tests.map(([name, outcome]) => h('div', {}, outcome === 'passed' ? name : `${outcome}: ${name}`)),
        more > 0 && h('div', { class: 'quiet' }, `${String(more)} more`),
      ),
      h(
        'td',
        {},
        ...commits.map(([hash, day, subject]) =>
          h('div', { title: `${day} ${subject}` }, commitLink(project, hash)),
        ),
        total > commits.length && h('div', { class: 'quiet' }, `${String(total - commits.length)} more`),
      ),
    );
  };
  const body = h('tbody', {}, ...rows.slice(0, MOST_ROWS).map(row));
  const heads = HEADS.map((name) => h('th', { scope: 'col' }, name));
  const summary = [...counts].map(([state, count]) => `${String(count)} ${state}`).join(', ');
  return h(
    'div',
    {},
    h('h1', { class: 'unseen' }, 'Matrix'),
    h(
      'p',
      { class: 'summary' },
      `${rows.length === 1 ? '1 criterion' : `${String(rows.length)} criteria`}: ${summary}`,
    ),
    h(
      'div',
      { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Criteria and tests' },
      h('table', { class: 'list matrix' }, h('thead', {}, h('tr', {}, ...heads)), body),
    ),
    moreButton(body, rows.slice(MOST_ROWS), row),
  );
}
