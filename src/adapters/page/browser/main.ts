import type { PageSpec } from '../pageData.js';
import { board, matrix } from './boardAndMatrix.js';
import { commitLink, h } from './elements.js';
import { list } from './listView.js';
import { graph } from './dependencyGraphView.js';
import {
  hashOf,
  type Project,
  readProject,
  type Route,
  routeOf,
  type View,
  VIEWS,
  specNamed,
} from './pageState.js';
import { search, SearchIndex } from './searchView.js';
import { specPage } from './specView.js';

const NAMES: Readonly<Record<View, string>> = {
  board: 'Board',
  list: 'List',
  graph: 'Graph',
  matrix: 'Matrix',
  search: 'Search',
};
const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'search'],
  ['j, k', 'next and previous spec'],
  ['Enter', 'open the spec'],
  ['b, l, g', 'board, list, graph'],
  ['f', 'filter'],
  ['Esc', 'leave a field, close this'],
  ['?', 'these keys'],
];

class Page {
  readonly #project: Project;
  readonly #index: SearchIndex;
  readonly #main = h('main', { id: 'main', tabindex: '-1' });
  readonly #nav = h('nav', { 'aria-label': 'Views' });
  readonly #help: HTMLDialogElement;
  #shown = 0;

  constructor(project: Project) {
    this.#project = project;
    this.#help = helpDialog(this.#views().includes('matrix') ? [...KEYS, ['m', 'matrix of tests']] : KEYS);
    this.#index = new SearchIndex(project);
  }

  begin(app: HTMLElement): void {
    const skip = h(
      'a',
      {
        class: 'skip',
        href: '#main',
        onclick: (event: Event) => {
          event.preventDefault();
          this.#main.focus();
        },
      },
      'Skip to the content',
    );
    app.replaceChildren(
      skip,
      h(
        'header',
        {},
        h('a', { class: 'project', href: '#/board' }, this.#project.project),
        this.#nav,
        h(
          'button',
          { type: 'button', class: 'round', 'aria-label': 'Keys', onclick: () => this.#help.showModal() },
          '?',
        ),
      ),
      this.#main,
      madeFrom(this.#project) ?? '',
      this.#help,
    );
    addEventListener('hashchange', () => void this.#show(true));
    addEventListener('keydown', (event) => this.#key(event));
    void this.#show(false);
    const whenIdle =
      'requestIdleCallback' in globalThis ? requestIdleCallback : (run: () => void) => setTimeout(run, 400);
    whenIdle(() => void this.#index.ready());
  }

  async #show(moved: boolean): Promise<void> {
    const route = routeOf(location.hash);
    const turn = ++this.#shown;
    const spec = route.view === 'spec' ? specNamed(this.#project, route.spec) : undefined;
    const html = spec === undefined ? '' : await this.#project.htmlOf(spec);
    // Stop here if the reader has already opened another view.
    if (turn !== this.#shown) return;
    const typing = document.activeElement instanceof HTMLInputElement ? document.activeElement : undefined;
    this.#nav.replaceChildren(
      ...this.#views().map((view) =>
        h('a', { href: hashOf(view), 'aria-current': view === route.view ? 'page' : undefined }, NAMES[view]),
      ),
    );
    this.#main.replaceChildren(this.#viewOrWhyNot(route, spec, html));
    const heading = this.#main.querySelector('h1')?.textContent ?? '';
    document.title = `${heading} · ${this.#project.project}`;
    // Put the focus and the cursor back into the input field, because rendering has replaced the field.
    const field = typing === undefined || typing.id === '' ? null : document.getElementById(typing.id);
    if (field instanceof HTMLInputElement) {
      field.focus();
      if (field.type === 'search')
        field.setSelectionRange(typing?.selectionStart ?? null, typing?.selectionEnd ?? null);
    } else if (moved) {
      this.#main.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    if (route.view === 'search' && !moved) document.getElementById('query')?.focus();
  }

  /** Returns the view for the page's address, or the error as a message if the view cannot be rendered. */
  #viewOrWhyNot(route: Route, spec: PageSpec | undefined, html: string): HTMLElement {
    try {
      return this.#view(route, spec, html);
    } catch (error) {
      const why = `This view cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
      return h('p', { class: 'nothing', role: 'alert' }, why);
    }
  }

  #view(route: Route, spec: PageSpec | undefined, html: string): HTMLElement {
    const go = (hash: string) => {
      location.hash = hash;
    };
    const replace = (hash: string) => history.replaceState(null, '', hash);
    switch (route.view) {
      case 'board':
        return board(this.#project, route, (hash) => this.#redraw(hash));
      case 'list':
        return list(this.#project, route, (hash) => this.#redraw(hash));
      case 'graph':
        return graph(this.#project, route, go);
      case 'matrix':
        return matrix(this.#project);
      case 'search':
        return search(this.#project, this.#index, route, replace);
      case 'spec':
        return specPage(this.#project, route, spec, html);
    }
  }

  #views(): readonly View[] {
    return VIEWS.filter((view) => view !== 'matrix' || this.#project.matrix !== undefined);
  }

  /**
   * Replaces the page's address and renders the page, for example after a filter was changed. Adds no entry to the browser's
   * history.
   */
  #redraw(hash: string): void {
    history.replaceState(null, '', hash);
    void this.#show(false);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#help.open) return;
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (event.key === 'Escape' && isField) target.blur();
    if (isField) return;
    const act = this.#action(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  #action(key: string): (() => void) | undefined {
    const views = new Map<string, View>([
      ['b', 'board'],
      ['l', 'list'],
      ['g', 'graph'],
      ['m', 'matrix'],
    ]);
    const view = views.get(key);
    if (view !== undefined && this.#views().includes(view)) return () => (location.hash = hashOf(view));
    switch (key) {
      case '/':
        return () => {
          location.hash = hashOf('search');
          setTimeout(() => document.getElementById('query')?.focus());
        };
      case 'f':
        return () => document.getElementById('filter')?.focus();
      case '?':
        return () => this.#help.showModal();
      case 'j':
        return () => this.#step(1);
      case 'k':
        return () => this.#step(-1);
      default:
        return undefined;
    }
  }

  #step(by: number): void {
    const links = [
      ...this.#main.querySelectorAll<HTMLElement>('a.card, table a.ref, .hits a.ref, aside a.ref, .text a'),
    ];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by));
    links[next]?.focus();
    links[next]?.scrollIntoView({ block: 'nearest' });
  }
}

/** Returns the page's last line: the commit that the page was made from. */
function madeFrom(project: Project): HTMLElement | undefined {
  if (project.madeFrom === undefined) return undefined;
  const { hash, at, isChanged } = project.madeFrom;
  const time = ` at ${at.slice(0, 16).replace('T', ' ')} UTC${isChanged ? ', with uncommitted changes' : ''}`;
  return h('footer', {}, 'made from ', commitLink(project, hash), time);
}

function helpDialog(keys: typeof KEYS): HTMLDialogElement {
  return h(
    'dialog',
    { 'aria-label': 'Keys' },
    h('h2', {}, 'Keys'),
    h('dl', {}, ...keys.flatMap(([key, what]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)])),
    h('form', { method: 'dialog' }, h('button', {}, 'Close')),
  );
}

const app = document.getElementById('app');
if (app !== null) {
  readProject().then(
    (project) => new Page(project).begin(app),
    (error: unknown) => {
      app.append(
        h(
          'p',
          { class: 'nothing' },
          `This page cannot be shown: ${String(error)}. Open the page in a browser released in 2023 or later.`,
        ),
      );
    },
  );
}
