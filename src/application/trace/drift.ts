import { bodyOf } from '../../domain/document/specDocument.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { type LogRecord, shortId } from '../../domain/log/records/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { codeGlobsOf, globMatcher } from '../../domain/trace/codeGlobs.js';
import { isSharedFile } from '../../domain/trace/sharedFiles.js';
import type { LoggedCommit } from '../../domain/trace/commitsOfSpecs.js';
import { firstOf } from '../../domain/value/collections.js';
import { quoted } from '../../domain/value/text.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Policy } from '../changes/policy.js';
import { Service, useCase, type Warning } from '../useCase.js';
import { changesText } from '../../domain/review/approvalState.js';
import type { HistoryEvent } from '../../domain/log/historyEvents.js';

/** The parts of a spec that select files. */
type Selecting = Pick<SpecView, 'fields'>;

/** Maximum number of files whose contents a digest covers; further files are included by name only. */
const MOST_READ = 5000;

/** The files that the field `code` of a spec selects. */
export class CodeFiles extends Service {
  #listed: readonly string[] | undefined;

  /** Returns a function that is true for the paths that the spec selects; undefined if it selects none. */
  selector(spec: Selecting): ((path: string) => boolean) | undefined {
    const globs = codeGlobsOf(spec, this.use.config.frontmatter);
    return globs.length === 0 ? undefined : globMatcher(globs);
  }

  /** Returns the paths of the selected files, in name order, without files that git ignores; empty without git. */
  files(spec: Selecting): readonly string[] {
    const selects = this.selector(spec);
    if (selects === undefined) return [];
    this.#listed ??= this.use.commits.projectFiles() ?? [];
    return this.#listed.filter(selects).toSorted();
  }

  /** Returns a digest of the names and contents of the selected files; undefined if the spec selects none. */
  digest(spec: Selecting): string | undefined {
    if (this.selector(spec) === undefined) return undefined;
    const lines = this.files(spec).map((path, i) => {
      const isRead = i < MOST_READ && this.use.fileSystem.stat(path)?.kind === 'file';
      const content = isRead ? this.use.fileSystem.read(path) : undefined;
      // Read as Latin-1, so that the digest covers every byte in any encoding.
      return `${path}\0${content === undefined ? '' : this.use.hasher.sha256(Buffer.from(content).toString('latin1'))}`;
    });
    return this.use.hasher.sha256(lines.join('\n'));
  }
}

export interface FindDriftResult {
  /** Specs whose code has changed, sorted by number. */
  readonly drifted: readonly DriftedSpec[];
}

/** Finds planned and complete specs whose code was changed by later commits. */
export const findDrift = useCase({}, ({ drift, specCatalog }): FindDriftResult => {
  return { drifted: drift.ofAll(specCatalog.undated()) };
});

/** A spec whose code was changed by commits after its text was written, or after it was completed or accepted. */
export interface DriftedSpec {
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  readonly status: SpecView['status'];
  /** Newest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  /** Paths of the changed files, in name order. */
  readonly files: readonly string[];
}

/** Maximum number of commits to search, newest first. */
const MOST_COMMITS = 2000;

/** Finds specs whose text may be outdated, because later commits changed the files of their field `code`. */
export class Drift extends Service {
  /** Returns the open planned specs and the complete ones whose code has changed, by number. */
  ofAll(specs: readonly SpecView[]): readonly DriftedSpec[] {
    return this.of(
      specs.filter(
        ({ status, archived, archivedAs }) =>
          (status === 'planned' && !archived) || (status === 'complete' && archivedAs === undefined),
      ),
    ).toSorted((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity));
  }

