import { firstOf, groupBy } from '../../domain/value/collections.js';
import { isDocumentFileName } from '../../domain/document/documentText.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type LogRecord, PROJECT_STREAM, type StreamId } from '../../domain/log/records/record.js';
import { parseFolderName } from '../../domain/naming/folderName.js';
import {
  folderAt,
  foldersAbove,
  lastNameIn,
  parentOf,
  type SpecFolder,
  plainFolder,
  nameIn,
} from '../../domain/naming/projectPath.js';
import { projectPathRule } from '../../domain/project/configRulesAndDefaults.js';
import { DEFAULT_CONFIG } from '../../domain/project/configuration.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { NotRead, SpecStore } from '../../ports/specStore.js';
import { Service, type Warning } from '../useCase.js';
import { checkoutHint } from '../changes/specLogs.js';
import { moveInto, quoteForShell } from '../../domain/value/text.js';

/** A file or folder that was not read, and how to make it readable. */
export interface UnreadPath {
  readonly path: string;
  /** Reason why the path was not read, as a clause. */
  readonly reason: string;
  readonly hint: string;
  /** Set if the operating system refused to read the path. */
  readonly isFailure?: true;
  /** Set for a text file beside the spec folders, which a person may have intended as a spec. */
  readonly isNote?: true;
  /** Set if the content of the path is unknown, so that it may contain any missing spec. */
  readonly mayBeAny?: true;
}

/**
 * Collects files and folders of specs and logs that were not read, for warnings in lists, for `validate`, and to find missing
 * specs.
 */
