import { firstOf } from '../../value/bounds.js';
import { reasonNeeded } from '../../errors/reasonNeeded.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { fieldText } from '../../fields/checkFieldText.js';
import type { SpecRequests } from '../specCommands.js';
import type { ActiveSpec } from '../spec.js';
import type { SpecEvent } from '../specEvents.js';

/**
 * Returns the events that delete a spec. If files in its folder are not committed, `force` is needed.
 * @throws SpectoolError `NOT_IN_HEAD` if files are not committed and `force` is not set, `FIELD_INVALID` for an empty reason.
 */
export function decideDeletion(
  request: SpecRequests['Delete'],
  { labels }: ActiveSpec,
): readonly SpecEvent[] {
  if (request.reason.trim() === '')
    throw reasonNeeded('A deletion needs a reason.', {
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
        ? `${labels.ref} has changes that are not in git's HEAD: ${files}.`
        : `Cannot check whether git's HEAD has ${files}: ${complaint}.`,
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