  of(specs: readonly SpecView[]): readonly DriftedSpec[] {
    const selecting = specs.flatMap((spec) => {
      const selects = this.use.codeFiles.selector(spec);
      const isCode = (path: string) =>
        selects?.(path) === true && !isSharedFile(path, this.use.place.specsDir);
      return selects === undefined ? [] : [{ spec, isCode }];
    });
    if (selecting.length === 0) return [];
    const { commits } = this.use.commitLog.since(undefined, MOST_COMMITS);
    return selecting.flatMap(({ spec, isCode }) => {
      const until = (count: number) => commits.slice(0, count).filter(({ files }) => files.some(isCode));
      const records = spec.id === null ? [] : this.use.eventLog.records(spec.id);
      // Read the document's versions from git only if commits after the last record changed the code.
      const recorded = recordedAt(spec, records, commits);
      if (until(recorded).length === 0) return [];
      const later = until(Math.min(recorded, this.#writtenAt(spec, commits)));
      if (later.length === 0 || this.#isAccepted(spec, records)) return [];
      const { ref, sequence, title, status } = spec;
      const told = later.map(({ hash, message }) => ({ hash, subject: message.split('\n', 1).join() }));
      const files = [...new Set(later.flatMap((one) => one.files.filter(isCode)))].toSorted();
      return [{ ref, sequence, title, status, commits: told, files }];
    });
  }

  /** Returns warnings about the specs that a command begins. @param events the events of the command. */
  warnings(specs: readonly SpecView[], events: readonly HistoryEvent[]): readonly Warning[] {
    const begun = new Set(
      events.flatMap(({ type, spec, data }) =>
        type === 'StatusChanged' && data['from'] === 'planned' ? spec : [],
      ),
    );
    const asked = specs.filter(({ ref, path }) => begun.has(ref) || begun.has(path));
    return (asked.length === 0 || !this.use.clone.available() ? [] : this.of(asked)).map((one) => ({
      code: 'CODE_CHANGED',
      message: `${driftSentence(one)}.`,
      hint: 'Check the spec: its text may describe the code before these changes.',
    }));
  }

  /** Returns the number of commits since the one that wrote the current text (and, if the spec is complete, its status). */
  #writtenAt({ path, status }: SpecView, commits: readonly LoggedCommit[]): number {
    const folder = this.use.specCatalog.find(path);
    const wanted = (document: ReturnType<SpecStore['parse']>) =>
      bodyOf(document) + (status === 'complete' ? JSON.stringify(document.frontmatter['status']) : '');
    const now = wanted(this.use.specStore.open(folder));
    const versions = this.use.commits.committedTexts(this.use.specStore.documentPath(folder));
    const changed = versions.findIndex(({ text }) => wanted(this.use.specStore.parse(text)) !== now);
    const written = versions.slice(0, changed < 0 ? versions.length : changed).at(-1)?.commit;
    if (written === undefined) return 0;
    const at = commits.findIndex(({ hash }) => hash === written);
    return at < 0 ? commits.length : at;
  }

  #isAccepted(spec: SpecView, records: readonly LogRecord[]): boolean {
    const state = foldSpec(records).spec;
    const accepted = state.kind === 'active' ? state.accepted?.code : undefined;
    return accepted !== undefined && accepted === this.use.codeFiles.digest(spec);
  }
}

export const driftPolicy: Policy = {
  later: ({ drift }, { specs, events }) => drift.warnings(specs, events),
  prime:
    ({ clone, drift }) =>
    (specs) => ({
      drifted: clone.available() ? drift.ofAll(specs).filter(({ status }) => status === 'complete') : [],
    }),
};

/** Returns the number of commits since the one with the last record of a change of the text (or of a complete spec's status). */
function recordedAt(
  { id, status }: SpecView,
  records: readonly LogRecord[],
  commits: readonly LoggedCommit[],
): number {
  const last = records.findLast(({ events }) =>
    events.some((event) => changesText(event) || (status === 'complete' && event.type === 'StatusChanged')),
  );
  if (last === undefined) return commits.length;
  const name = last.id.slice(0, 16);
  const isIt = (path: string) => path.startsWith(`${LOG_FOLDER}/${id ?? ''}/`) && path.includes(name);
  const at = commits.findIndex(({ files }) => files.some(isIt));
  return at < 0 ? commits.length : at;
}

/** Returns a sentence that names the commits that changed the code of a spec. */
export function driftSentence({ ref, status, commits, files }: DriftedSpec): string {
  const told = commits.map(({ hash, subject }) => `${shortId(hash)} ${quoted(subject)}`);
  const since = status === 'complete' ? 'it was completed' : 'its text was written';
  return `The code of ${ref} has changed since ${since}: ${firstOf(files)} by ${firstOf(told)}`;
}
