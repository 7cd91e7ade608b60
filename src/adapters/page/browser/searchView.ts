import lunr from 'lunr';
import type { PageSpec } from '../pageData.js';
import { h, specLink, stateLabel } from './elements.js';
import { hashOf, plural, type Project, type Route } from './pageState.js';

const MOST = 40;
/** Number of characters of a text shown before and after the first match. */
const [BEFORE, AFTER] = [70, 190];
/** Number of specs to index before the browser gets time to handle other events, such as typing. */
const AT_ONCE = 12;

/** The full-text index of all specs, built in the background. */
export class SearchIndex {
  readonly #project: Project;
  readonly #texts = new Map<string, string>();
  #made: Promise<lunr.Index> | undefined;

  constructor(project: Project) {
    this.#project = project;
  }

  ready(): Promise<lunr.Index> {
    this.#made ??= this.#make();
    return this.#made;
  }

  /** Returns the text of a spec; empty until the spec is indexed. */
  textOf({ ref }: PageSpec): string {
    return this.#texts.get(ref) ?? '';
  }

  async #make(): Promise<lunr.Index> {
    const builder = new lunr.Builder();
    builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
    builder.searchPipeline.add(lunr.stemmer);
    builder.ref('ref');
    builder.field('title', { boost: 8 });
    builder.field('tags', { boost: 4 });
    builder.field('text');
    const { specs, htmlOf } = this.#project;
    for (let i = 0; i < specs.length; i += AT_ONCE) {
      for (const spec of specs.slice(i, i + AT_ONCE)) {
        const text = plainText(await htmlOf(spec));
        this.#texts.set(spec.ref, text);
        builder.add({
          ref: spec.ref,
          title: `${spec.title} ${spec.ref.replaceAll('-', ' ')}`,
          tags: spec.tags.join(' '),
          text,
        });
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    return builder.build();
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * Returns the text of sanitised HTML: removes tags and decodes entities. Parsing thousands of documents with the browser's HTML
 * parser would take seconds.
 */
function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (_, name: string) => ENTITIES[name] ?? ' ');
}

export function search(
  project: Project,
  index: SearchIndex,
  route: Route,
  replace: (hash: string) => void,
): HTMLElement {
  const asked = route.query.get('q') ?? '';
  const results = h('div', { role: 'status' });
  const input = h('input', {
    type: 'search',
    id: 'query',
    placeholder: 'Search all specs',
    'aria-label': 'Search all specs',
    value: asked,
  });
  let latest = '';
  const show = async (query: string) => {
    latest = query;
    if (query.trim() === '') {
      results.replaceChildren();
      return;
    }
    const answer = (found: readonly PageSpec[], said: string) =>
      results.replaceChildren(
        h('p', { class: 'summary' }, said),
        h(
          'ol',
          { class: 'hits' },
          ...found.slice(0, MOST).map((spec) => hit(spec, index.textOf(spec), query)),
        ),
      );
    const built = await index.ready();
    if (latest !== query) return;
    const found = hits(built, query).flatMap((ref) => project.byRef.get(ref) ?? []);
    answer(found, found.length === 0 ? 'Nothing found.' : `${plural(found.length, 'spec')} found`);
  };
  input.addEventListener('input', () => {
    replace(hashOf('search', new URLSearchParams(input.value === '' ? {} : { q: input.value })));
    void show(input.value);
  });
  void show(asked);
  return h(
    'div',
    {},
    h('h1', { class: 'unseen' }, 'Search'),
    h(
      'form',
      { class: 'filters large', role: 'search', onsubmit: (event: Event) => event.preventDefault() },
      input,
    ),
    results,
  );
}

/**
 * Returns the specs that contain every word of the query except stop words (such as `the`) and the last word, which may be
 * incomplete; if there are none, the specs that contain any word. The query is never read as lunr's query syntax.
 */
function hits(index: lunr.Index, query: string): readonly string[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const last = words.at(-1) ?? '';
  const found = (required: boolean) =>
    index.query((clauses) => {
      for (const word of words) {
        const presence =
          required && word !== last && !isStopWord(word)
            ? lunr.Query.presence.REQUIRED
            : lunr.Query.presence.OPTIONAL;
        clauses.term(word, { presence, boost: 4 });
      }
      if (last.length > 1) clauses.term(last, { wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false });
    });
  const all = found(true);
  return (all.length > 0 ? all : found(false)).map(({ ref }) => ref);
}

function isStopWord(word: string): boolean {
  // lunr's type declaration omits that the filter returns undefined for a stop word.
  return (lunr.stopWordFilter(new lunr.Token(word, {})) as lunr.Token | undefined) === undefined;
}

function hit(spec: PageSpec, text: string, query: string): HTMLElement {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.slice(0, 6))).filter((place) => place >= 0);
  const at = Math.max(0, Math.min(...places, text.length) - BEFORE);
  if (text === '')
    return h('li', {}, h('h2', {}, specLink(spec)), h('p', { class: 'quiet' }, stateLabel(spec.state)));
  const passage = (places.length === 0 ? text.slice(0, AFTER) : text.slice(at, at + BEFORE + AFTER))
    .replace(/\s+/g, ' ')
    .trim();
  return h(
    'li',
    {},
    h('h2', {}, specLink(spec)),
    h('p', {}, `${at > 0 && places.length > 0 ? '… ' : ''}${passage} …`),
    h('p', { class: 'quiet' }, stateLabel(spec.state)),
  );
}
