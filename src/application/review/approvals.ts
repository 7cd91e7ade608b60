import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import { isSamePerson, personText } from '../../domain/value/person.js';
import { textDigest } from '../../domain/log/digests.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import {
  APPROVAL_FIELD,
  lastWriter,
  type AgreedText,
  agreedText,
  approvalView,
  approvalWords,
  waitsFor,
} from '../../domain/review/approvalState.js';
import { approvalNeeded, type Writer } from '../../domain/spec/operations/approvals.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { SpecCommand } from '../../domain/spec/specEvents.js';
import type { ChangeResult, ChangesResult } from '../changes/changeResult.js';
import type { Policy } from '../changes/policy.js';
import { endsOfSpecs } from '../changes/specLogs.js';
import { flag, required, Service, text, texts, useCase, words } from '../useCase.js';
import { changeOneSpec, changeSeveralSpecs, type SpecChange } from '../changes/changeSpecs.js';
import type { Services } from '../services.js';

/** Records that the actor checked the spec after a change of its code or dependencies, and found it still correct. */
export const acceptSpec = useCase(
  { spec: required(text), reason: words },
  (use, { spec, reason }): ChangeResult => changeOneSpec(use, { spec, ...acceptance(use, reason) }),
);

function acceptance({ codeFiles }: Services, reason: string | undefined): SpecChange {
  return {
    command: 'accept',
    commands: ({ frontmatter }) => {
      const code = codeFiles.digest({ fields: frontmatter });
      const data = { ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) };
      return [{ type: 'Accept', data }];
    },
    unchanged: (ref) => `${ref} is already accepted`,
  };
}

/** Approves the current text of a spec. */
export const approveSpec = useCase(
  {
    spec: required(text),
    /** A remark that the log keeps with the approval. */
    note: words,
  },
  (use, { spec, note }): ChangeResult => changeOneSpec(use, { spec, ...approval(use, note) }),
);

/** Approves the current texts of several specs, all or none. */
export const approveSpecs = useCase(
  {
    specs: required(texts),
    /** A remark that the log keeps with the approvals. */
    note: words,
    /** Records that the specs are still correct after a change of their code or dependencies, instead of approving the texts. */
    code: flag,
  },
  (use, { specs, note, code }): ChangesResult =>
    changeSeveralSpecs(use, code === true ? acceptance(use, note) : approval(use, note), () =>
      use.specCatalog.choose({ specs }),
    ),
);

function approval(use: Services, note: string | undefined): SpecChange {
  return {
    command: 'approve',
    commands: (found, { by }, folder) => [approvalOf(use, folder, found, by, note)],
    unchanged: (ref, by) => `${personText(by)} has already approved this text of ${ref}`,
  };
}

/** Returns the command by which the actor approves the text that the spec has now. */
function approvalOf(
  use: Services,
  folder: SpecFolder,
  found: ActiveSpec,
  by: string,
  note?: string,
): SpecCommand {
  const writer = use.textWriters.writer(folder, by);
  const data = {
    by,
    today: use.clock.today(),
    agreed: use.specApprovals.agreedOf(found),
    ...(writer !== undefined && { writer }),
    mayBeWriter: use.textWriters.mayApproveOwn(by),
    ...(note !== undefined && { note }),
  };
  return { type: 'ApproveSpec', data };
}

/** Determines whether the texts of specs are approved, by comparing them with the approvals in the log. */
export class SpecApprovals extends Service {
  agreedIn(document: Pick<SpecDocument, 'text' | 'bodyStart'>): AgreedText {
    return this.#agreedBody(bodyOf(document));
  }

  #agreedBody(body: string): AgreedText {
    return agreedText(body, this.use.config.criteria.sections, this.use.hasher.sha256);
  }

  /** Returns the text to be approved, from the state of the spec within a command. */
  agreedOf({ text }: ActiveSpec): AgreedText {
    return this.#agreedBody(text?.body ?? '');
  }
}

