import type { SpecDocument } from '../../domain/document/specDocument.js';
import { isSamePerson, personText } from '../../domain/value/person.js';
import { type LogRecord, shortId } from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { type ApprovalView, isText, waitsFor } from '../../domain/review/approvalState.js';
import { NO_TEXT, type SpecChanges, specChanges } from '../../domain/review/specChanges.js';
import type { Approval } from '../../domain/spec/spec.js';
import { knownEvent } from '../../domain/spec/specEvents.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import { text, texts, type Warning, useCase } from '../useCase.js';
import { viewSpecAsOf } from '../trace/viewSpecAsOf.js';
import type { Services } from '../services.js';

/** A spec that waits for the actor's approval. */
export interface SpecToApprove {
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  /** Absent if the spec has no approval and the project does not require approvals. */
  readonly approval?: ApprovalView;
}

export interface ReviewedApproval {
  readonly by: string;
  readonly on: CalendarDate;
  /** The id of the event. */
  readonly event: string;
  /** True if the approval is for the current text. */
  readonly holds: boolean;
  readonly note?: string;
  /** The author of the commit that contains the approval, if another person than the approver. */
  readonly committedBy?: string;
}

/** Changes of a spec since an earlier version, and its approvals. */
export interface ReviewedSpec extends SpecChanges {
  readonly spec: SpecView;
  /**
   * The earlier version. `approval`: the approved one. `first`: from the first commit. `oldest`: from the oldest commit
   * that a shallow clone has. `given`: as requested. `none`: there is none, so everything is new.
   */
  readonly since: {
    readonly from: 'approval' | 'first' | 'oldest' | 'given' | 'none';
    readonly on?: CalendarDate;
    readonly commit?: string;
  };
  readonly approvals: readonly ReviewedApproval[];
}

export interface ReviewSpecsResult {
  readonly actor: string;
  /** Specs that wait for the actor's approval; empty if the request names specs. */
  readonly waiting: readonly SpecToApprove[];
  /** The requested specs. */
  readonly specs: readonly ReviewedSpec[];
  readonly warnings: readonly Warning[];
}

interface Earlier {
  readonly document: SpecDocument;
  readonly since: ReviewedSpec['since'];
  readonly warnings?: readonly Warning[];
}

/** Lists the specs that wait for the actor's approval, or shows the changes of specs since the actor's own last approval. */
export const reviewSpecs = useCase(
  {
    /** References of the specs to show; by default, lists the specs that wait for the actor's approval. */
    specs: texts,
    /**
     * Show changes since this approval (the id of its event), commit, branch, tag, day or time; by default since the actor's own
     * last approval, or else since the first commit with the spec.
     */
    since: text,
  },
  async (use, { specs = [], since }): Promise<ReviewSpecsResult> => {
    const actor = use.actors.actor();
    if (specs.length === 0) {
      const waiting = use.specCatalog
        .undated()
        .filter((spec) => waitsFor(actor, spec))
        .map(({ ref, sequence, title, approval }) => ({
          ref,
          sequence,
          title,
          ...(approval && { approval }),
        }));
      return { actor, waiting, specs: [], warnings: [] };
    }
    const warnings: Warning[] = [];
    const reviewed: ReviewedSpec[] = [];
    for (const folder of use.specCatalog.findAll(specs)) {
      const [review, told] = await reviewOf(use, folder, actor, since);
      reviewed.push(review);
      for (const warning of told) warnings.push(warning);
    }
    return { actor, waiting: [], specs: reviewed, warnings };
  },
);

async function reviewOf(
  use: Services,
  folder: SpecFolder,
  actor: string,
  given: string | undefined,
): Promise<readonly [ReviewedSpec, readonly Warning[]]> {
  const document = use.specStore.open(folder);
  const { id } = document.frontmatter;
  const records = typeof id === 'string' ? use.eventLog.records(id) : [];
  const view = use.specCatalog.viewOf(folder, document, records.length > 0 ? records : undefined);
  const [spec = view] = use.criterionProofs.shown([view]);
  const approvals = standingApprovals(use, document, records);
  const own = approvals.findLast(({ approval }) => isSamePerson(approval.by, actor));
  const earlier = given === undefined ? approvedText(use, folder, own) : await textAsOf(use, folder, given);
  const changes = specChanges(earlier.document, document, use.config.criteria.sections, records);
  return [
    {
      spec,
      since: earlier.since,
      approvals: approvals.map(({ told }) => told),
      ...changes,
    },
    earlier.warnings ?? [],
  ];
}

