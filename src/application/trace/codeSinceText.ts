import { firstOf } from '../../domain/value/bounds.js';
import type { HistoryEvent } from '../../domain/log/historyEvent.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { isSharedFile } from '../../domain/trace/filesOfSpec.js';
import type { CommitLog, Commits } from '../../ports/repository/commits.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { ProjectLocation } from '../projectLocation.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { CodeFiles } from './codeFiles.js';

/** A spec whose code was changed by commits after its text was written. */
export interface OutrunSpec {
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  /** Newest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  /** Paths of the changed files, in name order. */
  readonly files: readonly string[];
}

/** The newest commits that are looked at. */
const MOST_COMMITS = 2000;

/** Finds specs whose text may describe code that has changed since: the files of their field `code`. */
export class CodeSinceText {
  constructor(
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly commits: Commits,
    private readonly commitLog: CommitLog,
    private readonly codeFiles: CodeFiles,
    private readonly place: ProjectLocation,
  ) {}

  of(specs: readonly SpecView[]): readonly OutrunSpec[] {
    return specs.flatMap((spec) => {
      const selects = this.codeFiles.selector(spec);
      const written = selects && this.#writtenIn(spec);
      if (selects === undefined || written === undefined) return [];
      const isCode = (path: string) => selects(path) && !isSharedFile(path, this.place.specsDir);
      const later = this.commitLog
        .since(written, MOST_COMMITS)
        .commits.filter(({ files }) => files.some(isCode));
      if (later.length === 0) return [];
      const { ref, sequence, title } = spec;
      const commits = later.map(({ hash, message }) => ({ hash, subject: message.split('\n', 1).join() }));
      const files = [...new Set(later.flatMap((one) => one.files.filter(isCode)))].toSorted();
      return [{ ref, sequence, title, commits, files }];
    });
  }

  /** Returns warnings about the specs that a command begins. @param events the events of the command. */
  warnings(specs: readonly SpecView[], events: readonly HistoryEvent[]): readonly Warning[] {
    const begun = new Set(
      events.flatMap(({ type, spec, data }) =>
        type === 'StatusChanged' && data['from'] === 'planned' ? spec : [],
      ),
    );
    return this.of(specs.filter(({ ref, path }) => begun.has(ref) || begun.has(path))).map((one) => ({
      code: 'CODE_CHANGED',
      message: `${outrunSentence(one)}.`,
      hint: 'Read the spec with care: its text may describe the code as it was.',
    }));
  }

  /** Returns the commit that wrote the text of a spec as it is now; undefined if no commit has it. */
  #writtenIn({ path }: SpecView): string | undefined {
    const folder = this.catalog.find(path);
    const now = bodyOf(this.store.open(folder));
    const versions = this.commits.committedTexts(this.store.documentPath(folder));
    const changed = versions.findIndex(({ text }) => bodyOf(this.store.parse(text)) !== now);
    return versions.slice(0, changed < 0 ? versions.length : changed).at(-1)?.commit;
  }
}

/** Says in one line which commits changed the code of a spec. */
export function outrunSentence({ ref, commits, files }: OutrunSpec): string {
  const told = commits.map(({ hash, subject }) => `${hash.slice(0, 10)} "${subject}"`);
  return `The code of ${ref} has changed since its text was written: ${firstOf(files, 3)} by ${firstOf(told, 3)}`;
}

/** Returns the text below the frontmatter. */
export function bodyOf({ text, bodyStart }: { readonly text: string; readonly bodyStart: number }): string {
  return text.slice(bodyStart);
}
