import { criteriaOfDocument, type Criterion, type CriterionProof } from '../criteria/criteria.js';
import { withStableLinks } from '../document/links.js';
import { bareHeading } from '../document/sections/headings.js';
import { bodyOf, type SpecDocument } from '../document/specDocument.js';
import { frontmatterDiff, valueAt } from '../fields/fieldChange.js';
import { criteriaViews } from '../log/criteriaViews.js';
import type { LogRecord } from '../log/records/record.js';
import type { JsonValue } from '../value/jsonValue.js';
import { lineStart } from '../value/text.js';
import { APPROVAL_FIELD, type Block, coveredBlocks } from './approvalState.js';
import { type CriterionChangeKind, criterionChanges, pairedCriteria, pairItems } from './pairedTexts.js';

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

/** The document before a spec existed, or after it was deleted. */
export const NO_TEXT: SpecDocument = { text: '', frontmatter: {}, entries: [], bodyStart: 0, bodyLine: 1 };
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
