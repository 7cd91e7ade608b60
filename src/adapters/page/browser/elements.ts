import type { PageSpec, PageState } from '../pageData.js';
import { type Project, STATE_NAMES } from './pageState.js';

type Child = Node | string | false | undefined;
type Value = string | number | boolean | undefined | ((event: never) => void);

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an HTML element with attributes (`on…` adds an event listener) and children. Strings become text, never HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled<Made extends Element>(
  element: Made,
  attributes: Readonly<Record<string, Value>>,
  children: readonly Child[],
): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== undefined && child !== false) element.append(child);
  return element;
}

/** Returns the coloured symbol of a status. Symbols differ in shape too, for people who cannot distinguish the colours. */
export function mark(state: PageState): HTMLElement {
  return h('span', { class: `mark ${state}`, 'aria-hidden': 'true' });
}

export function stateLabel(state: PageState): HTMLElement {
  return h('span', { class: 'state' }, mark(state), STATE_NAMES[state]);
}

/** Returns a progress bar of the ticked criteria, with the numbers as text; undefined for a spec without criteria. */
export function progress(spec: PageSpec): HTMLElement | undefined {
  if (spec.met === undefined) return undefined;
  const [done, total] = spec.met;
  const bar = h('span', { class: 'bar', 'aria-hidden': 'true' }, h('span', { class: 'filled' }));
  (bar.firstElementChild as HTMLElement).style.width = `${String((100 * done) / total)}%`;
  return h(
    'span',
    { class: 'progress', title: 'criteria met' },
    bar,
    `${String(done)}/${String(total)}`,
    h('span', { class: 'unseen' }, ' criteria met'),
    ...(spec.doubts ?? []).map((words) =>
      h('span', { class: words.endsWith('failing') ? 'urgent' : '' }, `· ${words}`),
    ),
  );
}

export function specLink({ ref, number, title }: PageSpec): HTMLElement {
  return h('a', { href: specAddress(ref), class: 'ref' }, h('span', { class: 'number' }, number), ' ', title);
}

/** Returns a button that adds the rest of the items to a list when clicked; false if there is no rest. */
export function moreButton<Item>(
  list: HTMLElement,
  rest: readonly Item[],
  elementOf: (item: Item) => HTMLElement,
): HTMLElement | false {
  const more = h('button', { type: 'button', class: 'more' }, `Show ${String(rest.length)} more`);
  more.addEventListener('click', () => {
    list.append(...rest.map(elementOf));
    more.remove();
  });
  return rest.length > 0 && more;
}

/** Returns the hash of a commit, as a link if the website of the repository is known. */
export function commitLink({ commitAddress: address }: Project, hash: string): HTMLElement {
  const text = h('code', {}, hash.slice(0, 10));
  return address === undefined ? text : h('a', { href: address + hash, rel: 'noopener noreferrer' }, text);
}

/** Returns the page's address of a spec, such as `#/spec/012-rate-limits`. */
export function specAddress(ref: string): string {
  return `#/spec/${encodeURIComponent(ref)}`;
}

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const DAY = 24 * HOUR;

/**
 * Returns how long before `now` a day or timestamp was, in words. Computed in the browser, so that the exported file does not
 * depend on the time of the export.
 */
export function ago(at: string, now: number): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return '';
  const past = now - time;
  if (at.length === 10) {
    const days = Math.floor(past / DAY);
    if (days <= 0) return 'today';
    return days === 1 ? 'yesterday' : span(days * DAY);
  }
  if (past < MINUTE) return 'just now';
  return span(past);
}

/** Returns a duration in its largest unit, such as `3 d ago` or `5 wk ago`. */
function span(ms: number): string {
  if (ms < HOUR) return `${String(Math.floor(ms / MINUTE))} min ago`;
  if (ms < DAY) return `${String(Math.floor(ms / HOUR))} h ago`;
  const days = Math.floor(ms / DAY);
  if (days < 14) return `${String(days)} d ago`;
  if (days < 60) return `${String(Math.floor(days / 7))} wk ago`;
  return days < 730 ? `${String(Math.floor(days / 30))} mo ago` : `${String(Math.floor(days / 365))} yr ago`;
}
