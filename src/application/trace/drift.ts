import type { HistoryEvent } from '../../domain/log/historyEvent.js';
import { quoted } from '../../domain/value/quoted.js';
import { firstOf } from '../../domain/value/bounds.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { type LogRecord, shortId } from '../../domain/log/records/record.js';
import { changesText } from '../../domain/log/logSummary.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { LoggedCommit } from '../../domain/trace/assignCommitsToSpecs.js';
import { isSharedFile } from '../../domain/trace/filesOfSpec.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Warning } from '../warning.js';
import type { Services } from '../services.js';

/** A spec whose code was changed by commits after its text was written or, if it is complete, after it was completed or accepted. */
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

/** The newest commits that are looked at. */
const MOST_COMMITS = 2000;
const MOST_NAMED = 3;

/** Finds specs whose text may be wrong, because commits changed the files of their field `code` since. */
export class Drift {
  constructor(private readonly use: Services) {}

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
      // Git is asked for the texts of a document only if the log does not settle the question.
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
    return (this.use.commits.projectFiles() === undefined ? [] : this.of(asked)).map((one) => ({
      code: 'CODE_CHANGED',
      message: `${driftSentence(one)}.`,
      hint: 'Read the spec with care: its text may describe the code as it was.',
    }));
  }

  /** Returns how many commits are newer than the one that wrote the text, and of a complete spec the status, as they are now. */
  #writtenAt({ path, status }: SpecView, commits: readonly LoggedCommit[]): number {
    const folder = this.use.specCatalog.find(path);
    const wanted = (document: ReturnType<SpecStore['parse']>) =>
      document.text.slice(document.bodyStart) +
      (status === 'complete' ? JSON.stringify(document.frontmatter['status']) : '');
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

/** Returns how many commits are newer than the one with the last record that changed the text, or the status of a complete spec. */
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

/** Says in one line which commits changed the code of a spec. */
export function driftSentence({ ref, status, commits, files }: DriftedSpec): string {
  const told = commits.map(({ hash, subject }) => `${shortId(hash)} ${quoted(subject)}`);
  const since = status === 'complete' ? 'it was completed' : 'its text was written';
  return `The code of ${ref} has changed since ${since}: ${firstOf(files, MOST_NAMED)} by ${firstOf(told, MOST_NAMED)}`;
}
