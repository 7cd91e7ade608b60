import { columnsElement } from './boardListAndMatrix.js';
import type { PageState } from '../pageData.js';
import { archivedWords, h, mark, specLink, svg } from './elements.js';
import { plural, type Project, type Route, STATE_NAMES, stateOn, STATES, withValue } from './pageState.js';

const DAY = 86_400_000;
const [WIDTH, HEIGHT] = [960, 220];
/** Maximum number of steps into which a chart divides its period. Over a longer period, the chart skips days. */
const STEPS = 160;

const dayAt = (day: string, more: number) =>
  new Date(Date.parse(day) + more * DAY).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** Creates the view "Time": the board of any day, and charts of the flow of work. */
export function time(project: Project, route: Route, replace: (hash: string) => void): HTMLElement {
  const { firstDay, lastDay } = project;
  const page = h('div', { class: 'time' }, h('h1', { class: 'unseen' }, 'Time'));
  if (firstDay === '') {
    page.append(h('p', { class: 'nothing' }, 'There is nothing to show yet: no spec has a creation date.'));
    return page;
  }
  const length = Math.max(1, daysBetween(firstDay, lastDay));
  const asked = route.query.get('at') ?? lastDay;
  const day = asked < firstDay ? firstDay : asked > lastDay ? lastDay : asked;
  const shown = h('div', { class: 'then' });
  const label = h('output', { for: 'day' });
  const slider = h('input', {
    type: 'range',
    id: 'day',
    min: 0,
    max: length,
    value: daysBetween(firstDay, day),
    'aria-label': 'Day',
  });
  const show = (at: string) => {
    label.textContent = at;
    slider.setAttribute('aria-valuetext', at);
    shown.replaceChildren(...boardOn(project, at));
  };
  slider.addEventListener('input', () => show(dayAt(firstDay, Number(slider.value))));
  slider.addEventListener('change', () =>
    replace(withValue(route, 'at', dayAt(firstDay, Number(slider.value)))),
  );
  show(day);
  page.append(
    h(
      'div',
      { class: 'slider' },
      h('span', { class: 'quiet' }, firstDay),
      slider,
      h('span', { class: 'quiet' }, lastDay),
      label,
    ),
    h('div', { class: 'charts' }, flow(project), cycle(project)),
    shown,
  );
  return page;
}

/**
 * Returns the non-empty columns of the board on a day. Specs are shown as links without details, because texts and criteria are
 * known only as they are now.
 */
function boardOn(project: Project, day: string): readonly HTMLElement[] {
  const states = project.specs.map((spec) => [spec, stateOn(spec, day)] as const);
  const columns = STATES.map((state) => ({
    name: STATE_NAMES[state],
    state,
    specs: states.flatMap(([spec, then]) => (then === state ? [spec] : [])),
  })).filter(({ specs }) => specs.length > 0);
  const there = states.filter(([, then]) => then !== undefined).length;
  return [
    h('p', { class: 'summary' }, `${plural(there, 'spec')} on ${day}`),
    columnsElement(columns, 'dated'),
  ];
}

