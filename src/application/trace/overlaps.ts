import { firstOf } from '../../domain/value/bounds.js';
import { wordText } from '../../domain/value/quoted.js';
import { personText } from '../../domain/fields/person.js';
import type { Holder } from '../../domain/claims/claimHolder.js';
import type { HistoryEvent } from '../../domain/log/historyEvent.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { concerns, type FilesOfSpec, isOfManySpecs, isSharedFile } from '../../domain/trace/filesOfSpec.js';
import type { OtherBranches, PlaceOfWork } from '../../ports/repository/otherBranches.js';
import type { Registry } from '../../ports/lockAndClaimRegistry.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Clock } from '../../ports/system.js';
import type { ProjectLocation } from '../projectLocation.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import { holderIn } from '../worktrees/claimsInLogs.js';
import type { OpenClaims } from '../worktrees/openClaims.js';
import type { SpecsOnBranches } from '../worktrees/specsOnBranches.js';
import type { CodeFiles } from './codeFiles.js';
import type { CodeSinceText } from './codeSinceText.js';
import type { SpecsOfCommits } from './specsOfCommits.js';

/** Another actor works on files of a spec. */
export interface Overlap {
  /** Folder name of the spec whose files they are. */
  readonly spec: string;
  readonly by: string;
  /** Folder name of the spec that the other actor works on. */
  readonly on: string;
  /** The project's folder in the other worktree, or the branch. */
  readonly worktree?: string;
  readonly branch?: string;
  /** Paths of the changed files. */
  readonly files: readonly string[];
}

export interface FoundOverlaps {
  readonly overlaps: readonly Overlap[];
  /** True if git took so long that some worktrees or branches were skipped. */
  readonly isCut: boolean;
}

/** Work on a spec elsewhere. */
interface WorkElsewhere {
  /** Folder name of the spec. */
  readonly on: string;
  /** Id of the spec, which may not be in this worktree. */
  readonly id: StreamId;
  /** Returns the holder according to the logs, which are read only for work that matters. */
  readonly holder: () => Holder | undefined;
  readonly place: PlaceOfWork;
}

/** Work whose holder has changed files. */
interface ActiveWork extends Omit<WorkElsewhere, 'holder'> {
  readonly by: string;
  readonly files: readonly string[];
}

/** Time in ms after which a command that only warns asks git no more. */
export const PATIENCE_MS = 300;
const MOST_WARNINGS = 3;

/** Finds specs whose files others are changing in other worktrees and on other branches of the clone. */
export class Overlaps {
  constructor(
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly registry: Registry,
    private readonly claims: OpenClaims,
    private readonly branches: SpecsOnBranches,
    private readonly otherBranches: OtherBranches,
    private readonly specsOfCommits: SpecsOfCommits,
    private readonly clock: Clock,
    private readonly place: ProjectLocation,
    private readonly codeFiles: CodeFiles,
    private readonly codeSinceText: CodeSinceText,
  ) {}