/** Returns the approvals that were not withdrawn, with their records and commits. */
function standingApprovals(use: Services, document: SpecDocument, records: readonly LogRecord[]) {
  const agreed = use.specApprovals.agreedIn(document);
  const standing = new Map<string, { readonly approval: Approval; readonly record: LogRecord }>();
  for (const record of records)
    for (const recorded of record.events) {
      const event = knownEvent(recorded);
      if (event?.type === 'SpecApproved') standing.set(keyOf(event.data), { approval: event.data, record });
      if (event?.type === 'ApprovalWithdrawn')
        for (const one of event.data.approvals) standing.delete(keyOf(one));
    }
  return [...standing.values()].map(({ approval, record }) => {
    const commit = commitOf(use, record);
    const author = commit && use.commitLog.commits([commit]).commits[0]?.author;
    const { by, on, note } = approval;
    const told: ReviewedApproval = {
      by,
      on,
      event: shortId(record.id),
      holds: isText(approval.text, agreed),
      ...(note !== undefined && { note }),
      ...(author !== undefined && !isSamePerson(author, by) && { committedBy: author }),
    };
    return { approval, commit, told };
  });
}

function commitOf({ commitLog }: Services, { id, spec }: LogRecord): string | undefined {
  return commitLog.firstCommitWith(id, `${LOG_FOLDER}/${spec}`);
}

/** Returns the text that the actor approved, from git; without an approval, the text of the first commit. */
function approvedText(
  { commits, specStore, commitLog, specApprovals, specsOfCommits }: Services,
  folder: SpecFolder,
  own: { readonly approval: Approval; readonly commit: string | undefined } | undefined,
): Earlier {
  const versions = commits.committedTexts(specStore.documentPath(folder));
  const missing = versions.length === 0 ? undefined : commitLog.missing();
  if (own === undefined) {
    const first = versions.at(-1);
    if (first === undefined) return { document: NO_TEXT, since: { from: 'none' } };
    return {
      document: specStore.parse(first.text),
      since: { from: missing === undefined ? 'first' : 'oldest', commit: first.commit },
      warnings: missing === undefined ? [] : [{ code: 'COMMITS_MISSING', message: missing }],
    };
  }
  const { approval, commit } = own;
  const since = { from: 'approval' as const, on: approval.on };
  const current = specStore.open(folder);
  const isIt = (document: SpecDocument) => isText(approval.text, specApprovals.agreedIn(document));
  const atCommit = commit === undefined ? undefined : specsOfCommits.specIn(commit, folder.path);
  const found = [
    ...(atCommit === undefined ? [] : [{ commit: commit ?? '', document: atCommit.document }]),
    ...versions.map((one) => ({ commit: one.commit, document: specStore.parse(one.text) })),
  ].find(({ document }) => isIt(document));
  if (found !== undefined) return { document: found.document, since: { ...since, commit: found.commit } };
  if (isIt(current)) return { document: current, since };
  // In a shallow clone, all available versions may be newer than the approval.
  const nearest = missing === undefined ? versions[0] : undefined;
  return {
    document: nearest === undefined ? NO_TEXT : specStore.parse(nearest.text),
    since: { ...since, ...(nearest !== undefined && { commit: nearest.commit }) },
    warnings: [
      {
        code: 'APPROVED_TEXT_MISSING',
        message: `${missing === undefined ? 'No commit has' : 'This shallow clone does not have'} the text of ${folder.ref} that ${personText(approval.by)} approved on ${approval.on}; ${nearest === undefined ? 'the whole text is shown' : `changes are shown since commit ${nearest.commit.slice(0, 10)}`}.`,
        ...(commits.projectFiles() !== undefined && {
          hint: missing ?? 'Commit a text together with its approval.',
        }),
      },
    ],
  };
}

async function textAsOf(use: Services, folder: SpecFolder, asOf: string): Promise<Earlier> {
  const { content, asOf: found } = await viewSpecAsOf(use, { spec: folder.path, asOf });
  return { document: use.specStore.parse(content), since: { from: 'given', commit: found.commit } };
}

function keyOf({ by, text: digest }: Approval): string {
  return JSON.stringify([by, digest]);
}
