import { criteriaOfDocument, type Criterion, type CriterionProof } from '../../domain/criteria/criteria.js';
import { withStableLinks } from '../../domain/document/links.js';
import { bareHeading } from '../../domain/document/sections/headings.js';
import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import { frontmatterDiff, valueAt } from '../../domain/fields/fieldChange.js';
import { isSamePerson, personText } from '../../domain/value/person.js';
import { criteriaViews } from '../../domain/log/criteriaViews.js';
import { type LogRecord, shortId } from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import {
  APPROVAL_FIELD,
  type ApprovalView,
  type Block,
  coveredBlocks,
  isText,
  waitsFor,
} from '../../domain/review/approvalState.js';
import {
  type CriterionChangeKind,
  criterionChanges,
  pairItems,
  pairedCriteria,
} from '../../domain/review/pairedTexts.js';
import type { Approval } from '../../domain/spec/spec.js';
import { knownEvent } from '../../domain/spec/specEvents.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import { text, texts, type Warning, useCase } from '../useCase.js';
import { viewSpecAsOf } from '../trace/viewSpecAsOf.js';
import type { Services } from '../services.js';
import { lineStart } from '../../domain/value/text.js';

/** A changed criterion, paired with its earlier version. */
export interface ChangedCriterion {
  readonly kinds: readonly CriterionChangeKind[];
  /** The number of the criterion; of a removed one, its earlier number. */
  readonly n: number;
  readonly was?: string;
  readonly now?: string;
  /** The proof with which the criterion was ticked. */
  readonly proof?: CriterionProof;
}

/** A changed paragraph, list item or line, paired with its earlier version. */
export interface ChangedBlock {
  readonly was?: string;
  readonly now?: string;
}

export interface ChangedSection {
  /** The heading of the section; empty for the text above the first heading. */
  readonly heading: string;
  readonly changes: readonly ChangedBlock[];
}

/** Changes of a spec between two versions of its document. */
export interface SpecChanges {
  readonly criteria: readonly ChangedCriterion[];
  readonly sections: readonly ChangedSection[];
  readonly fields: readonly { readonly field: string; readonly from: JsonValue; readonly to: JsonValue }[];
}

const NOT_REVIEWED: ReadonlySet<string> = new Set([APPROVAL_FIELD, 'id', 'created', 'updated']);

/**
 * Compares two versions of a document, and pairs each changed passage with its earlier version.
 * @param sections headings of the sections with criteria.
 * @param records the records of the spec, for the proofs of ticks.
 */
export function specChanges(
  before: SpecDocument,
  after: SpecDocument,
  sections: readonly string[],
  records: readonly LogRecord[],
): SpecChanges {
  return {
    criteria: criteriaChanges(before, after, sections, records),
    sections: sectionChanges(before, after, sections),
    fields: fieldChanges(before, after),
  };
}

function criteriaChanges(
  before: SpecDocument,
  after: SpecDocument,
  sections: readonly string[],
  records: readonly LogRecord[],
): readonly ChangedCriterion[] {
  const [was, now] = [before, after].map((one) => criteriaOfDocument(one, sections)) as [
    readonly Criterion[],
    readonly Criterion[],
  ];
  const views = criteriaViews(after, sections, records);
  return pairedCriteria(was, now).flatMap((pair): readonly ChangedCriterion[] => {
    const kinds = criterionChanges(pair);
    const { n = 0 } = pair.now ?? pair.was ?? {};
    const proof = kinds.includes('ticked') ? views[n - 1]?.proof : undefined;
    if (kinds.length === 0) return [];
    return [
      {
        kinds,
        n,
        ...(pair.was && { was: pair.was.text }),
        ...(pair.now && { now: pair.now.text }),
        ...(proof && { proof }),
      },
    ];
  });
}

/** A section's own blocks, without criteria, which are compared separately. */
interface OwnBlocks {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

function sectionsOf(document: SpecDocument, sections: readonly string[]): readonly OwnBlocks[] {
  const body = bodyOf(document);
  const criteria = new Set(criteriaOfDocument(document, sections).map(({ at }) => lineStart(body, at)));
  const found: { heading: string; blocks: Block[] }[] = [{ heading: '', blocks: [] }];
  for (const block of coveredBlocks(body))
    if (block.heading !== undefined) found.push({ heading: block.heading, blocks: [] });
    else if (!criteria.has(block.at) && block.text.trim() !== '') found.at(-1)?.blocks.push(block);
  return found;
}

function sectionChanges(
  before: SpecDocument,
  after: SpecDocument,
  sections: readonly string[],
): readonly ChangedSection[] {
  const nameOf = ({ heading }: OwnBlocks) => bareHeading(heading);
  const wordsIn = ({ heading, blocks }: OwnBlocks) => [heading, ...blocks.map((one) => one.text)].join(' ');
  const pairs = pairItems(sectionsOf(before, sections), sectionsOf(after, sections), [nameOf], wordsIn);
  return pairs.flatMap(({ was, now }) => {
    const headings =
      was?.heading === now?.heading
        ? []
        : [{ ...(was && { was: was.heading }), ...(now && { now: now.heading }) }];
    const blocks = pairItems(
      was?.blocks ?? [],
      now?.blocks ?? [],
      [(one) => withStableLinks(one.text)],
      (one) => one.text,
    );
    const changes = [
      ...headings,
      ...blocks
        .filter((one) => withStableLinks(one.was?.text ?? '') !== withStableLinks(one.now?.text ?? ''))
        .map((one) => ({ ...(one.was && { was: one.was.text }), ...(one.now && { now: one.now.text }) })),
    ];
    return changes.length === 0 ? [] : [{ heading: (now ?? was)?.heading ?? '', changes }];
  });
}

function fieldChanges(before: SpecDocument, after: SpecDocument): SpecChanges['fields'] {
  return [...frontmatterDiff(before.frontmatter, after.frontmatter)]
    .filter(([field]) => !NOT_REVIEWED.has(field))
    .map(([field, to]) => ({ field, from: valueAt(before.frontmatter, field), to }));
}

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

export const NO_TEXT: SpecDocument = { text: '', frontmatter: {}, entries: [], bodyStart: 0, bodyLine: 1 };
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
