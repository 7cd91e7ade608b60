import { PostingCollector } from '../../domain/search/postingCollector.js';
import type { WordSplitter } from '../../domain/search/text/wordSplitter.js';
import type { Hasher } from '../../ports/hasher.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { IndexCache, OpenSegment } from './indexCache.js';
import type { IndexedSpec } from './indexManifest.js';
import { LiveSegments } from './liveSegments.js';
import { readSpec } from './readSpec.js';
import type { SpecState } from './specFingerprints.js';
import { encodeTerms, TermFile } from './termFile.js';

/** Changed specs above this many are not kept apart any longer: everything is indexed anew. */
const LARGEST_DELTA = 64;

export interface CurrentIndex {
  readonly source: LiveSegments;
  /** By document number; undefined for dead ones. */
  readonly specs: readonly (IndexedSpec | undefined)[];
  readonly states: readonly (SpecState | undefined)[];
}

interface Parts {
  readonly cache: IndexCache;
  readonly store: SpecStore;
  readonly splitter: WordSplitter;
  readonly hasher: Pick<Hasher, 'sha256'>;
}

/** The index of the tree as `states` tells it: what is unchanged comes from the cache, what changed is read. */
export function currentIndex(
  states: readonly SpecState[],
  opened: readonly OpenSegment[],
  parts: Parts,
): CurrentIndex {
  const known = new Map<string, { readonly segment: number; readonly spec: IndexedSpec }>();
  opened.forEach(({ specs }, segment) => {
    for (const spec of specs) known.set(spec.path, { segment, spec });
  });
  const stale: SpecState[] = [];
  const live = new Map<IndexedSpec, SpecState>();
  let settled = false;
  for (const state of states) {
    const before = known.get(state.folder.path)?.spec;
    if (before?.fingerprint !== state.fingerprint) stale.push(state);
    else if (before.digest === '' && !state.young) live.set(before, state);
    else if (before.digest === '' || before.digest !== digestOf(state, parts)) stale.push(state);
    else {
      live.set(before, state);
      settled ||= !state.young;
    }
  }
  const [main, delta] = opened;
  const inDelta = states.filter(({ folder }) => {
    const entry = known.get(folder.path);
    return entry?.segment === 1 && live.has(entry.spec);
  });
  if (stale.length === 0 && main !== undefined) {
    if (settled)
      parts.cache.save(
        opened.map((segment) => settledSegment(segment, live)),
        new Map(),
      );
    return assembled(opened, live);
  }
  const changed = [...inDelta, ...stale];
  if (main === undefined || changed.length > LARGEST_DELTA || changed.length * 2 > states.length) {
    const rebuilt = buildSegment(states, parts);
    parts.cache.save([manifestOf(rebuilt)], new Map([[rebuilt.name, rebuilt.bytes]]));
    return assembled([rebuilt], rebuilt.states);
  }
  const newDelta = buildSegment(changed, parts);
  parts.cache.save([manifestOf(main), manifestOf(newDelta)], new Map([[newDelta.name, newDelta.bytes]]));
  for (const spec of delta?.specs ?? []) live.delete(spec);
  return assembled([main, newDelta], new Map([...live, ...newDelta.states]));
}

function buildSegment(states: readonly SpecState[], { cache, store, splitter, hasher }: Parts) {
  const collector = new PostingCollector(splitter);
  const read = states.map((state): readonly [IndexedSpec, SpecState] => {
    const { view, texts, content } = readSpec(store, state.folder);
    collector.add(texts);
    const spec = {
      path: state.folder.path,
      fingerprint: state.fingerprint,
      digest: state.young ? hasher.sha256(content) : '',
      length: collector.lengths.at(-1) ?? 0,
      view: JSON.stringify(view),
    };
    return [spec, state];
  });
  const bytes = encodeTerms(collector);
  const specs = read.map(([spec]) => spec);
  return { name: cache.nameOf(bytes), bytes, specs, terms: new TermFile(bytes), states: new Map(read) };
}

function manifestOf({ name, specs }: Pick<OpenSegment, 'name' | 'specs'>) {
  return { terms: name, specs };
}

/** Specs that are old enough by now to be told by their fingerprint alone. */
function settledSegment({ name, specs }: OpenSegment, live: ReadonlyMap<IndexedSpec, SpecState>) {
  return {
    terms: name,
    specs: specs.map((spec) =>
      spec.digest !== '' && live.get(spec)?.young === false ? { ...spec, view: spec.view, digest: '' } : spec,
    ),
  };
}

function digestOf(state: SpecState, { store, hasher }: Parts): string {
  return hasher.sha256(readSpec(store, state.folder).content);
}

function assembled(
  segments: readonly Pick<OpenSegment, 'specs' | 'terms'>[],
  live: ReadonlyMap<IndexedSpec, SpecState>,
): CurrentIndex {
  const all = segments.flatMap(({ specs }) => specs);
  const alive = Uint8Array.from(all, (spec) => (live.has(spec) ? 1 : 0));
  return {
    source: new LiveSegments(
      segments.map(({ specs, terms }) => ({ terms, lengths: specs.map(({ length }) => length) })),
      alive,
    ),
    specs: all.map((spec) => (live.has(spec) ? spec : undefined)),
    states: all.map((spec) => live.get(spec)),
  };
}
