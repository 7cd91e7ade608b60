import { type FolderHabits, habitsOf, wordMeaning } from '../../domain/adoption/adoptedState.js';
import { type ShippedSign, shippedSigns } from '../../domain/adoption/shippedSign.js';
import { type Advice, SpectoolError } from '../../domain/errors/spectoolError.js';
import { isStatus, type Status } from '../../domain/fields/statusAndPriority.js';
import { givenStatusWords, statusWord } from '../../domain/import/statusWords.js';
import { type SpecFolder, typedPath } from '../../domain/naming/projectPath.js';
import { ADOPTED_KIND_NAMES, type AdoptedFolder } from '../../domain/project/configuration.js';
import { firstOf, present } from '../../domain/value/collections.js';
import { jsonEquals } from '../../domain/value/jsonValue.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { FoundAdopted } from '../../ports/adoptedDocuments.js';
import { changeSettings } from '../commands/project/settings.js';
import type { Services } from '../services.js';
import { fieldValues, flag, required, Service, text, texts, useCase, type Warning } from '../useCase.js';

/** A document that looks shipped: most of the files that it names were changed with it or soon after, the last by this commit. */
export interface ShippedDocument extends ShippedSign {
  readonly path: string;
  readonly title: string;
}

/** What the documents of a folder are, or would be, as specs. */
export interface AdoptedFolderReport {
  readonly path: string;
  readonly kind: string;
  /** Number of files, and of specs that they are. */
  readonly files: number;
  readonly specs: number;
  /** Number of specs by status. */
  readonly statuses: Readonly<Partial<Record<Status | 'archived', number>>>;
  /** Titles of the planned specs that do not look shipped. */
  readonly planned: readonly string[];
  readonly shipped: readonly ShippedDocument[];
  /** How often the sign of a shipped document is wrong in this repository, from 0 to 1; above 0.1 none are shown. */
  readonly wrongSigns: number;
  /** The status words of the documents with their number, and what they mean; null for a word that is no status by itself. */
  readonly words: readonly {
    readonly word: string;
    readonly count: number;
    readonly status: string | null;
  }[];
  /** Number of documents with checkboxes, and of those in which a box is ticked; `count` if open boxes mean open work. */
  readonly boxes: { readonly documents: number; readonly used: number; readonly count: boolean };
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  /** Sentences about files that could not be read. */
  readonly notRead: readonly string[];
  /** Set if the folder is adopted already. */
  readonly adopted?: true;
}

export interface AdoptFoldersResult {
  readonly folders: readonly AdoptedFolderReport[];
  readonly warnings: readonly Warning[];
  /** Number of specs that were completed because they look shipped; `settleShipped` alone reports no folders. */
  readonly settled?: number;
  /** Set if the folders are no longer adopted; their log stays. */
  readonly stopped?: true;
  /** Set if nothing was written. */
  readonly dryRun?: true;
}

/** Makes specs of documents of other tools, where they are, or shows what they would be. */
export const adoptFolders = useCase(
  {
    /** Folders to adopt, relative to the working directory. */
    paths: required(texts),
    /** Kind of the documents; detected by default. */
    kind: text,
    /** Write the setting; by default the result only shows what the documents would be. */
    apply: flag,
    /** End the adoption of these folders; the log keeps what is known of their specs. */
    stop: flag,
    /** Statuses for status words of the documents: `{ accepted: 'complete' }`. */
    words: fieldValues,
  },
  async (use, { paths, kind, apply, stop, words = {} }): Promise<AdoptFoldersResult> => {
    const said = givenStatusWords(words);
    const folders = paths.map((path) => folderAt(use, path, kind, said, stop === true));
    const reports = folders.map((folder) => reportOf(use, folder));
    if (stop !== true && apply !== true) {
      const request = { paths, ...present({ kind }), words, apply: true };
      const keep: Advice = { useCase: 'adoptFolders', request, to: 'keep it' };
      const isKept = reports.every((one) => one.adopted);
      const told = { code: 'ADOPTED', message: 'Nothing was written.', advice: isKept ? [] : [keep] };
      return { folders: reports, warnings: [told], dryRun: true };
    }
    const named = new Set(folders.map(({ path }) => path));
    const others = use.config.adopted.filter(({ path }) => !named.has(path));
    const adopted = stop === true ? others : [...others, ...folders.map(settingOf)];
    const typed = adopted.length === 0 ? undefined : [JSON.stringify(adopted)];
    await changeSettings(use, 'adopt', new Map([['adopted', typed]]));
    return { folders: reports, warnings: [], ...(stop === true && { stopped: true as const }) };
  },
);

