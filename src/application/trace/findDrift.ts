import type { SpecView } from '../../domain/spec/specView.js';
import { isSharedFile } from '../../domain/trace/filesOfSpec.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { BranchChanges, CommitLog } from '../../ports/repository/commits.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { ProjectLocation } from '../projectLocation.js';
import { argument, flag, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import { UseCase } from '../useCase.js';
import type { CodeFiles } from './codeFiles.js';
import { bodyOf, type CodeSinceText, type OutrunSpec } from './codeSinceText.js';
import type { SpecsOfCommits } from './specsOfCommits.js';

export interface FindDriftRequest {
  /** The branch, tag or commit to compare with; the main branch by default. */
  readonly since?: string | undefined;
  /** Also report specs without the field `code`, by the files that their commits changed. */
  readonly all?: boolean | undefined;
}

/** A complete spec whose code changed after it was completed. */
export interface DriftedSpec {
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  /** Paths of the changed files, in name order. */
  readonly files: readonly string[];
  /** `code`: the field `code` selects the files. `commits`: only the commits of the spec changed them before. */
  readonly because: 'code' | 'commits';
}

export interface FindDriftResult {
  /** Hash of the commit at which the branch left the base. */
  readonly from: string;
  /** Set if this is the current commit, as on the main branch without a base: only uncommitted changes are then compared. */
  readonly isTip?: true;
  /** By number. */
  readonly specs: readonly DriftedSpec[];
  /** Planned specs whose code changed after their text was written; absent if there are none. */
  readonly planned?: readonly OutrunSpec[];
}

/** The fields that the completion of a spec changes. */
const COMPLETION = ['status', 'completed'];

/** Finds complete specs whose code the current branch has changed, but not their text. */
export class FindDrift extends UseCase<FindDriftRequest, FindDriftResult> {
  static readonly request: RequestSchema<FindDriftRequest> = { since: argument, all: flag };

  constructor(
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly log: EventLog,
    private readonly commitLog: CommitLog,
    private readonly specsOfCommits: SpecsOfCommits,
    private readonly codeFiles: CodeFiles,
    private readonly codeSinceText: CodeSinceText,
    private readonly place: ProjectLocation,
  ) {
    super();
  }

  protected override async run({ since, all: isAll = false }: FindDriftRequest): Promise<FindDriftResult> {
    const branch = this.commitLog.changedFiles(since);
    const committed = isAll && branch.files.length > 0 ? this.specsOfCommits.committedFiles() : undefined;
    const all = this.catalog.undated();
    const complete = branch.files.length === 0 ? [] : all;
    const specs = complete
      .filter(({ status, archivedAs }) => status === 'complete' && archivedAs === undefined)
      .flatMap((spec): readonly DriftedSpec[] => {
        const selects = this.codeFiles.selector(spec);
        const isTouched = selects ?? ((path: string) => committed?.get(spec.path)?.has(path) === true);
        if (!branch.files.some(isTouched)) return [];
        const files = this.#since(spec, branch).filter(
          (path) => isTouched(path) && !isSharedFile(path, this.place.specsDir),
        );
        if (files.length === 0 || this.#isAccepted(spec)) return [];
        const { ref, sequence, title } = spec;
        return [{ ref, sequence, title, files, because: selects === undefined ? 'commits' : 'code' }];
      })
      .sort((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity));
    const isTip = since === undefined && branch.from === this.commitLog.commitNamed('HEAD');
    const isPlanned = ({ status, archived }: SpecView) => status === 'planned' && !archived;
    const planned = this.codeSinceText.of(all.filter(isPlanned));
    return {
      from: branch.from,
      ...(isTip && { isTip: true as const }),
      specs,
      ...(planned.length > 0 && { planned }),
    };
  }

  /**
   * Returns the files that the branch changed after it completed the spec; none if the branch changed the text of the spec, because
   * its author then knew of the change.
   */
  #since(spec: SpecView, { from, files }: BranchChanges): readonly string[] {
    const path = this.store.documentPath(spec);
    if (!files.includes(path)) return files;
    const then = this.commitLog.textIn(from, path);
    const now = this.store.open(this.catalog.find(spec.path));
    const before = then === undefined ? undefined : this.store.parse(then);
    const isReworded = before === undefined || bodyOf(before) !== bodyOf(now);
    // A change of another field, such as a tag, is no completion.
    const isNew = COMPLETION.some((key) => before?.frontmatter[key] !== now.frontmatter[key]);
    if (!isReworded && !isNew) return files;
    const last = this.commitLog.lastCommitOf(path);
    const isCommitted = last !== undefined && this.commitLog.textIn(last, path) === now.text;
    return isReworded || !isCommitted ? [] : this.commitLog.changedFiles(last).files;
  }

  #isAccepted(spec: SpecView): boolean {
    const state = spec.id === null ? undefined : foldSpec(this.log.records(spec.id)).spec;
    const accepted = state?.kind === 'active' ? state.accepted?.code : undefined;
    return accepted !== undefined && accepted === this.codeFiles.digest(spec);
  }
}
