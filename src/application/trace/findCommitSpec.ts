import { filesOfProject } from '../../domain/trace/projectsOfCommits.js';
import { specLines } from '../../domain/trace/specLinesInCommits.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { type RequestSchema, text } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface FindCommitSpecRequest {
  /** The message of the commit. If it names specs itself, there is no other spec. */
  readonly message?: string | undefined;
}

export interface FindCommitSpecResult {
  /** A reference for the line `Spec:` of a commit message: the folder name, or the id if the folder name has spaces or commas. */
  readonly spec: string | null;
  /**
   * Why there is none. `named`: the message has a line that begins with `Spec:`. `operation`: git is in the middle of a merge,
   * rebase, cherry-pick or revert.
   */
  readonly because?: 'named' | 'operation' | 'none' | 'several';
}

/**
 * Finds the spec that a commit of the actor belongs to: the one whose document the commit changes, or if it changes none, the one
 * spec that the actor holds in this worktree. The commit-msg hook asks for it. Commits that git makes again, as in a rebase, may
 * be those of other people, so they get no spec.
 */
export class FindCommitSpec extends UseCase<FindCommitSpecRequest, FindCommitSpecResult> {
  static readonly request: RequestSchema<FindCommitSpecRequest> = { message: text };

  protected override async run({ message = '' }: FindCommitSpecRequest): Promise<FindCommitSpecResult> {
    if (specLines(message).length > 0) return { spec: null, because: 'named' };
    if (this.use.merges.continuation() !== undefined) return { spec: null, because: 'operation' };
    const specs = this.use.specCatalog.undated();
    const held = new Set(this.use.heldSpecs.among(specs).map(({ spec }) => spec));
    const [spec, ...others] = this.#candidates(specs, held);
    if (spec === undefined || this.#isOfOthers()) return { spec: null, because: 'none' };
    if (others.length > 0) return { spec: null, because: 'several' };
    const { ref, id } = spec;
    return { spec: /[\s,;]/.test(ref) ? id : ref };
  }

  /** True if all staged files of the project's folder belong to projects nested in it. */
  #isOfOthers(): boolean {
    const staged = this.use.commits.stagedFiles();
    return staged.length > 0 && filesOfProject(this.use.commitLog.otherProjects(), staged).length === 0;
  }

  #candidates(specs: readonly SpecView[], held: ReadonlySet<SpecView>): readonly SpecView[] {
    const staged = this.use.commits.stagedDocuments(this.use.config.specsDir);
    const ids = new Set(staged.map((text) => this.use.specStore.parse(text).frontmatter['id']));
    const documented = specs.filter(({ id }) => id !== null && ids.has(id));
    if (documented.length === 0) return [...held];
    // The commit that completes a spec belongs to it, although the completion ended the claim.
    const own = documented.filter(
      (spec) => held.has(spec) || (spec.claim === undefined && spec.status !== 'planned'),
    );
    const ofHolder = own.filter((spec) => held.has(spec));
    return own.length > 1 && ofHolder.length > 0 ? ofHolder : own;
  }
}
