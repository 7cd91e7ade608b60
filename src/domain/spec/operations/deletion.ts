import { reasonNeededError, SpectoolError } from '../../errors/spectoolError.js';
import { firstOf } from '../../value/collections.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { fieldText } from '../../fields/fieldText.js';

/** The spec was deleted and its folder removed. Its log stays, and its number is not used again. */
export type SpecDeleted = Fact<'SpecDeleted', { readonly reason: string }>;

export const specDeleted: EventDefinition<SpecDeleted, Fact<'SpecRestored', SpecDeleted['data']>> = {
  type: 'SpecDeleted',
  version: 2,
  apply: ({ claim: _ended, ...spec }, { reason }) => ({ ...spec, deleted: { reason } }),
  inverse: (_spec, { reason }) => [{ type: 'SpecRestored', data: { reason } }],
};

/** The deletion of the spec was reverted. `reason` is the reason of the deletion. */
export type SpecRestored = Fact<'SpecRestored', SpecDeleted['data']>;

export const specRestored: EventDefinition<SpecRestored, SpecDeleted> = {
  type: 'SpecRestored',
  // Nothing to apply: any event after a deletion makes the spec active again.
  apply: (spec) => spec,
  inverse: (_spec, { reason }) => [{ type: 'SpecDeleted', data: { reason } }],
};

/**
 * Returns the events that delete a spec. If files in its folder are not committed, `force` is needed.
 * @throws SpectoolError `NOT_IN_HEAD` if files are not committed and `force` is not set, `FIELD_INVALID` for an empty reason.
 */
export function decideDeletion(
  request: {
    readonly reason: string;
    /** The files in the spec's folder that have uncommitted changes. */
    readonly unsaved: readonly string[];
    /** The reason why git could not report which files are committed; absent if git reported them. */
    readonly complaint?: string;
    readonly force?: boolean;
  },
  { labels }: ActiveSpec,
): readonly SpecDeleted[] {
  if (request.reason.trim() === '')
    throw reasonNeededError('A deletion needs a reason.', {
      useCase: 'deleteSpec',
      request: { spec: labels.ref },
      needs: ['reason'],
    });
  const reason = fieldText('reason', request.reason);
  const { unsaved, complaint } = request;
  if (unsaved.length > 0 && request.force !== true) {
    const files = firstOf(unsaved);
    throw new SpectoolError(
      'NOT_IN_HEAD',
      complaint === undefined
        ? `${labels.ref} has uncommitted changes: ${files}.`
        : `Cannot check whether ${files} has uncommitted changes: ${complaint}.`,
      {
        hint: complaint === undefined ? 'Commit them first.' : 'Run `git status` to see what is wrong.',
        advice: [
          {
            useCase: 'deleteSpec',
            request: { spec: labels.ref, reason, force: true },
            to: 'delete the spec anyway; its folder is kept in .spectool/trash/',
          },
        ],
        details: { unsaved },
      },
    );
  }
  return [{ type: 'SpecDeleted', data: { reason } }];
}
