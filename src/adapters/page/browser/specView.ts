import type { PageSpec } from '../pageData.js';
import { ago, commitLink, h, moreButton, progress, specLink, stateLabel } from './elements.js';
import { hashOf, type Project, type Route } from './pageState.js';

const MOST_EVENTS = 12;

/** Creates the page of one spec. @param html the spec's text as sanitised HTML. */
export function specPage(
  project: Project,
  route: Route,
  spec: PageSpec | undefined,
  html: string,
): HTMLElement {
  if (spec === undefined)
    return h(
      'div',
      { class: 'nothing' },
      h('h1', {}, 'No such spec'),
      h(
        'p',
        {},
        `There is no spec “${route.spec}” on this page. `,
        h('a', { href: '#/list' }, 'See all specs'),
        '.',
      ),
    );
  const text = h('div', { class: 'text' });
  // This is safe: the HTML was sanitised on export, and the page's content security policy blocks all scripts and requests in the
  // HTML.
  text.innerHTML = html;
  return h(
    'article',
    { class: 'spec' },
    h(
      'p',
      { class: 'over' },
      spec.number === '' ? spec.ref : spec.number,
      spec.group !== undefined && ` · ${spec.group}`,
    ),
    h('h1', {}, spec.title),
    h('p', { class: 'lede' }, stateLabel(spec.state), ...leading(spec)),
    h('div', { class: 'body' }, text, aside(project, spec)),
  );
}

function leading(spec: PageSpec): readonly (HTMLElement | string)[] {
  const { priority, tags, assignee, claim, ended, completed, diverged } = spec;
  const isHeld = claim !== undefined && Date.parse(claim.until) > Date.now();
  return [
    ended,
    diverged === undefined ? undefined : `two branches set ${diverged.join(', ')} to different values`,
    priority,
    completed === undefined ? undefined : `completed ${completed}`,
    isHeld
      ? `claimed by ${claim.by} until ${claim.until.slice(0, 16).replace('T', ' ')}`
      : assignee === undefined
        ? undefined
        : assignee,
    ...tags.map((tag) => h('a', { href: hashOf('board', new URLSearchParams({ tag })) }, tag)),
    progress(spec),
  ].flatMap((part) => (part === undefined ? [] : [' · ', part]));
}

function aside(project: Project, spec: PageSpec): HTMLElement {
  const linked = (name: string, specs: readonly PageSpec[], more: readonly HTMLElement[] = []) =>
    specs.length === 0 ? [] : [h('h2', {}, name), h('ul', {}, ...specs.map((one) => item(one))), ...more];
  const item = (one: PageSpec, below: readonly HTMLElement[] = []) => {
    const said = one.parts === undefined ? one.state : `${one.state}, parts: ${one.parts.progress}`;
    return h('li', {}, specLink(one), ' ', h('span', { class: 'quiet' }, said), ...below);
  };
  // If a spec is a part of itself through other specs (a cycle), stop at the first spec that appears again.
  const parts = (whole: PageSpec, above: readonly PageSpec[] = []): readonly HTMLElement[] =>
    whole.parts === undefined || above.includes(whole)
      ? []
      : [h('ul', {}, ...named(whole.parts.specs).map((one) => item(one, parts(one, [...above, whole]))))];
  const named = (refs: readonly string[]) => refs.flatMap((ref) => project.byRef.get(ref) ?? []);
  const needs = named(spec.needs);
  const neededBy = project.neededBy.get(spec.ref) ?? [];
  const graph =
    needs.length + neededBy.length === 0
      ? []
      : [
          h(
            'p',
            {},
            h('a', { href: hashOf('graph', new URLSearchParams({ focus: spec.ref })) }, 'Show in the graph'),
          ),
        ];
  return h(
    'aside',
    { 'aria-label': 'About this spec' },
    ...linked('Part of', named(spec.partOf === undefined ? [] : [spec.partOf])),
    ...(spec.parts === undefined ? [] : [h('h2', {}, `Parts: ${spec.parts.progress}`), ...parts(spec)]),
    ...linked('Depends on', needs),
    ...linked('Needed by', neededBy),
    ...graph,
    ...linked('Related', named(spec.related)),
    ...(spec.problems.length === 0
      ? []
      : [h('h2', {}, 'Problems'), h('ul', {}, ...spec.problems.map((one) => h('li', {}, one)))]),
    ...facts(spec),
    ...commits(project, spec),
    ...history(spec),
  );
}

function facts(spec: PageSpec): readonly HTMLElement[] {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['folder', spec.ref],
    ['created', spec.created],
    ['completed', spec.completed],
    ['assignee', spec.assignee],
    ['reviewer', spec.reviewer],
    ['approval', spec.approval],
    ...spec.fields,
  ];
  return [
    h('h2', {}, 'Facts'),
    h(
      'dl',
      {},
      ...rows.flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [h('dt', {}, name), h('dd', {}, value)],
      ),
    ),
  ];
}

function commits(project: Project, { commits: traced }: PageSpec): readonly HTMLElement[] {
  if (traced === undefined) return [];
  const left = traced.total - traced.shown.length;
  return [
    h('h2', {}, 'Commits'),
    h(
      'ul',
      {},
      ...traced.shown.map(([hash, day, subject]) =>
        h('li', {}, subject, h('span', { class: 'quiet' }, ' ', commitLink(project, hash), `, ${day}`)),
      ),
      left > 0 && h('li', { class: 'quiet' }, `${String(left)} more`),
    ),
  ];
}

function history({ events }: PageSpec): readonly HTMLElement[] {
  if (events.length === 0) return [];
  const now = Date.now();
  const row = ([at, actor, what]: PageSpec['events'][number]) =>
    h(
      'li',
      {},
      h('span', {}, what),
      h('span', { class: 'quiet' }, [actor, at === '' ? '' : ago(at, now)].filter(Boolean).join(' · ')),
    );
  const listed = h('ol', { class: 'history' }, ...events.slice(0, MOST_EVENTS).map(row));
  const more = moreButton(listed, events.slice(MOST_EVENTS), row);
  return [h('h2', {}, 'History'), listed, ...(more === false ? [] : [more])];
}
