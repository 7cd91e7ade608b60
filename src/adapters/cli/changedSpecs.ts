import type { ChangeResult, ChangesResult } from '../../application/changes/changeResult.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { eventSentence } from '../presentation/sentences.js';
import { switchFlag } from './flagsAndArguments.js';
import { safeText } from './layout/terminalText.js';
import { createStyle, type Terminal } from './layout/terminalStyle.js';
import { isNumberRange } from '../../domain/naming/references.js';

/**
 * Renders the specs that a command changed: for one spec a line per event, for several specs a line per spec. Empty if nothing
 * changed, because a note on standard error already says so.
 */
export function renderChanged(result: ChangeAnswer, terminal: Terminal): string {
  const { events, dryRun } = result;
  if (events.length === 0) return '';
  const style = createStyle(terminal);
  const updated = dryRun === true ? 'Would update' : 'Updated';
  if ('specs' in result) {
    const changed = [...new Set(events.map(({ spec }) => spec))];
    const factsOf = (ref: string | null) =>
      events.filter(({ spec }) => spec === ref).map(({ type, data }) => safeText(eventSentence(type, data)));
    return [
      `${updated} ${changed.length === 1 ? 'one spec' : `${String(changed.length)} specs`}`,
      ...changed.map((ref) => `  ${style.ref(safeText(ref ?? ''))}  ${factsOf(ref).join('; ')}`),
    ].join('\n');
  }
  const { spec } = result;
  return [
    `${updated} ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
    ...events.map(({ type, data, spec: of }) => {
      // Put a spec's name before each event of another spec: renumbering a spec also changes the references in other specs.
      const whose = of === null || of === spec.ref ? '' : `${style.ref(safeText(of))} `;
      return `  ${style.symbols.bullet} ${whose}${safeText(eventSentence(type, data))}`;
    }),
  ].join('\n');
}

/** The result of changing one spec or several. */
export type ChangeAnswer = ChangeResult | ChangesResult;

/**
 * True if the command line names a single spec to change, such as `012`; false for several references or a range such as `3-7`.
 */
export function namesOne(references: readonly string[]): references is readonly [string] {
  return references.length === 1 && references[0] !== undefined && !isNumberRange(references[0]);
}

/** If the command line names a single changed spec, returns the command's result with `spec` instead of `specs`. */
export function singleIfNamed<Several extends ChangesResult>(
  several: Several,
  references: readonly string[],
): Several | (Pick<ChangeResult, 'spec'> & Omit<Several, 'specs' | 'total'>) {
  if (!namesOne(references)) return several;
  const { specs, total: _one, ...rest } = several;
  const [spec] = specs;
  if (spec === undefined) throw new SpectoolError('INTERNAL', 'The change was not made.');
  return { spec, ...rest };
}

/** Returns the specs that a command changed, from the command's result, as a list. */
export function specsIn(result: ChangeAnswer): ChangesResult['specs'] {
  return 'specs' in result ? result.specs : [result.spec];
}

/** The `--dry-run` flag of commands that can change several specs. */
export const dryRun = switchFlag('--dry-run', 'show what would change, and write nothing');

/** Converts the request `{ spec: '012' }` into `{ specs: ['012'] }`, the argument of a command that can change several specs. */
export function toSeveralSpecsRequest(request: object): object {
  if (!('spec' in request)) return request;
  const { spec, ...rest } = request;
  return { ...rest, specs: spec === undefined ? undefined : [spec] };
}

/** Returns `asFlags` of a command whose flag `--undo` runs another use case. */
export function asUndo(undoing: string): (request: object, useCase?: string) => object {
  return (request, useCase) => (useCase === undoing ? { ...request, undo: true } : request);
}
