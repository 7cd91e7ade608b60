import { BOUNDS } from '../../domain/value/bounds.js';
import { isSamePerson, personText } from '../../domain/value/person.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Overlap } from '../../domain/trace/codeGlobs.js';
import { isSharedFile } from '../../domain/trace/sharedFiles.js';
import { firstOf } from '../../domain/value/collections.js';
import { wordText } from '../../domain/value/text.js';
import type { PlaceOfWork } from '../../ports/repository.js';
import type { Policy } from '../changes/policy.js';
import { Service, text, useCase, type Warning } from '../useCase.js';
import { holderIn } from '../claims/claimsElsewhere.js';

export interface FindOverlapsResult {
  readonly overlaps: readonly Overlap[];
}

/** Finds specs in progress whose files other actors also change, in this worktree, other worktrees or branches of the clone. */
export const findOverlaps = useCase(
  {
    /** Spec to check; by default all specs in progress. */
    spec: text,
  },
  ({ specCatalog, overlaps }, { spec }): FindOverlapsResult => {
    const all = specCatalog.undated();
    const asked = spec === undefined ? undefined : specCatalog.find(spec).path;
    const own = all.filter(({ path, status, archived }) =>
      asked === undefined ? status === 'in-progress' && !archived : path === asked,
    );
    return { overlaps: overlaps.find(own, () => all) };
  },
);

/** Work on a spec: in this worktree, in another one, or on a branch. */
interface Work {
  /** Folder name of the spec. */
  readonly on: string;
  /** Id of the spec, which may not be in this worktree. */
  readonly id: StreamId | null;
  /** Returns the holder. A function, because finding the holder reads logs. */
  readonly holder: () => string | undefined;
  readonly place?: PlaceOfWork;
}

/** Finds specs whose files other actors also change, in this worktree, other worktrees or branches of the clone. */
export class Overlaps extends Service {
  /**
   * Returns the work of others on the same files as some specs: files that both changed, or that both select by `code`.
   * @param own specs to compare with the work of others.
   * @param views returns the views of all specs; called only if there are specs to compare.
   */
  find(own: readonly SpecView[], views: () => readonly SpecView[]): readonly Overlap[] {
    if (own.length === 0) return [];
    const all = views();
    const work = [...this.#workElsewhere(), ...workHere(all)];
    if (!own.some(({ ref }) => work.some(({ on }) => on !== ref))) return [];
    const committed = this.use.specsOfCommits.committedFiles();
    const byId = new Map(all.map((spec) => [spec.id, spec]));
    const filesOf = (spec: SpecView) => [
      ...(committed.get(spec.path) ?? []),
      ...this.use.codeFiles.files(spec),
    ];
    const seen = new Set<string>();
    const others = work.flatMap(({ on, id, holder, place }) => {
      const spec = byId.get(id);
      const ref = spec?.ref ?? on;
      const changed = place === undefined ? [] : this.use.otherBranches.changedElsewhere(place);
      // If a spec is worked on in several worktrees or branches, report the first one that git can read.
      if (seen.has(ref) || changed === undefined) return [];
      seen.add(ref);
      const by = holder();
      const files = new Set([...changed, ...(spec === undefined ? [] : filesOf(spec))]);
      return by === undefined ? [] : [{ on: ref, by, place, files }];
    });
    return own.flatMap((spec) => {
      const selects = this.use.codeFiles.selector(spec);
      const mine = new Set(committed.get(spec.path));
      const isMine = (path: string) =>
        (selects?.(path) === true || mine.has(path)) && !isSharedFile(path, this.use.place.specsDir);
      return others.flatMap(({ on, by, place, files }) => {
        const shared = [...files].filter(isMine).toSorted();
        const isOwn = on === spec.ref || (place === undefined && isSamePerson(by, spec.claim?.by));
        return isOwn || shared.length === 0 ? [] : [{ spec: spec.ref, by, on, ...place, files: shared }];
      });
    });
  }

  /**
   * Returns warnings for specs that a command begins: others work on files that these specs select by `code`. Specs without
   * `code` are not compared, because that reads every spec, and they rarely have commits yet; `prime` compares them.
   */
  warnings(begun: readonly SpecView[]): readonly Warning[] {
    const selecting = begun.filter((spec) => this.use.codeFiles.selector(spec) !== undefined);
    const overlaps = this.find(selecting, () => this.use.specCatalog.undated());
    // Discard the warnings about unread branches, because the command has already reported them.
    this.use.policies.unread();
    return overlaps.slice(0, BOUNDS.named).map((overlap, i): Warning => ({
      code: 'OVERLAP',
      message: overlapSentence(overlap),
      ...(overlaps.length > BOUNDS.named &&
        i === BOUNDS.named - 1 && { advice: [{ useCase: 'findOverlaps', to: 'see all' }] }),
    }));
  }

  /** Returns the claimed specs in other worktrees, followed by those on other branches. */
  #workElsewhere(): readonly Work[] {
    const now = this.use.clock.now();
    const holderOf = this.use.openClaims.elsewhere(now);
    const inWorktrees = this.use.openClaims.registeredElsewhere().map(({ spec, name, by, worktree }) => {
      const holder = () => (holderOf(spec)?.by === by ? by : undefined);
      return { id: spec, on: name, holder, place: { worktree } };
    });
    const onBranches = this.use.specsOnBranches.streams(now).flatMap((id) =>
      this.use.specsOnBranches.specs(id, now).flatMap(({ branch, spec }) => {
        const by = holderIn(spec, now)?.by;
        const ref = spec.kind === 'active' ? spec.labels.ref : id;
        return by === undefined ? [] : [{ id, on: ref, holder: () => by, place: { branch } }];
      }),
    );
    return [...inWorktrees, ...onBranches];
  }
}

export const overlapPolicy: Policy = {
  later: ({ overlaps }, { specs }) => overlaps.warnings(specs),
  prime:
    ({ overlaps }) =>
    (specs, { held }) => ({ overlaps: overlaps.find(held, () => specs) }),
};

/** Returns the specs in this worktree that are in progress and claimed. */
function workHere(specs: readonly SpecView[]): readonly Work[] {
  return specs
    .filter(({ status, archived, claim }) => status === 'in-progress' && !archived && claim !== undefined)
    .map(({ ref, id, claim }) => ({ on: ref, id, holder: () => claim?.by }));
}

/** Returns a phrase for the branch or worktree of other work, to follow a spec's name; empty for work in this worktree. */
export function workPlace(
  { worktree, branch }: Pick<Overlap, 'worktree' | 'branch'>,
  named: (branch: string) => string,
): string {
  if (branch !== undefined) return ` on the branch ${named(branch)}`;
  return worktree === undefined ? '' : ' in another worktree';
}

/** Describes an overlap in a sentence. */
export function overlapSentence({ spec, by, on, files, ...place }: Overlap): string {
  const where = workPlace(place, wordText);
  return `${personText(by)}, on ${on}${where}, works on ${firstOf(
    files.map((path) => wordText(path)),
    3,
  )}, which ${spec} also covers.`;
}