function settingOf({ path, kind, words = {} }: Services['config']['adopted'][number]) {
  return { path, kind, ...(Object.keys(words).length > 0 && { words }) };
}

/** Returns the folder to adopt, with its kind. @throws SpectoolError `SOURCE_NOT_FOUND`, `USAGE` for an unknown kind. */
function folderAt(
  use: Services,
  typed: string,
  given: string | undefined,
  said: Required<AdoptedFolder>['words'],
  isEnd: boolean,
): AdoptedFolder {
  const path = typedPath(typed, use.place);
  const before = use.config.adopted.find((one) => one.path === path);
  const refused = (code: 'SOURCE_NOT_FOUND' | 'USAGE', message: string, hint: string) =>
    new SpectoolError(code, message, { hint });
  if (isEnd && before === undefined) {
    const all = use.config.adopted.map((one) => one.path).join(', ') || 'none';
    throw refused('SOURCE_NOT_FOUND', `${path} is not adopted.`, `Adopted folders: ${all}.`);
  }
  const isInside = path !== '' && path !== '..' && !path.startsWith('../');
  if (!isEnd && !(isInside && use.fileSystem.stat(path)?.kind === 'directory')) {
    const message = `There is no folder ${typed} in this project.`;
    throw refused('SOURCE_NOT_FOUND', message, 'Use a folder below the root of the project.');
  }
  const found = given ?? before?.kind ?? use.adoptedDocuments.kindsIn(path)[0];
  const kind = ADOPTED_KIND_NAMES.find((one) => one === found);
  if (kind === undefined) {
    const message =
      found === undefined ? `${path} has no documents of a known kind.` : `There is no kind "${found}".`;
    throw refused('USAGE', message, `Pass one of these as the kind: ${ADOPTED_KIND_NAMES.join(', ')}.`);
  }
  return { path, kind, words: { ...before?.words, ...said } };
}

function reportOf(use: Services, folder: AdoptedFolder): AdoptedFolderReport {
  const found = use.adoptedDocuments.read(folder);
  const { documents, leftOut } = found;
  const habits = habitsOf(folder, documents);
  const isAdopted = use.config.adopted.some((one) => jsonEquals(settingOf(one), settingOf(folder)));
  const others = use.config.adopted.filter(({ path }) => path !== folder.path);
  const store = isAdopted ? use.specStore : use.storeAdopting([...others, folder]);
  const specs = adoptedIn(store, folder.path);
  const statuses: Partial<Record<Status | 'archived', number>> = {};
  for (const { status } of specs) statuses[status] = (statuses[status] ?? 0) + 1;
  const { shipped, wrong } = signsOf(use, specs);
  const looksShipped = new Set(shipped.map(({ folder: one }) => one));
  const files = documents.reduce((sum, one) => sum + one.texts.length + one.files.length, 0);
  return {
    ...{ path: folder.path, kind: folder.kind, files, specs: specs.length, statuses },
    planned: specs.flatMap(({ folder: one, status, title }) =>
      status === 'planned' && !looksShipped.has(one) ? [title] : [],
    ),
    shipped: shipped.map(({ folder: { path }, title, commit, day }) => ({ path, title, commit, day })),
    ...{ wrongSigns: wrong, words: wordsIn(documents, habits) },
    ...{ boxes: boxesIn(documents, habits), leftOut, notRead: found.skipped },
    ...(isAdopted && { adopted: true as const }),
  };
}

/** A spec of an adopted folder, with the files that have its text, first the one with the title. */
interface Candidate {
  readonly folder: SpecFolder;
  readonly title: string;
  readonly status: Status | 'archived';
  readonly texts: readonly string[];
}

/** Returns the specs of an adopted folder whose files are there. */
function adoptedIn(store: SpecStore, path: string): readonly Candidate[] {
  const folders = store.folders().filter((one) => one.path.startsWith(`${path}/`));
  return store
    .summaries(folders)
    .flatMap(({ folder, frontmatter: { status }, title }): readonly Candidate[] => {
      const { texts = [] } = store.adoption?.(folder) ?? {};
      if (texts.length === 0) return [];
      const shown = folder.archived ? 'archived' : isStatus(status) ? status : 'planned';
      return [{ folder, title, status: shown, texts }];
    });
}

