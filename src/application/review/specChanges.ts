import { type Criterion, type CriterionProof, criteriaOf } from '../../domain/criteria/criteria.js';
import { bareHeading } from '../../domain/document/sections/sections.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { lineStart } from '../../domain/document/textEdit.js';
import { withStableLinks } from '../../domain/document/updateLinks.js';
import { valueAt } from '../../domain/fields/fieldChange.js';
import { frontmatterDiff } from '../../domain/fields/frontmatterDiff.js';
import { criteriaViews } from '../../domain/log/criteriaViews.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { type Block, coveredBlocks } from '../../domain/review/agreedText.js';
import { APPROVAL_FIELD } from '../../domain/review/approvalState.js';
import {
  criterionChanges,
  type CriterionChangeKind,
  paired,
  pairedCriteria,
} from '../../domain/review/pairedTexts.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';

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

/** What changed in a spec, between two versions of its document. */
export interface SpecChanges {
  readonly criteria: readonly ChangedCriterion[];
  readonly sections: readonly ChangedSection[];
  readonly fields: readonly { readonly field: string; readonly from: JsonValue; readonly to: JsonValue }[];
}

const NOT_REVIEWED: ReadonlySet<string> = new Set([APPROVAL_FIELD, 'id', 'created', 'updated']);

/**
 * Pairs what changed between two versions of a document.
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
  const [was, now] = [before, after].map(({ text: whole, bodyStart }) =>
    criteriaOf(whole.slice(bodyStart), sections),
  ) as [readonly Criterion[], readonly Criterion[]];
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

/** A section's own blocks, without criteria, which are compared apart. */
interface OwnBlocks {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

function sectionsOf(
  { text: whole, bodyStart }: SpecDocument,
  sections: readonly string[],
): readonly OwnBlocks[] {
  const body = whole.slice(bodyStart);
  const criteria = new Set(criteriaOf(body, sections).map(({ at }) => lineStart(body, at)));
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
  const pairs = paired(sectionsOf(before, sections), sectionsOf(after, sections), [nameOf], wordsIn);
  return pairs.flatMap(({ was, now }) => {
    const headings =
      was?.heading === now?.heading
        ? []
        : [{ ...(was && { was: was.heading }), ...(now && { now: now.heading }) }];
    const blocks = paired(
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