/** Draws the cumulative flow diagram: the number of specs in each state per day. */
function flow(project: Project): HTMLElement {
  const { firstDay, lastDay, specs } = project;
  const length = Math.max(1, daysBetween(firstDay, lastDay));
  const count = Math.min(STEPS, length);
  const days = Array.from({ length: count + 1 }, (_, i) => dayAt(firstDay, Math.round((i * length) / count)));
  const order: readonly PageState[] = ['archived', 'complete', 'in-progress', 'planned', 'unknown'];
  const rows = days.map((day) => {
    const counts = new Map<PageState, number>();
    for (const spec of specs) {
      const state = stateOn(spec, day);
      if (state !== undefined) counts.set(state, (counts.get(state) ?? 0) + 1);
    }
    return counts;
  });
  const highest = Math.max(1, ...rows.map((counts) => [...counts.values()].reduce((sum, n) => sum + n, 0)));
  const x = (i: number) => ((i * WIDTH) / count).toFixed(1);
  const y = (value: number) => (HEIGHT - (value * HEIGHT) / highest).toFixed(1);
  const base = days.map(() => 0);
  const areas = order.flatMap((state) => {
    const lower = [...base];
    rows.forEach((counts, i) => (base[i] = (base[i] ?? 0) + (counts.get(state) ?? 0)));
    if (base.every((value, i) => value === lower[i])) return [];
    const upper = base.map((value, i) => `${x(i)} ${y(value)}`);
    const under = lower.map((value, i) => `${x(i)} ${y(value)}`).reverse();
    return [svg('path', { d: `M${[...upper, ...under].join('L')}Z`, class: `area ${state}` })];
  });
  const last = rows.at(-1) ?? new Map<PageState, number>();
  const said = STATES.flatMap((state) => {
    const n = last.get(state);
    return n === undefined ? [] : [mark(state), `${String(n)} ${STATE_NAMES[state].toLowerCase()} `];
  });
  return h(
    'figure',
    {},
    h(
      'figcaption',
      {},
      h('h2', {}, 'Flow'),
      `Specs by status; the highest number on one day is ${String(highest)}. On ${lastDay}: `,
      ...said,
    ),
    svg(
      'svg',
      {
        viewBox: `0 0 ${String(WIDTH)} ${String(HEIGHT)}`,
        preserveAspectRatio: 'none',
        class: 'chart',
        role: 'img',
        'aria-label': `Specs by status from ${firstDay} to ${lastDay}`,
      },
      ...areas,
    ),
    h('p', { class: 'axis' }, h('span', {}, firstDay), h('span', {}, lastDay)),
  );
}

/** Draws the cycle times: for each completed spec, the days from its first start to its last completion. */
function cycle(project: Project): HTMLElement {
  const { firstDay, lastDay } = project;
  const done = project.specs.flatMap((spec) => {
    const [started, completed] = spec.worked ?? [];
    return started === undefined || completed === undefined
      ? []
      : [{ spec, completed, days: daysBetween(started, completed) }];
  });
  const heading = h('h2', {}, 'Cycle time');
  if (done.length === 0)
    return h(
      'figure',
      {},
      h(
        'figcaption',
        {},
        heading,
        `No spec on this page has both a start date and a completion date${archivedWords(project)}.`,
      ),
    );
  const sorted = done.map(({ days }) => days).sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const longest = Math.max(1, ...sorted);
  const length = Math.max(1, daysBetween(firstDay, lastDay));
  const dots = done.map(({ spec, completed, days }) =>
    svg(
      'circle',
      {
        cx: ((daysBetween(firstDay, completed) * (WIDTH - 12)) / length + 6).toFixed(1),
        cy: (HEIGHT - 8 - (days * (HEIGHT - 16)) / longest).toFixed(1),
        r: 7,
        class: 'dot',
      },
      svg('title', {}, `${spec.number} ${spec.title}: ${plural(days, 'day')}`),
    ),
  );
  const slowest = [...done].sort((a, b) => b.days - a.days).slice(0, 3);
  return h(
    'figure',
    {},
    h(
      'figcaption',
      {},
      heading,
      `Days from start to completion: half of ${plural(done.length, 'spec')} took ${plural(median, 'day')} or less, the longest ${plural(longest, 'day')}.`,
    ),
    svg(
      'svg',
      {
        viewBox: `0 0 ${String(WIDTH)} ${String(HEIGHT)}`,
        class: 'chart',
        role: 'img',
        'aria-label': 'Days each spec took, by the day it was completed',
      },
      ...dots,
    ),
    h('p', { class: 'axis' }, h('span', {}, firstDay), h('span', {}, lastDay)),
    h(
      'p',
      { class: 'quiet' },
      'Longest: ',
      ...slowest.flatMap(({ spec, days }, i) => [
        i > 0 ? ', ' : '',
        specLink(spec),
        ` (${plural(days, 'day')})`,
      ]),
    ),
  );
}
