import { type Container, decorate, inject, injectable, unmanaged } from 'inversify';
import 'reflect-metadata/lite';
import type { CachePlace, Snapshot } from '../adapters/cache/snapshot.js';
import type { CommandNote } from '../adapters/storage/transaction/transactionJournal.js';
import type { Services } from '../application/services.js';
import type { SearchIndex } from '../ports/searchIndex.js';

/** Loads the search engine. Call it only for a search, because the stemmer, related words and word vectors are large. */
export const loadSearchEngine = () => import('./searchEngine.js');

export function deferredSearchIndex({
  fileSystem: files,
  caches,
  specStore: store,
  config: { structure },
}: Pick<AllServices, 'fileSystem' | 'caches' | 'specStore' | 'config'>): SearchIndex {
  let opened: Promise<SearchIndex> | undefined;
  const open = async () =>
    (await loadSearchEngine()).openSearchIndex({ files, caches: caches(), store, structure });
  const index = () => (opened ??= open());
  return {
    search: async (request) => (await index()).search(request),
    neighbours: async (path, limit) => (await (await index()).neighbours?.(path, limit)) ?? [],
    similar: async (text) => (await (await index()).similar?.(text)) ?? [],
  };
}

/** The services of the application, and those that only adapters use. */
export interface AllServices extends Services {
  /** Returns the folder of the caches; undefined if nothing is cached. Called only when a cache is read or written. */
  readonly caches: () => CachePlace | undefined;
  /** Cache of documents read in earlier runs. */
  readonly snapshot: Snapshot;
  /**
   * Cache of documents like `snapshot`, for files whose modification times prove that they are unchanged; empty otherwise.
   */
  readonly fileSnapshot: Snapshot;
  readonly commandNote: CommandNote;
}

export type ServiceName = keyof AllServices;

/** Maps a list of service names to the types of these services. */
type Taken<Names extends readonly ServiceName[]> = {
  -readonly [Index in keyof Names]: AllServices[Names[Index]];
};

/** Type-level split: `'a, b'` becomes `['a', 'b']`. */
type Listed<Names extends string> = Names extends ''
  ? []
  : Names extends `${infer First}, ${infer Rest}`
    ? [First, ...Listed<Rest>]
    : [Names];
type Known<Names> = Names extends readonly ServiceName[] ? Names : never;

/** A class that the container creates, with the services that its constructor takes. */
interface Injected<Service> {
  readonly takes: readonly ServiceName[];
  bindIn(container: Container, name: string): void;
  /** Type of the created service; only for the compiler, never set. */
  readonly makes?: Service;
}

/** How a service is created: a class of the adapters, or a function of the other services. */
export type Binding<Service> = Injected<Service> | ((services: AllServices) => Service);

const described = new WeakSet<object>();

/**
 * Binds a class to the services that its constructor needs, named in order: `'specStore, clock'`. Names that do not match the
 * constructor are a compile error. Metadata for inversify is attached here, so that the class does not depend on inversify.
 */
export function injected<Made extends object, const Names extends string = ''>(
  made: new (...services: Taken<Known<Listed<Names>>>) => Made,
  names?: Names & (Listed<Names> extends readonly ServiceName[] ? unknown : never),
): Injected<Made> {
  const takes = (names === undefined ? [] : names.split(', ')) as ServiceName[];
  return {
    takes,
    bindIn(container, name) {
      if (!described.has(made)) {
        described.add(made);
        decorate(injectable(), made);
        takes.forEach((service, index) => {
          decorate(inject(service), made, index);
        });
        // The remaining constructor parameters are optional and not injected.
        for (let index = takes.length; index < made.length; index++) decorate(unmanaged(), made, index);
      }
      container.bind(name).to(made);
    },
  };
}