  /**
   * Returns where others have changed files of some specs.
   * @param own the specs.
   * @param views returns the views of all specs; called only if somebody works elsewhere.
   * @param patienceMs the time after which git is asked no more.
   */
  find(own: readonly SpecView[], views: () => readonly SpecView[], patienceMs = Infinity): FoundOverlaps {
    const work = own.length === 0 ? [] : this.#workElsewhere();
    if (work.length === 0) return { overlaps: [], isCut: false };
    const begun = Date.parse(this.clock.now());
    const isLate = () => Date.parse(this.clock.now()) - begun > patienceMs;
    const { active, isCut } = this.#active(work, isLate);
    if (active.length === 0) return { overlaps: [], isCut };
    const all = views();
    const byId = new Map(all.map((spec) => [spec.id, spec]));
    const committed = isLate() ? undefined : this.specsOfCommits.committedFiles();
    const filesOf = (spec: SpecView): FilesOfSpec => ({
      selects: this.#selects(spec),
      text: this.store.open(this.catalog.find(spec.path)).text,
      committed: committed?.get(spec.path) ?? new Set(),
    });
    const open = all.filter(({ status, archived }) => !archived && status !== 'complete');
    const selecting = open.map((spec) => ({ selects: this.#selects(spec) }));
    const others = active.map((one) => {
      const spec = byId.get(one.id);
      return { ...one, on: spec?.ref ?? one.on, own: spec && filesOf(spec) };
    });
    const isNamed = ({ own: theirs }: (typeof others)[number], path: string) =>
      Number(theirs !== undefined && concerns(theirs, path));
    const overlaps = own.flatMap((spec) => {
      const mine = filesOf(spec);
      const byWork = new Map<(typeof others)[number], string[]>();
      for (const path of new Set(active.flatMap(({ files }) => files))) {
        if (!concerns(mine, path) || isOfManySpecs(selecting, path)) continue;
        const there = others.filter(({ on, files }) => on !== spec.ref && files.includes(path));
        // Of several specs in one worktree, the one that is about the file is the likelier reason for the change.
        const [first] = there.toSorted((a, b) => isNamed(b, path) - isNamed(a, path));
        if (first !== undefined) byWork.set(first, [...(byWork.get(first) ?? []), path]);
      }
      return [...byWork].map(([{ on, by, place }, files]) => ({ spec: spec.ref, by, on, ...place, files }));
    });
    return { overlaps, isCut };
  }

  /**
   * Returns the result of a command that begins specs, with warnings about others who have changed files of these specs, and about
   * code that changed after the text was written.
   */
  withWarnings<
    Result extends { readonly warnings: readonly Warning[]; readonly events: readonly HistoryEvent[] },
  >(result: Result, begun: readonly SpecView[]): Result {
    const outrun = this.codeSinceText.warnings(begun, result.events);
    return { ...result, warnings: [...result.warnings, ...outrun, ...this.#warnings(begun)] };
  }

  /**
   * Returns warnings about others who have changed files of the specs that a command begins. Commands ask after they release the
   * lock, because git is slow.
   */
  #warnings(own: readonly SpecView[]): readonly Warning[] {
    const { overlaps, isCut } = this.find(own, () => this.catalog.undated(), PATIENCE_MS);
    // The command itself has told already which branches it could not read.
    this.claims.unread();
    const told = overlaps.slice(0, MOST_WARNINGS).map((overlap, i): Warning => ({
      code: 'OVERLAP',
      message: overlapSentence(overlap),
      ...((overlaps.length > MOST_WARNINGS && i === MOST_WARNINGS - 1) || isCut
        ? { advice: [{ useCase: 'findOverlaps', to: 'see all' }] }
        : {}),
    }));
    if (!isCut || told.length > 0) return told;
    return [
      {
        code: 'OVERLAP',
        message: 'Git was too slow to say whether others are changing the same files.',
        advice: [{ useCase: 'findOverlaps', to: 'find out without a time limit' }],
      },
    ];
  }

  #selects(spec: SpecView): (path: string) => boolean {
    return this.codeFiles.selector(spec) ?? (() => false);
  }

  /** Asks git for the changed files of each work. The branch of a worktree is asked only if the worktree is gone. */
  #active(
    work: readonly WorkElsewhere[],
    isLate: () => boolean,
  ): { readonly active: readonly ActiveWork[]; readonly isCut: boolean } {
    const changedIn = new Map<string, readonly string[] | undefined>();
    const answered = new Set<string>();
    const active: ActiveWork[] = [];
    let isCut = false;
    for (const { holder, ...one } of work) {
      if (answered.has(one.on)) continue;
      const key = JSON.stringify(one.place);
      if (!changedIn.has(key)) {
        isCut ||= isLate();
        const files = isCut ? undefined : this.otherBranches.changedElsewhere(one.place);
        changedIn.set(
          key,
          files?.filter((path) => !isSharedFile(path, this.place.specsDir)),
        );
      }
      const files = changedIn.get(key);
      if (files === undefined) continue;
      answered.add(one.on);
      const by = files.length === 0 ? undefined : holder()?.by;
      if (by !== undefined) active.push({ ...one, by, files });
    }
    return { active, isCut };
  }

  /** Returns the specs that somebody works on elsewhere, first those in worktrees. */
  #workElsewhere(): readonly WorkElsewhere[] {
    const now = this.clock.now();
    const holderOf = this.claims.elsewhere(now);
    const claimed = this.registry.claims().filter(({ worktree }) => worktree !== this.place.root);
    const inWorktrees = claimed.map(({ spec, name, by, worktree }) => {
      const holder = () => {
        const found = holderOf(spec);
        return found?.by === by ? found : undefined;
      };
      return { id: spec, on: name, holder, place: { worktree } };
    });
    const onBranches = this.branches.streams(now).flatMap((id) =>
      this.branches.specs(id, now).flatMap(({ branch, spec }) => {
        const holder = holderIn(spec, now);
        const ref = spec.kind === 'active' ? spec.labels.ref : id;
        return holder === undefined ? [] : [{ id, on: ref, holder: () => holder, place: { branch } }];
      }),
    );
    return [...inWorktrees, ...onBranches];
  }
}

/** Describes an overlap in a sentence. */
export function overlapSentence({ spec, by, on, worktree, branch, files }: Overlap): string {
  const where = worktree === undefined ? `on the branch ${wordText(branch ?? '')}` : 'in another worktree';
  return `${personText(by)}, on ${on} ${where}, has changed ${firstOf(files.map(wordText), 3)}, which ${spec} is about, too.`;
}
