import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { SpecSummary } from '../../domain/document/specSummary.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { type AgreedText, agreedText } from '../../domain/review/agreedText.js';
import { type ApprovalView, approvalView } from '../../domain/review/approvalState.js';
import type { ActiveSpec, Approval } from '../../domain/spec/spec.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Services } from '../services.js';

/** Tells whether the texts of specs are approved, by comparing them with the approvals in the log. */
export class SpecApprovals {
  constructor(private readonly use: Services) {}

  /** True if the project asks for approvals, so that a spec that nobody approved waits for one. */
  get areAsked(): boolean {
    return this.use.config.features.approvals || this.use.config.workflow.startNeeds === 'approval';
  }

  /** Returns whether a spec is approved; undefined if nobody approved it and no approval is asked for. */
  view(
    { folder, frontmatter, problem }: SpecSummary,
    approvals: readonly Approval[] = [],
  ): ApprovalView | undefined {
    const isAsked = this.areAsked && !folder.archived && frontmatter['status'] !== 'complete';
    if (problem !== undefined || (approvals.length === 0 && !isAsked)) return undefined;
    return approvalView(approvals, () => this.agreed(folder));
  }

  /** Returns the agreed text of a spec as it is in the working tree. */
  agreed(folder: SpecFolder): AgreedText {
    return this.agreedIn(this.use.specStore.open(folder));
  }

  agreedIn({ text, bodyStart }: Pick<SpecDocument, 'text' | 'bodyStart'>): AgreedText {
    return this.#agreedBody(text.slice(bodyStart));
  }

  #agreedBody(body: string): AgreedText {
    return agreedText(body, this.use.config.criteria.sections, (text) => this.use.hasher.sha256(text));
  }

  /** Returns the agreed text of a spec within a command. */
  agreedOf({ text }: ActiveSpec): AgreedText {
    return this.#agreedBody(text?.body ?? '');
  }

  /** False for a planned spec that cannot begin, because the project requires an approval that it lacks. */
  mayStart({ status, archived, approval }: SpecView): boolean {
    const isRequired =
      this.use.config.workflow.startNeeds === 'approval' && status === 'planned' && !archived;
    return !isRequired || approval?.state === 'approved';
  }

  /** Returns the approval of a spec that needs one before work begins; nothing unless the project requires one. */
  needed(spec: ActiveSpec): { readonly approval?: ApprovalView } {
    if (this.use.config.workflow.startNeeds !== 'approval') return {};
    return { approval: approvalView(spec.approvals ?? [], () => this.agreedOf(spec)) };
  }
}