/**
 * Returns the planned specs whose work was done by a commit. A document that says that work is in progress knows better, and no
 * place or list of the owner's tool decides that a spec is planned.
 */
function signsOf(use: Services, specs: readonly Candidate[]) {
  const { commits, wrong } = shippedSigns(
    specs.map(({ texts: all }) => [all, all.map((one) => use.adoptedDocuments.text(one) ?? '').join('\n')]),
    use.commitLog.mainLine(),
  );
  const shipped = specs.flatMap((spec) => {
    const sign = spec.status === 'planned' ? commits.get(spec.texts[0] ?? '') : undefined;
    return sign === undefined ? [] : [{ ...spec, ...sign }];
  });
  return { wrong, shipped };
}

function wordsIn(documents: FoundAdopted['documents'], habits: FolderHabits): AdoptedFolderReport['words'] {
  const counts = new Map<string, { count: number; status: string | null }>();
  for (const document of documents) {
    if (document.word === undefined) continue;
    const word = statusWord(document.word.word);
    const meaning = wordMeaning(document, habits);
    const status = meaning?.outcome ?? (meaning?.status === 'planned' ? null : (meaning?.status ?? null));
    counts.set(word, { count: (counts.get(word)?.count ?? 0) + 1, status });
  }
  return [...counts].map(([word, one]) => ({ word, ...one })).sort((a, b) => b.count - a.count);
}

function boxesIn(documents: FoundAdopted['documents'], habits: FolderHabits): AdoptedFolderReport['boxes'] {
  const all = documents.flatMap(({ boxes }) => (boxes === undefined || boxes.total === 0 ? [] : boxes));
  const used = all.filter(({ ticked }) => ticked > 0).length;
  return { documents: all.length, used, count: habits.boxesCount };
}

/** Finds adopted specs that look shipped. */
export class ShippedSpecs extends Service {
  /**
   * Returns the commits by which the work of documents was done, by the path of the spec; none if none of these specs is adopted.
   */
  commits(specs: readonly SpecView[]): ReadonlyMap<string, string> {
    const { config, specStore } = this.use;
    const folders = specs.some(({ adopted }) => adopted) ? config.adopted : [];
    const shipped = folders.flatMap(({ path }) => signsOf(this.use, adoptedIn(specStore, path)).shipped);
    return new Map(shipped.map(({ folder, commit }) => [folder.path, commit]));
  }

  /** Returns a note for each adopted folder that has open specs that look shipped. */
  notes(specs: readonly SpecView[]): readonly Warning[] {
    const open = specs.filter((one) => one.adopted && !one.archived && one.status !== 'complete');
    const commits = this.commits(open);
    return this.use.config.adopted.flatMap(({ path: folder }): readonly Warning[] => {
      const here = open.filter(({ path }) => path.startsWith(`${folder}/`) && commits.has(path));
      if (here.length === 0) return [];
      const count = here.length === 1 ? 'One spec looks' : `${String(here.length)} specs look`;
      const named = firstOf(here.map(({ ref, path }) => `${ref} (${commits.get(path) ?? ''})`));
      const message = `${count} shipped in ${folder}, since most of the files that the text names were changed with it or soon after: ${named}.`;
      const settle = { useCase: 'settleShipped', request: { paths: [folder] } } as const;
      return [{ code: 'ADOPTED', message, advice: [{ ...settle, to: 'complete what looks shipped' }] }];
    });
  }
}

/** Completes the adopted specs that look shipped, each on the day of its commit and with the commit as reason. */
export const settleShipped = useCase(
  {
    /** Adopted folders, relative to the working directory; all by default. */
    paths: texts,
  },
  (use, { paths }): AdoptFoldersResult => {
    const wanted = paths?.map((path) => typedPath(path, use.place));
    const folders = use.config.adopted.filter(({ path }) => wanted?.includes(path) ?? true);
    const specs = folders.flatMap(({ path }) => signsOf(use, adoptedIn(use.specStore, path)).shipped);
    return use.writeSession.change('adopt', (drafts) => {
      const changes = specs.map(({ folder, commit, day: today }) => {
        const reason = `most of the files that it names were changed by ${commit}`;
        const data = { to: 'complete' as const, today, force: true, reason };
        return { folder, commands: () => [{ type: 'ChangeStatus' as const, data }] };
      });
      use.changeSpecs.apply(drafts, changes);
      return { folders: [], warnings: [], settled: changes.length };
    });
  },
);
