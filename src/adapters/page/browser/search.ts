import lunr from 'lunr';
import type { PageSpec } from '../pageData.js';
import { h } from './element.js';
import { specLink, stateLabel } from './parts.js';
import type { Project } from './project.js';
import { hashOf, type Route } from './route.js';
import { plural } from './words.js';

const MOST = 40;
/** Around the first word that was found. */
const [BEFORE, AFTER] = [70, 190];
/** Specs that are taken into the index between two looks at what the reader does. */
const AT_ONCE = 12;

/** The words of all specs, gathered while nobody waits. */
export class SearchIndex {
  readonly #specs: readonly PageSpec[];
  readonly #texts = new Map<string, string>();
  #made: Promise<lunr.Index> | undefined;

  constructor({ specs }: Project) {
    this.#specs = specs;
  }

  ready(): Promise<lunr.Index> {
    this.#made ??= this.#make();
    return this.#made;
  }

  textOf(spec: PageSpec): string {
    let text = this.#texts.get(spec.ref);
    if (text === undefined) this.#texts.set(spec.ref, (text = plainText(spec.html)));
    return text;
  }

  async #make(): Promise<lunr.Index> {
    const builder = new lunr.Builder();
    builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
    builder.searchPipeline.add(lunr.stemmer);
    builder.ref('ref');
    builder.field('title', { boost: 8 });
    builder.field('tags', { boost: 4 });
    builder.field('text');
    for (let i = 0; i < this.#specs.length; i += AT_ONCE) {
      for (const spec of this.#specs.slice(i, i + AT_ONCE))
        builder.add({
          ref: spec.ref,
          title: `${spec.title} ${spec.ref.replaceAll('-', ' ')}`,
          tags: spec.tags.join(' '),
          text: this.textOf(spec),
        });
      await new Promise((resolve) => setTimeout(resolve));
    }
    return builder.build();
  }
}

/** Text of sanitised HTML; a document that is never shown runs and loads nothing. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent;
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
    const built = await index.ready();
    if (latest !== query) return;
    const found = hits(built, query).flatMap((ref) => project.byRef.get(ref) ?? []);
    results.replaceChildren(
      h(
        'p',
        { class: 'summary' },
        found.length === 0 ? 'Nothing found.' : `${plural(found.length, 'spec')} found`,
      ),
      h('ol', { class: 'hits' }, ...found.slice(0, MOST).map((spec) => hit(spec, index.textOf(spec), query))),
    );
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

/** Every word, and words that the last one begins: a reader is still typing it. Nothing typed is query syntax. */
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
  // Its type leaves out that a stop word is dropped.
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