export class UnreadPaths extends Service {
  /**
   * Returns all unread paths. Call this after reading the specs, because only reading finds unreadable files.
   * @param isMissed true if the log has a spec without a folder; failures of git are then included.
   */
  all(isMissed = false): readonly UnreadPath[] {
    return [...this.#left(), ...this.#leftOut(isMissed), ...this.failures(), ...this.#besides()];
  }

  /** Returns the folders and files that the system refused to read. Call it after the specs were read. */
  failures(): readonly UnreadPath[] {
    return failuresIn(this.use.specStore);
  }

  /** True if this command has not failed to read any file of the spec. */
  isRead({ path }: SpecFolder): boolean {
    return this.use.specStore.notRead().every((one) => !one.path.startsWith(`${path}/`));
  }

  /** Returns specs inside the folder of this spec, which are unread because the search for specs skips spec folders. */
  within({ path }: SpecFolder): readonly UnreadPath[] {
    const { specsDir, structure } = this.use.config;
    const { files } = this.use.specStore.contents({ path } as SpecFolder);
    const found = files.filter((file) => lastNameIn(file) === structure.defaultFile).map(parentOf);
    const named = found.filter((name) => parseFolderName(structure, lastNameIn(name)) !== undefined);
    return named.map((name) => ({
      path: `${path}/${name}`,
      reason: 'it is in the folder of another spec',
      hint: `Run \`mv ${quoteForShell(`${path}/${name}`)} ${quoteForShell(specsDir)}/\` to make it a spec of its own.`,
    }));
  }

  /**
   * Returns a function that finds the unread path that may contain a missing spec; `isSure` is true if the path has the
   * spec's name. The function returns undefined if the spec was probably removed.
   */
  missed(): (
    spec: Pick<ActiveSpec, 'labels'>,
  ) => { readonly place: UnreadPath; readonly isSure: boolean } | undefined {
    const within = this.use.specStore.folders().flatMap((folder) => this.within(folder));
    const places = [...this.all(true), ...within];
    return ({ labels }) => {
      const { path } = folderAt(this.use.config.specsDir, labels);
      const told = places.find(
        (place) =>
          place.mayBeAny !== true &&
          (nameIn(place.path) === labels.ref || isBelow(place.path, path) || isBelow(path, place.path)),
      );
      if (told !== undefined) return { place: told, isSure: true };
      const place = places.find(({ mayBeAny }) => mayBeAny);
      return place && { place, isSure: false };
    };
  }

  /** Returns the ids of logs with records that are not checked out, as in a sparse checkout. */
  streamsLeftOut(): ReadonlySet<StreamId> {
    const { files } = this.use.clone.notCheckedOut(LOG_FOLDER);
    return new Set(files.map((file) => lastNameIn(parentOf(file))));
  }

  /** Returns the parts of the log that are not checked out. */
  ofLog(): readonly UnreadPath[] {
    const streams = [...this.streamsLeftOut()];
    const [first] = streams;
    if (first === undefined) return [];
    const specs = streams.filter((stream) => stream !== PROJECT_STREAM).length;
    const reason = `git excludes records of ${specs === 0 ? 'the project' : counted(specs)} from the working tree`;
    return [{ path: LOG_FOLDER, reason, hint: checkoutHint(`${LOG_FOLDER}/${first}`) }];
  }

  /** Returns specs in folders that an earlier `specsDir` setting named. */
  #left(): readonly UnreadPath[] {
    const { specsDir } = this.use.config;
    return this.#formerFolders().flatMap((former) =>
      this.use.specStore
        .foldersIn(former)
        .filter(({ path }) => !isBelow(path, specsDir))
        .map((spec) => ({
          path: spec.path,
          reason: `specsDir is now "${specsDir}"`,
          hint: `Move the spec: \`${moveInto(spec.path, parentOf(folderAt(specsDir, spec).path))}\`; or set specsDir back to "${former}" in .spectool/config.json.`,
        })),
    );
  }

  /** Returns the specs and submodules that are in git's index but missing from the working tree. */
  #leftOut(isMissed: boolean): readonly UnreadPath[] {
    const {
      files,
      submodules = [],
      unknown,
    } = this.use.clone.notCheckedOut(this.use.config.specsDir, isMissed);
    const folders = files.length + submodules.length === 0 ? [] : this.use.specStore.folders();
    // A submodule inside a spec folder is part of that spec.
    const absent = submodules.filter((path) => !folders.some((spec) => isBelow(path, spec.path)));
    return [
      ...this.#specsOf(files, folders).map((path) => ({
        path,
        reason: 'git excludes it from the working tree',
        hint: checkoutHint(path),
      })),
      ...(unknown === undefined ? [] : [this.#unknown(unknown)]),
      ...absent.map((path) => ({
        path,
        reason: 'the submodule is not checked out here',
        hint: 'Run `git submodule update --init --recursive` to check it out.',
      })),
    ];
  }

  #unknown(why: string): UnreadPath {
    return {
      path: this.use.config.specsDir,
      reason: `git failed, so specs may be missing from this checkout (${why.replace(/\.$/, '')})`,
      hint: 'Once `git status` works, validate the project again.',
      mayBeAny: true,
    };
  }

  /**
   * Returns the spec folders that contain these files. A spec folder is recognized by a document (or README.md, from before
   * another file name was configured), else by its name.
   */
  #specsOf(files: readonly string[], shown: readonly SpecFolder[]): readonly string[] {
    const { structure } = this.use.config;
    const documents = new Set([structure.defaultFile, 'README.md'].map((name) => name.toLowerCase()));
    const found = new Set(
      files.filter((file) => documents.has(lastNameIn(file).toLowerCase())).map(parentOf),
    );
    const known = new Set([...found, ...shown.map(({ path }) => path)]);
    for (const file of files.filter((name) => isDocumentFileName(lastNameIn(name)))) {
      const above = foldersAbove(file);
      const top = above.find((folder) => parseFolderName(structure, lastNameIn(folder)) !== undefined);
      if (top !== undefined && !above.some((folder) => known.has(folder))) found.add(top);
    }
    return [...found];
  }

  /** Returns the unread paths found while scanning the specs folder. */
  #besides(): readonly UnreadPath[] {
    return this.use.specStore.notRead().flatMap(({ path, why }): readonly UnreadPath[] => {
      if (why === 'failed') return [];
      if (why === 'loose') return [this.#loose(path)];
      return [{ path, ...WHY[why](path), mayBeAny: true }];
    });
  }

  #loose(path: string): UnreadPath {
    const { defaultFile } = this.use.config.structure;
    const place = path.replace(/\.[^./]*$/, '');
    const move = `mv -n ${quoteForShell(path)} ${quoteForShell(`${place}/${defaultFile}`)}`;
    return {
      path,
      reason: `a spec is a folder with a ${defaultFile}`,
      hint: `Run \`mkdir ${quoteForShell(place)} && ${move}\` to make it a spec.`,
      isNote: true,
    };
  }

  #formerFolders(): readonly string[] {
    const { specsDir } = this.use.config;
    const others = ({ events }: LogRecord) =>
      events.flatMap(({ data }) => specsDirIn(data)).filter((folder) => folder !== specsDir);
    const logged = this.#projectRecords((record) => others(record).length > 0).flatMap(others);
    return [...new Set([DEFAULT_CONFIG.specsDir, ...logged])].filter((folder) => folder !== specsDir);
  }

  /** Returns the records of the project; empty if they are unreadable, which another check reports. */
  #projectRecords(matters: (record: LogRecord) => boolean): readonly LogRecord[] {
    try {
      return this.use.eventLog.records(PROJECT_STREAM, matters);
    } catch (error) {
      if (error instanceof SpectoolError && error.code === 'LOG_UNREADABLE') return [];
      throw error;
    }
  }
}

