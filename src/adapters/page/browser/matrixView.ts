import type { PageMatrixRow } from '../pageData.js';
import { h } from './createElement.js';
import type { Project } from './indexedPageData.js';
import { rowsWithMore } from './listView.js';
import { specLink } from './specElements.js';

const MOST_COMMITS = 3;
const HEADS = ['Spec', 'Criterion', 'State', 'Tests', 'Commits'];

/** Creates the view "Matrix": all criteria with their tests and the commits of their specs, the worst first. */
export function matrix({ matrix: rows = [], byRef }: Project): HTMLElement {
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
          h('div', { title: `${day} ${subject}` }, h('code', {}, hash)),
        ),
        total > commits.length && h('div', { class: 'quiet' }, `${String(total - commits.length)} more`),
      ),
    );
  };
  const { body, more } = rowsWithMore(rows, row);
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
    more,
  );
}
