import type { ClaimView } from '../../../../domain/claims/holder.js';
import { ARCHIVE_FOLDER } from '../../../../domain/naming/labels.js';
import type { SpecFolder } from '../../../../domain/naming/specFolder.js';
import type { Warning } from '../../../../application/warning.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import type { Others } from '../../layout/drawing.js';
import { numberText } from '../../layout/specCells.js';

/** A spec before and after it changed. */
export type Change = readonly [before: SpecView, after: SpecView];

/** What they say of a spec names its folder, and its folder says nothing of what they say of others. */
const OF_PLACES: ReadonlySet<string> = new Set([
  'NUMBER_DUPLICATE',
  'SPECS_HIDDEN',
  'SPECS_LEFT_BEHIND',
  'SPECS_NOT_CHECKED_OUT',
  'LOG_NOT_CHECKED_OUT',
]);

/**
 * Undefined where what is said beside may change with any spec.
 * @param specs all in which a change may show. @param digits `structure.sequenceDigits`. @param warnings told beside.
 */
export function othersAmong(
  specs: readonly SpecView[],
  digits: number,
  warnings: readonly Warning[],
): Others | undefined {
  if (!warnings.every(({ code }) => OF_PLACES.has(code))) return undefined;
  const claimed = specs.flatMap(({ path, claim }) => (claim === undefined ? [] : [[path, claim] as const]));
  return {
    isLinked: specs.some(({ dependsOn }) => dependsOn.length > 0),
    claims: Object.fromEntries(claimed),
    odd: oddAmong(specs, digits, warnings),
  };
}

/** True where what changed makes no other spec wait, or wait no longer, and not this one. */
export function changesAlone({ isLinked, odd }: Others, [before, after]: Change): boolean {
  if (odd.includes(before.path)) return false;
  if (before.id !== after.id || before.dependsOn.join('\n') !== after.dependsOn.join('\n')) return false;
  if ([before, after].some(({ status, broken }) => status === null || broken === true)) return false;
  if (before.status === 'complete' && after.status !== 'complete') return false;
  if (!isHeldOn(before.claim, after.claim)) return false;
  return !isLinked || (before.status === 'complete') === (after.status === 'complete');
}

/** With who works on it now. */
export function withClaimOf<Kind extends Others>(others: Kind, { path, claim }: SpecView): Kind {
  return claim === undefined ? others : { ...others, claims: { ...others.claims, [path]: claim } };
}

/** By the same one, or by nobody, and not for a shorter time: until when the answer is true does not change either. */
function isHeldOn(before: ClaimView | undefined, after: ClaimView | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  const isSame = before.by === after.by && before.place === after.place && before.since === after.since;
  return isSame && before.expired !== true && after.expired !== true && before.until <= after.until;
}

/** Of two with one number it is not seen whose a line is; of two with one id the log of one tells of the other; what is said of one may be true no longer. */
function oddAmong(
  specs: readonly SpecView[],
  digits: number,
  warnings: readonly Warning[],
): readonly string[] {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  const namesOf = (spec: SpecView) => [numberText(spec, digits), `id ${spec.id ?? spec.path}`];
  for (const name of specs.flatMap(namesOf)) {
    if (seen.has(name)) again.add(name);
    seen.add(name);
  }
  return specs.flatMap((spec) => {
    const { sequence, ref, archived } = folderByPath(spec.path);
    const isTold = sequence === spec.sequence && ref === spec.ref && archived === spec.archived;
    const isNamed =
      namesOf(spec).some((name) => again.has(name)) ||
      warnings.some(({ message }) => message.includes(spec.path));
    return isTold && !isNamed ? [] : [spec.path];
  });
}

/** What nearly every path tells; those of which that is not true are odd. */
export function folderByPath(path: string): SpecFolder {
  const ref = path.slice(path.lastIndexOf('/') + 1);
  const [, number, name = ref] = /^(\d{1,6})-(\D.*)$/.exec(ref) ?? [];
  return {
    sequence: number === undefined ? null : Number(number),
    name,
    ref,
    archived: path.includes(`/${ARCHIVE_FOLDER}/`),
    path,
  };
}
