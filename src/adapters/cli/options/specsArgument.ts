import type { ChangeResult, ChangesResult } from '../../../application/changes/changeResult.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { isNumberRange } from '../../../domain/naming/specNumbers.js';
import { on } from './taken.js';

/** The result of changing one spec or several. */
export type ChangeAnswer = ChangeResult | ChangesResult;

/**
 * True if the command line names a single spec, so that the result is about one spec; false for several references or a number
 * range.
 */
export function namesOne(references: readonly string[]): references is readonly [string] {
  return references.length === 1 && references[0] !== undefined && !isNumberRange(references[0]);
}

/** Returns a result with `spec` instead of `specs` if the command line names a single spec; otherwise the unchanged result. */
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

/** Returns the specs in the result of a change, as a list. */
export function specsIn(result: ChangeAnswer): ChangesResult['specs'] {
  return 'specs' in result ? result.specs : [result.spec];
}

/** The `--dry-run` flag of commands that can change several specs. */
export const dryRun = on('--dry-run', 'show what would change, and write nothing');

/** Converts a request with a `spec` into the arguments of a command that accepts several specs. */
export function asSeveral(request: { readonly spec?: string | undefined }): object {
  if (!('spec' in request)) return request;
  const { spec, ...rest } = request;
  return { ...rest, specs: spec === undefined ? undefined : [spec] };
}