/** Requires the text of a spec to be approved before work begins. */
export const approvalPolicy: Policy = {
  // Only a record of `approve` says which text was approved, so setting the field does what `approve` does.
  instead: (use, { commands, drafts, folder, found }) =>
    commands.flatMap((command): readonly SpecCommand[] => {
      if (command.type !== 'ChangeFields' || !use.config.features.approvals) return [command];
      const { [APPROVAL_FIELD]: approval, ...set } = command.data.set;
      const isApproved = typeof approval === 'string' && approval.trim().toLowerCase() === 'approved';
      const others = { ...command, data: { ...command.data, set } };
      return isApproved ? [approvalOf(use, folder, found, drafts.actor), others] : [command];
    }),
  needs: ({ config, specApprovals }, { spec, to }) => {
    if (to !== 'in-progress' || config.workflow.startNeeds !== 'approval') return [];
    return approvalNeeded(
      spec,
      approvalView(spec.approvals ?? [], () => specApprovals.agreedOf(spec)),
    );
  },
  after: ({ config }, { view: { ref, status, approval } }) => {
    if (!config.features.approvals || status !== 'in-progress') return [];
    if (approval === undefined || approval.state === 'approved') return [];
    return [
      {
        code: 'NOT_APPROVED',
        message: `Work on ${ref} begins without an approved text (now: ${approvalWords(approval)}).`,
        advice: [{ useCase: 'reviewSpecs', request: { specs: [ref] }, to: 'see what to approve' }],
      },
    ];
  },
  prime:
    ({ actors }) =>
    (specs) => ({ reviews: specs.filter((spec) => waitsFor(actors.actor(), spec)) }),
  obstacle: ({ config }, { status, approval, reviewer }) => {
    const isFree = config.workflow.startNeeds !== 'approval' || status !== 'planned';
    return isFree || approval?.state === 'approved' ? undefined : ['unapproved', reviewer];
  },
  facts: ({ config: { features, workflow }, specStore, specApprovals }) => {
    const areAsked = features.approvals || workflow.startNeeds === 'approval';
    return ({ summary: { folder, frontmatter, problem }, end: { approvals = [] } = {} }) => {
      const isAsked = areAsked && !folder.archived && frontmatter['status'] !== 'complete';
      if (problem !== undefined || (approvals.length === 0 && !isAsked)) return {};
      return { approval: approvalView(approvals, () => specApprovals.agreedIn(specStore.open(folder))) };
    };
  },
};

/** Finds the authors of texts, because an author may not approve their own text. */
export class TextWriters extends Service {
  /** True if authors may approve their own text: the project allows it, or the log has no other actor. */
  mayApproveOwn(actor: string): boolean {
    const isOther = (by: string | undefined) => by !== undefined && !isSamePerson(by, actor);
    return (
      this.use.config.workflow.selfApproval ||
      ![...endsOfSpecs(this.use.eventLog).values()].some(
        ({ by, actors = [], approvals = [] }) =>
          isOther(by) ||
          actors.some(([one]) => isOther(one ?? undefined)) ||
          approvals.some((one) => isOther(one.by)),
      )
    );
  }

  /**
   * Returns the last author of the text: from the log or, after a hand edit, the author of the commit with the edit. The author
   * of an uncommitted hand edit is `actor`. Undefined if the log has no author and there is no git.
   */
  writer(folder: SpecFolder, actor: string): Writer | undefined {
    const document = this.use.specStore.open(folder);
    const { id } = document.frontmatter;
    const records = typeof id === 'string' ? this.use.eventLog.records(id) : [];
    const digest = textDigest(bodyOf(document), (text) => this.use.hasher.sha256(text));
    const recorded = records.findLast(({ text }) => text !== undefined)?.text;
    const known = lastWriter(records);
    if (known !== undefined && (recorded === undefined || recorded === digest)) return { by: known };
    if (!this.use.clone.available()) return undefined;
    const agreed = this.use.specApprovals.agreedIn(document).digest;
    const texts = this.use.commits.committedTexts(this.use.specStore.documentPath(folder));
    const isOther = texts.findIndex(({ text }) => !this.#is(text, agreed));
    const same = isOther < 0 ? texts : texts.slice(0, isOther);
    const author = this.#author(same.at(-1)?.commit);
    return author === undefined ? { by: actor, isUncommitted: true } : { by: author };
  }

  #is(text: string, digest: string): boolean {
    return this.use.specApprovals.agreedIn(this.use.specStore.parse(text)).digest === digest;
  }

  #author(commit: string | undefined): string | undefined {
    return commit === undefined ? undefined : this.use.commitLog.commits([commit]).commits[0]?.author;
  }
}
