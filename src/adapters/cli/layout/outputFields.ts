import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { type Field, type FieldRow, FIELDS } from '../../../domain/fields/standardFields.js';
import type { ClaimView } from '../../../domain/claims/claims.js';
import type { Progress } from '../../../domain/criteria/criteria.js';
import { nearestWords } from '../../../domain/naming/nearestWords.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import type { Priority, Status } from '../../../domain/fields/statusAndPriority.js';

/** The fields of a spec that an agent needs to choose between specs; `view` shows all fields. */
export interface BriefSpec {
  readonly sequence: number | null;
  /** Name of the spec's folder. */
  readonly ref: string;
  readonly title: string;
  readonly status: Status | null;
  readonly priority?: Priority;
  readonly assignee?: string;
  /** The actor who works on the spec, and the end of the lease. */
  readonly claim?: Pick<ClaimView, 'by' | 'place' | 'until' | 'expired'>;
  /** Number of criteria in total, and of ticked criteria. */
  readonly criteria?: Progress;
  readonly group?: string;
  readonly archived?: true;
  /** True if the document cannot be read. */
  readonly broken?: true;
  /** Short description of the document's problems. */
  readonly problem?: string;
}

/** Returns only the fields of a spec that the JSON output of `board`, `next` and `search` has (`BriefSpec`). */
export function briefSpec(spec: SpecView): BriefSpec {
  const { sequence, ref, title, status, priority, assignee, claim, criteria, group, problems } = spec;
  return {
    sequence,
    ref,
    title,
    status,
    ...(priority !== undefined && { priority }),
    ...(assignee !== undefined && { assignee }),
    ...(claim !== undefined && { claim: claimInBrief(claim) }),
    ...(criteria !== undefined && { criteria }),
    ...(group !== undefined && { group }),
    ...(spec.archived && { archived: true as const }),
    ...(spec.broken === true && { broken: true as const }),
    ...(problems !== undefined && {
      problem: problems.map(({ message }) => message).join('; '),
    }),
  };
}

function claimInBrief({ by, place, until, expired }: ClaimView): NonNullable<BriefSpec['claim']> {
  return { by, until, ...(place !== undefined && { place }), ...(expired === true && { expired }) };
}

/** Fields that every spec has, by their names in JSON; custom fields have their own names. */
const SPEC_FACTS: readonly (keyof SpecView | Field['name'])[] = [
  'sequence',
  'title',
  ...FIELDS.map(({ name }) => name),
  ...(['criteria', 'approval', 'claim', 'group', 'archived', 'problems'] as const),
  ...(['name', 'ref', 'path', 'updatedFrom', 'broken'] as const),
];

const ALSO_CALLED: ReadonlyMap<string, string> = new Map([
  ['number', 'sequence'],
  ['progress', 'criteria'],
  ['met', 'criteria'],
  ...(FIELDS as readonly FieldRow[]).flatMap(({ key, name, one = name }) =>
    [key, key.replaceAll('_', '-'), one].map((called) => [called, name] as const),
  ),
]);

/**
 * Resolves a field name that a user typed after a flag such as `--fields`: `number` is `sequence`.
 * @param others further known names: custom fields, and fields that only one command offers.
 * @throws SpectoolError `USAGE` for an unknown name, with the nearest known names.
 */
export function outputFieldNamed(given: string, others: readonly string[]): string {
  const known: readonly string[] = [...SPEC_FACTS, ...others];
  const name = given.trim();
  if (known.includes(name)) return name;
  const meant = ALSO_CALLED.get(name);
  if (meant !== undefined) return meant;
  const near = nearestWords(name, [...known, 'number']);
  throw new SpectoolError('USAGE', `There is no field "${name}". Known: ${known.join(', ')}.`, {
    ...(near[0] !== undefined && { hint: `Did you mean ${near[0]}?` }),
    details: { field: name, nearest: near },
  });
}

/** Returns the value of a spec's field; undefined if the spec does not have the field. */
function factOf(spec: SpecView, name: string): unknown {
  const known = (SPEC_FACTS as readonly string[]).includes(name) ? spec[name as keyof SpecView] : undefined;
  if (known !== undefined) return known;
  return Object.hasOwn(spec.fields, name) ? spec.fields[name] : undefined;
}

/**
 * Fields that only one command offers: maps the field's name to a function that returns the value for a spec.
 */
export type ExtraFields = Readonly<Record<string, (spec: SpecView) => unknown>>;

/** A spec reduced to the fields that `--fields` names. */
export interface ChosenSpec {
  readonly [fact: string]: unknown;
}

/** Returns the chosen fields of a spec, in the order of `names`; fields that the spec does not have are left out. */
export function withChosenFields(
  spec: SpecView,
  names: readonly string[],
  own: ExtraFields = {},
): ChosenSpec {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = outputFieldValue(spec, name, own);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Returns the value of a field that the flag `--fields` names: from `own` if the command has this extra field, else from the
 * spec.
 */
export function outputFieldValue(spec: SpecView, name: string, own: ExtraFields): unknown {
  return Object.hasOwn(own, name) ? own[name]?.(spec) : factOf(spec, name);
}