const WHY: Readonly<
  Record<Exclude<NotRead['why'], 'failed' | 'loose'>, (path: string) => Pick<UnreadPath, 'reason' | 'hint'>>
> = {
  link: () => ({
    reason: 'links in the specs folder are not followed',
    hint: 'If the link leads to specs, replace the link with the folder itself.',
  }),
  project: (path) => ({
    reason: 'it is another project',
    hint: `Work on that project in its own folder: \`cd ${quoteForShell(path)}\`.`,
  }),
};

/** Returns the folders and files of specs that the system refused to read. Call it after the specs were read. */
export function failuresIn(store: SpecStore): readonly UnreadPath[] {
  return store.notRead().flatMap(({ path, error }) => {
    // Leave out unreadable documents, because they are reported as findings of their specs.
    if (error === undefined || store.documentPath({ path: parentOf(path) }) === path) return [];
    const { code, message, hint = '' } = error;
    // Remove the path from the beginning of the message.
    const reason = message.startsWith(`${path} is `) ? message.slice(`${path} is `.length) : message;
    return [
      { path, reason: reason.replace(/\.$/, ''), hint, ...(code === 'READ_FAILED' && { isFailure: true }) },
    ];
  });
}

/** Returns one warning for each reason. */
export function unreadWarnings(places: readonly UnreadPath[]): readonly Warning[] {
  return groupBy(places, ({ reason }) => reason).map((alike) => {
    const [first] = alike as [UnreadPath, ...UnreadPath[]];
    const message =
      alike.length === 1
        ? unreadMessage(first)
        : `${String(alike.length)} paths are not read (${firstOf(alike.map(({ path }) => path))}): ${first.reason}.`;
    return { code: 'NOT_READ', message, hint: first.hint };
  });
}

export function unreadMessage({ path, reason }: UnreadPath): string {
  return reason.startsWith('Cannot read ') ? `${reason}.` : `${path} is not read: ${reason}.`;
}

/**
 * Returns the specs folders that a record names. Other programs may have written the record, so only valid paths inside the
 * project are returned.
 */
function specsDirIn(data: unknown): readonly string[] {
  const { config } = (data ?? {}) as { readonly config?: { readonly specsDir?: unknown } | null };
  const folder = config?.specsDir;
  return typeof folder === 'string' && projectPathRule(folder) === undefined ? [plainFolder(folder)] : [];
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function counted(count: number): string {
  return count === 1 ? '1 spec' : `${String(count)} specs`;
}
