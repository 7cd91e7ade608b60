import { withoutTick } from '../../domain/criteria/checkboxGrammar.js';
import { type Criterion, criteriaOf } from '../../domain/criteria/criteria.js';
import {
  type CriterionChangeKind,
  criterionChanges,
  pairedCriteria,
} from '../../domain/review/pairedTexts.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { textChanges, textHash } from '../../domain/log/textHash.js';
import { frontmatterDiff } from '../../domain/fields/frontmatterDiff.js';
import { valueAt } from '../../domain/fields/fieldChange.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';

/** A spec at one time. */
export interface SpecSide {
  readonly view: SpecView;
  readonly document: SpecDocument;
}

/** Difference of a spec between two times, whether a command, a hand edit or a merge made the change. */
export interface SpecDifference {
  readonly kind: 'new' | 'changed' | 'deleted';
  /** Current folder name of the spec; of a deleted spec, its last one. */
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  /** Path of the document, relative to the root; null if deleted. */
  readonly document: string | null;
  /** Previous folder, if the spec moved. */
  readonly movedFrom?: string;
  readonly archived?: boolean;
  /** Previous title. */
  readonly formerTitle?: string;
  /** Status before and after; null for an unknown status, and before a new spec existed. */
  readonly status?: { readonly from: string | null; readonly to: string | null };
  /** Other changed fields, by their key in the document. */
  readonly fields: readonly { readonly field: string; readonly from: JsonValue; readonly to: JsonValue }[];
  /** Texts of criteria. */
  readonly criteria: {
    readonly met: readonly string[];
    readonly reopened: readonly string[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly reworded: readonly { readonly from: string; readonly to: string }[];
    readonly retired: readonly string[];
  };
  /** Sections whose text changed, not counting ticks, with the number of added and removed lines. */
  readonly sections: readonly {
    readonly heading: string;
    readonly added: number;
    readonly removed: number;
  }[];
  /** Names of further files that were added, removed or changed. */
  readonly files: readonly string[];
  /** Reason given for completing with open criteria. */
  readonly forced?: string;
}

/**
 * Fields that are not listed in `fields`, because the difference has another property for them or they change automatically.
 */
const TOLD: ReadonlySet<string> = new Set(['id', 'status', 'created', 'updated', 'completed', 'transitions']);
const NO_CRITERIA = { met: [], reopened: [], added: [], removed: [], reworded: [], retired: [] };

/**
 * Returns the difference of a spec between two times; undefined if there is none.
 * @param sections headings of sections with criteria.
 */
export function specDifference(
  before: SpecSide | undefined,
  after: SpecSide | undefined,
  sections: readonly string[],
): Omit<SpecDifference, 'document' | 'files'> | undefined {
  const side = after ?? before;
  if (side === undefined) return undefined;
  const { ref, sequence, title, archived, path, status } = side.view;
  const named = { ref, sequence, title, fields: [], criteria: NO_CRITERIA, sections: [] };
  if (before === undefined) {
    const added = criteriaIn(side.document, sections).map(({ text }) => text);
    return {
      kind: 'new',
      ...named,
      ...(archived && { archived }),
      status: { from: null, to: status },
      criteria: { ...NO_CRITERIA, added },
    };
  }
  if (after === undefined) return { kind: 'deleted', ...named };
  const was = before.view;
  return {
    kind: 'changed',
    ...named,
    ...(was.path !== path && { movedFrom: was.path }),
    ...(was.archived !== archived && { archived }),
    ...(was.title !== title && { formerTitle: was.title }),
    ...(was.status !== status && { status: { from: was.status, to: status } }),
    fields: [...frontmatterDiff(before.document.frontmatter, after.document.frontmatter)]
      .filter(([field]) => !TOLD.has(field))
      .map(([field, to]) => ({ field, from: valueAt(before.document.frontmatter, field), to })),
    criteria: criteriaChanges(criteriaIn(before.document, sections), criteriaIn(after.document, sections)),
    sections: textChanges(printOf(before.document), printOf(after.document)).filter(
      // The section below the title has the title as its name, so a new title alone is not a changed section.
      ({ heading, added, removed }) =>
        was.title === title || added + removed > 0 || (heading !== title && heading !== was.title),
    ),
  };
}

function criteriaIn({ text, bodyStart }: SpecDocument, sections: readonly string[]): readonly Criterion[] {
  return criteriaOf(text.slice(bodyStart), sections);
}

function criteriaChanges(
  before: readonly Criterion[],
  after: readonly Criterion[],
): SpecDifference['criteria'] {
  const pairs = pairedCriteria(before, after);
  const changes = pairs.map((pair) => ({ ...pair, kinds: criterionChanges(pair) }));
  const words = (kind: CriterionChangeKind) =>
    changes.flatMap(({ was, now, kinds }) => (kinds.includes(kind) ? [(now ?? was)?.text ?? ''] : []));
  return {
    met: [...words('ticked'), ...changes.flatMap(({ was, now }) => (!was && now?.done ? [now.text] : []))],
    reopened: words('unticked'),
    added: words('added'),
    removed: words('removed'),
    reworded: changes.flatMap(({ was, now, kinds }) =>
      was !== undefined && now !== undefined && kinds.includes('reworded')
        ? [{ from: was.text, to: now.text }]
        : [],
    ),
    retired: words('retired'),
  };
}

function printOf({ text, bodyStart }: SpecDocument) {
  // Remove ticks, because they are reported as criteria. A very long text has one hash for the whole text instead of one per
  // section.
  const body = text.slice(bodyStart).split('\n').map(withoutTick).join('\n');
  return textHash(body) ?? [['', shortened(body)] as const];
}

function shortened(body: string): string {
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum = (Math.imul(sum, 31) + body.charCodeAt(i)) | 0;
  return (sum >>> 0).toString(36).padStart(8, '0').slice(-4);
}
