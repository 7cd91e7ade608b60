import { Option } from 'clipanion';
import type { ChangeResult, ChangesResult } from '../../../application/changes/changeResult.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { isNumberRange } from '../../../domain/naming/numbers.js';

/** What a change answers, of one spec or of several. */
export type ChangeAnswer = ChangeResult | ChangesResult;

/** The specs a command is asked of. @param least 0 where something else may say which. */
export const specsArgument = (least = 1): readonly string[] => Option.Rest({ name: 'spec', required: least });

/** True where one spec is meant, and the answer is of one. */
export function namesOne(references: readonly string[]): references is readonly [string] {
  return references.length === 1 && references[0] !== undefined && !isNumberRange(references[0]);
}

/** The answer of one spec where one was named, else of several. */
export function asAsked<Several extends ChangesResult>(
  several: Several,
  references: readonly string[],
): Several | (Pick<ChangeResult, 'spec'> & Omit<Several, 'specs' | 'total'>) {
  if (!namesOne(references)) return several;
  const { specs, total: _one, ...rest } = several;
  const [spec] = specs;
  if (spec === undefined) throw new SpectoolError('INTERNAL', 'The change was not made.');
  return { spec, ...rest };
}

/** The specs an answer is of. */
export function specsIn(result: ChangeAnswer): ChangesResult['specs'] {
  return 'specs' in result ? result.specs : [result.spec];
}

/** Of every command that changes what may be many specs. */
export const dryRunFlag = (): boolean =>
  Option.Boolean('--dry-run', false, { description: 'show what would change, and write nothing' });

/** A request of one spec as the arguments of a command that takes several. */
export function asSeveral(request: { readonly spec?: string | undefined }): object {
  if (!('spec' in request)) return request;
  const { spec, ...rest } = request;
  return { ...rest, specs: spec === undefined ? undefined : [spec] };
}
