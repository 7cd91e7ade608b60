import type { PageSpec, PageState } from '../pageData.js';
import { h } from './createElement.js';
import { filterBar, filtered, nothingHere, valuesOf } from './filters.js';
import { archivedWords, mark, progress } from './specElements.js';
import { PRIORITIES, type Project, STATE_NAMES, STATES } from './indexedPageData.js';
import { type Route, specHash, withValue } from './route.js';
import { ago, plural } from './relativeDays.js';

/** Number of cards that a column shows before the reader clicks to see more. */
const MOST = 60;
const GROUPINGS = ['status', 'priority', 'assignee', 'tag', 'group'] as const;

/**
 * The kind of cards. `marked`: cards also show the status, because the columns group by another field. `dated`: cards of a past
 * day, which leave out current values.
 */
type Cards = 'plain' | 'marked' | 'dated';

export interface Column {
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
    columnsElement(columnsBy(specs, by), by === 'status' ? 'plain' : 'marked'),
  );
}

export function columnsElement(columns: readonly Column[], cards: Cards = 'plain'): HTMLElement {
  const grid = h('div', { class: 'columns' }, ...columns.map((column) => columnElement(column, cards)));
  grid.style.setProperty('--columns', String(Math.max(1, columns.length)));
  return grid;
}

export function columnsBy(specs: readonly PageSpec[], by: (typeof GROUPINGS)[number]): readonly Column[] {
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

function columnElement({ name, state, specs }: Column, cards: Cards): HTMLElement {
  const list = h('ul', { class: 'cards' }, ...specs.slice(0, MOST).map((spec) => card(spec, cards)));
  const rest = specs.slice(MOST);
  const section = h(
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
  );
  if (rest.length > 0) {
    const more = h('button', { type: 'button', class: 'more' }, `Show ${String(rest.length)} more`);
    more.addEventListener('click', () => {
      list.append(...rest.map((spec) => card(spec, cards)));
      more.remove();
    });
    section.append(more);
  }
  return section;
}

function card(spec: PageSpec, cards: Cards): HTMLElement {
  const isUrgent = spec.priority === 'critical' || spec.priority === 'high';
  const now = Date.now();
  const warning = [
    spec.waitsFor.length > 0
      ? `waits for ${spec.waitsFor.map((ref) => /^\d+/.exec(ref)?.[0] ?? ref).join(', ')}`
      : '',
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
      { class: 'card', href: specHash(spec.ref) },
      h('span', { class: 'number' }, spec.number),
      h('span', { class: 'title' }, cards === 'marked' && mark(spec.state), spec.title),
      h(
        'span',
        { class: 'facts' },
        spec.priority !== undefined && h('span', { class: isUrgent ? 'urgent' : '' }, spec.priority),
        ...spec.tags.slice(0, 3).map((tag) => h('span', {}, tag)),
        cards === 'dated' ? undefined : progress(spec),
      ),
      cards !== 'dated' &&
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
